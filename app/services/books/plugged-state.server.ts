import { sql } from 'drizzle-orm';
import { bulkRows } from '#db/bulk-rows';
import type { PluggedState } from '~/domain/books/plugging';
import type { Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import type { BookedWell } from './well-books.server';

/** A well's status and plugging day as they are stored. */
export function pluggedStateOf({ wellStatus, storedPluggedOn }: BookedWell): PluggedState {
  return { wellStatus, pluggedOn: wellStatus === 'Plugged' ? storedPluggedOn : null };
}

/**
 * Gives wells the status and plugging day that an act decided, in the act's transaction. The act names the wells with their
 * versions as it read them, so nobody's change is lost.
 */
export function writePluggedStates(
  ctx: CompanyAdminContext,
  wells: readonly { ledgerId: number; state: PluggedState }[],
): Statement[] {
  const { column, chunks } = bulkRows(wells, {
    well: ({ ledgerId }) => ledgerId,
    status: ({ state }) => state.wellStatus,
    pluggedOn: ({ state }) => state.pluggedOn,
  });
  return chunks.map(({ from }) =>
    ctx.db.run(sql`
      update well set well_status = ${column.status}, plugged_on = ${column.pluggedOn}, version = version + 1,
        updated_at = ${ctx.now.toISOString()}
      from ${from}
      where well.ledger_id = ${column.well} and well.company_id = ${ctx.companyId} and well.deleted_at is null`),
  );
}
