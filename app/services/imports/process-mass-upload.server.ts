import { and, eq, inArray, sql } from 'drizzle-orm';
import { jsonChunks } from '#db/bulk';
import { company, massUpload, well } from '#db/schema';
import { CsvFileError, type CsvRecord, readCsvRecords } from '~/csv-records';
import { MAX_DATE } from '~/domain/calendar/calendar-date';
import { NO_ROWS_PROBLEM, readWellCsvHeader, wellCsvHeaderProblem } from '~/domain/files/well-csv';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { createWellCsvRowReader } from '~/schemas/imports/well-csv';
import type { Job } from '~/schemas/platform/job';
import { standingsQuery } from '~/services/books/calculate-layer.server';
import type { CompanyAdminContext, RequestContext } from '~/services/platform/context.server';
import { foldText } from '~/services/platform/fold-text.server';
import { sendJobs } from '~/services/platform/send-jobs.server';
import { failUpload, isUpload, UNFINISHED } from './mass-upload.server';
import { createMeasure, type KnownWell, type PlanOptions, planRows } from './plan-mass-upload.server';
import { uploadKey } from './uploaded-file.server';
import { writeChunk } from './write-mass-upload.server';

type MassUploadJob = Pick<Extract<Job, { kind: 'mass-upload' }>, 'companyId' | 'massUploadId'>;

type MassUpload = typeof massUpload.$inferSelect;

/** Rows written in one transaction. */
const ROWS_AT_A_TIME = 5_000;
/** No file of 5 MB holds so many rows that are right. */
const MAX_ROWS = 250_000;
const MAX_ATTEMPTS = 5;

/**
 * Takes an uploaded file of wells into the company's books: reads it through once and refuses it as a whole if it is no such
 * file, then decides and writes its rows chunk by chunk. A message may come again, also while another delivery of it is
 * at work: the upload's cursor moves with the rows in one transaction, so each row is decided once. Uploads of a company
 * take turns, the oldest first; who ends one wakes the next.
 */
export async function processMassUpload(
  ctx: RequestContext,
  job: MassUploadJob,
  rowsAtATime = ROWS_AT_A_TIME,
): Promise<void> {
  const { upload, oldest } = await readTurn(ctx, job);
  if (!upload) return;
  if (UNFINISHED.includes(upload.status)) {
    if (oldest?.id !== upload.id) return;
    await takeIn(onBehalf(ctx, upload), upload, rowsAtATime);
  }
  // Also where it had ended before: who ended it may have got no further than that.
  await wakeNext(ctx, job);
}

/** Marks an upload as failed that the queue has given up, in words for people, and wakes the next. */
export async function failMassUpload(ctx: RequestContext, job: MassUploadJob): Promise<void> {
  const { upload } = await readTurn(ctx, job);
  if (!upload) return;
  const written = sql`iif(${massUpload.totalRows} is null, 'Nothing was written.',
    ${massUpload.successfulRows} || ' of ' || ${massUpload.totalRows} || ' rows were written and stay.')`;
  await failUpload(
    onBehalf(ctx, upload),
    upload.id,
    sql`'The upload could not be completed after several attempts. ' || ${written}`,
  );
  await wakeNext(ctx, job);
}

/** The upload as it stands now, and the company's oldest unfinished one. */
async function readTurn(ctx: RequestContext, { companyId, massUploadId }: MassUploadJob) {
  const [[upload], [oldest]] = await ctx.db.batch([
    ctx.db.select().from(massUpload).where(isUpload({ companyId }, massUploadId)),
    oldestUnfinishedQuery(ctx, companyId),
  ]);
  return { upload, oldest };
}

function oldestUnfinishedQuery(ctx: RequestContext, companyId: string) {
  return ctx.db
    .select()
    .from(massUpload)
    .where(and(eq(massUpload.companyId, companyId), inArray(massUpload.status, UNFINISHED)))
    .orderBy(massUpload.createdAt, massUpload.id)
    .limit(1);
}

/** One that is being processed has a message of its own. */
async function wakeNext(ctx: RequestContext, { companyId }: MassUploadJob): Promise<void> {
  const [next] = await oldestUnfinishedQuery(ctx, companyId);
  if (next?.status !== 'queued') return;
  await sendJobs(ctx, [{ kind: 'mass-upload', companyId, massUploadId: next.id }]);
}

/** The uploader's own context: allowed when they sent the file. */
function onBehalf(ctx: RequestContext, upload: MassUpload): CompanyAdminContext {
  return {
    ...ctx,
    actor: { kind: 'on-behalf', userId: upload.userId },
    request: { id: ctx.request.id, ip: upload.ipAddress, userAgent: upload.userAgent },
    companyId: upload.companyId,
    role: 'admin',
  };
}

async function takeIn(ctx: CompanyAdminContext, upload: MassUpload, rowsAtATime: number): Promise<void> {
  try {
    const checked = upload.totalRows === null ? await checkFile(ctx, upload) : upload;
    if (checked?.status === 'processing') await takeInRows(ctx, checked, rowsAtATime);
  } catch (error) {
    if (!(error instanceof CsvFileError)) throw error;
    await failUpload(ctx, upload.id, sql`${error.message}`);
  }
}

/**
 * Reads the file once through before anything of it is used, and remembers its titles and how many rows it has.
 * @returns the upload as it then stands: another delivery may have come first
 * @throws CsvFileError
 */
async function checkFile(ctx: CompanyAdminContext, upload: MassUpload): Promise<MassUpload | undefined> {
  const [standing] = await companyQuery(ctx);
  let header: string[] | null = null;
  let totalRows = -1;
  for await (const { cells } of readRecords(ctx, upload)) {
    header ??= checkedTitles(cells, standing?.customFields ?? []);
    totalRows += 1;
    if (totalRows > MAX_ROWS) throw tooManyRows();
  }
  if (header === null) throw new CsvFileError('The file is empty.');
  if (totalRows === 0) throw new CsvFileError(NO_ROWS_PROBLEM);
  await ctx.db
    .update(massUpload)
    .set({ status: 'processing', header, totalRows, startedAt: ctx.now.toISOString() })
    .where(and(isUpload(ctx, upload.id), eq(massUpload.status, 'queued')));
  return readUpload(ctx, upload);
}

function tooManyRows(): CsvFileError {
  return new CsvFileError(
    `The file has more than ${MAX_ROWS.toLocaleString('en-US')} rows. Upload it in parts.`,
  );
}

function checkedTitles(titles: string[], customFields: CustomFieldTemplate[]): string[] {
  const problem = wellCsvHeaderProblem(readWellCsvHeader(titles, customFields));
  if (problem !== null) throw new CsvFileError(problem);
  return titles;
}

/** Takes in the rows from the upload's cursor on. */
async function takeInRows(ctx: CompanyAdminContext, upload: MassUpload, rowsAtATime: number): Promise<void> {
  const decide = decider(ctx, upload);
  let cursor = upload.processedRows;
  let pending: CsvRecord[] = [];
  // The titles come first.
  let index = -1;
  for await (const record of readRecords(ctx, upload)) {
    if (index >= cursor) pending.push(record);
    index += 1;
    while (pending.length > 0 && (pending.length >= rowsAtATime || index === upload.totalRows)) {
      const reached = await decide(pending, cursor);
      if (reached === null) return;
      pending = pending.slice(reached - cursor);
      cursor = reached;
    }
  }
  if (index < (upload.totalRows ?? 0)) throw new Error('An uploaded file has fewer rows than it had');
}

/**
 * Decides and writes chunks of one file's rows.
 * @returns for each how many rows are decided by then, at least as many as before; null when the upload has come to its end
 */
function decider(ctx: CompanyAdminContext, upload: MassUpload) {
  const titles = upload.header ?? [];
  const codePosition = readWellCsvHeader(titles).positions.wellCode ?? 0;
  const options: PlanOptions = { massUploadId: upload.id, asOf: upload.asOf, measure: createMeasure() };
  const rowReader = rowReaderOf(titles);

  return async (records: CsvRecord[], processedBefore: number): Promise<number | null> => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const { known, ...books } = await readBooks(
        ctx,
        records.map(({ cells }) => cells[codePosition] ?? ''),
      );
      const readRow = rowReader(books.company);
      const rows = records.map((record) => ({ ...record, result: readRow(record.cells) }));
      const isWritten = await writeChunk(ctx, upload, {
        plan: planRows(rows, known, options),
        processedBefore,
        rowCount: records.length,
        firstRow: records[0]?.row ?? 0,
        company: books.company,
      });
      if (isWritten) return processedBefore + records.length;
      const current = await readUpload(ctx, upload);
      if (current?.status !== 'processing') return null;
      if (current.processedRows > processedBefore) return current.processedRows;
    }
    throw new Error('The books kept changing while rows of an upload were being decided');
  };
}

/** The reader of rows for the company's custom fields, which may change while a file is taken in. */
function rowReaderOf(titles: string[]) {
  let current: { version: number; readRow: ReturnType<typeof createWellCsvRowReader> } | null = null;
  return ({ version, customFields }: CompanyStanding) => {
    if (current?.version !== version) {
      const header = readWellCsvHeader(titles, customFields);
      current = { version, readRow: createWellCsvRowReader(header, customFields) };
    }
    return current.readRow;
  };
}

type CompanyStanding = Awaited<ReturnType<typeof companyQuery>>[number];

function companyQuery(ctx: CompanyAdminContext) {
  return ctx.db
    .select({
      version: company.version,
      accretionMethod: company.accretionMethod,
      customFields: company.customFieldTemplates,
    })
    .from(company)
    .where(eq(company.id, ctx.companyId));
}

/** What rows are decided on: the wells that they name, as they stand, and the company's settings. One D1 round trip. */
async function readBooks(ctx: CompanyAdminContext, wellCodes: string[]) {
  const keys = new Set(wellCodes.map((code) => foldText(code.trim())));
  const lists = jsonChunks([...keys]).map((chunk) => sql`select value from json_each(${chunk})`);
  const named = sql`${well.wellCodeKey} in (${sql.join(lists, sql` union all `)})`;
  const [standings, columns, [standing]] = await ctx.db.batch([
    // Each row has a day of its own, so that a decrease is held against all that is posted.
    standingsQuery(ctx, named, MAX_DATE),
    ctx.db
      .select({
        id: well.id,
        wellStatus: well.wellStatus,
        field: well.field,
        customFields: well.customFields,
      })
      .from(well)
      .where(and(eq(well.companyId, ctx.companyId), named)),
    companyQuery(ctx),
  ]);
  const columnsOf = new Map(columns.map(({ id, ...rest }) => [id, rest]));
  const known = new Map<string, KnownWell>();
  for (const found of standings) {
    const rest = columnsOf.get(found.wellId);
    if (rest) known.set(found.wellCodeKey, { ...found, ...rest, isAsInBooks: true });
  }
  if (!standing) throw new Error('The company of an upload is gone');
  return { known, company: standing };
}

async function* readRecords(ctx: CompanyAdminContext, upload: MassUpload): AsyncGenerator<CsvRecord> {
  const object = await ctx.env.UPLOADS.get(uploadKey(upload.companyId, upload.fileId));
  if (!object) throw new CsvFileError('The uploaded file is no longer there. Upload it again.');
  // The DOM's types, which ours are mixed with, do not know that a stream can be gone through.
  yield* readCsvRecords(object.body as unknown as AsyncIterable<Uint8Array>);
}

async function readUpload(ctx: CompanyAdminContext, { id }: MassUpload): Promise<MassUpload | undefined> {
  const [found] = await ctx.db.select().from(massUpload).where(isUpload(ctx, id));
  return found;
}
