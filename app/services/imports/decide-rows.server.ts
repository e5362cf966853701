import { and, eq, isNull, sql } from 'drizzle-orm';
import { bulkRows } from '#db/bulk-rows';
import { company, well } from '#db/schema';
import { CsvFileError, type CsvRecord } from '~/csv-records';
import { createAccretionCalculator } from '~/domain/books/accretion';
import type { AdditionalCost } from '~/domain/books/uploaded-layer';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { lastEffectiveDate } from '~/domain/calendar/open-dates';
import type { DuplicateCount } from '~/domain/imports/duplicate-rows';
import type { ImportMapping } from '~/domain/imports/mapping';
import { foldCode } from '~/domain/wells/fold-text';
import { MAX_CHECKED_ROWS, type RepeatedLayerView } from '~/schemas/imports/mass-upload';
import { createWellCsvRowReader, leavesBlank, type RowSubject } from '~/schemas/imports/well-csv';
import { depletionRatesOf } from '~/services/books/policy-settings.server';
import {
  booksReads,
  depreciationPolicy,
  isAfterDay,
  toBookedWells,
} from '~/services/books/well-books.server';
import type { CompanyAdminContext, CompanyScope } from '~/services/platform/context.server';
import { readTogether } from '~/services/platform/reads.server';
import { createTurns } from '~/services/platform/turns.server';
import { isListed } from '~/services/wells/well.server';
import { columnsOf, fieldsBeforeQuery, requireSameColumns } from './file-columns.server';
import { findPostedLayers } from './find-posted-layers.server';
import {
  type CheckedRow,
  createMeasure,
  earliestMeasurementDay,
  type PlanOptions,
  planRows,
  type UploadPlan,
} from './plan-mass-upload.server';
import type { KnownWell } from './planned-well.server';
import { changedSinceReviewQuery, type ReviewPoint, requireReviewedSettings } from './review-point.server';
import { rowOfWell } from './uploaded-well.server';

/**
 * Row limit when some rows are measured on their own date, which loads everything posted on their wells after that date. Not
 * less than a check's rows: a check decides its rows once, so it would leave out the rest.
 */
const MAX_MEASURED_ROWS = MAX_CHECKED_ROWS;

/** A row as it is in the file (`cells`) and in an upload's columns (`uploadCells`). */
export type UploadRecord = CsvRecord & {
  uploadCells: readonly string[];
  problems: readonly string[];
  duplicates: DuplicateCount;
};

/** Inputs that decide a file's rows, in addition to the books. */
export type UploadTerms = {
  massUploadId: string;
  titles: string[];
  mapping: ImportMapping | null;
  asOf: CalendarDate;
  additionalCost: AdditionalCost | null;
  /** True to let rows change existing wells. Rows that name their well's version may do so regardless. */
  changesWells: boolean;
  /** True to let rows leave blank the well columns that the books already have. */
  fillsBlanks: boolean;
  /** True to skip rows whose layers are already posted. */
  skipPosted: boolean;
  catchUpThrough: CalendarDate;
  /** Plugging date for rows that plug a well without giving a date. */
  today: CalendarDate;
  /** Position of the books at the review: rows whose wells changed since then are refused. Null without a review. */
  reviewed: ReviewPoint | null;
};

/** A chunk of rows with their outcome, and the company settings they were decided on. */
export type DecidedRows = {
  rows: CheckedRow[];
  plan: UploadPlan;
  /** Rows left out of the plan because their layers are already posted. */
  skipped: RepeatedLayerView[];
  known: ReadonlyMap<string, KnownWell>;
  company: RowSettings;
};

/**
 * Decides rows of one file against the current books; writes nothing. If some rows are measured on their own date, decides
 * only the first MAX_MEASURED_ROWS.
 */
export function createRowDecider(ctx: CompanyAdminContext, terms: UploadTerms) {
  const readRows = createRowReader(terms);
  const codeOf = createCodeReader(terms);
  const { massUploadId, asOf, additionalCost, changesWells, fillsBlanks, catchUpThrough, today } = terms;
  const commonOptions = {
    massUploadId,
    asOf,
    additionalCost,
    changesWells,
    catchUpThrough,
    measure: createMeasure(),
    today,
    lastDate: lastEffectiveDate(today),
  };
  const calculators = {
    simple: createAccretionCalculator('simple'),
    effective: createAccretionCalculator('effective'),
  };

  async function readChunk(pending: readonly UploadRecord[]) {
    let records = pending;
    let from: CalendarDate | null = null;
    for (;;) {
      const books = await readBooks(ctx, new Set(records.map(codeOf)), { from, terms });
      const subjectOf = (record: UploadRecord): RowSubject => {
        if (!changesWells && !fillsBlanks) return {};
        const knownWell = books.known.get(codeOf(record));
        // Wells added by this file are described by their rows only. Otherwise the result would depend on the chunk boundaries.
        const isInBooks = knownWell !== undefined && rowOfWell(massUploadId, knownWell.id) === null;
        return {
          isChange: changesWells && knownWell !== undefined,
          inBooks: fillsBlanks && isInBooks ? knownWell : null,
        };
      };
      const rows = await readRows(records, books.company, subjectOf);
      const earliest = earliestMeasurementDay(rows, commonOptions, books.company.depreciation !== 'none');
      if (earliest === null || (from !== null && from <= earliest)) return { rows, ...books };
      from = earliest;
      records = records.slice(0, MAX_MEASURED_ROWS);
    }
  }

  return async (pending: readonly UploadRecord[]): Promise<DecidedRows> => {
    const { rows, known, company } = await readChunk(pending);
    const { method, closedThrough, customFields } = company;
    const options: PlanOptions = {
      ...commonOptions,
      method,
      closedThrough,
      customFields,
      calculator: calculators[method],
      depreciation: depreciationPolicy(company),
    };
    return { rows, ...(await planRemaining(ctx, { rows, known, options, terms })), known, company };
  };
}

/**
 * Plans rows, skipping those already posted if the upload says so. Without a skipped row, another row's layer may become its
 * well's first, so the remaining rows are planned again.
 */
async function planRemaining(
  ctx: CompanyAdminContext,
  {
    rows,
    known,
    options,
    terms,
  }: Pick<DecidedRows, 'rows' | 'known'> & { options: PlanOptions; terms: UploadTerms },
): Promise<Pick<DecidedRows, 'plan' | 'skipped'>> {
  const skipped: RepeatedLayerView[] = [];
  const matchedLayers = new Map<number, string>();
  let remaining = rows;
  for (;;) {
    const plan = planRows(remaining, known, options);
    const posted = terms.skipPosted
      ? await findPostedLayers(ctx, { ...terms, rows: remaining, plan, known }, matchedLayers)
      : [];
    if (posted.length === 0) return { plan, skipped };
    skipped.push(...posted);
    const skippedRows = new Set(posted.map(({ row }) => row));
    remaining = remaining.filter(({ row }) => !skippedRows.has(row));
  }
}

/** Returns a function that reads the folded well code of a record. */
export function createCodeReader({ titles, mapping }: Pick<UploadTerms, 'titles' | 'mapping'>) {
  const position = columnsOf({ titles, mapping }, []).positions.wellCode;
  return (record: Pick<UploadRecord, 'uploadCells'> | undefined): string =>
    foldCode(record?.uploadCells[position ?? 0] ?? '');
}

const NOT_IN_BOOKS =
  'This well isn’t in the books. Correct its code, or enter its name, status, field and active date.';

/** Cost of reading a row, not counting pattern matching, in steps of Turns. */
const STEPS_PER_ROW = 1_000;

/**
 * Reads rows using the company's custom fields, which may change during the import. Memoizes rows, so deciding a row again
 * doesn't read it again. Yields to other requests between rows.
 */
function createRowReader({
  titles,
  mapping,
  fillsBlanks,
}: Pick<UploadTerms, 'titles' | 'mapping' | 'fillsBlanks'>) {
  const turns = createTurns();
  let current: { version: number; read: (record: UploadRecord, subject: RowSubject) => CheckedRow } | null =
    null;
  const createReader = ({ version, customFields }: Pick<RowSettings, 'version' | 'customFields'>) => {
    const header = columnsOf({ titles, mapping }, customFields);
    const readCells = createWellCsvRowReader(header, customFields, turns.count);
    const codeAt = header.positions.wellCode ?? 0;
    const cache = new WeakMap<UploadRecord, CheckedRow>();
    const read = (record: UploadRecord, subject: RowSubject): CheckedRow => {
      const cached = cache.get(record);
      if (cached) return cached;
      const { row, cells, uploadCells, problems, duplicates } = record;
      const isBlank = fillsBlanks && leavesBlank(header, uploadCells);
      const error =
        problems.length > 0 ? problems.join('; ') : isBlank && !subject.inBooks ? NOT_IN_BOOKS : null;
      const result: CheckedRow['result'] =
        error === null
          ? readCells(uploadCells, subject)
          : { ok: false, wellCode: [...(uploadCells[codeAt] ?? '')].slice(0, 100).join(''), error };
      const checkedRow = { row, cells, duplicates, result };
      // Not memoized with blank cells, because the books' values may change.
      if (!isBlank) cache.set(record, checkedRow);
      return checkedRow;
    };
    return { version, read };
  };

  return async (
    records: readonly UploadRecord[],
    company: Pick<RowSettings, 'version' | 'customFields'>,
    subjectOf: (record: UploadRecord) => RowSubject,
  ): Promise<CheckedRow[]> => {
    if (current?.version !== company.version) current = createReader(company);
    const { read } = current;
    const rows: CheckedRow[] = [];
    for (const record of records) {
      rows.push(read(record, subjectOf(record)));
      turns.count(STEPS_PER_ROW);
      await turns.pause();
    }
    return rows;
  };
}

export type RowSettings = Awaited<ReturnType<typeof rowSettingsQuery>>[number];

/** The company's accretion method, depreciation, closed periods and custom fields at one version. Returns an unexecuted query. */
export function rowSettingsQuery(ctx: CompanyScope) {
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

/** @throws CsvFileError when the company is deleted */
export async function readRowSettings(ctx: CompanyAdminContext): Promise<RowSettings> {
  return requireRowSettings(await rowSettingsQuery(ctx));
}

/** @throws CsvFileError when the company is deleted */
export function requireRowSettings([settings]: RowSettings[]): RowSettings {
  if (!settings) throw new CsvFileError('The company for this upload was deleted.');
  return settings;
}

/**
 * Reads the wells that rows name and the company's settings, in one D1 round trip.
 * @param from postings on the wells after this day are read too; null when none are needed
 * @throws CsvFileError when the company is deleted, its settings changed since the review, or the file's columns now map to
 * other fields
 */
async function readBooks(
  ctx: CompanyAdminContext,
  codes: ReadonlySet<string>,
  { from, terms }: { from: CalendarDate | null; terms: UploadTerms },
) {
  const { column, chunks } = bulkRows([...codes], { code: (code) => code });
  const lists = chunks.map((chunk) => sql`select ${column.code} from ${chunk.from}`);
  const isNamed = sql`${well.wellCodeKey} in (${sql.join(lists, sql` union all `)})`;
  const { settings, columns, changedWells, previousFields, ...books } = await readTogether(ctx.db, {
    ...booksReads(ctx, isNamed, from === null ? null : isAfterDay(from)),
    columns: ctx.db
      .select({ id: well.id, customFields: well.customFields })
      .from(well)
      .where(and(isListed(ctx), isNamed)),
    settings: rowSettingsQuery(ctx),
    changedWells: changedSinceReviewQuery(ctx, terms.reviewed, isNamed),
    previousFields: fieldsBeforeQuery(ctx, terms),
  });
  const company = requireRowSettings(settings);
  await requireReviewedSettings(terms.reviewed, company);
  requireSameColumns(terms, previousFields, company.customFields);
  const customFieldsOf = new Map(columns.map(({ id, customFields }) => [id, customFields]));
  const changed = new Set(changedWells.map(({ ledgerId }) => ledgerId));
  const known = new Map<string, KnownWell>();
  for (const booked of toBookedWells(books)) {
    const changedSinceReview = changed.has(booked.ledgerId);
    known.set(booked.wellCodeKey, {
      ...booked,
      customFields: customFieldsOf.get(booked.id),
      changedSinceReview,
    });
  }
  return { known, company };
}
