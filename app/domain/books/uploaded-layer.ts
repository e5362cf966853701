import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Cents } from '~/domain/money/money';
import type { RateBp } from '~/domain/money/rate';
import type { LayerType, Measurement } from './layer';

/** Layer described by a row of an upload. */
export type UploadedLayer = {
  layerType: LayerType;
  calculationDate: CalendarDate;
  discountRateBp: RateBp;
  inflationRateBp: RateBp;
  /** The company's cost; 0 when the row has only the cost of all owners. */
  pAndACostCents: Cents;
  /** Cost of all owners; null when the row has the company's. */
  grossCostCents: Cents | null;
  /** Time to the retirement date, rounded up, if the row has one. */
  wellLifespanYears: number;
  retirementDate: CalendarDate | null;
  /** Value at recognition; null to calculate it. */
  aroValueCents: Cents | null;
  /** Balance as of the upload's date, which makes the layer an opening balance; null for an ordinary layer. */
  currentAroCents: Cents | null;
  /** Meaning of an additional layer's cost; null when the row does not specify it. */
  measurement: Measurement | null;
  /** For an opening balance: the cost of its asset and the accumulated depreciation, with the same sign. */
  arcCostCents: Cents | null;
  arcAccumulatedCents: Cents | null;
};

type EnteredCosts = Pick<UploadedLayer, 'pAndACostCents' | 'grossCostCents'>;

/** An upload's default for additional layers whose rows don't specify it: the cost is the added cost, or the revised total. */
export const ADDITIONAL_COSTS = ['added', 'total'] as const;
export type AdditionalCost = (typeof ADDITIONAL_COSTS)[number];

/** Cost from the row, in cents: the company's, or else all owners'. */
export function enteredCost({ pAndACostCents, grossCostCents }: EnteredCosts): Cents {
  return pAndACostCents === 0 ? (grossCostCents ?? 0) : pAndACostCents;
}

/** True when an additional layer's cost is a decrease of the estimate, as in layer schedules: only then is it negative. */
export function lowersEstimate(layer: EnteredCosts): boolean {
  return enteredCost(layer) < 0;
}

/**
 * Meaning of an additional layer's cost: a change when it lowers the estimate; else what its row specifies; else the revised
 * total when its value is negative, because only a decrease has a negative value; else the upload's default. Null when none
 * applies.
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

/** A well's total cost estimate after an additional layer's row. */
export function estimateAfterRow(
  beforeCents: Cents,
  layer: EnteredCosts,
  measurement: Measurement | null,
): Cents {
  const isAdded = measurement === 'increment' || lowersEstimate(layer);
  return isAdded ? beforeCents + layer.pAndACostCents : layer.pAndACostCents;
}

export const DEPRECIATION_OUT_OF_RANGE = 'Accumulated depreciation must be between 0 and the ARC cost';

/** True when accumulated depreciation is between zero and the whole cost, which is negative for a decrease. */
export function isValidDepreciation(costCents: Cents, accumulatedCents: Cents): boolean {
  return Math.min(0, costCents) <= accumulatedCents && accumulatedCents <= Math.max(0, costCents);
}
