import { eq, type SQL, sql } from 'drizzle-orm';
import { selectAsText } from '#db/json-array';
import { well } from '#db/schema';
import { wholeNumber } from '#db/whole-number';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { DomainError } from '~/domain/money/domain-error';
import type { ReportGroup } from '~/domain/reports/report-columns';
import { ledgerIdOf } from '~/services/books/ledger-number.server';
import type { CompanyScope } from '~/services/platform/context.server';
import { isListed } from '~/services/wells/well.server';

/**
 * Layers summed per batch. Movements are stored by posting but needed by layer. Sorting them for a few layers at a time,
 * within the CPU cache, takes half the time of sorting all of them.
 */
const LAYERS_AT_A_TIME = 500;

/** Movements `m` of postings `p` that match a condition, and the sums over them. */
type Source = {
  where: SQL;
  sums: readonly SQL[];
  /** True when `sums` cover a layer's movements of one kind, `m.kind`, so each movement is added once, not once per column. */
  isByKind?: boolean;
};

/**
 * Sums the movements of each layer that has any. Returns the rows as a few long texts, for `parseLayerSums`.
 * @param leadingColumns columns of the layer `l` that each row begins with, the number of its well first
 * @param sources their sums are added up by position
 */
export function layerSumsQuery(
  scope: CompanyScope,
  leadingColumns: readonly SQL[],
  sources: readonly Source[],
) {
  const company = ledgerIdOf(scope);
  const names = sources[0]!.sums.map((_, index) => sql.raw(`s${index}`));
  const selectSource = ({ where, sums, isByKind }: Source) => sql`
    select m.layer, ${sql.join(
      sums.map((sum, index) => sql`${sum} as ${names[index]!}`),
      sql`, `,
    )}
    from posting p cross join movement m on m.posting = p.id and m.layer between part.first and part.last
    where p.company = ${company} and ${where} group by m.layer${isByKind ? sql`, m.kind` : sql``}`;
  const totals = names.map((name) => sql`sum(${name}) as ${name}`);
  return scope.db.all<{ sums: string }>(sql`
    with part(first, last) as materialized (
      select min(id), max(id) from (
        select id, (row_number() over (order by id) - 1) / ${wholeNumber(LAYERS_AT_A_TIME)} as number from layer where company = ${company})
      group by number
    )
    select (
      select json_group_array(json_array(${sql.join([...leadingColumns, ...names], sql`, `)}))
      from (
        select layer, ${sql.join(totals, sql`, `)} from (${sql.join(sources.map(selectSource), sql` union all `)}) group by layer
      ) s cross join layer l on l.id = s.layer
    ) as sums from part`);
}

/** @returns the rows of a layerSumsQuery, one per layer: its `leadingColumns`, then its sums */
export function* parseLayerSums<Row>(parts: { sums: string }[]): Generator<Row> {
  for (const { sums } of parts) yield* JSON.parse(sums) as Row[];
}

/**
 * Dates that a report covers. With `throughPosting`, a posting id, only what was entered by then counts: for example, the
 * books as they were when a month was closed.
 */
export type ReportDays = { beginDate: CalendarDate; endDate: CalendarDate; throughPosting?: number };

/** Dates of a report, the grouping of its wells, and the field that it is limited to, if any. */
export type ReportTerms = ReportDays & { by: ReportGroup; field?: string };

/** SQL condition that a posting isn't newer than another, by their ids. Always true without another. */
export function enteredThrough(posting: SQL, through: number | undefined): SQL {
  return through === undefined ? sql`1` : sql`${posting} <= ${through}`;
}

/**
 * Data for reports by well, in addition to sums: the wells in order, and the last day on which anything is dated.
 * Returns unexecuted statements.
 * @param throughPosting as in ReportDays; also reads deleted wells: those deleted later still existed, and others add
 * nothing
 */
export function reportReads(scope: CompanyScope, throughPosting?: number) {
  const { db } = scope;
  const wasListed = throughPosting === undefined ? isListed(scope) : eq(well.companyId, scope.companyId);
  return {
    wells: selectAsText(
      db,
      db
        .select({
          number: well.ledgerId,
          id: well.id,
          wellCode: well.wellCode,
          wellName: well.wellName,
          field: well.field,
        })
        .from(well)
        .where(wasListed)
        .orderBy(well.wellCodeKey),
    ),
    last: db.all<{ day: CalendarDate | null }>(
      sql`select max(day) as day from posting where company = ${ledgerIdOf(scope)}`,
    ),
  };
}

/** True when nothing is dated after a day, so the layers' cached balances are those of the day. */
export function isLastDay([last]: { day: CalendarDate | null }[], day: CalendarDate): boolean {
  return !last?.day || day >= last.day;
}

/**
 * Makes a report's rows.
 * @throws Error when they don't tie out. The user's input isn't at fault, so this is an internal error, not a refusal
 */
export function requireTieOut<Rows>(report: string, buildRows: () => Rows): Rows {
  try {
    return buildRows();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new Error(`A ${report} does not tie`, { cause: error });
  }
}
