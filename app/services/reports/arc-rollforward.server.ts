import { type SQL, sql } from 'drizzle-orm';
import { parseRows } from '#db/json-array';
import {
  ARC_COLUMNS,
  type ArcPair,
  type ArcRow,
  type ArcSums,
  addArcRow,
  arcRow,
  emptyArcRow,
  noArcSums,
} from '~/domain/books/arc-rollforward';
import { ARC_CAUSES, type ArcCause, kindsOfArcCause, type MovementKind } from '~/domain/books/movement-kinds';
import { type Cents, formatCents } from '~/domain/money/money';
import type { ArcRollforwardView } from '~/schemas/reports/report-views';
import type { CompanyScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';
import {
  enteredThrough,
  isLastDay,
  layerSumsQuery,
  parseLayerSums,
  type ReportDays,
  type ReportTerms,
  reportReads,
  requireTieOut,
} from './layer-sums.server';
import { isOfKind } from './movement-sums.server';

const [COST, ACCUMULATED] = [sql`m.arc_cost`, sql`m.arc_accumulated`];
const sumOf = (amount: SQL) => sql`sum(${amount})`;
const ZERO = sql`0`;

/** Sum of an amount for a cause, by kind of movement: all of them, all but reversals, or reversals only. */
function sumByCause(amount: SQL, cause: ArcCause): SQL {
  const { posted, reversed } = kindsOfArcCause(cause);
  const sums: [kinds: MovementKind[], sum: SQL][] = [
    [posted.filter((kind) => reversed.includes(kind)), sumOf(amount)],
    [posted.filter((kind) => !reversed.includes(kind)), sumWhere(amount, sql`p.kind <> 'reversal'`)],
    [reversed.filter((kind) => !posted.includes(kind)), sumWhere(amount, sql`p.kind = 'reversal'`)],
  ];
  return sums.reduceRight(
    (remainder, [kinds, sum]) =>
      kinds.length > 0 ? sql`iif(${isOfKind(kinds)}, ${sum}, ${remainder})` : remainder,
    ZERO,
  );
}

function sumWhere(amount: SQL, condition: SQL): SQL {
  return sql`coalesce(${sumOf(amount)} filter (where ${condition}), 0)`;
}

const isAccumulated = (cause: ArcCause) =>
  cause === 'beginningAccumulated' || cause === 'depreciation' || cause === 'accumulatedRetired';
const WITHIN = Object.fromEntries(
  ARC_CAUSES.map((cause) => [cause, sumByCause(isAccumulated(cause) ? ACCUMULATED : COST, cause)]),
) as Record<ArcCause, SQL>;
const BEFORE: Partial<typeof WITHIN> = {
  beginningCost: sumOf(COST),
  beginningAccumulated: sumOf(ACCUMULATED),
};

/** Data for an ARC rollforward. Returns unexecuted statements. */
export function arcRollforwardReads(scope: CompanyScope, { beginDate, endDate, throughPosting }: ReportDays) {
  const isEntered = enteredThrough(sql`p.id`, throughPosting);
  const sumsOf = (causes: Partial<typeof WITHIN>) => [
    ...ARC_CAUSES.map((cause) => causes[cause] ?? ZERO),
    sumOf(COST),
    sumOf(ACCUMULATED),
  ];
  return {
    parts: layerSumsQuery(
      scope,
      [sql`l.well`, sql`l.arc_cost_cents`, sql`l.arc_accumulated_cents`],
      [
        { where: sql`p.day < ${beginDate} and ${isEntered}`, sums: sumsOf(BEFORE) },
        {
          where: sql`p.day between ${beginDate} and ${endDate} and ${isEntered}`,
          sums: sumsOf(WITHIN),
          isByKind: true,
        },
      ],
    ),
    ...reportReads(scope, throughPosting),
  };
}

type LayerRow = [well: number, cost: Cents, accumulated: Cents, ...sums: Cents[]];
type WellSums = { sums: ArcSums; throughEnd: ArcPair; cached: ArcPair };

/**
 * Rollforward of asset retirement cost between two dates, inclusive: in total (always one row), by field, or by well, with
 * every well that has movements through the end date. Deleted wells are left out, because everything on them is reversed.
 * @param query as passed to arcRollforwardReads
 * @throws Error when a well doesn't tie out: the figures are wrong, and no report may be issued
 */
export function toArcRollforward(
  { endDate, throughPosting, by, field: onlyField }: ReportTerms,
  { parts, wells, last }: RowsOf<ReturnType<typeof arcRollforwardReads>>,
): ArcRollforwardView[] {
  const isUpToDate = throughPosting === undefined && isLastDay(last, endDate);
  const sumsOf = new Map<number, WellSums>();
  for (const layer of parseLayerSums<LayerRow>(parts))
    sumsOf.set(layer[0], addLayer(sumsOf.get(layer[0]), layer));
  const wellIds = new Map<string, string>();
  const groups = new Map<string, ArcRow>(by === 'total' ? [['Total', emptyArcRow()]] : []);
  for (const { number, id, wellCode, field } of parseRows(wells)) {
    const wellSums = sumsOf.get(number);
    if (!wellSums || (onlyField && field !== onlyField)) continue;
    if (by === 'well') wellIds.set(wellCode, id);
    const row = requireTieOut('ARC rollforward', () =>
      arcRow(wellSums.sums, wellSums.throughEnd, isUpToDate ? wellSums.cached : null),
    );
    const group = { total: 'Total', field, well: wellCode }[by];
    const existing = groups.get(group);
    groups.set(group, existing ? addArcRow(existing, row) : row);
  }
  const rows = [...groups].map(([group, row]) => toView(group, wellIds.get(group) ?? null, row));
  return by === 'field' ? rows.sort((a, b) => (a.group < b.group ? -1 : 1)) : rows;
}

function addLayer(well: WellSums | undefined, [, cost, accumulated, ...sums]: LayerRow): WellSums {
  const wellSums = well ?? { sums: noArcSums(), throughEnd: emptyPair(), cached: emptyPair() };
  for (const [index, cause] of ARC_CAUSES.entries()) wellSums.sums[cause] += sums[index]!;
  addPair(wellSums.throughEnd, sums[ARC_CAUSES.length]!, sums[ARC_CAUSES.length + 1]!);
  addPair(wellSums.cached, cost, accumulated);
  return wellSums;
}

function emptyPair(): ArcPair {
  return { costCents: 0, accumulatedCents: 0 };
}

function addPair(pair: ArcPair, cost: Cents, accumulated: Cents): void {
  pair.costCents += cost;
  pair.accumulatedCents += accumulated;
}

function toView(group: string, wellId: string | null, row: ArcRow): ArcRollforwardView {
  const amounts = ARC_COLUMNS.map((column) => [column, formatCents(row[column])]);
  return { group, wellId, ...Object.fromEntries(amounts) };
}
