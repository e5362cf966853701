import { sql } from 'drizzle-orm';
import { bulkRows } from '#db/bulk-rows';
import { isAborted, isUniqueViolation } from '#db/client';
import { massUpload, massUploadRejection, well } from '#db/schema';
import type { CatchUp } from '~/domain/books/catch-up';
import type { MovementKind } from '~/domain/books/movement-kinds';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { formatCents } from '~/domain/money/money';
import { ledgerIdOf } from '~/services/books/ledger-number.server';
import { depletionRatesOf } from '~/services/books/policy-settings.server';
import { ConcurrentUpdateError, post } from '~/services/books/post.server';
import { writeRetirementDates } from '~/services/books/retirement-date.server';
import { writeInterests } from '~/services/books/write-interests.server';
import { audit, type Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import { expectThat } from '~/services/platform/expect.server';
import { INPUT_READERS, insertedInput, wellColumns } from '~/services/wells/well-input.server';
import { changeWells } from './change-wells.server';
import { rowCounts } from './mass-upload.server';
import type { Rejection, UploadedWell, UploadPlan } from './plan-mass-upload.server';
import { isUpload } from './upload-row.server';

type MassUpload = typeof massUpload.$inferSelect;

/** A chunk of decided rows, and the state it was decided on. */
export type UploadChunk = {
  plan: UploadPlan;
  /** Number of rows of the file before this chunk. */
  processedBefore: number;
  rowCount: number;
  /** Number of rows skipped because their layers are already posted. */
  skipped: number;
  /** First and last row, numbered as in a spreadsheet. */
  rows: { first: number; last: number };
  company: { version: number; closedThrough: CalendarDate | null; depletionRates: string | null };
};

const OVERTAKEN = 'mass upload: overtaken';

/**
 * Writes a chunk of rows and advances the upload's counters, in one transaction: new wells, one act with everything the rows
 * post, and the refused rows. The last chunk completes the upload.
 *
 * @returns false, with nothing written, if another delivery already decided the rows, or if the books have changed since the
 * plan was made. In that case, read and plan again
 */
export async function writeChunk(
  ctx: CompanyAdminContext,
  upload: MassUpload,
  chunk: UploadChunk,
): Promise<boolean> {
  const { plan, rows } = chunk;
  const inputs = {
    massUploadId: upload.id,
    asOf: upload.asOf,
    ...(upload.additionalCost && { additionalCost: upload.additionalCost }),
    firstRow: rows.first,
    lastRow: rows.last,
  };
  try {
    await post(ctx, plan.act, {
      source: 'import',
      // moveCursor checks that the company still has the version that was read.
      settings: null,
      input: inputs,
      layers: plan.layers,
      newWells: plan.wells.length,
      wells: plan.wellVersions,
      audit: {
        action: 'mass_upload.posted',
        entityType: 'mass_upload',
        entityId: upload.id,
        newValues: {
          ...inputs,
          layers: plan.layers.length,
          openingBalances: plan.openings,
          ...sumByKind(plan.act.postings),
        },
      },
      first: [...moveCursor(ctx, upload, chunk), ...insertWells(ctx, upload, plan.wells)],
      // After the check that the wells are unchanged since they were read.
      last: [
        ...changeWells(ctx, upload.id, plan.changed),
        ...writeInterests(ctx, plan.interests),
        ...writeInterests(
          ctx,
          plan.changed.flatMap(({ before, interests }) =>
            interests ? [{ ledgerId: before.ledgerId, interests }] : [],
          ),
        ),
        ...updatePluggedDates(ctx, plan.pluggedDates),
        ...writeRetirementDates(ctx, plan.retirementDates),
        ...insertRejections(ctx, upload, plan.rejections),
        ...endChunk(ctx, upload, chunk),
      ],
    });
    return true;
  } catch (error) {
    const isOvertaken = error instanceof ConcurrentUpdateError || isAborted(error, OVERTAKEN);
    if (isOvertaken || isUniqueViolation(error, 'well.well_code_key')) return false;
    throw error;
  }
}

/** Effect of the act on the liability, by kind of movement; for opening balances, also on the asset. */
function sumByKind(postings: UploadPlan['act']['postings']) {
  const liability = new Map<MovementKind, bigint>();
  let arcCost = 0n;
  let arcAccumulated = 0n;
  for (const { movements } of postings) {
    for (const { kind, liabilityCents, arcCostCents, arcAccumulatedCents } of movements) {
      liability.set(kind, (liability.get(kind) ?? 0n) + BigInt(liabilityCents));
      if (kind !== 'opening') continue;
      arcCost += BigInt(arcCostCents);
      arcAccumulated += BigInt(arcAccumulatedCents);
    }
  }
  return {
    liability: Object.fromEntries([...liability].map(([kind, cents]) => [kind, formatCents(cents)])),
    ...(liability.has('opening') && {
      openingAsset: { arcCost: formatCents(arcCost), arcAccumulated: formatCents(arcAccumulated) },
    }),
  };
}

/** Advances the counters past the chunk. Aborts the transaction unless the upload and the company are unchanged. */
function moveCursor(
  ctx: CompanyAdminContext,
  upload: MassUpload,
  { processedBefore, rowCount, skipped, plan, company }: UploadChunk,
): Statement[] {
  const failed = plan.rejections.length;
  return [
    ctx.db.run(sql`
      update ${massUpload} set processed_rows = ${processedBefore + rowCount},
        successful_rows = successful_rows + ${rowCount - failed}, failed_rows = failed_rows + ${failed},
        skipped_rows = skipped_rows + ${skipped}
      where ${isUpload(ctx, upload.id)} and status = 'processing' and processed_rows = ${processedBefore}
        and exists (
          select 1 from company where id = ${ctx.companyId} and deleted_at is null and version = ${company.version}
            and closed_through is ${company.closedThrough}
            and ${depletionRatesOf(sql`depreciation`)} is ${company.depletionRates})`),
    expectThat(ctx, sql`changes() = 1`, OVERTAKEN),
  ];
}

/** New wells get the next ledger ids in order, because the act's layers refer to the wells that way. */
function insertWells(
  ctx: CompanyAdminContext,
  upload: MassUpload,
  wells: readonly UploadedWell[],
): Statement[] {
  const [first, last] = [wells[0], wells.at(-1)];
  if (!first || !last) return [];
  const rows = wells.map(({ input, ...added }, index) => ({
    added,
    columns: { ...wellColumns(input), pluggedOn: added.pluggedOn, retirementDate: added.retirementDate },
    customFields: input.customFields,
    number: index + 1,
  }));
  const { column, chunks } = bulkRows(rows, {
    number: ({ number }) => number,
    id: ({ added }) => added.id,
    ...INPUT_READERS,
    customFields: ({ customFields }) => (customFields ? JSON.stringify(customFields) : '{}'),
  });
  const now = ctx.now.toISOString();
  const { names, values } = insertedInput(column);
  let before = 0;
  const inserts = chunks.map(({ from, count }) => {
    const start = before;
    before += count;
    return ctx.db.run(sql`
      insert into ${well} (id, company_id, ${names}, custom_fields, ledger_id, arrived_plugged, created_at, updated_at)
      with newest(id) as materialized (select coalesce(max(ledger_id), 0) - ${start} from well)
      select ${column.id}, ${ctx.companyId}, ${values}, ${column.customFields}, newest.id + ${column.number},
        ${column.pluggedOn} is not null, ${now}, ${now}
      from newest cross join ${from}`);
  });
  const created = audit(
    ctx,
    {
      action: 'well.created',
      entityType: 'mass_upload',
      entityId: upload.id,
      newValues: {
        wells: wells.length,
        firstWellCode: first.input.wellCode,
        lastWellCode: last.input.wellCode,
      },
    },
    sql`1`,
  );
  return [...inserts, created, ...insertInterests(ctx, wells)];
}

function insertInterests(ctx: CompanyAdminContext, wells: readonly UploadedWell[]): Statement[] {
  const interests = wells.flatMap(({ id, input }) =>
    (input.workingInterests ?? []).map((interest) => ({ id, ...interest })),
  );
  const { column, chunks } = bulkRows(interests, {
    id: ({ id }) => id,
    from: ({ from }) => from,
    percent: ({ percent }) => percent,
  });
  return chunks.map(({ from }) =>
    ctx.db.run(sql`
      insert into working_interest (company, well, from_day, percent_e8)
      select ${ledgerIdOf(ctx)}, ${well.ledgerId}, ${column.from}, ${column.percent}
      from ${from} join ${well} on ${well.id} = ${column.id} and ${well.companyId} = ${ctx.companyId}`),
  );
}

/** A well that arrived Plugged in an earlier chunk is plugged on the date of its newest movement, which may be in this chunk. */
function updatePluggedDates(ctx: CompanyAdminContext, pluggedDates: UploadPlan['pluggedDates']): Statement[] {
  const { column, chunks } = bulkRows(pluggedDates, { id: ({ id }) => id, day: ({ day }) => day });
  return chunks.map(({ from }) =>
    ctx.db.run(sql`
      update ${well} set plugged_on = ${column.day} from ${from}
      where ${well.id} = ${column.id} and company_id = ${ctx.companyId} and arrived_plugged and plugged_on < ${column.day}`),
  );
}

function insertRejections(
  ctx: CompanyAdminContext,
  upload: MassUpload,
  rejections: readonly Rejection[],
): Statement[] {
  const { column, chunks } = bulkRows(rejections, {
    row: ({ row }) => row,
    wellCode: ({ wellCode }) => wellCode,
    error: ({ error }) => error,
    cells: ({ cells }) => JSON.stringify(cells),
  });
  return chunks.map(({ from }) =>
    ctx.db.run(sql`
      insert into ${massUploadRejection} (mass_upload_id, company_id, row, well_code, error, cells)
      select ${upload.id}, ${ctx.companyId}, ${column.row}, ${column.wellCode}, ${column.error}, ${column.cells}
      from ${from}`),
  );
}

/** Adds the chunk's catch-up to the upload's totals, and ends the upload after the last chunk. */
function endChunk(
  ctx: CompanyAdminContext,
  upload: MassUpload,
  { plan, processedBefore, rowCount }: UploadChunk,
): Statement[] {
  const isLast = processedBefore + rowCount === upload.totalRows;
  return [
    ...(plan.catchUp ? [addCatchUp(ctx, upload, plan.catchUp)] : []),
    ...(isLast ? endUpload(ctx, upload) : []),
  ];
}

function addCatchUp(
  ctx: CompanyAdminContext,
  upload: MassUpload,
  { layers, from, amountCents }: CatchUp,
): Statement {
  return ctx.db.run(sql`
    update ${massUpload} set catch_up_layers = catch_up_layers + ${layers},
      catch_up_from = min(coalesce(catch_up_from, ${from}), ${from}),
      catch_up_cents = catch_up_cents + ${Number(amountCents)}
    where ${isUpload(ctx, upload.id)}`);
}

function endUpload(ctx: CompanyAdminContext, upload: MassUpload): Statement[] {
  return [
    ctx.db.run(sql`
      update ${massUpload} set status = 'done', finished_at = ${ctx.now.toISOString()} where ${isUpload(ctx, upload.id)}`),
    audit(ctx, {
      action: 'mass_upload.finished',
      entityType: 'mass_upload',
      entityId: upload.id,
      newValues: sql`(
        select json_patch(json_object('asOf', as_of), ${rowCounts})
        from ${massUpload} where ${isUpload(ctx, upload.id)})`,
    }),
  ];
}
