import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { bulkRows } from '#db/bulk-rows';
import { company, massUpload, well } from '#db/schema';
import { CsvFileError, type CsvRecord, readCsvRecords } from '~/csv-records';
import { createAccretionCalculator } from '~/domain/books/accretion';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { closedMessage, lastEffectiveDate } from '~/domain/calendar/open-dates';
import {
  NO_ROWS_PROBLEM,
  readWellCsvHeader,
  type WellCsvHeader,
  wellCsvHeaderProblem,
} from '~/domain/files/well-csv';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { createWellCsvRowReader } from '~/schemas/imports/well-csv';
import type { Job } from '~/schemas/platform/job';
import {
  after,
  booksReads,
  depletionRatesOf,
  depreciationPolicy,
  toBookedWells,
} from '~/services/books/well-books.server';
import type { CompanyAdminContext, RequestContext } from '~/services/platform/context.server';
import { foldText } from '~/services/platform/fold-text.server';
import { readTogether } from '~/services/platform/reads.server';
import { sendJobs } from '~/services/platform/send-jobs.server';
import { createTurns } from '~/services/platform/turns.server';
import { isListed } from '~/services/wells/well.server';
import { catchUpThrough, failUpload, isUpload, UNFINISHED } from './mass-upload.server';
import {
  type CheckedRow,
  createMeasure,
  type KnownWell,
  measuredFrom,
  type PlanOptions,
  planRows,
} from './plan-mass-upload.server';
import { uploadKey } from './uploaded-file.server';
import { writeChunk } from './write-mass-upload.server';

type MassUploadJob = Pick<Extract<Job, { kind: 'mass-upload' }>, 'companyId' | 'massUploadId'>;

type MassUpload = typeof massUpload.$inferSelect;

/** Rows written in one transaction. */
const ROWS_AT_A_TIME = 5_000;
/** Fewer where some are measured on their day: for that, all that is posted on their wells after it is read. */
const MEASURED_ROWS_AT_A_TIME = 1_000;
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
  const written = sql`iif(${massUpload.totalRows} is null, 'No rows were imported.',
    ${massUpload.successfulRows} || ' of ' || ${massUpload.totalRows} || ' rows were imported and kept.')`;
  await failUpload(
    onBehalf(ctx, upload),
    upload.id,
    sql`'The upload couldn’t be completed after several attempts. ' || ${written}`,
  );
  await wakeNext(ctx, job);
}

/** The upload's current state, and the company's oldest unfinished one. */
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
 * @returns the upload's state afterwards: another delivery may have been faster
 * @throws CsvFileError
 */
async function checkFile(ctx: CompanyAdminContext, upload: MassUpload): Promise<MassUpload | undefined> {
  const found = await readCompany(ctx);
  let header: WellCsvHeader | null = null;
  let titles: string[] = [];
  let totalRows = -1;
  let hasBalances = false;
  for await (const { cells } of readRecords(ctx, upload)) {
    totalRows += 1;
    if (header === null) {
      titles = cells;
      header = checkedHeader(cells, found.customFields);
      continue;
    }
    hasBalances ||= Boolean(cells[header.positions.currentAroValue ?? -1]?.trim());
    if (totalRows > MAX_ROWS) throw tooManyRows();
  }
  if (header === null) throw new CsvFileError('The file is empty.');
  if (totalRows === 0) throw new CsvFileError(NO_ROWS_PROBLEM);
  const closed = hasBalances ? closedMessage(upload.asOf, found.closedThrough) : null;
  if (closed !== null) throw new CsvFileError(closed);
  await ctx.db
    .update(massUpload)
    .set({ status: 'processing', header: titles, totalRows, startedAt: ctx.now.toISOString() })
    .where(and(isUpload(ctx, upload.id), eq(massUpload.status, 'queued')));
  return readUpload(ctx, upload);
}

function tooManyRows(): CsvFileError {
  return new CsvFileError(
    `The file has more than ${MAX_ROWS.toLocaleString('en-US')} rows. Split it into smaller files.`,
  );
}

function checkedHeader(titles: string[], customFields: CustomFieldTemplate[]): WellCsvHeader {
  const header = readWellCsvHeader(titles, customFields);
  const problem = wellCsvHeaderProblem(header);
  if (problem !== null) throw new CsvFileError(problem);
  return header;
}

/**
 * Takes in the rows from the upload's cursor on. Rows of one well that follow one another are decided together, as far as
 * that goes: their balances count as a sum.
 */
async function takeInRows(ctx: CompanyAdminContext, upload: MassUpload, rowsAtATime: number): Promise<void> {
  const codeOf = codeReader(upload.header ?? []);
  const decide = decider(ctx, upload, codeOf);
  let cursor = upload.processedRows;
  let pending: CsvRecord[] = [];
  /** Decides rows until fewer than so many are left. @returns whether the upload is still to be gone on with */
  const decideDownTo = async (left: number): Promise<boolean> => {
    while (pending.length > left) {
      const reached = await decide(pending, cursor);
      if (reached === null) return false;
      pending = pending.slice(reached - cursor);
      cursor = reached;
    }
    return true;
  };
  const isFull = (next: CsvRecord): boolean => {
    if (pending.length < rowsAtATime) return false;
    return pending.length >= 2 * rowsAtATime || codeOf(next) !== codeOf(pending.at(-1));
  };
  // The titles come first.
  let index = -1;
  for await (const record of readRecords(ctx, upload)) {
    if (isFull(record) && !(await decideDownTo(rowsAtATime - 1))) return;
    if (index >= cursor) pending.push(record);
    index += 1;
  }
  if (index < (upload.totalRows ?? 0)) throw new Error('An uploaded file has fewer rows than it had');
  await decideDownTo(0);
}

type CodeReader = (record: CsvRecord | undefined) => string;

/** Reads the folded code of the well that a record names. */
function codeReader(titles: string[]): CodeReader {
  const position = readWellCsvHeader(titles).positions.wellCode ?? 0;
  return (record) => foldText((record?.cells[position] ?? '').trim());
}

/**
 * Decides and writes chunks of one file's rows.
 * @returns for each how many rows are decided by then, at least as many as before; null when the upload has ended
 */
function decider(ctx: CompanyAdminContext, upload: MassUpload, codeOf: CodeReader) {
  const readRows = rowsReader(upload.header ?? []);
  const today = ctx.now.toISOString().slice(0, 10);
  const fixed = {
    massUploadId: upload.id,
    asOf: upload.asOf,
    additionalCost: upload.additionalCost,
    measure: createMeasure(),
    today,
    lastDate: lastEffectiveDate(today),
    catchUpThrough: catchUpThrough(upload.createdAt),
  };
  const calculators = {
    simple: createAccretionCalculator('simple'),
    effective: createAccretionCalculator('effective'),
  };

  /** The rows, all of them or the first ones, with the books that they are decided on. */
  async function readChunk(pending: CsvRecord[]) {
    let records = pending;
    let from: CalendarDate | null = null;
    for (;;) {
      const books = await readBooks(ctx, new Set(records.map(codeOf)), from);
      const rows = await readRows(records, books.company);
      const earliest = measuredFrom(rows, fixed, books.company.depreciation !== 'none');
      if (earliest === null || (from !== null && from <= earliest)) return { rows, ...books };
      from = earliest;
      records = records.slice(0, MEASURED_ROWS_AT_A_TIME);
    }
  }

  return async (pending: CsvRecord[], processedBefore: number): Promise<number | null> => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const { rows, known, company } = await readChunk(pending);
      const { method, closedThrough } = company;
      const options: PlanOptions = {
        ...fixed,
        method,
        closedThrough,
        calculator: calculators[method],
        depreciation: depreciationPolicy(company),
      };
      const isWritten = await writeChunk(ctx, upload, {
        plan: planRows(rows, known, options),
        processedBefore,
        rowCount: rows.length,
        rows: { first: rows[0]?.row ?? 0, last: rows.at(-1)?.row ?? 0 },
        company,
      });
      if (isWritten) return processedBefore + rows.length;
      const current = await readUpload(ctx, upload);
      if (current?.status !== 'processing') return null;
      if (current.processedRows > processedBefore) return current.processedRows;
    }
    throw new Error('The books kept changing while rows of an upload were being decided');
  };
}

/** What reading a row costs beside its patterns, in steps of Turns. */
const STEPS_OF_A_ROW = 1_000;

/**
 * Reads rows by the company's custom fields, which may change while a file is taken in. A row that is decided again is not
 * read again. Other requests get their turn between rows.
 */
function rowsReader(titles: string[]) {
  const turns = createTurns();
  let current: { version: number; read: (record: CsvRecord) => CheckedRow } | null = null;
  const readerOf = ({ version, customFields }: Pick<CompanyRow, 'version' | 'customFields'>) => {
    const header = readWellCsvHeader(titles, customFields);
    const readCells = createWellCsvRowReader(header, customFields, turns.count);
    const known = new WeakMap<CsvRecord, CheckedRow>();
    const read = (record: CsvRecord): CheckedRow => {
      const row = known.get(record) ?? { ...record, result: readCells(record.cells) };
      known.set(record, row);
      return row;
    };
    return { version, read };
  };

  return async (
    records: CsvRecord[],
    company: Pick<CompanyRow, 'version' | 'customFields'>,
  ): Promise<CheckedRow[]> => {
    if (current?.version !== company.version) current = readerOf(company);
    const { read } = current;
    const rows: CheckedRow[] = [];
    for (const record of records) {
      rows.push(read(record));
      turns.count(STEPS_OF_A_ROW);
      await turns.pause();
    }
    return rows;
  };
}

type CompanyRow = Awaited<ReturnType<typeof companyQuery>>[number];

/** The company's way to accrete, its closed periods and its custom fields, as of one version. */
function companyQuery(ctx: CompanyAdminContext) {
  return ctx.db
    .select({
      version: company.version,
      method: company.accretionMethod,
      closedThrough: company.closedThrough,
      depreciation: company.depreciation,
      depreciationFrom: company.depreciationFrom,
      depletionRates: depletionRatesOf(company.depreciation).as('depletion_rates'),
      customFields: company.customFieldTemplates,
    })
    .from(company)
    .where(and(eq(company.id, ctx.companyId), isNull(company.deletedAt)));
}

async function readCompany(ctx: CompanyAdminContext): Promise<CompanyRow> {
  return requireCompanyRow(await companyQuery(ctx));
}

function requireCompanyRow([found]: CompanyRow[]): CompanyRow {
  if (!found) throw new CsvFileError('The company of this upload is deleted.');
  return found;
}

/**
 * What rows are decided on: the wells that they name, and the company's settings. One D1 round trip.
 * @param from the day after which what is booked on the wells matters; null where nothing does
 */
async function readBooks(ctx: CompanyAdminContext, codes: ReadonlySet<string>, from: CalendarDate | null) {
  const { column, chunks } = bulkRows([...codes], { code: (code) => code });
  const lists = chunks.map((chunk) => sql`select ${column.code} from ${chunk.from}`);
  const isNamed = sql`${well.wellCodeKey} in (${sql.join(lists, sql` union all `)})`;
  const { found, columns, ...books } = await readTogether(ctx.db, {
    ...booksReads(ctx, isNamed, from === null ? null : after(from)),
    columns: ctx.db
      .select({ id: well.id, customFields: well.customFields })
      .from(well)
      .where(and(isListed(ctx), isNamed)),
    found: companyQuery(ctx),
  });
  const customFieldsOf = new Map(columns.map(({ id, customFields }) => [id, customFields]));
  const known = new Map<string, KnownWell>();
  for (const booked of toBookedWells(books)) {
    known.set(booked.wellCodeKey, { ...booked, customFields: customFieldsOf.get(booked.id) });
  }
  return { known, company: requireCompanyRow(found) };
}

async function* readRecords(ctx: CompanyAdminContext, upload: MassUpload): AsyncGenerator<CsvRecord> {
  const object = await ctx.env.UPLOADS.get(uploadKey(upload.companyId, upload.fileId));
  if (!object) throw new CsvFileError('The uploaded file is no longer available. Upload it again.');
  // The DOM's types, which ours are mixed with, do not know that a stream can be gone through.
  yield* readCsvRecords(object.body as unknown as AsyncIterable<Uint8Array>);
}

async function readUpload(ctx: CompanyAdminContext, { id }: MassUpload): Promise<MassUpload | undefined> {
  const [found] = await ctx.db.select().from(massUpload).where(isUpload(ctx, id));
  return found;
}
