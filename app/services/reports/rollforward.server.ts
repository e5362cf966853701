import { sql } from 'drizzle-orm';
import { parseRows, selectAsText } from '#db/json-array';
import { well } from '#db/schema';
import { wholeNumber } from '#db/whole-number';
import { type RollforwardSums, rollforwardRow } from '~/domain/books/rollforward';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { DomainError } from '~/domain/money/domain-error';
import { type Cents, formatCents } from '~/domain/money/money';
import type { RollforwardView } from '~/schemas/platform/views';
import type { ReportQuery } from '~/schemas/reports/report';
import { ledgerIdOf } from '~/services/books/post.server';
import type { CompanyScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';
import { isListed } from '~/services/wells/well.server';
import { movementSums } from './movement-sums.server';

/** The columns of a file, in their order. */
export const ROLLFORWARD_COLUMNS = [
  'wellCode',
  'wellName',
  'field',
  'beginningBalance',
  'additions',
  'accretion',
  'reductions',
  'endingBalance',
] as const;

/**
 * Layers summed at a time. Movements come posting by posting and are wanted layer by layer: sorting those of a few layers
 * after the other, in the processor's own memory, takes half the time of sorting all of them.
 */
const LAYERS_AT_A_TIME = 500;

/** What a rollforward takes: sums by layer, the wells in order, and the last day that anything is dated. Statements not yet run. */
export function rollforwardReads(scope: CompanyScope, { beginDate, endDate }: ReportQuery) {
  const { db } = scope;
  return {
    parts: partsQuery(scope, { beginDate, endDate }),
    wells: selectAsText(
      db,
      db
        .select({
          number: well.ledgerId,
          wellCode: well.wellCode,
          wellName: well.wellName,
          field: well.field,
        })
        .from(well)
        .where(isListed(scope))
        .orderBy(well.wellCodeKey),
    ),
    last: db.all<{ day: CalendarDate | null }>(
      sql`select max(day) as day from posting where company = ${ledgerIdOf(scope)}`,
    ),
  };
}

type LayerSums = [
  well: number,
  before: Cents,
  additions: Cents,
  accretion: Cents,
  reductions: Cents,
  throughEnd: Cents,
  carried: Cents,
];

/** One sum of all before the dates, and one of each column within them: what is before is most of it, and has one column. */
function partsQuery(scope: CompanyScope, { beginDate, endDate }: ReportQuery) {
  const company = ledgerIdOf(scope);
  const { opening, additions, accretion, reductions, all } = movementSums;
  const ofPart = sql`posting p cross join movement m on m.posting = p.id and m.layer between part.first and part.last
    where p.company = ${company}`;
  return scope.db.all<{ sums: string }>(sql`
    with part(first, last) as materialized (
      select min(id), max(id) from (
        select id, (row_number() over (order by id) - 1) / ${wholeNumber(LAYERS_AT_A_TIME)} as number from layer where company = ${company})
      group by number
    )
    select (
      select json_group_array(json_array(l.well, before, additions, accretion, reductions, through_end, l.current_aro_cents))
      from (
        select layer, sum(before) as before, sum(additions) as additions, sum(accretion) as accretion,
          sum(reductions) as reductions, sum(through_end) as through_end
        from (
          select m.layer, sum(m.liability) as before, 0 as additions, 0 as accretion, 0 as reductions, sum(m.liability) as through_end
          from ${ofPart} and p.day < ${beginDate} group by m.layer
          union all
          select m.layer, ${opening}, ${additions}, ${accretion}, ${reductions}, ${all}
          from ${ofPart} and p.day between ${beginDate} and ${endDate} group by m.layer
        ) group by layer
      ) s cross join layer l on l.id = s.layer
    ) as sums from part`);
}

/**
 * The rollforward of each well that has any movement up to the end date, by well code. Both dates are included. Deleted
 * wells are left out: everything on them is reversed on its own day.
 * @param query what rollforwardReads was given
 * @throws Error when a well does not tie, for then something is wrong with the figures and no file may leave
 * Source: every balance is the sum of dated movements; ASC 410-20-50-1(c).
 */
export function toRollforward(
  { endDate }: ReportQuery,
  { parts, wells, last }: RowsOf<ReturnType<typeof rollforwardReads>>,
): RollforwardView[] {
  const lastDay = last[0]?.day ?? null;
  const isUpToDate = lastDay === null || endDate >= lastDay;
  const sumsOf = sumByWell(parts);
  return parseRows(wells).flatMap(({ number, ...shown }) => {
    const sums = sumsOf.get(number);
    return sums ? [{ ...shown, ...toBalances(sums, isUpToDate) }] : [];
  });
}

type WellSums = RollforwardSums & { carriedCents: Cents };

const NO_SUMS: WellSums = {
  beforeCents: 0,
  additionsCents: 0,
  accretionCents: 0,
  reductionsCents: 0,
  throughEndCents: 0,
  carriedCents: 0,
};

function sumByWell(parts: { sums: string }[]): Map<number, WellSums> {
  const byWell = new Map<number, WellSums>();
  for (const { sums } of parts) {
    for (const [well, before, additions, accretion, reductions, throughEnd, carried] of JSON.parse(
      sums,
    ) as LayerSums[]) {
      const known = byWell.get(well) ?? { ...NO_SUMS };
      known.beforeCents += before;
      known.additionsCents += additions;
      known.accretionCents += accretion;
      known.reductionsCents += reductions;
      known.throughEndCents += throughEnd;
      known.carriedCents += carried;
      byWell.set(well, known);
    }
  }
  return byWell;
}

function toBalances({ carriedCents, ...sums }: WellSums, isUpToDate: boolean) {
  try {
    const row = rollforwardRow(sums, isUpToDate ? carriedCents : null);
    return {
      beginningBalance: formatCents(row.beginningCents),
      additions: formatCents(row.additionsCents),
      accretion: formatCents(row.accretionCents),
      reductions: formatCents(row.reductionsCents),
      endingBalance: formatCents(row.endingCents),
    };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // Nothing that the person gave is wrong: this is no refusal but a failure of ours.
    throw new Error('A rollforward does not tie', { cause: error });
  }
}
