import { and, eq, type SQL, sql } from 'drizzle-orm';
import { isUniqueViolation } from '#db/client';
import { importProfile } from '#db/schema';
import { foldText } from '~/domain/wells/fold-text';
import { AppError } from '~/errors';
import type { ImportProfileInput, ImportProfileView } from '~/schemas/imports/import-mapping';
import { audit, commit, rowsChanged } from '~/services/platform/commit.server';
import type { CompanyAdminContext, CompanyContext } from '~/services/platform/context.server';

/** Limit per company. */
const MAX_PROFILES = 100;

type ProfileRow = typeof importProfile.$inferSelect;

/** The company's profiles, by name. */
export async function listImportProfiles(ctx: CompanyContext): Promise<ImportProfileView[]> {
  const rows = await ctx.db
    .select()
    .from(importProfile)
    .where(eq(importProfile.companyId, ctx.companyId))
    .orderBy(importProfile.nameKey);
  return rows.map(toView);
}

/** Saves a mapping under a name. @throws AppError conflict for a name that is taken, or too many profiles */
export async function createImportProfile(
  ctx: CompanyAdminContext,
  { name, mapping }: ImportProfileInput,
): Promise<ImportProfileView> {
  const id = crypto.randomUUID();
  const now = ctx.now.toISOString();
  const results = await rejectTakenName(name, () =>
    commit(ctx, [
      ctx.db.run(sql`
        insert into import_profile (id, company_id, name, name_key, mapping, created_at, updated_at)
        select ${id}, ${ctx.companyId}, ${name}, ${foldText(name)}, ${JSON.stringify(mapping)}, ${now}, ${now}
        where (select count(*) from import_profile where company_id = ${ctx.companyId}) < ${MAX_PROFILES}`),
      audit(ctx, {
        action: 'import_profile.created',
        entityType: 'import_profile',
        entityId: id,
        newValues: { name, mapping },
      }),
      ctx.db.select().from(importProfile).where(isProfile(ctx, id)),
    ]),
  );
  const [created] = results.at(-1) as ProfileRow[];
  if (!created) {
    throw new AppError('conflict', `A company can have at most ${MAX_PROFILES} profiles. Delete one first.`);
  }
  return toView(created);
}

/**
 * Replaces a profile's name and mapping.
 * @param expectedVersion reject unless it matches the stored version (If-Match); null replaces any version
 * @throws AppError not-found; stale; conflict for a name that is taken
 */
export async function replaceImportProfile(
  ctx: CompanyAdminContext,
  id: string,
  { name, mapping }: ImportProfileInput,
  expectedVersion: number | null,
): Promise<ImportProfileView> {
  const isThisProfile = isProfile(ctx, id);
  const isExpectedVersion = and(
    isThisProfile,
    expectedVersion === null ? undefined : eq(importProfile.version, expectedVersion),
  );
  const [, updated, rows] = await rejectTakenName(name, () =>
    commit(ctx, [
      // Runs before the update, to read the old values.
      audit(
        ctx,
        {
          action: 'import_profile.updated',
          entityType: 'import_profile',
          entityId: id,
          oldValues: oldValues(isThisProfile),
          newValues: { name, mapping },
        },
        sql`exists (select 1 from import_profile where ${isExpectedVersion})`,
      ),
      ctx.db
        .update(importProfile)
        .set({
          name,
          nameKey: foldText(name),
          mapping,
          version: sql`${importProfile.version} + 1`,
          updatedAt: ctx.now.toISOString(),
        })
        .where(isExpectedVersion),
      ctx.db.select().from(importProfile).where(isThisProfile),
    ]),
  );
  const [profile] = rows as ProfileRow[];
  if (!profile) throw notFound();
  if (rowsChanged(updated) === 0) {
    throw new AppError('stale', 'Someone else changed this profile. Nothing was saved.');
  }
  return toView(profile);
}

/** Deletes a profile; the audit log keeps a copy. Files imported with it are unaffected. @throws AppError not-found */
export async function deleteImportProfile(ctx: CompanyAdminContext, id: string): Promise<void> {
  const isThisProfile = isProfile(ctx, id);
  const [, deleted] = await commit(ctx, [
    audit(
      ctx,
      {
        action: 'import_profile.deleted',
        entityType: 'import_profile',
        entityId: id,
        oldValues: oldValues(isThisProfile),
      },
      sql`exists (select 1 from import_profile where ${isThisProfile})`,
    ),
    ctx.db.delete(importProfile).where(isThisProfile),
  ]);
  if (rowsChanged(deleted) === 0) throw notFound();
}

function isProfile({ companyId }: Pick<CompanyContext, 'companyId'>, id: string): SQL | undefined {
  return and(eq(importProfile.id, id), eq(importProfile.companyId, companyId));
}

function oldValues(isThisProfile: SQL | undefined): SQL {
  return sql`(select json_object('name', name, 'mapping', json(mapping)) from import_profile where ${isThisProfile})`;
}

async function rejectTakenName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error, 'import_profile.')) throw error;
    throw new AppError('conflict', `A profile named "${name}" already exists.`, 'name');
  }
}

function toView({ id, name, mapping, version, updatedAt }: ProfileRow): ImportProfileView {
  return { id, name, mapping, version, updatedAt };
}

function notFound(): AppError {
  return new AppError('not-found', 'Profile not found');
}
