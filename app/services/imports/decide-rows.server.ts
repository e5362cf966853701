import { and, eq, isNull, sql } from 'drizzle-orm';
import { bulkRows } from '#db/bulk-rows';
import { company, well } from '#db/schema';
import { CsvFileError, type CsvRecord } from '~/csv-records';
import { createAccretionCalculator } from '~/domain/books/accretion';
import type { AdditionalCost } from '~/domain/books/uploaded-layer';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { lastEffectiveDate } from '~/domain/calendar/open-dates';
import type { Alike } from '~/domain/imports/duplicate-rows';
import type { ImportMapping } from '~/domain/imports/mapping';
import { foldCode } from '~/domain/wells/fold-text';
import type { RepeatedLayerView } from '~/schemas/imports/mass-upload';
import { createWellCsvRowReader, leavesBlank, type RowSubject } from '~/schemas/imports/well-csv';
import { depletionRatesOf } from '~/services/books/policy-settings.server';
import { after, booksReads, depreciationPolicy, toBookedWells } from '~/services/books/well-books.server';
import type { CompanyAdminContext, CompanyScope } from '~/services/platform/context.server';
import { readTogether } from '~/services/platform/reads.server';
import { createTurns } from '~/services/platform/turns.server';
import { isListed } from '~/services/wells/well.server';
import { columnsOf, fieldsBeforeQuery, requireSameColumns } from './file-columns.server';
import { findPostedLayers } from './find-posted-layers.server';
import {
  type CheckedRow,
  createMeasure,
  measuredFrom,
  type PlanOptions,
  planRows,
  type UploadPlan,
} from './plan-mass-upload.server';
import type { KnownWell } from './planned-well.server';
import { changedSinceReviewQuery, type ReviewPoint, requireReviewedSettings } from './review-point.server';
import { rowOfWell } from './uploaded-well.server';

/** Row limit when some rows are measured on their own date, which loads everything posted on their wells after that date. */
const MEASURED_ROWS_AT_A_TIME = 1_000;

/** A row as it is in the file (`cells`) and in an upload's columns (`given`). */
export type UploadRecord = CsvRecord & {
  given: readonly string[];
  problems: readonly string[];
  alike: Alike;
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
 * only the first MEASURED_ROWS_AT_A_TIME.
 */
export function createRowDecider(ctx: CompanyAdminContext, terms: UploadTerms) {
  const readRows = rowsReader(terms);
  const codeOf = codeReader(terms);
  const { massUploadId, asOf, additionalCost, changesWells, fillsBlanks, catchUpThrough, today } = terms;
  const fixed = {
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
        const found = books.known.get(codeOf(record));
        // Wells added by this file are described by their rows only. Otherwise the result would depend on the chunk boundaries.
        const isOfBooks = found !== undefined && rowOfWell(massUploadId, found.id) === null;
        return {
          isChange: changesWells && found !== undefined,
          inBooks: fillsBlanks && isOfBooks ? found : null,
        };
      };
      const rows = await readRows(records, books.company, subjectOf);
      const earliest = measuredFrom(rows, fixed, books.company.depreciation !== 'none');
      if (earliest === null || (from !== null && from <= earliest)) return { rows, ...books };
      from = earliest;
      records = records.slice(0, MEASURED_ROWS_AT_A_TIME);
    }
  }

  return async (pending: readonly UploadRecord[]): Promise<DecidedRows> => {
    const { rows, known, company } = await readChunk(pending);
    const { method, closedThrough, customFields } = company;
    const options: PlanOptions = {
      ...fixed,
      method,
      closedThrough,
      customFields,
      calculator: calculators[method],
      depreciation: depreciationPolicy(company),
    };
    return { rows, ...(await planLeft(ctx, { rows, known, options, terms })), known, company };
  };
}

/**
 * Plans rows, skipping those already posted if the upload says so. Without a skipped row, another row's layer may become its
 * well's first, so the remaining rows are planned again.
 */
async function planLeft(
  ctx: CompanyAdminContext,
  {
    rows,
    known,
    options,
    terms,
  }: Pick<DecidedRows, 'rows' | 'known'> & { options: PlanOptions; terms: UploadTerms },
): Promise<Pick<DecidedRows, 'plan' | 'skipped'>> {
  const skipped: RepeatedLayerView[] = [];
  const taken = new Map<number, string>();
  let left = rows;
  for (;;) {
    const plan = planRows(left, known, options);
    const found = terms.skipPosted
      ? await findPostedLayers(ctx, { ...terms, rows: left, plan, known }, taken)
      : [];
    if (found.length === 0) return { plan, skipped };
    skipped.push(...found);
    const out = new Set(found.map(({ row }) => row));
    left = left.filter(({ row }) => !out.has(row));
  }
}

/** Returns a function that reads the folded well code of a record. */
export function codeReader({ titles, mapping }: Pick<UploadTerms, 'titles' | 'mapping'>) {
  const position = columnsOf({ titles, mapping }, []).positions.wellCode;
  return (record: Pick<UploadRecord, 'given'> | undefined): string =>
    foldCode(record?.given[position ?? 0] ?? '');
}

const NOT_IN_BOOKS =
  'The books don’t have this well. Correct its code, or give its name, status, field and active date.';

/** Cost of reading a row, not counting pattern matching, in steps of Turns. */
const STEPS_OF_A_ROW = 1_000;

/**
 * Reads rows using the company's custom fields, which may change during the import. Memoizes rows, so deciding a row again
 * doesn't read it again. Yields to other requests between rows.
 */
function rowsReader({
  titles,
  mapping,
  fillsBlanks,
}: Pick<UploadTerms, 'titles' | 'mapping' | 'fillsBlanks'>) {
  const turns = createTurns();
  let current: { version: number; read: (record: UploadRecord, subject: RowSubject) => CheckedRow } | null =
    null;
  const readerOf = ({ version, customFields }: Pick<RowSettings, 'version' | 'customFields'>) => {
    const header = columnsOf({ titles, mapping }, customFields);
    const readCells = createWellCsvRowReader(header, customFields, turns.count);
    const codeAt = header.positions.wellCode ?? 0;
    const known = new WeakMap<UploadRecord, CheckedRow>();
    const read = (record: UploadRecord, subject: RowSubject): CheckedRow => {
      const found = known.get(record);
      if (found) return found;
      const { row, cells, given, problems, alike } = record;
      const isBlank = fillsBlanks && leavesBlank(header, given);
      const error =
        problems.length > 0 ? problems.join('; ') : isBlank && !subject.inBooks ? NOT_IN_BOOKS : null;
      const result: CheckedRow['result'] =
        error === null
          ? readCells(given, subject)
          : { ok: false, wellCode: [...(given[codeAt] ?? '')].slice(0, 100).join(''), error };
      const checked = { row, cells, alike, result };
      // Not memoized with blank cells, because the books' values may change.
      if (!isBlank) known.set(record, checked);
      return checked;
    };
    return { version, read };
  };

  return async (
    records: readonly UploadRecord[],
    company: Pick<RowSettings, 'version' | 'customFields'>,
    subjectOf: (record: UploadRecord) => RowSubject,
  ): Promise<CheckedRow[]> => {
    if (current?.version !== company.version) current = readerOf(company);
    const { read } = current;
    const rows: CheckedRow[] = [];
    for (const record of records) {
      rows.push(read(record, subjectOf(record)));
      turns.count(STEPS_OF_A_ROW);
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
export function requireRowSettings([found]: RowSettings[]): RowSettings {
  if (!found) throw new CsvFileError('The company of this upload is deleted.');
  return found;
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
  const { found, columns, moved, before, ...books } = await readTogether(ctx.db, {
    ...booksReads(ctx, isNamed, from === null ? null : after(from)),
    columns: ctx.db
      .select({ id: well.id, customFields: well.customFields })
      .from(well)
      .where(and(isListed(ctx), isNamed)),
    found: rowSettingsQuery(ctx),
    moved: changedSinceReviewQuery(ctx, terms.reviewed, isNamed),
    before: fieldsBeforeQuery(ctx, terms),
  });
  const company = requireRowSettings(found);
  await requireReviewedSettings(terms.reviewed, company);
  requireSameColumns(terms, before, company.customFields);
  const customFieldsOf = new Map(columns.map(({ id, customFields }) => [id, customFields]));
  const changed = new Set(moved.map(({ ledgerId }) => ledgerId));
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
