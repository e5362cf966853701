import { sql } from 'drizzle-orm';
import { exactRate } from '#db/exact-rate';
import { parseRows } from '#db/json-array';
import { createUndiscounting, MATURITY_YEARS, maturityYear, timeLeft } from '~/domain/books/maturities';
import { requireCached } from '~/domain/books/rollforward';
import { type Cents, formatCents } from '~/domain/money/money';
import type { RateBp } from '~/domain/money/rate';
import type { AsOfQuery } from '~/schemas/reports/report';
import type { MaturityView } from '~/schemas/reports/report-views';
import type { CompanyScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';
import { isLastDay, layerSumsQuery, parseLayerSums, reportReads, tied } from './layer-sums.server';
import {
  createWellMaturities,
  type MaturityColumns,
  maturityColumns,
  pluggedQuery,
} from './well-maturity.server';

/** The columns of a file, in their order. */
export const MATURITY_COLUMNS = ['year', 'undiscounted', 'discounted'] as const;

/** What a table of maturities takes; statements not yet run. */
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
 * What the company's wells carry at the end of a day, and what that grows to until they are due, in twelve-month spans from
 * the day: five, and after. A layer's undiscounted amount is what it carries, grown at its own rate until its own retirement
 * date; the span is that of its well, so that the first span, discounted, is the current portion of the disclosure. Deleted wells are left out.
 * @param query what maturityReads was given
 * @throws Error when a layer does not tie, for then something is wrong with the figures and no file may leave
 * Source: the rule of maturities; ASC 410-20-50.
 */
export function toMaturities(
  { asOf }: AsOfQuery,
  { parts, plugged, wells: listed, last }: RowsOf<ReturnType<typeof maturityReads>>,
): MaturityView[] {
  const isUpToDate = isLastDay(last, asOf);
  const isListed = new Set(parseRows(listed).map(({ number }) => number));
  const wells = createWellMaturities(plugged, asOf);
  const layers = [...parseLayerSums<LayerRow>(parts)].filter(([well]) => isListed.has(well));
  for (const [well, number, calculated, years, isReversed] of layers) {
    wells.take([well, number, calculated, years, isReversed]);
  }
  const undiscount = createUndiscounting();
  const sums = new Map(MATURITY_YEARS.map((year) => [year, { undiscounted: 0n, discounted: 0n }]));
  for (const [well, , calculationDate, wellLifespanYears, , rate, carried, carryingCents] of layers) {
    if (isUpToDate) {
      tied('table of maturities', () => requireCached('table of maturities', carryingCents, carried));
    }
    const maturity = wells.of(well);
    const time = timeLeft(
      { calculationDate, wellLifespanYears },
      { day: asOf, isPlugged: maturity.isPlugged },
    );
    const sum = sums.get(maturityYear(maturity, asOf))!;
    sum.discounted += BigInt(carryingCents);
    sum.undiscounted += undiscount({ carryingCents, discountRateBp: rate, time });
  }
  return [...sums].map(([year, { undiscounted, discounted }]) => ({
    year,
    undiscounted: formatCents(undiscounted),
    discounted: formatCents(discounted),
  }));
}
