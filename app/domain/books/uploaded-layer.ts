import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Cents } from '~/domain/money/money';
import type { RateBp } from '~/domain/money/rate';
import type { LayerType, Measurement } from './layer';

/** The layer that a row of an upload describes. */
export type UploadedLayer = {
  layerType: LayerType;
  calculationDate: CalendarDate;
  discountRateBp: RateBp;
  inflationRateBp: RateBp;
  /** The company's cost; 0 where the row gives all owners' alone. */
  pAndACostCents: Cents;
  /** All owners' cost; null where the row gives the company's. */
  grossCostCents: Cents | null;
  /** The time to the retirement date, rounded up, where the row names one. */
  wellLifespanYears: number;
  retirementDate: CalendarDate | null;
  /** The layer's value at recognition; null where it is to be calculated. */
  aroValueCents: Cents | null;
  /** Its balance as of the upload's date, which makes it an opening balance; null where it is an ordinary layer. */
  currentAroCents: Cents | null;
  /** What an additional layer's cost means; null where the row does not say. */
  measurement: Measurement | null;
  /** Of an opening balance: the cost of its asset, and the depreciation accumulated on it, of the same sign. */
  arcCostCents: Cents | null;
  arcAccumulatedCents: Cents | null;
};

type GivenCosts = Pick<UploadedLayer, 'pAndACostCents' | 'grossCostCents'>;

/** What an upload says of the additional layers whose rows do not: their cost is the added one, or the revised total. */
export const ADDITIONAL_COSTS = ['added', 'total'] as const;
export type AdditionalCost = (typeof ADDITIONAL_COSTS)[number];

/** The cost as a row gives it, in cents: the company's, or else all owners'. */
export function givenCost({ pAndACostCents, grossCostCents }: GivenCosts): Cents {
  return pAndACostCents === 0 ? (grossCostCents ?? 0) : pAndACostCents;
}

/**
 * Whether an additional layer's cost is what the estimate is lowered by, as schedules of layers have it: a cost below zero can be
 * nothing else.
 */
export function lowersEstimate(layer: GivenCosts): boolean {
  return givenCost(layer) < 0;
}

/**
 * What an additional layer's cost means: a change where it lowers the estimate; what its row says; the revised total where its
 * value is negative, for only a decrease has such a value; otherwise what the upload says of all such rows. Null where nothing says.
 */
export function measurementOf(
  layer: UploadedLayer,
  additionalCost: AdditionalCost | null,
): Measurement | null {
  const { measurement, aroValueCents, currentAroCents } = layer;
  if (lowersEstimate(layer)) return 'change';
  if (measurement !== null) return measurement;
  if ((aroValueCents ?? currentAroCents ?? 0) < 0) return 'change';
  if (additionalCost === null) return null;
  return additionalCost === 'added' ? 'increment' : 'change';
}

/** A well's total estimated cost after an additional layer's row, from what it was before. */
export function estimateAfterRow(
  beforeCents: Cents,
  layer: GivenCosts,
  measurement: Measurement | null,
): Cents {
  const isAdded = measurement === 'increment' || lowersEstimate(layer);
  return isAdded ? beforeCents + layer.pAndACostCents : layer.pAndACostCents;
}

export const TOO_DEPRECIATED = 'Accumulated depreciation must be between 0 and the ARC cost';

/** Whether so much may be accumulated on a cost: between nothing and all of it, which is negative for a decrease. */
export function isDepreciationOf(costCents: Cents, accumulatedCents: Cents): boolean {
  return Math.min(0, costCents) <= accumulatedCents && accumulatedCents <= Math.max(0, costCents);
}
