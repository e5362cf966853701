import { type SQL, sql } from 'drizzle-orm';
import { bulkRows } from '#db/bulk-rows';
import { isAborted } from '#db/client';
import { massUpload, well } from '#db/schema';
import { wholeNumber } from '#db/whole-number';
import { readWellCsvHeader } from '~/domain/files/well-csv';
import { AppError } from '~/errors';
import {
  type AddedWellsDeleted,
  type AddedWellsInput,
  type AddedWellsPreview,
  STAY_REASONS,
  type StayReason,
} from '~/schemas/imports/added-wells';
import { hideWells, movementCountsQuery } from '~/services/books/delete-well.server';
import { ledgerIdOf } from '~/services/books/ledger-number.server';
import { audit, commit } from '~/services/platform/commit.server';
import type { CompanyAdminContext, CompanyScope } from '~/services/platform/context.server';
import { sha256Hex } from '~/services/platform/digest.server';
import { expectThat } from '~/services/platform/expect.server';
import type { RowsOf } from '~/services/platform/reads.server';
import { requireSameDigest } from '~/services/platform/same-digest.server';
import { isUpload, uploadNotFound } from './upload-row.server';
import { UNFINISHED } from './upload-turns.server';
import { isAddedBy } from './uploaded-well.server';

const WELLS_CHANGED =
  'These wells changed after the preview. Review what will be deleted, then delete again.';
const UNFINISHED_UPLOAD = 'This upload is still running. Wait until it finishes, then delete its wells.';
const NONE_LEFT = 'None of the wells that this upload added can be deleted.';

/** Well codes listed per reason for keeping wells. The rest are only counted. */
const EXAMPLES = 20;

/** Outcome for a well that the upload added: `free` to delete, `deleted` earlier, or the reason it stays. */
type AddedWellStatus = 'free' | 'deleted' | StayReason;

type StatusRow = { status: AddedWellStatus; wells: number; ids: string; examples: string };

/**
 * Query of the wells that an upload added, each with its status. The rules are those for deleting one well, except that a well
 * with remaining amounts stays too, so the deletion posts nothing. Evidence and changes count as someone's work on the well.
 */
function addedWells(scope: Pick<CompanyScope, 'companyId'>, uploadId: string): SQL {
  return sql`
    with added as materialized (
      select ledger_id, id, well_code, well_code_key, deleted_at is not null as is_deleted,
        exists (select 1 from layer l where l.well = well.ledger_id and not l.is_reversed) as has_layer
      from ${well} where +company_id = ${scope.companyId} and ${isAddedBy(scope, well.id, uploadId)}),
    traces as materialized (
      ${movementCountsQuery(scope, sql`select ledger_id from added where not is_deleted and not has_layer`)}),
    supported as materialized (
      select e.subject_number as ledger_id from evidence e
      where e.company = ${ledgerIdOf(scope)} and e.subject = 'well' and e.removed_at is null),
    changed as materialized (
      select a.entity_id as id from audit_log a
      where a.company_id = ${scope.companyId} and a.entity_type = 'well' and a.action = 'well.updated'
        and ${isAddedBy(scope, sql`a.entity_id`, uploadId)})
    select added.*, case
      when is_deleted then 'deleted'
      when has_layer or traces.counts > 0 then 'layers'
      when traces.closed > 0 then 'closed'
      when traces.late > 0 then 'reversed-later'
      when ledger_id in (select ledger_id from supported) then 'evidence'
      when id in (select id from changed) then 'changed'
      else 'free' end as status
    from added left join traces on traces.well = added.ledger_id`;
}

/** Data for deleting an upload's wells. Returns unexecuted statements. */
export function addedWellsReads(scope: CompanyScope, uploadId: string) {
  const { status, header, mapping, fileName, createdAt } = massUpload;
  return {
    uploads: scope.db
      .select({ status, header, mapping, fileName, createdAt })
      .from(massUpload)
      .where(isUpload(scope, uploadId)),
    statuses: scope.db.all<StatusRow>(sql`
      with w as materialized (${addedWells(scope, uploadId)})
      select status, count(*) as wells, iif(status in ('free', 'changed'), json_group_array(ledger_id order by ledger_id), '[]') as ids,
        (select json_group_array(json_object('wellId', id, 'wellCode', well_code)) from (
          select id, well_code from w named where named.status = w.status order by well_code_key limit ${wholeNumber(EXAMPLES)})) as examples
      from w group by status`),
  };
}

type AddedWellsRows = RowsOf<ReturnType<typeof addedWellsReads>>;

/**
 * Previews `deleteAddedWells` without deleting anything.
 * @throws AppError not-found; conflict while the upload is running
 */
export async function previewAddedWells(
  { includeChanged }: AddedWellsInput,
  rows: AddedWellsRows,
): Promise<AddedWellsPreview> {
  const { upload, ids, staying, rowOf } = planDeletion(rows, includeChanged);
  // Rows change existing wells only if they name the version, which a mapping can't do.
  const updatesWells =
    upload.mapping === null && readWellCsvHeader(upload.header ?? []).positions.wellVersion !== undefined;
  return {
    fileName: upload.fileName,
    createdAt: upload.createdAt,
    wells: ids.length,
    changed: rowOf('changed')?.wells ?? 0,
    deletedBefore: rowOf('deleted')?.wells ?? 0,
    staying: staying.map(({ status, wells, examples }) => ({
      reason: status,
      wells,
      examples: JSON.parse(examples) as AddedWellsPreview['staying'][number]['examples'],
    })),
    keepsUpdates: updatesWells,
    reviewed: await wellsDigest(ids),
  };
}

/**
 * Deletes the wells that an upload added, in one transaction. Wells with remaining postings stay, and so do wells that
 * someone has worked on since, except that `includeChanged` deletes changed wells. Posts nothing.
 *
 * @param rows from addedWellsReads
 * @param reviewed digest from the preview, if there was one
 * @throws AppError not-found; conflict while the upload is running, when no well can be deleted, when the wells aren't those
 * that were reviewed, or when one of them can no longer be deleted
 */
export async function deleteAddedWells(
  ctx: CompanyAdminContext,
  uploadId: string,
  { includeChanged }: AddedWellsInput,
  rows: AddedWellsRows,
  reviewed?: string,
): Promise<AddedWellsDeleted> {
  const { ids, staying } = planDeletion(rows, includeChanged);
  await requireSameDigest(reviewed, () => wellsDigest(ids), WELLS_CHANGED);
  if (ids.length === 0) throw new AppError('conflict', NONE_LEFT);
  const stayed = staying.reduce((sum, { wells }) => sum + wells, 0);
  const { column, chunks } = bulkRows(ids, { id: (id) => id });
  const deletable = includeChanged ? sql`('free', 'changed')` : sql`('free')`;
  try {
    await commit(ctx, [
      // Checks the current state, not the rows read earlier.
      ...chunks.map(({ from, count }) =>
        expectThat(
          ctx,
          sql`(select count(*) from (${addedWells(ctx, uploadId)}) where status in ${deletable} and ledger_id in (
            select ${column.id} from ${from})) = ${count}`,
          WELLS_CHANGED,
        ),
      ),
      ...chunks.flatMap(({ from }) => {
        const { keepTrace, hide } = hideWells(
          ctx,
          sql`${well.ledgerId} in (select ${column.id} from ${from})`,
        );
        return [keepTrace, hide];
      }),
      audit(
        ctx,
        {
          action: 'mass_upload.wells_deleted',
          entityType: 'mass_upload',
          entityId: uploadId,
          newValues: { wells: ids.length, stayed, ...(includeChanged && { includeChanged }) },
        },
        sql`1`,
      ),
    ]);
  } catch (error) {
    if (isAborted(error, WELLS_CHANGED)) throw new AppError('conflict', WELLS_CHANGED);
    throw error;
  }
  return { wells: ids.length, stayed };
}

function planDeletion({ uploads: [upload], statuses }: AddedWellsRows, includeChanged: boolean) {
  if (!upload) throw uploadNotFound();
  if (UNFINISHED.includes(upload.status)) throw new AppError('conflict', UNFINISHED_UPLOAD);
  const rowOf = (status: AddedWellStatus) => statuses.find((row) => row.status === status);
  const deletable: readonly AddedWellStatus[] = includeChanged ? ['free', 'changed'] : ['free'];
  return {
    upload,
    rowOf,
    ids: deletable.flatMap((status) => JSON.parse(rowOf(status)?.ids ?? '[]') as number[]),
    staying: STAY_REASONS.filter((reason) => !deletable.includes(reason)).flatMap((reason) => {
      const row = rowOf(reason);
      return row ? [{ ...row, status: reason }] : [];
    }),
  };
}

function wellsDigest(ids: readonly number[]): Promise<string> {
  return sha256Hex(JSON.stringify(ids));
}
