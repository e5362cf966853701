import { sql } from 'drizzle-orm';
import { bulkRows } from '#db/bulk-rows';
import type { Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';

type WrittenColumn = 'well_status' | 'plugged_on' | 'retirement_date';

/**
 * Writes an act's changes to wells in its transaction, and increments their versions. The act names the wells with the versions
 * it read, so no concurrent change is lost.
 * @param columns the new values; empty to increment only the versions
 */
export function writeWells<Well extends { ledgerId: number }>(
  ctx: CompanyAdminContext,
  wells: readonly Well[],
  columns: { [Name in WrittenColumn]?: (well: Well) => string | null },
): Statement[] {
  const { column, chunks } = bulkRows<Well, string>(wells, {
    ...columns,
    ledger_id: ({ ledgerId }) => ledgerId,
  });
  const set = Object.keys(columns).map((name) => sql`${sql.identifier(name)} = ${column[name]}, `);
  return chunks.map(({ from }) =>
    ctx.db.run(sql`
      update well set ${sql.join(set)}version = version + 1, updated_at = ${ctx.now.toISOString()}
      from ${from}
      where well.ledger_id = ${column.ledger_id} and well.company_id = ${ctx.companyId} and well.deleted_at is null`),
  );
}
