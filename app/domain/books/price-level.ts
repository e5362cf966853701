import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { startOfAccretion, TICKS_PER_YEAR } from '~/domain/calendar/month-scale';
import { Decimal } from '~/domain/money/decimal';
import { DomainError } from '~/domain/money/domain-error';
import { type Cents, centsFromDecimal, formatCents } from '~/domain/money/money';
import { annualGrowth, type RateBp } from '~/domain/money/rate';
import type { Measurement } from './layer';
import { type LayerLife, ticksOfLife } from './life';

/** Baseline for a change in estimate: the previous estimate as stated, or at the prices of the new estimate's day. */
export const CHANGE_BASES = ['stated', 'repriced'] as const;
export type ChangeBasis = (typeof CHANGE_BASES)[number];

/**
 * Reprices a cost from one day's prices to a later day's: cost × (1 + inflation)^t, with t in years on the accretion scale,
 * rounded half-up to cents. A layer calculated later from the repriced cost, at the same rates and to the same retirement date,
 * has the value that one calculated on the earlier day has accreted to by the interest method. 100,000.00 at 2.5% is 105,062.50
 * two years later.
 */
export function repriceCost(
  day: CalendarDate,
  { cents, priceDate, inflationRateBp }: { cents: Cents; priceDate: CalendarDate; inflationRateBp: RateBp },
): Cents {
  return inflate(cents, inflationRateBp, startOfAccretion(day) - startOfAccretion(priceDate));
}

/** Like `repriceCost`, over a number of ticks on the accretion scale. */
export function inflate(cents: Cents, rateBp: RateBp, ticks: number): Cents {
  return centsFromDecimal(inflationFactor(rateBp, ticks).times(cents), 'pAndACost');
}

/** Fields of a layer that determine its part of the well's estimate. */
export type EstimatedLayer = LayerLife & {
  inflationRateBp: RateBp;
  /** Null for the initial layer. */
  measurement: Measurement | null;
  /** The well's total estimate including this layer, undiscounted. */
  totalEstimateCents: Cents;
  /** Remaining part of that estimate after settlements and sales, before the next layer. */
  estimateLeftCents: Cents;
  /** Previous estimate at the prices of the layer's day; null if its change was not measured against that. */
  repricedEstimateCents: Cents | null;
};

/**
 * Estimate that a well's layers provide for, at the prices of a day: each layer's part of the estimate, inflated at the rate
 * the layer assumes from its own day until it retires. In cents, rounded half-up once. 100,000.00 as of January 1, 2020 at
 * 2.5%, and 20,000.00 more as of January 1, 2025 at 3%, are 151,193.94 at the prices of January 1, 2030.
 * @param layers layers in effect, oldest first
 * Source: ASC 410-20-35-8, which compares cash flows: estimates at the prices of different days differ by inflation alone.
 */
export function repriceEstimate(
  day: CalendarDate,
  layers: readonly EstimatedLayer[],
  getInflation: typeof inflationFactor = inflationFactor,
): Cents {
  let repriced = new Decimal(0);
  let previousCents = 0;
  for (const layer of layers) {
    const { measurement, totalEstimateCents, estimateLeftCents, repricedEstimateCents } = layer;
    // A remeasurement restates the whole estimate at its own prices.
    if (measurement === 'remeasure') repriced = new Decimal(0);
    const comparedCents = measurement === 'remeasure' ? 0 : (repricedEstimateCents ?? previousCents);
    const changeCents = totalEstimateCents - comparedCents;
    repriced = repriced.plus(
      getInflation(layer.inflationRateBp, ticksOfInflation(layer, day)).times(changeCents),
    );
    if (estimateLeftCents !== totalEstimateCents) {
      repriced = repriced.times(estimateLeftCents).div(totalEstimateCents);
    }
    previousCents = estimateLeftCents;
  }
  return centsFromDecimal(repriced, 'pAndACost');
}

/** Like `repriceEstimate`, but as text for display: null beyond the largest amount, so the page still renders. */
export function formatRepricedEstimate(
  day: CalendarDate,
  layers: readonly EstimatedLayer[],
  reprice: typeof repriceEstimate = repriceEstimate,
): string | null {
  try {
    return formatCents(reprice(day, layers));
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** Like `repriceEstimate`, but for thousands of wells: caches each power, because their layers share a handful. */
export function createRepricing(): typeof repriceEstimate {
  const cache = new Map<string, Decimal>();
  const cachedInflation = (rateBp: RateBp, ticks: number) => {
    const key = `${rateBp}:${ticks}`;
    const factor = cache.get(key) ?? inflationFactor(rateBp, ticks);
    if (cache.size < MAX_REMEMBERED) cache.set(key, factor);
    return factor;
  };
  return (day, layers) => repriceEstimate(day, layers, cachedInflation);
}

const MAX_REMEMBERED = 10_000;

/** Ticks on the accretion scale over which a layer assumes inflation up to a day, limited to its life. */
export function ticksOfInflation(layer: LayerLife, day: CalendarDate): number {
  return Math.min(startOfAccretion(day) - startOfAccretion(layer.calculationDate), ticksOfLife(layer));
}

/** The factor (1 + inflation)^t. */
function inflationFactor(rateBp: RateBp, ticks: number): Decimal {
  return annualGrowth(rateBp).pow(new Decimal(ticks).div(TICKS_PER_YEAR));
}
