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
import { requireVersion } from '~/services/platform/version.server';

export type CompanyRow = typeof company.$inferSelect;

type Change = {
  set: Partial<Omit<CompanyRow, 'id' | 'ledgerId' | 'version'>>;
  /** Other statements of the transaction, including the audit row. Each must do nothing unless `isCurrent`. */
  extraStatements: Statement[];
};

const MAX_ATTEMPTS = 3;

/** The company. Returns an unexecuted query. */
export function companyQuery({ db, companyId }: CompanyScope) {
  return db
    .select()
    .from(company)
    .where(and(eq(company.id, companyId), isNull(company.deletedAt)));
}

/** Data for a change to the company, or to anything that depends on its settings. Returns unexecuted statements. */
export function companyReads(scope: CompanyScope) {
  return { company: companyQuery(scope) };
}

export type CompanyRows = RowsOf<ReturnType<typeof companyReads>>;

/** @throws AppError not-found when the request names a company other than the selected one, whether or not it exists */
export async function readCompany(ctx: CompanyContext, companyId: string): Promise<CompanyRow> {
  return requireCompanyRow(ctx, companyId, { company: await companyQuery(ctx) });
}

/** Returns the company that was read. @throws AppError not-found as readCompany */
export function requireCompanyRow(ctx: CompanyContext, companyId: string, rows: CompanyRows): CompanyRow {
  requireOwnCompany(ctx, companyId);
  const [row] = rows.company;
  if (!row) throw new AppError('not-found', 'Company not found');
  return row;
}

/**
 * Changes a company, and anything that depends on the change, in one transaction. The change is planned from the company as
 * read, and written only if its version is still the same. After a concurrent change, the company is read and the change
 * planned again, unless the caller expects a version.
 *
 * @param expectedVersion reject unless it matches the stored version (If-Match); null changes any version
 * @param rows from companyReads, used for the first attempt
 * @throws AppError not-found as readCompany; stale; conflict after repeated concurrent changes
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
    const isUnchanged = and(
      eq(company.id, companyId),
      isNull(company.deletedAt),
      eq(company.version, current.version),
    );
    const { set, extraStatements } = plan(
      current,
      sql`exists (select 1 from ${company} where ${isUnchanged})`,
    );
    const results = await commit(ctx, [
      ...extraStatements,
      ctx.db
        .update(company)
        .set({ ...set, version: sql`${company.version} + 1`, updatedAt: ctx.now.toISOString() })
        .where(isUnchanged)
        .returning(),
    ]);
    const [updated] = results.at(-1) as CompanyRow[];
    if (updated) return updated;
  }
  throw settingsChanging();
}

/** For a write planned from settings that others keep changing. */
export function settingsChanging(): AppError {
  return new AppError(
    'conflict',
    'Company settings are being updated. Nothing was saved. Try again in a moment.',
  );
}
