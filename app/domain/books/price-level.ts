import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { startOfAccretion, TICKS_PER_YEAR } from '~/domain/calendar/month-scale';
import { Decimal } from '~/domain/money/decimal';
import { DomainError } from '~/domain/money/domain-error';
import { type Cents, centsFromDecimal, formatCents } from '~/domain/money/money';
import { annualGrowth, type RateBp } from '~/domain/money/rate';
import type { Measurement } from './layer';
import { type LayerLife, ticksOfLife } from './life';

/**
 * What a change in estimate compares the new estimate with: the previous one as it was stated, or at the prices of the day on
 * which the new one is made.
 */
export const CHANGE_BASES = ['stated', 'repriced'] as const;
export type ChangeBasis = (typeof CHANGE_BASES)[number];

/**
 * What a cost at the prices of one day is at those of a later one: cost × (1 + inflation)^t, t in years on accretion's scale,
 * rounded half-up to cents. A layer calculated later with it, at the same rates and to the same retirement date, is worth what
 * one calculated on the earlier day has grown to by the interest method. 100,000.00 at 2.5% is 105,062.50 two years later.
 */
export function atPricesOf(
  day: CalendarDate,
  { cents, pricesOf, inflationRateBp }: { cents: Cents; pricesOf: CalendarDate; inflationRateBp: RateBp },
): Cents {
  return inflated(cents, inflationRateBp, startOfAccretion(day) - startOfAccretion(pricesOf));
}

/** The same over so many ticks of accretion's scale. */
export function inflated(cents: Cents, rateBp: RateBp, ticks: number): Cents {
  return centsFromDecimal(inflation(rateBp, ticks).times(cents), 'pAndACost');
}

/** A layer of a well as far as it says what the well's estimate is made of. */
export type EstimatedLayer = LayerLife & {
  inflationRateBp: RateBp;
  /** Null for the initial layer. */
  measurement: Measurement | null;
  /** The well's total estimate once the layer was counted, undiscounted. */
  totalEstimateCents: Cents;
  /** What settlements and sales have left of it, before the next layer. */
  estimateLeftCents: Cents;
  /** The previous estimate at the prices of the layer's day, where its change was measured against that. */
  repricedEstimateCents: Cents | null;
};

/**
 * What a well's layers provide for, at the prices of a day: each layer's part of the estimate, with the inflation that the layer
 * assumes from its own day on, until it retires. In cents, rounded half-up once. 100,000.00 of January 1, 2020 at 2.5% and
 * 20,000.00 more of January 1, 2025 at 3% are 151,193.94 at the prices of January 1, 2030.
 * @param layers those that count, oldest first
 * Source: ASC 410-20-35-8, which compares cash flows: estimates at the prices of different days differ by inflation alone.
 */
export function estimateAtPricesOf(
  day: CalendarDate,
  layers: readonly EstimatedLayer[],
  inflationOver: typeof inflation = inflation,
): Cents {
  let repriced = new Decimal(0);
  let before = 0;
  for (const layer of layers) {
    const { measurement, totalEstimateCents, estimateLeftCents, repricedEstimateCents } = layer;
    // A remeasurement put the whole estimate at its own prices.
    if (measurement === 'remeasure') repriced = new Decimal(0);
    const comparedWith = measurement === 'remeasure' ? 0 : (repricedEstimateCents ?? before);
    const part = totalEstimateCents - comparedWith;
    repriced = repriced.plus(inflationOver(layer.inflationRateBp, ticksOfInflation(layer, day)).times(part));
    if (estimateLeftCents !== totalEstimateCents) {
      repriced = repriced.times(estimateLeftCents).div(totalEstimateCents);
    }
    before = estimateLeftCents;
  }
  return centsFromDecimal(repriced, 'pAndACost');
}

/** The same as text, for what only shows it: null beyond the largest amount, which a page must survive. */
export function shownAtPricesOf(
  day: CalendarDate,
  layers: readonly EstimatedLayer[],
  reprice: typeof estimateAtPricesOf = estimateAtPricesOf,
): string | null {
  try {
    return formatCents(reprice(day, layers));
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** An `estimateAtPricesOf` for thousands of wells: it remembers each power, for their layers share a handful. */
export function createRepricing(): typeof estimateAtPricesOf {
  const known = new Map<string, Decimal>();
  const remembered = (rateBp: RateBp, ticks: number) => {
    const key = `${rateBp}:${ticks}`;
    const factor = known.get(key) ?? inflation(rateBp, ticks);
    if (known.size < MAX_REMEMBERED) known.set(key, factor);
    return factor;
  };
  return (day, layers) => estimateAtPricesOf(day, layers, remembered);
}

const MAX_REMEMBERED = 10_000;

/** Ticks of accretion's scale over which a layer assumes inflation up to a day: none beyond its life. */
export function ticksOfInflation(layer: LayerLife, day: CalendarDate): number {
  return Math.min(startOfAccretion(day) - startOfAccretion(layer.calculationDate), ticksOfLife(layer));
}

/** The factor (1 + inflation)^t. */
function inflation(rateBp: RateBp, ticks: number): Decimal {
  return annualGrowth(rateBp).pow(new Decimal(ticks).div(TICKS_PER_YEAR));
}
