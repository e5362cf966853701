import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { type Cents, partOfCents, roundHalfUp } from '~/domain/money/money';
import { type RateBp, rateOfUnits, rateUnits } from '~/domain/money/rate';
import { type EstimatedLayer, inflate, ticksOfInflation } from './price-level';

/**
 * Rates for a decrease when the user enters none: `average` of the well's layers, weighted by carrying amount, or those of the
 * `newest` layers, weighted by the amount taken from each.
 */
export const DOWNWARD_RATES = ['average', 'newest'] as const;
export type DownwardRate = (typeof DOWNWARD_RATES)[number];

/**
 * Source of a layer's rates, if the user did not enter them. `unchanged`: the estimate was confirmed. `table`: one or both came
 * from the company's rate tables.
 */
export const RATE_SOURCES = [...DOWNWARD_RATES, 'unchanged', 'table'] as const;
export type RateSource = (typeof RATE_SOURCES)[number];

export type Rates = { discountRateBp: RateBp; inflationRateBp: RateBp };

/** A layer at the time of a decrease in the estimate. */
export type RevisedLayer = Rates &
  EstimatedLayer & {
    /** Carrying amount on that day. */
    currentAroCents: Cents;
  };

/**
 * Rates for a decrease that cannot be matched to a layer: the average of the well's layers, weighted by their positive carrying
 * amounts, to ten decimals. Null when no layer has one. Layers of 229,417 at 8.5% and 19,704 at 8% give 8.4604529526%, shown as
 * 8.4605%.
 * Source: ASC 410-20-35-8, the weighted-average credit-adjusted risk-free rate.
 */
export function averageRates(layers: readonly RevisedLayer[]): Rates | null {
  return averageByWeight(layers.map((layer) => ({ ...layer, weight: layer.currentAroCents })));
}

/**
 * Rates for a decrease taken from the newest layers first, weighted by the undiscounted amounts taken from each, to ten
 * decimals. Earlier decreases took from the layers that were newest then; a remeasurement put the whole estimate at its own
 * rates; a settlement or sale took its share of each. Null when nothing is left to take from.
 * @param layers oldest first
 * @param decreaseCents amount by which the estimate falls, positive
 * @param priceDate day whose prices that amount is at; null when estimates are compared as stated
 * Source: ASC 410-20-35-8, the rate that existed when the liability being reduced was recognized.
 */
export function newestRates(
  layers: readonly RevisedLayer[],
  decreaseCents: Cents,
  priceDate: CalendarDate | null = null,
): Rates | null {
  let estimates: EstimatePart[] = [];
  let previousCents = 0;
  for (const layer of layers) {
    const { measurement, totalEstimateCents, estimateLeftCents, repricedEstimateCents } = layer;
    if (measurement === 'remeasure') estimates = [];
    if (repricedEstimateCents !== null) estimates = reprice(estimates, layer.calculationDate);
    const change =
      totalEstimateCents - (measurement === 'remeasure' ? 0 : (repricedEstimateCents ?? previousCents));
    if (change > 0) estimates.push(toPart(layer, change));
    else takeNewest(estimates, 0 - change);
    if (estimateLeftCents !== totalEstimateCents) {
      estimates = estimates.map((part) => ({
        ...part,
        weight: partOfCents(part.weight, { numerator: estimateLeftCents, denominator: totalEstimateCents }),
      }));
    }
    previousCents = estimateLeftCents;
  }
  return averageByWeight(takeNewest(priceDate ? reprice(estimates, priceDate) : estimates, decreaseCents));
}

/** Remaining part of a layer's contribution to the estimate, with its inflation over a number of ticks. */
type EstimatePart = Rates & { weight: Cents; layer: RevisedLayer; ticks: number };

function toPart(layer: RevisedLayer, weight: Cents): EstimatePart {
  const { discountRateBp, inflationRateBp } = layer;
  return { discountRateBp, inflationRateBp, weight, layer, ticks: 0 };
}

function reprice(parts: readonly EstimatePart[], day: CalendarDate): EstimatePart[] {
  return parts.map((part) => {
    const ticks = ticksOfInflation(part.layer, day);
    return { ...part, ticks, weight: inflate(part.weight, part.inflationRateBp, ticks - part.ticks) };
  });
}

/** Takes an amount off the end of a list, and returns the parts taken. */
function takeNewest(estimates: EstimatePart[], cents: Cents): EstimatePart[] {
  const removed: EstimatePart[] = [];
  for (let remaining = cents; remaining > 0; ) {
    const newest = estimates.pop();
    if (!newest) break;
    const weight = Math.min(remaining, newest.weight);
    removed.push({ ...newest, weight });
    if (weight < newest.weight) estimates.push({ ...newest, weight: newest.weight - weight });
    remaining -= weight;
  }
  return removed;
}

function averageByWeight(parts: readonly (Rates & { weight: Cents })[]): Rates | null {
  let [total, discount, inflation] = [0n, 0n, 0n];
  for (const { weight, discountRateBp, inflationRateBp } of parts) {
    if (weight <= 0) continue;
    total += BigInt(weight);
    discount += BigInt(weight) * BigInt(rateUnits(discountRateBp));
    inflation += BigInt(weight) * BigInt(rateUnits(inflationRateBp));
  }
  if (total === 0n) return null;
  const mean = (sum: bigint) => rateOfUnits(Number(roundHalfUp(sum, total)));
  return { discountRateBp: mean(discount), inflationRateBp: mean(inflation) };
}
