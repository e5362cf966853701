import { sql } from 'drizzle-orm';
import { bulkRows } from '#db/bulk-rows';
import { well } from '#db/schema';
import { auditOfEach, type Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import {
  auditedInterests,
  INPUT_READERS,
  updatedInput,
  wellBefore,
  wellColumns,
  withCheckedFields,
} from '~/services/wells/well-input.server';
import type { ChangedWell } from './plan-well-change.server';

/**
 * Writes the well changes from a file's rows. Each change gets the same audit row as a manual edit, plus the upload's id.
 * Runs in the act's transaction, which checks the well versions that were read, so no concurrent change is lost.
 */
export function changeWells(
  ctx: CompanyAdminContext,
  massUploadId: string,
  changed: readonly ChangedWell[],
): Statement[] {
  const rows = changed.map(({ before, updated, changesPlugging, interests }) => ({
    ledgerId: before.ledgerId,
    columns: { ...wellColumns(updated), retirementDate: updated.retirementDate ?? null },
    changesPlugging,
    customFields: JSON.stringify(updated.customFields ?? {}),
    interestsBefore: JSON.stringify(auditedInterests(before.interests)),
    values: JSON.stringify(
      withCheckedFields({ ...updated, workingInterests: interests ?? undefined }, updated.customFields),
    ),
  }));
  const { column, chunks } = bulkRows(rows, {
    well: ({ ledgerId }) => ledgerId,
    ...INPUT_READERS,
    changesPlugging: ({ changesPlugging }) => Number(changesPlugging),
    customFields: ({ customFields }) => customFields,
    interestsBefore: ({ interestsBefore }) => interestsBefore,
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
          oldValues: wellBefore(column.interestsBefore),
          newValues: sql`json_set(${column.values}, '$.massUploadId', ${massUploadId})`,
        },
        sql`from ${from} join ${well} on ${isRow}`,
      ),
      ctx.db.run(sql`
        update ${well} set ${updatedInput(column)}, custom_fields = ${column.customFields},
          arrived_plugged = iif(${column.changesPlugging}, 0, arrived_plugged),
          version = version + 1, updated_at = ${ctx.now.toISOString()}
        from ${from} where ${isRow}`),
    ];
  });
}
