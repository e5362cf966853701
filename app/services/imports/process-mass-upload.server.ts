import { and, eq, sql } from 'drizzle-orm';
import { massUpload } from '#db/schema';
import { CsvFileError, type CsvRecord, readCsvRecords } from '~/csv-records';
import { utcDay } from '~/domain/calendar/calendar-date';
import { closedMessage } from '~/domain/calendar/open-dates';
import {
  NO_ROWS_PROBLEM,
  readWellCsvHeader,
  type WellCsvHeader,
  wellCsvHeaderProblem,
} from '~/domain/files/well-csv';
import { createDuplicateCounter } from '~/domain/imports/duplicate-rows';
import { createRowMapper, mappingProblems, type RowMapper } from '~/domain/imports/map-rows';
import type { ImportMapping } from '~/domain/imports/mapping';
import { groupThousands } from '~/domain/money/group-thousands';
import { trimBlanks } from '~/domain/wells/clean-text';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import type { Job } from '~/schemas/platform/job';
import type { CompanyAdminContext, RequestContext } from '~/services/platform/context.server';
import { createCodeReader, createRowDecider, readRowSettings, type UploadRecord } from './decide-rows.server';
import { catchUpEnd, failUpload, importedRows } from './mass-upload.server';
import { parseReviewPoint, type ReviewPoint, requireReviewedSettings } from './review-point.server';
import { isUpload } from './upload-row.server';
import { oldestUnfinishedQuery, sendUploads, UNFINISHED, wakeNext } from './upload-turns.server';
import { uploadKey } from './uploaded-file.server';
import { writeChunk } from './write-mass-upload.server';

type MassUploadJob = Pick<Extract<Job, { kind: 'mass-upload' }>, 'companyId' | 'massUploadId'>;

type MassUpload = typeof massUpload.$inferSelect;

/** Rows written per transaction. */
const ROWS_AT_A_TIME = 5_000;
/** Limit before another message continues. A chunk of rows takes up to 34 queries, and an invocation is limited to 1,000. */
const CHUNKS_PER_MESSAGE = 15;
/** More valid rows than a file of 5 MB can hold. */
const MAX_ROWS = 250_000;
const MAX_ATTEMPTS = 5;

/**
 * Imports an uploaded file of wells: reads it once in full and rejects the whole file if it isn't valid, then decides and
 * writes its rows chunk by chunk. A message may be delivered again, even while another delivery is running: the upload's
 * cursor moves in the same transaction as the rows, so each row is decided once. The rest of a large file is left to another
 * message. A company's uploads run one at a time, oldest first, and each wakes the next when it ends.
 */
export async function processMassUpload(
  ctx: RequestContext,
  job: MassUploadJob,
  { rowsAtATime = ROWS_AT_A_TIME, maxChunks = CHUNKS_PER_MESSAGE } = {},
): Promise<void> {
  const { upload, oldest } = await readUploads(ctx, job);
  if (!upload) return;
  if (UNFINISHED.includes(upload.status)) {
    if (oldest?.id !== upload.id) return;
    const hasEnded = await importUpload(createUploaderContext(ctx, upload), upload, {
      rowsAtATime,
      maxChunks,
    });
    if (!hasEnded) return sendUploads(ctx, [upload]);
  }
  // Also for an upload that had already ended: its worker may have stopped before waking the next.
  await wakeNext(ctx, job);
}

/** Marks an upload as failed, with a user-facing reason, after the queue gave up on it. Wakes the next upload. */
export async function failMassUpload(ctx: RequestContext, job: MassUploadJob): Promise<void> {
  const { upload } = await readUploads(ctx, job);
  if (!upload) return;
  const importedText = sql`iif(${massUpload.totalRows} is null, 'No rows were imported.',
    ${importedRows} || ' of ' || ${massUpload.totalRows} || ' rows were imported and kept.')`;
  await failUpload(
    createUploaderContext(ctx, upload),
    upload.id,
    sql`${'The upload couldn’t be completed after several attempts. '} || ${importedText}`,
  );
  await wakeNext(ctx, job);
}

/** The upload's current state, and the company's oldest unfinished one. */
async function readUploads(ctx: RequestContext, { companyId, massUploadId }: MassUploadJob) {
  const [[upload], [oldest]] = await ctx.db.batch([
    ctx.db.select().from(massUpload).where(isUpload({ companyId }, massUploadId)),
    oldestUnfinishedQuery(ctx, companyId),
  ]);
  return { upload, oldest };
}

/** A context that acts for the uploader, who was authorized when they sent the file. */
function createUploaderContext(ctx: RequestContext, upload: MassUpload): CompanyAdminContext {
  return {
    ...ctx,
    actor: { kind: 'on-behalf', userId: upload.userId },
    request: { id: ctx.request.id, ip: upload.ipAddress, userAgent: upload.userAgent },
    companyId: upload.companyId,
    role: 'admin',
  };
}

type ChunkLimits = { rowsAtATime: number; maxChunks: number };

/** @returns true when the upload has ended; false when another message must continue it */
async function importUpload(
  ctx: CompanyAdminContext,
  upload: MassUpload,
  limits: ChunkLimits,
): Promise<boolean> {
  try {
    const checkedUpload = upload.totalRows === null ? await checkFile(ctx, upload) : upload;
    return checkedUpload?.status !== 'processing' || (await importRows(ctx, checkedUpload, limits));
  } catch (error) {
    if (!(error instanceof CsvFileError)) throw error;
    await failUpload(ctx, upload.id, sql`${error.message}`);
    return true;
  }
}

/**
 * Reads the whole file before using any of it, and stores its header row and row count.
 * @returns the upload's state afterward, which another delivery may have set
 * @throws CsvFileError
 */
async function checkFile(ctx: CompanyAdminContext, upload: MassUpload): Promise<MassUpload | undefined> {
  const settings = await readRowSettings(ctx);
  await requireReviewedSettings(getReviewPoint(upload), settings);
  let header: WellCsvHeader | null = null;
  let titles: string[] = [];
  let totalRows = 0;
  let hasBalances = false;
  for await (const record of readUpload(ctx, upload, settings.customFields)) {
    if ('titles' in record) {
      ({ titles, header } = record);
      continue;
    }
    totalRows += 1;
    hasBalances ||= trimBlanks(record.uploadCells[header?.positions.currentAroValue ?? -1] ?? '') !== '';
    if (totalRows > MAX_ROWS) throw tooManyRowsError();
  }
  if (header === null) throw new CsvFileError(NO_TITLES[upload.mapping ? 'mapped' : 'plain']);
  if (totalRows === 0) throw new CsvFileError(NO_ROWS_PROBLEM);
  const closed = hasBalances ? closedMessage(upload.asOf, settings.closedThrough) : null;
  if (closed !== null) throw new CsvFileError(closed);
  await ctx.db
    .update(massUpload)
    .set({ status: 'processing', header: titles, totalRows, startedAt: ctx.now.toISOString() })
    .where(and(isUpload(ctx, upload.id), eq(massUpload.status, 'queued')));
  return findUpload(ctx, upload);
}

function tooManyRowsError(): CsvFileError {
  return new CsvFileError(
    `The file has more than ${groupThousands(MAX_ROWS)} rows. Split it into smaller files.`,
  );
}

const NO_TITLES = {
  plain: 'The file is empty.',
  mapped: 'The file has no header row where the mapping expects it.',
};

type Titles = { titles: string[]; header: WellCsvHeader };
type ReadRecord = Omit<UploadRecord, 'duplicates'>;
const NO_DUPLICATES = { text: '', before: 0 };

/**
 * Yields the file's header row, then its rows in an upload's columns, mapped if the upload has a mapping. Rows that the
 * mapping skips don't count.
 * @throws CsvFileError also for titles that don't fit the mapping
 */
async function* readUpload(
  ctx: CompanyAdminContext,
  upload: MassUpload,
  customFields: CustomFieldTemplate[],
): AsyncGenerator<Titles | ReadRecord> {
  const { mapping } = upload;
  const headerRow = mapping?.headerRow ?? (mapping ? 1 : null);
  let mapper: RowMapper | null = null;
  let isFirst = true;
  for await (const { row, cells } of readRecords(ctx, upload)) {
    if (isFirst && (headerRow === null || row === headerRow)) {
      isFirst = false;
      if (mapping) mapper = createCheckedMapper(mapping, cells, customFields);
      yield { titles: cells, header: mapper?.header ?? readCheckedHeader(cells, customFields) };
    } else if (!isFirst) {
      const mapped = mapper?.map({ row, cells });
      if (mapped === null) continue;
      const problems = mapped?.problems.map(({ message }) => message) ?? [];
      yield { row, cells, uploadCells: mapped?.cells ?? cells, problems };
    }
  }
}

function createCheckedMapper(
  mapping: ImportMapping,
  titles: string[],
  customFields: CustomFieldTemplate[],
): RowMapper {
  const problems = mappingProblems(mapping, titles, customFields);
  if (problems.length > 0) throw new CsvFileError(problems.join(' '));
  return createRowMapper(mapping, titles, customFields);
}

function readCheckedHeader(titles: string[], customFields: CustomFieldTemplate[]): WellCsvHeader {
  const header = readWellCsvHeader(titles, customFields);
  const problem = wellCsvHeaderProblem(header);
  if (problem !== null) throw new CsvFileError(problem);
  return header;
}

/**
 * Imports the rows from the upload's cursor on. Consecutive rows of one well go in the same chunk where possible, because
 * their balances are checked as a sum.
 * @returns true when the upload has ended
 */
async function importRows(
  ctx: CompanyAdminContext,
  upload: MassUpload,
  { rowsAtATime, maxChunks }: ChunkLimits,
): Promise<boolean> {
  const codeOf = createCodeReader({ titles: upload.header ?? [], mapping: upload.mapping });
  const decide = createChunkDecider(ctx, upload);
  let cursor = upload.processedRows;
  let chunks = 0;
  let pending: UploadRecord[] = [];
  /** Decides rows until at most `maxPending` remain, the upload ends, or another message must continue. */
  const decideDownTo = async (maxPending: number): Promise<'decided' | 'ended' | 'paused'> => {
    while (pending.length > maxPending) {
      if (chunks === maxChunks) return 'paused';
      chunks += 1;
      const nextCursor = await decide(pending, cursor);
      if (nextCursor === null) return 'ended';
      pending = pending.slice(nextCursor - cursor);
      cursor = nextCursor;
    }
    return 'decided';
  };
  const isFull = (next: ReadRecord): boolean => {
    if (pending.length < rowsAtATime) return false;
    return pending.length >= 2 * rowsAtATime || codeOf(next) !== codeOf(pending.at(-1));
  };
  const { customFields } = await readRowSettings(ctx);
  // Identical rows matter only when posted rows are skipped.
  const countDuplicates = upload.skipPosted ? createDuplicateCounter() : () => NO_DUPLICATES;
  let index = 0;
  for await (const record of readUpload(ctx, upload, customFields)) {
    if ('titles' in record) continue;
    if (isFull(record)) {
      const state = await decideDownTo(rowsAtATime - 1);
      if (state !== 'decided') return state === 'ended';
    }
    const duplicates = countDuplicates(record.uploadCells);
    if (index >= cursor) pending.push({ ...record, duplicates });
    index += 1;
  }
  if (index < (upload.totalRows ?? 0)) throw new Error('An uploaded file has fewer rows than it had');
  return (await decideDownTo(0)) !== 'paused';
}

/**
 * Decides and writes chunks of one file's rows.
 * @returns for each chunk, the number of rows decided so far, which never decreases; null when the upload has ended
 */
function createChunkDecider(ctx: CompanyAdminContext, upload: MassUpload) {
  const reviewed = getReviewPoint(upload);
  const decideRows = createRowDecider(ctx, {
    massUploadId: upload.id,
    titles: upload.header ?? [],
    mapping: upload.mapping,
    asOf: upload.asOf,
    additionalCost: upload.additionalCost,
    // Only rows that name the reviewed version may change wells.
    changesWells: false,
    fillsBlanks: upload.mapping?.wellsInBooks ?? false,
    skipPosted: upload.skipPosted,
    catchUpThrough: catchUpEnd(upload.createdAt),
    today: reviewed?.day ?? utcDay(upload.createdAt),
    reviewed,
  });

  return async (pending: UploadRecord[], processedBefore: number): Promise<number | null> => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const { rows, plan, skipped, company } = await decideRows(pending);
      const isWritten = await writeChunk(ctx, upload, {
        plan,
        processedBefore,
        rowCount: rows.length,
        skipped: skipped.length,
        rows: { first: rows[0]?.row ?? 0, last: rows.at(-1)?.row ?? 0 },
        company,
      });
      if (isWritten) return processedBefore + rows.length;
      const current = await findUpload(ctx, upload);
      if (current?.status !== 'processing') return null;
      if (current.processedRows > processedBefore) return current.processedRows;
    }
    throw new Error('The books kept changing while rows of an upload were being decided');
  };
}

/** The review that the upload is based on. It stays valid however late the message arrives. */
function getReviewPoint(upload: MassUpload): ReviewPoint | null {
  return upload.reviewed === null ? null : parseReviewPoint(upload.reviewed);
}

async function* readRecords(ctx: CompanyAdminContext, upload: MassUpload): AsyncGenerator<CsvRecord> {
  const object = await ctx.env.UPLOADS.get(uploadKey(upload.companyId, upload.fileId));
  if (!object) throw new CsvFileError('The uploaded file is no longer available. Upload it again.');
  // The DOM types, which are mixed with ours, don't declare streams as async iterable.
  yield* readCsvRecords(object.body as unknown as AsyncIterable<Uint8Array>);
}

async function findUpload(ctx: CompanyAdminContext, { id }: MassUpload): Promise<MassUpload | undefined> {
  const [row] = await ctx.db.select().from(massUpload).where(isUpload(ctx, id));
  return row;
}
