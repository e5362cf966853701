import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { company } from '#db/schema';
import { AppError } from '~/errors';
import { commit, type Statement } from '~/services/platform/commit.server';
import {
  type CompanyAdminContext,
  type CompanyContext,
  type CompanyScope,
  requireOwnCompany,
} from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';

export type CompanyRow = typeof company.$inferSelect;

type Change = {
  set: Partial<Omit<CompanyRow, 'id' | 'ledgerId' | 'version'>>;
  /** What else the transaction does, its audit row included. Each must do nothing unless `isCurrent`. */
  alongside: Statement[];
};

const MAX_ATTEMPTS = 3;

/** The company; a statement not yet run. */
export function companyQuery({ db, companyId }: CompanyScope) {
  return db
    .select()
    .from(company)
    .where(and(eq(company.id, companyId), isNull(company.deletedAt)));
}

/** What a change of the company, or of what depends on its settings, begins with. Statements not yet run. */
export function companyReads(scope: CompanyScope) {
  return { company: companyQuery(scope) };
}

export type CompanyRows = RowsOf<ReturnType<typeof companyReads>>;

/** @throws AppError not-found when the call names another company than the selected one, existing or not */
export async function readCompany(ctx: CompanyContext, companyId: string): Promise<CompanyRow> {
  return requireCompanyRow(ctx, companyId, { company: await companyQuery(ctx) });
}

/** The company as it was read. @throws AppError not-found as readCompany */
export function requireCompanyRow(ctx: CompanyContext, companyId: string, rows: CompanyRows): CompanyRow {
  requireOwnCompany(ctx, companyId);
  const [row] = rows.company;
  if (!row) throw new AppError('not-found', 'Company not found');
  return row;
}

/**
 * Changes a company in one transaction with what depends on the change. The change is planned from the company as it was
 * read, and written only if the company still has that version. After a concurrent change it is read and planned
 * again, unless the caller asked for a version.
 *
 * @param expectedVersion refuse unless the stored version is this one (If-Match); null changes whatever is there
 * @param rows what companyReads read; used for the first attempt
 * @throws AppError not-found as readCompany; stale; conflict when others were faster again and again
 */
export async function changeCompany(
  ctx: CompanyAdminContext,
  companyId: string,
  expectedVersion: number | null,
  plan: (current: CompanyRow, isCurrent: SQL) => Change,
  rows: CompanyRows,
): Promise<CompanyRow> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const current =
      attempt === 1 ? requireCompanyRow(ctx, companyId, rows) : await readCompany(ctx, companyId);
    requireVersion(current, expectedVersion);
    const asRead = and(
      eq(company.id, companyId),
      isNull(company.deletedAt),
      eq(company.version, current.version),
    );
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
  throw settingsChanging();
}

/** @throws AppError stale for another version than the one that was edited (If-Match); null takes any */
export function requireVersion({ version }: Pick<CompanyRow, 'version'>, expected: number | null): void {
  if (expected === null || expected === version) return;
  throw new AppError('stale', 'Someone else changed this while you were editing. Nothing was saved.');
}

/** For a write that was planned on settings which others change again and again. */
export function settingsChanging(): AppError {
  return new AppError(
    'conflict',
    'Company settings are being updated. Nothing was saved. Try again in a moment.',
  );
}
