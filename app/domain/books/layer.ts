import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { DomainError } from '~/domain/money/domain-error';
import { boundedCents, type Cents } from '~/domain/money/money';
import { type LayerLife, retirementDateOf } from './life';
import { type DiscountTerms, presentValue } from './present-value';

/** A well's first layer is initial; every later one is additional. */
export type LayerType = 'initial' | 'additional';

/**
 * Meaning of an additional layer's cost:
 * - `change`: the revised total estimate; the layer is the present value of the change.
 * - `increment`: the added cost itself.
 * - `remeasure`: the revised total estimate; the whole liability is remeasured at the new rates.
 */
export type Measurement = 'change' | 'increment' | 'remeasure';

/**
 * The well before the layer: its remaining total cost estimate after settlements and sales, the same estimate at the prices of
 * the layer's day if a change is measured against that, and its carrying amount with accretion to date.
 */
export type PreviousMeasurement = {
  totalEstimateCents: Cents;
  repricedEstimateCents?: Cents | null;
  carryingAmountCents: Cents;
};

export type LayerMeasurementInput = DiscountTerms & {
  layerType: LayerType;
  measurement: Measurement;
  pAndACostCents: Cents;
  /** Null only for an initial layer. */
  previous: PreviousMeasurement | null;
};

/** A layer's value at recognition, negative for a decrease, and the well's total cost estimate after it. */
export type LayerMeasurement = {
  aroValueCents: Cents;
  totalEstimateCents: Cents;
  /** True for a decrease that was capped at the well's carrying amount. */
  isLimited: boolean;
};

/**
 * Measures a layer, in cents; each present value is rounded half-up once. Neither `change` nor `remeasure` takes the well's
 * carrying amount below zero. An initial layer is the present value of its cost, whatever the measurement.
 *
 * @throws DomainError on `layerType` when an additional layer has no layer before it, on `pAndACost` when the layer or the
 * total estimate is beyond MAX_CENTS
 * Source: ASC 410-20-35-8 for `change` (an upward revision at current rates, a downward one at the rates of the layer it
 * reduces; the caller passes the rates); 410-20-35-1 for `increment`; IFRIC 1 for `remeasure`.
 */
export function measureLayer(
  input: LayerMeasurementInput,
  valuation: typeof presentValue = presentValue,
): LayerMeasurement {
  const { layerType, measurement, pAndACostCents, previous } = input;
  if (layerType === 'initial') {
    return { aroValueCents: valuation(input), totalEstimateCents: pAndACostCents, isLimited: false };
  }
  if (previous === null) throw new DomainError('layerType', 'Calculate the initial layer first');

  switch (measurement) {
    case 'change': {
      const changeCents = pAndACostCents - (previous.repricedEstimateCents ?? previous.totalEstimateCents);
      const aroValueCents = valuation({ ...input, pAndACostCents: changeCents });
      // A liability already at or below zero is not reduced any further.
      const floorCents = Math.min(0, 0 - previous.carryingAmountCents);
      return {
        aroValueCents: Math.max(aroValueCents, floorCents),
        totalEstimateCents: pAndACostCents,
        isLimited: aroValueCents < floorCents,
      };
    }
    case 'increment':
      return {
        aroValueCents: valuation(input),
        totalEstimateCents: boundedCents(previous.totalEstimateCents + pAndACostCents, 'pAndACost'),
        isLimited: false,
      };
    case 'remeasure':
      return {
        aroValueCents: boundedCents(valuation(input) - previous.carryingAmountCents, 'pAndACost'),
        totalEstimateCents: pAndACostCents,
        isLimited: false,
      };
  }
}

/**
 * True when an additional layer takes its discount and inflation rates from the previous layer: the P&A cost did not increase
 * and the well's lifespan did not decrease. A calculation to a retirement date compares retirement dates instead, because the
 * years left until the same date decrease on their own.
 * Source: the additional layer's auto-fill rule; ASC 410-20-35-8 (a decrease keeps its historical rate).
 */
export function inheritsRates({
  previous,
  next,
}: {
  previous: LayerLife & { pAndACostCents: Cents };
  next: Omit<LayerLife, 'calculationDate'> & { pAndACostCents: Cents };
}): boolean {
  const lastsAsLong = next.retirementDate
    ? next.retirementDate >= retirementDateOf(previous)
    : next.wellLifespanYears >= previous.wellLifespanYears;
  return lastsAsLong && next.pAndACostCents <= previous.pAndACostCents;
}

/**
 * Layer with the latest calculation date, and among those the highest number; null when there are no layers.
 * Source: the additional layer's auto-fill rule.
 */
export function latestLayer<T extends { calculationDate: CalendarDate; layerNumber: number }>(
  layers: readonly T[],
): T | null {
  return layers.reduce<T | null>((latest, layer) => (isLater(layer, latest) ? layer : latest), null);
}

function isLater(layer: LayerPosition, other: LayerPosition | null): boolean {
  if (other === null || layer.calculationDate > other.calculationDate) return true;
  return layer.calculationDate === other.calculationDate && layer.layerNumber > other.layerNumber;
}

type LayerPosition = { calculationDate: CalendarDate; layerNumber: number };
