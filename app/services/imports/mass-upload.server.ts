import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { isUniqueViolation } from '#db/client';
import { company, massUpload, uploadedFile, well } from '#db/schema';
import { type CalendarDate, previousMonthEnd, utcDay } from '~/domain/calendar/calendar-date';
import { closedMessage, latestToday } from '~/domain/calendar/open-dates';
import { type Cents, formatCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type {
  CatchUpView,
  MassUploadInput,
  MassUploadQuery,
  MassUploadResults,
  MassUploadSummary,
  MassUploadView,
} from '~/schemas/imports/mass-upload';
import { type PostedRow, postedByUploadQuery } from '~/services/books/upload-acts.server';
import { audit, changesOf, commit } from '~/services/platform/commit.server';
import { actorId, type CompanyAdminContext, type CompanyContext } from '~/services/platform/context.server';
import { afterCursor, inOneDirection, orderBy } from '~/services/platform/keyset.server';
import { log } from '~/services/platform/log.server';
import { type Page, toPage } from '~/services/platform/page.server';
import { errorsQuery, type Pages, rejectionPages } from './rejections.server';
import { noReview, toReviewPoint } from './review-point.server';
import { readUploadAddress } from './upload-address.server';
import { hasEnded, isUpload, uploadNotFound } from './upload-row.server';
import { sendUploads, UNFINISHED, wakeNext } from './upload-turns.server';
import { isAddedBy } from './uploaded-well.server';

const NOT_QUEUED = 'The upload didn’t start. Nothing was imported. Upload the file again.';

type MassUploadRow = typeof massUpload.$inferSelect;

/** Rows that were written: of the successful ones, all but those that were left out. An SQL value of an upload. */
export const importedRows = sql`(${massUpload.successfulRows} - ${massUpload.skippedRows})`;

/** What became of an upload's rows, as the audit log says it: those left out where any are. SQL of an object. */
export const rowCounts = sql`json_patch('{}', json_object('totalProcessed', ${massUpload.processedRows},
  'successful', ${importedRows}, 'failed', ${massUpload.failedRows}, 'skipped', nullif(${massUpload.skippedRows}, 0)))`;

const FUTURE_BALANCES = 'The balance date can’t be in the future';

/**
 * Starts the import of an uploaded file through a message in the queue; getMassUpload returns its progress, also
 * when the queue did not take the message. A file is taken once.
 *
 * @param origin the one that upload addresses are issued for
 * @returns the upload's id
 * @throws AppError invalid, forbidden (readUploadAddress); invalid when no whole file is at the address, or balances are as
 * of a day to come; conflict when they are as of a closed day, or when its file was taken before; invalid for a
 * `reviewed` that no review answered
 */
export async function startMassUpload(
  ctx: CompanyAdminContext,
  { uploadURL, asOf, fileName, additionalCost, skipPosted, mapping, reviewed }: MassUploadInput,
  origin: string,
): Promise<string> {
  const fileId = await readUploadAddress(ctx, uploadURL, origin);
  const id = crypto.randomUUID();
  const now = ctx.now.toISOString();
  const today = utcDay(ctx.now);
  if (asOf) {
    const [found] = await ctx.db
      .select({ closedThrough: company.closedThrough })
      .from(company)
      .where(eq(company.id, ctx.companyId));
    requireBalanceDay(asOf, { today, closedThrough: found?.closedThrough ?? null });
  }
  // Its day bounds the dates that rows take effect on.
  if (reviewed && toReviewPoint(reviewed).day > today) throw noReview();
  const upTo = asOf ?? previousMonthEnd(today);
  const isOwn = and(
    eq(uploadedFile.id, fileId),
    eq(uploadedFile.companyId, ctx.companyId),
    eq(uploadedFile.userId, actorId(ctx)),
  );
  const [inserted] = await refusingUsedFile(() =>
    commit(ctx, [
      ctx.db.run(sql`
        insert into mass_upload (id, company_id, user_id, file_id, file_name, as_of, additional_cost, skip_posted, mapping, reviewed, status,
          ip_address, user_agent, created_at)
        select ${id}, company_id, user_id, id, ${fileName ?? null}, ${upTo}, ${additionalCost ?? null},
               ${Number(skipPosted ?? false)}, ${mapping ? JSON.stringify(mapping) : null}, ${reviewed ?? null}, 'queued',
               ${ctx.request.ip}, ${ctx.request.userAgent}, ${now}
        from ${uploadedFile} where ${isOwn} and size_bytes is not null and removed_at is null`),
      // The file's name is the person's and can be taken out of the upload; out of the audit log it could not.
      audit(ctx, {
        action: 'mass_upload.started',
        entityType: 'mass_upload',
        entityId: id,
        newValues: {
          asOf: upTo,
          ...(additionalCost && { additionalCost }),
          ...(skipPosted && { skipPosted }),
          ...(mapping && { mapping }),
        },
      }),
    ]),
  );
  if (changesOf(inserted) === 0) {
    throw new AppError('invalid', 'The file wasn’t fully received. Upload it again.');
  }
  await enqueue(ctx, id);
  return id;
}

/**
 * Whether balances may be brought in as of a day. Of the last month-end, which is meant where no day is given, only the file's
 * rows tell whether it matters.
 * @throws AppError invalid for a day to come; conflict for a closed one
 */
export function requireBalanceDay(
  asOf: CalendarDate,
  { today, closedThrough }: { today: CalendarDate; closedThrough: CalendarDate | null },
): void {
  if (asOf > latestToday(today)) throw new AppError('invalid', FUTURE_BALANCES, 'asOf');
  const closed = closedMessage(asOf, closedThrough);
  if (closed !== null) throw new AppError('conflict', closed, 'asOf');
}

async function refusingUsedFile<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error, 'mass_upload.file_id')) throw error;
    throw new AppError('conflict', 'This file was already processed. To process it again, upload it again.');
  }
}

async function enqueue(ctx: CompanyAdminContext, id: string): Promise<void> {
  const logged = (error: unknown) => log({ level: 'error', requestId: ctx.request.id, error });
  try {
    await sendUploads(ctx, [{ id, companyId: ctx.companyId }]);
  } catch (error) {
    logged(error);
    // What did get through, and was only not confirmed, may be at work.
    await failUpload(ctx, id, sql`${NOT_QUEUED}`, ['queued']);
    // The upload is answered either way. The hourly event wakes the next where this fails too.
    await wakeNext(ctx, ctx).catch(logged);
  }
}

/**
 * Ends an upload for a reason that concerns its file as a whole; what is written stays. One that has ended is left alone.
 * @param reason text for people, as an SQL value
 * @param whileIn the statuses in which it may still be ended
 */
export async function failUpload(
  ctx: CompanyAdminContext,
  id: string,
  reason: SQL,
  whileIn: MassUploadRow['status'][] = UNFINISHED,
): Promise<void> {
  await commit(ctx, [
    ctx.db
      .update(massUpload)
      .set({ status: 'failed', failure: reason, finishedAt: ctx.now.toISOString() })
      .where(and(isUpload(ctx, id), inArray(massUpload.status, whileIn))),
    audit(ctx, {
      action: 'mass_upload.failed',
      entityType: 'mass_upload',
      entityId: id,
      newValues: sql`(
        select json_patch(json_object('failure', failure), ${rowCounts})
        from ${massUpload} where ${isUpload(ctx, id)})`,
    }),
  ]);
}

const summaryColumns = {
  id: massUpload.id,
  status: massUpload.status,
  fileName: massUpload.fileName,
  asOf: massUpload.asOf,
  processed: massUpload.processedRows,
  total: massUpload.totalRows,
  successful: sql<number>`${importedRows}`.as('successful'),
  failed: massUpload.failedRows,
  skipped: massUpload.skippedRows,
  createdAt: massUpload.createdAt,
  finishedAt: massUpload.finishedAt,
};
const outcomeColumns = {
  failure: massUpload.failure,
  catchUpLayers: massUpload.catchUpLayers,
  catchUpFrom: massUpload.catchUpFrom,
  catchUpCents: massUpload.catchUpCents,
};
type OutcomeRow = {
  failure: string | null;
  catchUpLayers: number;
  catchUpFrom: CalendarDate | null;
  catchUpCents: Cents;
};
type SummaryRow = Omit<MassUploadSummary, 'jobId' | 'progress'> &
  Required<MassUploadSummary['progress']> & { id: string };

const NEWEST_FIRST = inOneDirection(true, [massUpload.createdAt, massUpload.id]);

/** The company's uploads, newest first. @throws AppError invalid for a bad cursor */
export async function listMassUploads(
  ctx: CompanyContext,
  { limit, cursor }: MassUploadQuery,
): Promise<Page<MassUploadSummary>> {
  const rows = await ctx.db
    .select(summaryColumns)
    .from(massUpload)
    .where(and(eq(massUpload.companyId, ctx.companyId), afterCursor(NEWEST_FIRST, cursor)))
    .orderBy(...orderBy(NEWEST_FIRST))
    .limit(limit + 1);
  return toPage(rows, limit, { view: toSummary, cursor: ({ createdAt, id }) => [createdAt, id] });
}

/** An upload without the errors of its refused rows, which a Worker's memory may not hold together. */
export type MassUploadState = Omit<MassUploadView, 'results'> & {
  results?: Omit<MassUploadResults, 'errors'> | undefined;
};

/**
 * How an upload fares, and once it has ended what came of it, with the errors of its results in pages of JSON text.
 * @throws AppError not-found
 */
export async function getMassUpload(
  ctx: CompanyContext,
  id: string,
): Promise<{ upload: MassUploadState; errors: Pages }> {
  const [rows, errors, [posted], [added]] = await ctx.db.batch([
    ctx.db
      .select({ ...summaryColumns, ...outcomeColumns })
      .from(massUpload)
      .where(isUpload(ctx, id)),
    errorsQuery(ctx, id),
    postedByUploadQuery(ctx, id),
    ctx.db
      .select({
        total: sql<number>`count(*)`,
        left: sql<number>`count(*) filter (where ${well.deletedAt} is null)`,
      })
      .from(well)
      // The ids are in order; the company is only compared.
      .where(and(sql`+${well.companyId} = ${ctx.companyId}`, isAddedBy(ctx, well.id, id), hasEnded(ctx, id))),
  ]);
  const [row] = rows;
  if (!row) throw uploadNotFound();
  const upload = {
    ...toSummary(row),
    ...outcomeOf(row),
    ...(row.finishedAt && { ...postedOf(posted!), addedWells: added! }),
  };
  return { upload, errors: rejectionPages(errors, (after) => errorsQuery(ctx, id, after)) };
}

function postedOf({ first, lastDay, main, mainLeft, left }: PostedRow): Pick<MassUploadView, 'posted'> {
  if (first === null || lastDay === null) return {};
  // Accretion that only leads up to a balance stays when the balance is reversed.
  const isReversed = (main > 0 ? mainLeft : left) === 0;
  return { posted: { postingId: String(first), effectiveOn: lastDay, isReversed } };
}

/** Nothing before the end; and of an upload that failed before its first row was decided, no results. */
function outcomeOf(row: SummaryRow & OutcomeRow): Pick<MassUploadState, 'success' | 'message' | 'results'> {
  const { status, processed, successful, failed, skipped, failure } = row;
  const catchUp = catchUpOf(row);
  const counts = { totalProcessed: processed, successful, failed, ...(skipped > 0 && { skipped }) };
  const results = { ...counts, ...(catchUp && { catchUp }) };
  if (status === 'done') {
    const message = outcomeText(row);
    return { success: failed === 0, message, results };
  }
  if (status !== 'failed') return {};
  return { success: false, message: failure ?? 'The upload failed', ...(processed > 0 && { results }) };
}

function outcomeText({ processed, successful, failed, skipped }: SummaryRow): string {
  const leftOut = skipped === 0 ? '' : ` ${skipped} ${skipped === 1 ? 'was' : 'were'} posted already.`;
  if (failed > 0) return `${successful} of ${processed} rows imported. ${failed} failed.${leftOut}`;
  return skipped > 0
    ? `${successful} of ${processed} rows imported.${leftOut}`
    : `Successfully processed ${successful} wells`;
}

function catchUpOf({
  catchUpLayers,
  catchUpFrom,
  catchUpCents,
  createdAt,
}: SummaryRow & OutcomeRow): CatchUpView | null {
  if (catchUpFrom === null) return null;
  return {
    layers: catchUpLayers,
    from: catchUpFrom,
    through: catchUpThrough(createdAt),
    amount: formatCents(catchUpCents),
  };
}

/** Accretion to catch up is computed through the month-end before an upload began. */
export function catchUpThrough(createdAt: string): CalendarDate {
  return previousMonthEnd(utcDay(createdAt));
}

function toSummary({
  id,
  status,
  fileName,
  asOf,
  createdAt,
  finishedAt,
  ...progress
}: SummaryRow): MassUploadSummary {
  const { processed, total, successful, failed, skipped } = progress;
  return {
    jobId: id,
    status,
    fileName,
    asOf,
    progress: { processed, total, successful, failed, ...(skipped > 0 && { skipped }) },
    createdAt,
    finishedAt,
  };
}
