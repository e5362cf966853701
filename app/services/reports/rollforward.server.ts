import { sql } from 'drizzle-orm';
import { parseRows } from '#db/json-array';
import {
  type RollforwardRow,
  type RollforwardSums,
  type RollforwardTotals,
  rollforwardRow,
  rollforwardTotals,
} from '~/domain/books/rollforward';
import { type Cents, formatCents } from '~/domain/money/money';
import type { ReportQuery, RollforwardQuery } from '~/schemas/reports/report';
import type { RollforwardView } from '~/schemas/reports/report-views';
import type { CompanyScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';
import { isLastDay, layerSumsQuery, parseLayerSums, reportReads, requireTieOut } from './layer-sums.server';
import { movementSums } from './movement-sums.server';

/** Data for a rollforward: sums by layer, and the data common to all reports. Returns unexecuted statements. */
export function rollforwardReads(scope: CompanyScope, { beginDate, endDate }: ReportQuery) {
  const { opening, additions, accretion, reductions, all } = movementSums;
  const zero = sql`0`;
  return {
    // One total before the dates, and one sum per column within them, because most movements are before the dates.
    parts: layerSumsQuery(
      scope,
      [sql`l.well`, sql`l.current_aro_cents`],
      [
        { where: sql`p.day < ${beginDate}`, sums: [all, zero, zero, zero, all] },
        {
          where: sql`p.day between ${beginDate} and ${endDate}`,
          sums: [opening, additions, accretion, reductions, all],
        },
      ],
    ),
    ...reportReads(scope),
  };
}

type LayerSums = [
  well: number,
  carried: Cents,
  before: Cents,
  additions: Cents,
  accretion: Cents,
  reductions: Cents,
  throughEnd: Cents,
];

/**
 * The rollforward of each well with movements through the end date, by well code; or of each field, or of all wells together
 * (always one row). Both dates are inclusive. Deleted wells are left out, because everything on them is reversed on its own
 * date.
 * @param query as passed to rollforwardReads
 * @throws Error when a well doesn't tie out: the figures are wrong, and no report may be issued
 * Source: every balance is the sum of dated movements; ASC 410-20-50-1(c).
 */
export function toRollforward(
  { endDate, by, field: onlyField }: RollforwardQuery,
  { parts, wells, last }: RowsOf<ReturnType<typeof rollforwardReads>>,
): RollforwardView[] {
  const isUpToDate = isLastDay(last, endDate);
  const sumsOf = sumByWell(parts);
  const rows = parseRows(wells).flatMap(({ number, id: wellId, ...wellFields }) => {
    const sums = sumsOf.get(number);
    if (!sums || (onlyField && wellFields.field !== onlyField)) return [];
    const { carriedCents } = sums;
    const row = requireTieOut('rollforward', () => rollforwardRow(sums, isUpToDate ? carriedCents : null));
    return [{ wellId, ...wellFields, row }];
  });
  if (by === 'well') return rows.map(({ row, ...figures }) => ({ ...figures, ...toBalances(row) }));
  const groups = by === 'total' ? new Map([['', rows]]) : Map.groupBy(rows, ({ field }) => field);
  return [...groups.keys()].sort().map((field) => {
    const total = rollforwardTotals(groups.get(field)!.map(({ row }) => row));
    return { wellId: null, wellCode: '', wellName: '', field, ...toBalances(total) };
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
  for (const layer of parseLayerSums<LayerSums>(parts)) {
    const [well, carried, before, additions, accretion, reductions, throughEnd] = layer;
    const sums = byWell.get(well) ?? { ...NO_SUMS };
    sums.beforeCents += before;
    sums.additionsCents += additions;
    sums.accretionCents += accretion;
    sums.reductionsCents += reductions;
    sums.throughEndCents += throughEnd;
    sums.carriedCents += carried;
    byWell.set(well, sums);
  }
  return byWell;
}

function toBalances(row: RollforwardRow | RollforwardTotals) {
  return {
    beginningBalance: formatCents(row.beginningCents),
    additions: formatCents(row.additionsCents),
    accretion: formatCents(row.accretionCents),
    reductions: formatCents(row.reductionsCents),
    endingBalance: formatCents(row.endingCents),
  };
}
