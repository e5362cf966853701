import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { type Database, isUniqueViolation } from '#db/client';
import { jsonObject } from '#db/json-array';
import { userPreference } from '#db/schema';
import { AppError } from '~/errors';
import {
  PREFERENCE_KEYS,
  type PreferenceInput,
  type PreferenceKey,
  type PreferenceView,
} from '~/schemas/people/preference';
import { audit, commit, rowsChanged } from '~/services/platform/commit.server';
import type { UserContext } from '~/services/platform/context.server';

const viewColumns = getTableColumns(userPreference);
const auditedColumns = {
  preferenceKey: userPreference.preferenceKey,
  preferenceValue: userPreference.preferenceValue,
};

/** Preferences that a user has set, by key. Returns an unexecuted query. */
export function preferencesQuery({ db, userId }: { db: Database; userId: string | SQL<string> }) {
  return db
    .select(viewColumns)
    .from(userPreference)
    .where(and(eq(userPreference.userId, userId), isNull(userPreference.companyId)))
    .orderBy(userPreference.preferenceKey);
}

/** Preferences that the user has set, by key. */
export async function listPreferences({ db, actor }: UserContext): Promise<PreferenceView[]> {
  return toPreferenceViews(await preferencesQuery({ db, userId: actor.user.id }));
}

/** Rows from preferencesQuery as the API returns them. */
export function toPreferenceViews(rows: Awaited<ReturnType<typeof preferencesQuery>>): PreferenceView[] {
  return rows as PreferenceView[];
}

/**
 * Sets a preference for the first time.
 * @throws AppError conflict when it is already set
 */
export async function createPreference(ctx: UserContext, input: PreferenceInput): Promise<PreferenceView> {
  const now = ctx.now.toISOString();
  try {
    const [rows] = await commit(ctx, [
      ctx.db
        .insert(userPreference)
        .values({
          id: crypto.randomUUID(),
          userId: ctx.actor.user.id,
          companyId: null,
          ...input,
          createdAt: now,
          updatedAt: now,
        })
        .returning(viewColumns),
      audit(ctx, { action: 'preference.created', ...entityOf(input.preferenceKey), newValues: input }),
    ]);
    return (rows as PreferenceView[])[0]!;
  } catch (error) {
    if (!isUniqueViolation(error, 'user_preference.')) throw error;
    throw new AppError('conflict', `Preference "${input.preferenceKey}" already exists`);
  }
}

/** @throws AppError not-found when the user hasn't set it yet */
export async function updatePreference(ctx: UserContext, input: PreferenceInput): Promise<PreferenceView> {
  const target = ownPreference(ctx, input.preferenceKey);
  const [, rows] = await commit(ctx, [
    auditBefore(ctx, 'preference.updated', input.preferenceKey, input),
    ctx.db
      .update(userPreference)
      .set({ preferenceValue: input.preferenceValue, updatedAt: ctx.now.toISOString() })
      .where(target)
      .returning(viewColumns),
  ]);
  const [row] = rows as PreferenceView[];
  if (!row) throw notFound();
  return row;
}

/** Resets a preference to its default. @throws AppError not-found */
export async function deletePreference(ctx: UserContext, key: string): Promise<void> {
  const [, result] = await commit(ctx, [
    auditBefore(ctx, 'preference.deleted', key),
    ctx.db.delete(userPreference).where(ownPreference(ctx, key)),
  ]);
  if (rowsChanged(result) === 0) throw notFound();
}

/** Must run before the change, to read the old values. */
function auditBefore(ctx: UserContext, action: string, key: string, newValues?: PreferenceInput) {
  const preferenceRow = sql`from ${userPreference} where ${ownPreference(ctx, key)}`;
  return audit(
    ctx,
    {
      action,
      ...entityOf(key),
      oldValues: sql`(select ${jsonObject(auditedColumns)} ${preferenceRow})`,
      newValues,
    },
    sql`exists (select 1 ${preferenceRow})`,
  );
}

/** The audit log identifies a preference by its key, because the audit row already names the user. */
function entityOf(key: string) {
  return { entityType: 'user_preference', entityId: key };
}

/** @throws AppError not-found for an unknown key */
export function requirePreferenceKey(key: string): PreferenceKey {
  const knownKey = PREFERENCE_KEYS.find((name) => name === key);
  if (!knownKey) throw notFound();
  return knownKey;
}

function ownPreference(ctx: UserContext, key: string) {
  return and(
    eq(userPreference.userId, ctx.actor.user.id),
    eq(userPreference.preferenceKey, key),
    isNull(userPreference.companyId),
  );
}

function notFound(): AppError {
  return new AppError('not-found', 'Preference not found');
}
