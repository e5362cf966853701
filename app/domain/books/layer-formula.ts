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
  /** Scenarios behind a probability-weighted cost; null or absent when the cost was entered. */
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
    const weightingLines = layer.scenarios ? buildWeightingLines(layer.scenarios, layer) : [];
    return [...weightingLines, ...buildLines(layer, previousEstimateCents)];
  } catch (error) {
    // The present value of these figures is beyond the largest amount, so the booked value can only have been entered.
    if (error instanceof DomainError) return [enteredValueLine(layer.aroValueCents)];
    throw error;
  }
}

/** Formats the company's share of all owners' cost: `200,000.00 × 60.00% working interest = 120,000.00`. */
export function shareLine(grossCents: Cents, interest: Interest, netCents: Cents): string {
  return `${money(grossCents)} × ${formatInterest(interest)}% working interest = ${money(netCents)}`;
}

function buildLines(layer: MeasuredLayer, previousEstimateCents: Cents | null): string[] {
  const { aroValueCents, pAndACostCents, isGiven } = layer;
  const factors = growthFactors(layer);
  const cost = money(pAndACostCents);
  /** Scenarios with different timing were discounted one by one, which the weighting lines already show. */
  const valueLayer = () => {
    if (layer.scenarios && hasTimes(layer.scenarios)) {
      return { valueCents: expectedPresentValue(layer.scenarios, layer), lines: [] };
    }
    const valueCents = presentValue(layer);
    return { valueCents, lines: [`${cost} ${factors} = ${money(valueCents)}`] };
  };
  const measurement = layer.layerType === 'initial' ? 'increment' : (layer.measurement ?? 'change');

  if (measurement === 'remeasure') {
    const { valueCents, lines } = valueLayer();
    if (isGiven) return [...lines, ...enteredValueLines(aroValueCents, valueCents)];
    return [
      ...lines,
      `${money(valueCents)} − ${formulaTerm(valueCents - aroValueCents)} carrying amount = ${money(aroValueCents)}`,
    ];
  }
  if (measurement === 'increment') {
    const { valueCents, lines } = valueLayer();
    return [...lines, ...enteredValueLines(aroValueCents, valueCents)];
  }
  const { repricedEstimateCents: repricedCents = null } = layer;
  const previousCents = repricedCents ?? previousEstimateCents ?? 0;
  const repricedLines =
    repricedCents === null
      ? []
      : [`Previous estimate at this calculation’s price level: ${money(repricedCents)}`];
  const changeCents = pAndACostCents - previousCents;
  const valueCents = presentValue({ ...layer, pAndACostCents: changeCents });
  const line = `(${cost} − ${formulaTerm(previousCents)}) ${factors} = ${money(valueCents)}`;
  if (!isGiven && valueCents < aroValueCents && aroValueCents <= 0) {
    return [
      ...repricedLines,
      line,
      `Capped at the ${money(0 - aroValueCents)} carrying amount = ${money(aroValueCents)}`,
    ];
  }
  return [...repricedLines, line, ...enteredValueLines(aroValueCents, valueCents)];
}

/**
 * Lines that show how the cost was weighted: the scenarios, and what was added to them. If the scenarios differ in timing, each
 * has a line with its own time, and the last line is their sum.
 */
function buildWeightingLines(expected: ExpectedCost, terms: DiscountTerms): string[] {
  const { work, cost } = expectedCostSteps(expected);
  const shares = [expected.overheadBp, expected.contractorMarginBp, expected.marketRiskPremiumBp];
  const markups = shares
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
      return `${part}${markups} ${growthFactors(life)} = ${values[index]}`;
    });
    return [...lines, `${values.join(' + ')} = ${money(expectedPresentValue(expected, terms))}`];
  }
  const weightedLine = `${parts.join(' + ')} = ${money(centsFromDecimal(work))}`;
  return markups === ''
    ? [weightedLine]
    : [weightedLine, `${money(centsFromDecimal(work))}${markups} = ${money(centsFromDecimal(cost))}`];
}

function enteredValueLines(aroValueCents: Cents, valueCents: Cents): string[] {
  return aroValueCents === valueCents ? [] : [enteredValueLine(aroValueCents)];
}

function enteredValueLine(aroValueCents: Cents): string {
  return `Value entered directly: ${money(aroValueCents)}`;
}

/** A time that is not a whole number of years has twelve decimals, more than enough to check the result. */
function growthFactors(terms: DiscountTerms): string {
  const years = yearsOf(terms).toDecimalPlaces(YEARS_PLACES).toString();
  const growth = (rateBp: number) => `${annualGrowth(rateBp)}^${years}`;
  return `× ${growth(terms.inflationRateBp)} ÷ ${growth(terms.discountRateBp)}`;
}
