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
import { audit, commit, rowsChanged } from '~/services/platform/commit.server';
import { actorId, type CompanyAdminContext, type CompanyContext } from '~/services/platform/context.server';
import { afterCursor, inOneDirection, orderBy } from '~/services/platform/keyset.server';
import { log } from '~/services/platform/log.server';
import { type Page, toPage } from '~/services/platform/page.server';
import { errorsQuery, type Pages, rejectionPages } from './rejections.server';
import { invalidReviewError, parseReviewPoint } from './review-point.server';
import { readUploadAddress } from './upload-address.server';
import { hasEnded, isUpload, uploadNotFound } from './upload-row.server';
import { sendUploads, UNFINISHED, wakeNext } from './upload-turns.server';
import { isAddedBy } from './uploaded-well.server';

const NOT_QUEUED = 'The upload didn’t start. Nothing was imported. Upload the file again.';

type MassUploadRow = typeof massUpload.$inferSelect;

/** Rows written: successful rows minus skipped ones. SQL expression on an upload. */
export const importedRows = sql`(${massUpload.successfulRows} - ${massUpload.skippedRows})`;

/** An upload's row counts as the audit log records them, with `skipped` only if there are any. SQL expression for an object. */
export const rowCounts = sql`json_patch('{}', json_object('totalProcessed', ${massUpload.processedRows},
  'successful', ${importedRows}, 'failed', ${massUpload.failedRows}, 'skipped', nullif(${massUpload.skippedRows}, 0)))`;

const FUTURE_BALANCES = 'The balance date can’t be in the future';

/**
 * Starts the import of an uploaded file through a queue message. getMassUpload returns its progress, even if the queue
 * rejected the message. A file can be imported only once.
 *
 * @param origin origin that upload addresses are issued for
 * @returns the upload's id
 * @throws AppError invalid, forbidden (readUploadAddress); invalid when there is no complete file at the address, or for a
 * future balance date; conflict for a balance date in a closed period, or when the file was imported before; invalid for a
 * `reviewed` value that no review returned
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
    const [settings] = await ctx.db
      .select({ closedThrough: company.closedThrough })
      .from(company)
      .where(eq(company.id, ctx.companyId));
    requireBalanceDay(asOf, { today, closedThrough: settings?.closedThrough ?? null });
  }
  // The review date limits the dates that rows may take effect on.
  if (reviewed && parseReviewPoint(reviewed).day > today) throw invalidReviewError();
  const balanceDate = asOf ?? previousMonthEnd(today);
  const isOwnFile = and(
    eq(uploadedFile.id, fileId),
    eq(uploadedFile.companyId, ctx.companyId),
    eq(uploadedFile.userId, actorId(ctx)),
  );
  const [inserted] = await rejectUsedFile(() =>
    commit(ctx, [
      ctx.db.run(sql`
        insert into mass_upload (id, company_id, user_id, file_id, file_name, as_of, additional_cost, skip_posted, mapping, reviewed, status,
          ip_address, user_agent, created_at)
        select ${id}, company_id, user_id, id, ${fileName ?? null}, ${balanceDate}, ${additionalCost ?? null},
               ${Number(skipPosted ?? false)}, ${mapping ? JSON.stringify(mapping) : null}, ${reviewed ?? null}, 'queued',
               ${ctx.request.ip}, ${ctx.request.userAgent}, ${now}
        from ${uploadedFile} where ${isOwnFile} and size_bytes is not null and removed_at is null`),
      // The file name is personal data. It can be erased from the upload, but not from the audit log.
      audit(ctx, {
        action: 'mass_upload.started',
        entityType: 'mass_upload',
        entityId: id,
        newValues: {
          asOf: balanceDate,
          ...(additionalCost && { additionalCost }),
          ...(skipPosted && { skipPosted }),
          ...(mapping && { mapping }),
        },
      }),
    ]),
  );
  if (rowsChanged(inserted) === 0) {
    throw new AppError('invalid', 'The file wasn’t fully received. Upload it again.');
  }
  await enqueue(ctx, id);
  return id;
}

/**
 * Checks that opening balances may be dated `asOf`. Callers skip the check for the default date, the last month-end, because
 * only the file's rows tell whether it matters.
 * @throws AppError invalid for a future date; conflict for a closed one
 */
export function requireBalanceDay(
  asOf: CalendarDate,
  { today, closedThrough }: { today: CalendarDate; closedThrough: CalendarDate | null },
): void {
  if (asOf > latestToday(today)) throw new AppError('invalid', FUTURE_BALANCES, 'asOf');
  const closed = closedMessage(asOf, closedThrough);
  if (closed !== null) throw new AppError('conflict', closed, 'asOf');
}

async function rejectUsedFile<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error, 'mass_upload.file_id')) throw error;
    throw new AppError('conflict', 'This file was already processed. To process it again, upload it again.');
  }
}

async function enqueue(ctx: CompanyAdminContext, id: string): Promise<void> {
  const logError = (error: unknown) => log({ level: 'error', requestId: ctx.request.id, error });
  try {
    await sendUploads(ctx, [{ id, companyId: ctx.companyId }]);
  } catch (error) {
    logError(error);
    // Only while queued: a message that was delivered but not confirmed may already be processing.
    await failUpload(ctx, id, sql`${NOT_QUEUED}`, ['queued']);
    // The request succeeds either way. If this fails too, the hourly cron job wakes the next upload.
    await wakeNext(ctx, ctx).catch(logError);
  }
}

/**
 * Fails an upload for a reason that concerns the whole file. Rows already written remain. Does nothing once it has ended.
 * @param reason user-facing text, as an SQL expression
 * @param statuses statuses in which the upload may still be failed
 */
export async function failUpload(
  ctx: CompanyAdminContext,
  id: string,
  reason: SQL,
  statuses: MassUploadRow['status'][] = UNFINISHED,
): Promise<void> {
  await commit(ctx, [
    ctx.db
      .update(massUpload)
      .set({ status: 'failed', failure: reason, finishedAt: ctx.now.toISOString() })
      .where(and(isUpload(ctx, id), inArray(massUpload.status, statuses))),
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

/** An upload without the errors of its refused rows, which may not all fit in a Worker's memory. */
export type MassUploadState = Omit<MassUploadView, 'results'> & {
  results?: Omit<MassUploadResults, 'errors'> | undefined;
};

/**
 * An upload's status, and its results once it has ended. The errors of the results come in pages of JSON text.
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
      // The unary plus keeps SQLite on the id range instead of an index by company.
      .where(and(sql`+${well.companyId} = ${ctx.companyId}`, isAddedBy(ctx, well.id, id), hasEnded(ctx, id))),
  ]);
  const [row] = rows;
  if (!row) throw uploadNotFound();
  const upload = {
    ...toSummary(row),
    ...toOutcome(row),
    ...(row.finishedAt && { ...toPosted(posted!), addedWells: added! }),
  };
  return { upload, errors: rejectionPages(errors, (after) => errorsQuery(ctx, id, after)) };
}

function toPosted({ first, lastDay, main, mainLeft, left }: PostedRow): Pick<MassUploadView, 'posted'> {
  if (first === null || lastDay === null) return {};
  // Reversing a balance keeps the accretion up to its date, so main postings decide if there are any.
  const isReversed = (main > 0 ? mainLeft : left) === 0;
  return { posted: { postingId: String(first), effectiveOn: lastDay, isReversed } };
}

/** Empty until the upload ends. An upload that failed before any row was decided has no results. */
function toOutcome(row: SummaryRow & OutcomeRow): Pick<MassUploadState, 'success' | 'message' | 'results'> {
  const { status, processed, successful, failed, skipped, failure } = row;
  const catchUp = toCatchUp(row);
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
  const skippedText = skipped === 0 ? '' : ` ${skipped} ${skipped === 1 ? 'was' : 'were'} already posted.`;
  if (failed > 0) return `${successful} of ${processed} rows imported. ${failed} failed.${skippedText}`;
  return skipped > 0
    ? `${successful} of ${processed} rows imported.${skippedText}`
    : `Successfully processed ${successful} wells`;
}

function toCatchUp({
  catchUpLayers,
  catchUpFrom,
  catchUpCents,
  createdAt,
}: SummaryRow & OutcomeRow): CatchUpView | null {
  if (catchUpFrom === null) return null;
  return {
    layers: catchUpLayers,
    from: catchUpFrom,
    through: catchUpEnd(createdAt),
    amount: formatCents(catchUpCents),
  };
}

/** Catch-up accretion is computed through the month-end before the upload was created. */
export function catchUpEnd(createdAt: string): CalendarDate {
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
