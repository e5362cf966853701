import { sql } from 'drizzle-orm';
import { exactRate } from '#db/exact-rate';
import { parseRows } from '#db/json-array';
import {
  createUndiscounter,
  MATURITY_YEARS,
  type MaturityYear,
  maturityYear,
  remainingTime,
} from '~/domain/books/maturities';
import { requireCached } from '~/domain/books/rollforward';
import { type Cents, formatCents } from '~/domain/money/money';
import type { RateBp } from '~/domain/money/rate';
import type { AsOfQuery, MaturityQuery } from '~/schemas/reports/report';
import type { MaturityView } from '~/schemas/reports/report-views';
import type { CompanyScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';
import { isLastDay, layerSumsQuery, parseLayerSums, reportReads, requireTieOut } from './layer-sums.server';
import {
  createWellMaturities,
  type MaturityColumns,
  maturityColumns,
  pluggedQuery,
} from './well-maturity.server';

/** Data for a table of maturities. Returns unexecuted statements. */
export function maturityReads(scope: CompanyScope, { asOf }: AsOfQuery) {
  return {
    parts: layerSumsQuery(
      scope,
      [...maturityColumns(asOf), exactRate('l', 'discount'), sql`l.current_aro_cents`],
      [{ where: sql`p.day <= ${asOf}`, sums: [sql`sum(m.liability)`] }],
    ),
    plugged: pluggedQuery(scope),
    ...reportReads(scope),
  };
}

type LayerRow = [...MaturityColumns, rate: RateBp, carried: Cents, carrying: Cents];

/**
 * Carrying amounts of the company's wells at the end of a day, in total, by field, or by well, and the amounts they grow to
 * until due, in twelve-month spans from that day: five, and thereafter. A layer's undiscounted amount is its carrying
 * amount, accreted at its own rate until its own retirement date. The span is that of its well, so the first span,
 * discounted, is the current portion in the disclosure. Deleted wells are left out.
 * @param query as passed to maturityReads
 * @throws Error when a layer doesn't tie out: the figures are wrong, and no report may be issued
 * Source: the rule of maturities; ASC 410-20-50.
 */
export function toMaturities(
  { asOf, by, field: onlyField, year: onlyYear }: MaturityQuery,
  { parts, plugged, wells: listed, last }: RowsOf<ReturnType<typeof maturityReads>>,
): MaturityView[] {
  const isUpToDate = isLastDay(last, asOf);
  const wellOf = new Map(parseRows(listed).map((well) => [well.number, well]));
  const wells = createWellMaturities(plugged, asOf);
  const layers = [...parseLayerSums<LayerRow>(parts)].filter(([well]) => wellOf.has(well));
  for (const [well, number, calculated, years, retires, isReversed] of layers) {
    wells.addLayer([well, number, calculated, years, retires, isReversed]);
  }
  const undiscount = createUndiscounter();
  const groups = new Map<string, Group>();
  const groupOf = (group: string, wellId: string | null) => {
    const existing = groups.get(group) ?? { wellId, sums: noSums() };
    groups.set(group, existing);
    return existing.sums;
  };
  if (by === 'total') groupOf('Total', null);
  for (const row of layers) {
    const [well, , calculationDate, wellLifespanYears, retirementDate, , rate, carried, carryingCents] = row;
    if (isUpToDate) {
      requireTieOut('table of maturities', () =>
        requireCached('table of maturities', carryingCents, carried),
      );
    }
    const { id, wellCode, field } = wellOf.get(well)!;
    if (onlyField && field !== onlyField) continue;
    const maturity = wells.getMaturity(well);
    const time = remainingTime(
      { calculationDate, wellLifespanYears, retirementDate },
      { day: asOf, isPlugged: maturity.isPlugged },
    );
    const sums = groupOf({ total: 'Total', field, well: wellCode }[by], by === 'well' ? id : null);
    const sum = sums.get(maturityYear(maturity, asOf))!;
    sum.discounted += BigInt(carryingCents);
    sum.undiscounted += undiscount({ carryingCents, discountRateBp: rate, time });
  }
  const rows = [...groups].flatMap(([group, { wellId, sums }]) =>
    [...sums]
      // The total shows empty spans too. Groups are many, so they show only spans with an amount.
      .filter(
        ([year, sum]) =>
          (!onlyYear || String(year) === onlyYear) &&
          (by === 'total' || sum.undiscounted !== 0n || sum.discounted !== 0n),
      )
      .map(([year, { undiscounted, discounted }]) => ({
        group,
        wellId,
        year,
        undiscounted: formatCents(undiscounted),
        discounted: formatCents(discounted),
      })),
  );
  if (by === 'total') return rows;
  const codes = new Map([...wellOf.values()].map(({ wellCode }, index) => [wellCode, index]));
  return rows.sort((a, b) =>
    by === 'well'
      ? codes.get(a.group)! - codes.get(b.group)!
      : Number(a.group > b.group) - Number(a.group < b.group),
  );
}

type Sums = Map<MaturityYear, { undiscounted: bigint; discounted: bigint }>;
type Group = { wellId: string | null; sums: Sums };

function noSums(): Sums {
  return new Map(MATURITY_YEARS.map((year) => [year, { undiscounted: 0n, discounted: 0n }]));
}
