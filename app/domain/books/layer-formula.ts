import { DomainError } from '~/domain/money/domain-error';
import { type Cents, centsFromDecimal } from '~/domain/money/money';
import { annualGrowth, formatRate } from '~/domain/money/rate';
import {
  type ExpectedCost,
  expectedCostSteps,
  expectedPresentValue,
  hasTimes,
  lifeOfScenario,
  scenarioValues,
} from './expected-cost';
import { formulaTerm, formulaAmount as money } from './formula-terms';
import type { LayerType, Measurement } from './layer';
import { type DiscountTerms, presentValue, yearsOf } from './present-value';
import { formatInterest, type Interest } from './working-interest';

const YEARS_PLACES = 12;

export type MeasuredLayer = DiscountTerms & {
  layerType: LayerType;
  /** Null only for an initial layer. */
  measurement: Measurement | null;
  pAndACostCents: Cents;
  /** Previous estimate at the prices of the layer's day, if the change was measured against that. */
  repricedEstimateCents?: Cents | null;
  /** Value at recognition, as booked. */
  aroValueCents: Cents;
  /** True when that value was entered, not calculated. */
  isGiven: boolean;
  /** Scenarios that the cost was weighted from; null or absent when the cost was entered. */
  scenarios?: ExpectedCost | null;
};

/**
 * Formats a layer's value as readable formula lines: `100,000.00 × 1.025^25 ÷ 1.08^25 = 27,070.90`. The well's previous
 * carrying amount is not stored with a layer, but follows from the value it produced, unless that was entered. A value that
 * does not follow from the figures is labeled as such.
 * Source: the measurements of `measureLayer`.
 */
export function layerFormula(layer: MeasuredLayer, previousEstimateCents: Cents | null): string[] {
  try {
    const weighing = layer.scenarios ? weighingLines(layer.scenarios, layer) : [];
    return [...weighing, ...linesOf(layer, previousEstimateCents)];
  } catch (error) {
    // The present value of these figures is beyond the largest amount, so the booked value can only have been entered.
    if (error instanceof DomainError) return [recorded(layer.aroValueCents)];
    throw error;
  }
}

/** Formats the company's share of all owners' cost: `200,000.00 × 60.00% working interest = 120,000.00`. */
export function shareLine(grossCents: Cents, interest: Interest, netCents: Cents): string {
  return `${money(grossCents)} × ${formatInterest(interest)}% working interest = ${money(netCents)}`;
}

function linesOf(layer: MeasuredLayer, previousEstimateCents: Cents | null): string[] {
  const { aroValueCents, pAndACostCents, isGiven } = layer;
  const factors = growthFactors(layer);
  const cost = money(pAndACostCents);
  /** Scenarios with different timing were discounted one by one, which the weighting lines already show. */
  const valued = () => {
    if (layer.scenarios && hasTimes(layer.scenarios)) {
      return { valueCents: expectedPresentValue(layer.scenarios, layer), lines: [] };
    }
    const valueCents = presentValue(layer);
    return { valueCents, lines: [`${cost} ${factors} = ${money(valueCents)}`] };
  };
  const measurement = layer.layerType === 'initial' ? 'increment' : (layer.measurement ?? 'change');

  if (measurement === 'remeasure') {
    const { valueCents, lines } = valued();
    if (isGiven) return [...lines, ...recordedAs(aroValueCents, valueCents)];
    return [
      ...lines,
      `${money(valueCents)} − ${formulaTerm(valueCents - aroValueCents)} carrying amount = ${money(aroValueCents)}`,
    ];
  }
  if (measurement === 'increment') {
    const { valueCents, lines } = valued();
    return [...lines, ...recordedAs(aroValueCents, valueCents)];
  }
  const { repricedEstimateCents: repricedCents = null } = layer;
  const previousCents = repricedCents ?? previousEstimateCents ?? 0;
  const repriced =
    repricedCents === null
      ? []
      : [`Previous estimate at the prices of this calculation: ${money(repricedCents)}`];
  const changeCents = pAndACostCents - previousCents;
  const valueCents = presentValue({ ...layer, pAndACostCents: changeCents });
  const line = `(${cost} − ${formulaTerm(previousCents)}) ${factors} = ${money(valueCents)}`;
  if (!isGiven && valueCents < aroValueCents && aroValueCents <= 0) {
    return [
      ...repriced,
      line,
      `Capped at the ${money(0 - aroValueCents)} carrying amount = ${money(aroValueCents)}`,
    ];
  }
  return [...repriced, line, ...recordedAs(aroValueCents, valueCents)];
}

/**
 * Lines that show how the cost was weighted: the scenarios, and what was added to them. If the scenarios differ in timing, each
 * has a line with its own time, and the last line is their sum.
 */
function weighingLines(expected: ExpectedCost, terms: DiscountTerms): string[] {
  const { work, cost } = expectedCostSteps(expected);
  const shares = [expected.overheadBp, expected.contractorMarginBp, expected.marketRiskPremiumBp];
  const added = shares
    .filter((share) => share !== 0)
    .map((share) => ` × ${annualGrowth(share)}`)
    .join('');
  const parts = expected.scenarios.map(
    ({ costCents, probabilityBp }) => `${money(costCents)} × ${formatRate(probabilityBp)}%`,
  );
  if (hasTimes(expected)) {
    const values = scenarioValues(expected, terms).map(({ presentValueCents }) => money(presentValueCents));
    const lines = parts.map((part, index) => {
      const life = { ...terms, ...lifeOfScenario(expected.scenarios[index]!, terms) };
      return `${part}${added} ${growthFactors(life)} = ${values[index]}`;
    });
    return [...lines, `${values.join(' + ')} = ${money(expectedPresentValue(expected, terms))}`];
  }
  const weighed = `${parts.join(' + ')} = ${money(centsFromDecimal(work))}`;
  return added === ''
    ? [weighed]
    : [weighed, `${money(centsFromDecimal(work))}${added} = ${money(centsFromDecimal(cost))}`];
}

function recordedAs(aroValueCents: Cents, valueCents: Cents): string[] {
  return aroValueCents === valueCents ? [] : [recorded(aroValueCents)];
}

function recorded(aroValueCents: Cents): string {
  return `Value entered directly: ${money(aroValueCents)}`;
}

/** A time that is not a whole number of years has twelve decimals, more than enough to check the result. */
function growthFactors(terms: DiscountTerms): string {
  const years = yearsOf(terms).toDecimalPlaces(YEARS_PLACES).toString();
  const growth = (rateBp: number) => `${annualGrowth(rateBp)}^${years}`;
  return `× ${growth(terms.inflationRateBp)} ÷ ${growth(terms.discountRateBp)}`;
}
