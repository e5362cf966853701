import { getTableColumns, sql } from 'drizzle-orm';
import { bulkRows } from '#db/bulk-rows';
import { jsonObject } from '#db/json-array';
import { well } from '#db/schema';
import { auditOfEach, type Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import { wellColumns, withCheckedFields } from '~/services/wells/well-input.server';
import type { ChangedWell } from './plan-well-change.server';

/**
 * Writes what rows change of wells, each with the audit row that a person's change of the well has, and which upload did it. Part of the act's transaction,
 * which names the wells with the versions that were read, so nobody's change is lost.
 */
export function changeWells(
  ctx: CompanyAdminContext,
  massUploadId: string,
  changed: readonly ChangedWell[],
): Statement[] {
  const rows = changed.map(({ before, stored, isMoved, interests }) => ({
    ledgerId: before.ledgerId,
    columns: wellColumns(stored),
    isMoved,
    customFields: JSON.stringify(stored.customFields ?? {}),
    values: JSON.stringify(
      withCheckedFields({ ...stored, workingInterests: interests ?? undefined }, stored.customFields),
    ),
  }));
  const { column, chunks } = bulkRows(rows, {
    well: ({ ledgerId }) => ledgerId,
    name: ({ columns }) => columns.wellName,
    searchKey: ({ columns }) => columns.searchKey,
    status: ({ columns }) => columns.wellStatus,
    field: ({ columns }) => columns.field,
    activeDate: ({ columns }) => columns.activeDate,
    pluggedOn: ({ columns }) => columns.pluggedOn,
    retirementDate: ({ columns }) => columns.retirementDate ?? null,
    isMoved: ({ isMoved }) => Number(isMoved),
    customFields: ({ customFields }) => customFields,
    values: ({ values }) => values,
  });
  return chunks.flatMap(({ from }) => {
    const isRow = sql`well.ledger_id = ${column.well} and well.company_id = ${ctx.companyId} and well.deleted_at is null`;
    return [
      auditOfEach(
        ctx,
        {
          action: 'well.updated',
          entityType: 'well',
          entityId: sql`${well.id}`,
          oldValues: jsonObject(getTableColumns(well)),
          newValues: sql`json_set(${column.values}, '$.massUploadId', ${massUploadId})`,
        },
        sql`from ${from} join ${well} on ${isRow}`,
      ),
      ctx.db.run(sql`
        update ${well} set well_name = ${column.name}, search_key = ${column.searchKey}, well_status = ${column.status},
          field = ${column.field}, active_date = ${column.activeDate}, custom_fields = ${column.customFields},
          plugged_on = ${column.pluggedOn}, retirement_date = ${column.retirementDate},
          arrived_plugged = iif(${column.isMoved}, 0, arrived_plugged),
          version = version + 1, updated_at = ${ctx.now.toISOString()}
        from ${from} where ${isRow}`),
    ];
  });
}
