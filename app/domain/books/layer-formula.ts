import { DomainError } from '~/domain/money/domain-error';
import type { Cents } from '~/domain/money/money';
import { annualGrowth } from '~/domain/money/rate';
import { formulaAmount as money } from './formula-amount';
import type { LayerType, Measurement } from './layer';
import { type DiscountTerms, presentValue, yearsOf } from './present-value';

const YEARS_PLACES = 12;

export type MeasuredLayer = DiscountTerms & {
  layerType: LayerType;
  /** Null for an initial layer only. */
  measurement: Measurement | null;
  pAndACostCents: Cents;
  /** The layer's value at recognition, as it is booked. */
  aroValueCents: Cents;
  /** Whether that value was given, not calculated. */
  isGiven: boolean;
};

/**
 * How a layer's value follows from its figures, as lines to read: `100,000.00 × 1.025^25 ÷ 1.08^25 = 27,070.90`. What the
 * well carried before is not kept with a layer but follows from the value that it led to, unless that was given. A value
 * that does not follow from the figures is named as such.
 * Source: the measurements of `measureLayer`.
 */
export function layerFormula(layer: MeasuredLayer, previousEstimateCents: Cents | null): string[] {
  try {
    return linesOf(layer, previousEstimateCents);
  } catch (error) {
    // Figures whose present value no amount can hold: only a given value can have been booked with them.
    if (error instanceof DomainError) return [recorded(layer.aroValueCents)];
    throw error;
  }
}

function linesOf(layer: MeasuredLayer, previousEstimateCents: Cents | null): string[] {
  const { aroValueCents, pAndACostCents, isGiven } = layer;
  const factors = growthFactors(layer);
  const cost = money(pAndACostCents);
  const measurement = layer.layerType === 'initial' ? 'increment' : (layer.measurement ?? 'change');

  if (measurement === 'remeasure') {
    const valueCents = presentValue(layer);
    const line = `${cost} ${factors} = ${money(valueCents)}`;
    if (isGiven) return [line, ...recordedAs(aroValueCents, valueCents)];
    return [
      line,
      `${money(valueCents)} − ${subtrahend(valueCents - aroValueCents)} carried before = ${money(aroValueCents)}`,
    ];
  }
  if (measurement === 'increment') {
    const valueCents = presentValue(layer);
    return [`${cost} ${factors} = ${money(valueCents)}`, ...recordedAs(aroValueCents, valueCents)];
  }
  const previousCents = previousEstimateCents ?? 0;
  const changeCents = pAndACostCents - previousCents;
  const valueCents = presentValue({ ...layer, pAndACostCents: changeCents });
  const line = `(${cost} − ${subtrahend(previousCents)}) ${factors} = ${money(valueCents)}`;
  if (!isGiven && valueCents < aroValueCents && aroValueCents <= 0) {
    return [line, `Limited to the ${money(0 - aroValueCents)} carried before = ${money(aroValueCents)}`];
  }
  return [line, ...recordedAs(aroValueCents, valueCents)];
}

function recordedAs(aroValueCents: Cents, valueCents: Cents): string[] {
  return aroValueCents === valueCents ? [] : [recorded(aroValueCents)];
}

function recorded(aroValueCents: Cents): string {
  return `Recorded as given: ${money(aroValueCents)}`;
}

/** A time that is no whole number of years is written with twelve decimals, which is more than enough to check it by. */
function growthFactors(terms: DiscountTerms): string {
  const years = yearsOf(terms).toDecimalPlaces(YEARS_PLACES).toString();
  const growth = (rateBp: number) => `${annualGrowth(rateBp)}^${years}`;
  return `× ${growth(terms.inflationRateBp)} ÷ ${growth(terms.discountRateBp)}`;
}

function subtrahend(cents: Cents): string {
  return cents < 0 ? `(${money(cents)})` : money(cents);
}
