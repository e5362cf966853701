import { and, eq, type SQL, sql } from 'drizzle-orm';
import { company } from '#db/schema';
import { AppError } from '~/errors';
import { commit, type Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext, CompanyContext, CompanyScope } from '~/services/platform/context.server';

export type CompanyRow = typeof company.$inferSelect;

type Change = {
  set: Partial<Pick<CompanyRow, 'customFieldTemplates' | 'accretionMethod' | 'journalSettings'>>;
  /** What goes with the change, its audit row among it. Each must do nothing unless `isCurrent`. */
  alongside: Statement[];
};

const MAX_ATTEMPTS = 3;

/** The company; a statement not yet run. */
export function companyQuery({ db, companyId }: CompanyScope) {
  return db.select().from(company).where(eq(company.id, companyId));
}

/**
 * @param found what companyQuery found a moment ago; read here unless given
 * @throws AppError not-found when the call names another company than the selected one, existing or not
 */
export async function readCompany(
  ctx: CompanyContext,
  companyId: string,
  found?: CompanyRow[],
): Promise<CompanyRow> {
  if (companyId !== ctx.companyId) throw new AppError('not-found', 'Company not found');
  const [row] = found ?? (await companyQuery(ctx));
  if (!row) throw new AppError('not-found', 'Company not found');
  return row;
}

/**
 * Changes what a company has set, in one transaction with what goes along. The change is planned from the company as it
 * was read, and written only if it still is so. Somebody faster leads to another plan, unless a version was asked for.
 *
 * @param expectedVersion refuse unless the stored version is this one (If-Match); null changes whatever is there
 * @param found the company as companyQuery found it, to begin with
 * @throws AppError not-found as readCompany; stale; conflict when others were faster again and again
 */
export async function changeCompany(
  ctx: CompanyAdminContext,
  companyId: string,
  expectedVersion: number | null,
  plan: (current: CompanyRow, isCurrent: SQL) => Change,
  found?: CompanyRow[],
): Promise<CompanyRow> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const current = await readCompany(ctx, companyId, attempt === 1 ? found : undefined);
    if (expectedVersion !== null && expectedVersion !== current.version) {
      throw new AppError('stale', 'This was changed by someone else in the meantime. Nothing was saved.');
    }
    const asRead = and(eq(company.id, companyId), eq(company.version, current.version));
    const { set, alongside } = plan(current, sql`exists (select 1 from ${company} where ${asRead})`);
    const results = await commit(ctx, [
      ...alongside,
      ctx.db
        .update(company)
        .set({ ...set, version: sql`${company.version} + 1`, updatedAt: ctx.now.toISOString() })
        .where(asRead)
        .returning(),
    ]);
    const [changed] = results.at(-1) as CompanyRow[];
    if (changed) return changed;
  }
  throw new AppError(
    'conflict',
    'The company’s settings are being changed at this moment. Nothing was saved. Try again.',
  );
}
