import { spansMoreThanOnePeriod } from '~/domain/books/accretion';
import { type ExpectedCost, expectedPresentValue, hasTimes } from '~/domain/books/expected-cost';
import {
  type LayerType,
  latestLayer,
  type Measurement,
  measureLayer,
  type PreviousMeasurement,
} from '~/domain/books/layer';
import { type LayerLife, resolveLife, retirementDateOf } from '~/domain/books/life';
import { presentValue } from '~/domain/books/present-value';
import type { ChangeBasis } from '~/domain/books/price-level';
import { isMonthEnd, isSupportedDate, previousMonthEnd } from '~/domain/calendar/calendar-date';
import { DomainError } from '~/domain/money/domain-error';
import { type Cents, formatCents, parseMoney } from '~/domain/money/money';
import { formatRate, parseExactRate, parseRate } from '~/domain/money/rate';
import type { WellLayerView } from '~/schemas/books/layer-views';
import type { ActPreview } from '~/schemas/books/posting';

export type PreviewInput = {
  layerType: LayerType;
  measurement: Measurement;
  pAndACost: string;
  /** Scenarios behind the probability-weighted cost; null when the cost was typed. */
  expectedCost: ExpectedCost | null;
  /** Exactly one is set: a lifespan in years, or a date. */
  wellLifespan: number | null;
  retirementDate: string | null;
  discountRate: string;
  /** The full discount rate, if it has more than the two decimals shown. */
  exactDiscountRate: string | null;
  inflationRate: string;
  calculationDate: string;
  /** The well's existing layers. */
  layers: readonly WellLayerView[];
  /** Basis for measuring a change in estimate. */
  changeBasis: ChangeBasis;
};

export type Preview = {
  costCents: Cents;
  /** Amount to be valued: the change in estimate, or otherwise the cost. */
  valuedCents: Cents;
  /** That amount at the prices of the retirement date. */
  futureCostCents: Cents;
  /** Present value of the future cost. */
  presentCents: Cents;
  aroValueCents: Cents;
  totalEstimateCents: Cents;
  previous: PreviousMeasurement | null;
  /** The previous estimate at the calculation date's prices; null if it is the same, or if nothing is compared. */
  atPricesCents: Cents | null;
  /** The decrease was limited to the carrying amount. */
  isLimited: boolean;
  /** Rates as the calculation parses them, in percent with two decimals. */
  discountRate: string;
  inflationRate: string;
  /** Null while there is no valid date. */
  retirementDate: string | null;
  /** The well's retirement date before this layer; null for an initial layer. */
  previousRetirementDate: string | null;
};

/** The layer's value, or null while the figures are incomplete, or too large. */
export function previewLayer(input: PreviewInput): Preview | null {
  const cost = parseMoney(input.pAndACost);
  const discountRate = parseRate(input.discountRate);
  const inflationRate = parseRate(input.inflationRate);
  if (!cost.ok || !discountRate.ok || !inflationRate.ok) return null;
  if (cost.cents <= 0 || discountRate.rateBp <= 0 || inflationRate.rateBp < 0) return null;
  const previous = toPreviousMeasurement(input.layers, input.changeBasis);
  if (input.layerType === 'additional' && !previous) return null;

  try {
    const { layerType, measurement, calculationDate } = input;
    const hasDate = isSupportedDate(calculationDate);
    const life = toLayerLife(input);
    if (!life) return null;
    const terms = {
      pAndACostCents: cost.cents,
      discountRateBp: input.exactDiscountRate ? parseExactRate(input.exactDiscountRate) : discountRate.rateBp,
      inflationRateBp: inflationRate.rateBp,
      ...life,
    };
    const expected = input.expectedCost && hasTimes(input.expectedCost) ? input.expectedCost : null;
    const valuation: typeof presentValue = expected
      ? (cost) => expectedPresentValue(expected, cost)
      : presentValue;
    const measured = measureLayer({ ...terms, layerType, measurement, previous }, valuation);
    const isChange = layerType === 'additional' && measurement === 'change' && previous !== null;
    const valuedCents = isChange
      ? cost.cents - (previous.repricedEstimateCents ?? previous.totalEstimateCents)
      : cost.cents;
    const valuationTerms = { ...terms, pAndACostCents: valuedCents };
    const presentCents = valuation(valuationTerms);
    const latest = layerType === 'additional' ? latestLayer(input.layers) : null;
    const atPricesCents = isChange && latest ? getComparedEstimate(latest, 'repriced') : null;
    return {
      ...measured,
      costCents: cost.cents,
      valuedCents,
      futureCostCents: valuation({ ...valuationTerms, discountRateBp: 0 }),
      presentCents,
      discountRate: formatRate(discountRate.rateBp),
      inflationRate: formatRate(inflationRate.rateBp),
      previous,
      atPricesCents: atPricesCents === previous?.totalEstimateCents ? null : atPricesCents,
      retirementDate: hasDate ? retirementDateOf(life) : null,
      previousRetirementDate:
        latest && retirementDateOf({ ...latest, wellLifespanYears: latest.wellLifespan }),
    };
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** The life entered; null while a date it needs is missing. A lifespan doesn't need one. */
function toLayerLife({ calculationDate, wellLifespan, retirementDate }: PreviewInput): LayerLife | null {
  if (retirementDate === null) return { calculationDate, wellLifespanYears: wellLifespan ?? 0 };
  if (!isSupportedDate(calculationDate) || !isSupportedDate(retirementDate)) return null;
  return resolveLife(calculationDate, { wellLifespanYears: null, retirementDate }, null);
}

/** The well's current position: its latest estimate, and the carrying amount of all its layers on the date they were loaded for. */
export function toPreviousMeasurement(
  layers: readonly WellLayerView[],
  changeBasis: ChangeBasis,
): PreviousMeasurement | null {
  const latest = latestLayer(layers);
  if (!latest) return null;
  return {
    totalEstimateCents: readCents(latest.estimateLeft),
    repricedEstimateCents: changeBasis === 'repriced' ? getComparedEstimate(latest, changeBasis) : null,
    carryingAmountCents: layers.reduce((sum, layer) => sum + readCents(layer.currentAroValue), 0),
  };
}

/** The estimate that a change is compared with: the latest layer's, on the date the layers were loaded for. */
export function getComparedEstimate(
  { estimateLeft, repricedEstimate }: WellLayerView,
  changeBasis: ChangeBasis,
): Cents {
  return readCents((changeBasis === 'repriced' && repricedEstimate) || estimateLeft);
}

/**
 * Checks whether any layer's posted accretion is more than a month behind `asOf`; a new layer would then be measured against too
 * low a carrying amount. `postedThrough` is the date through which accretion is posted for all layers, null if one has none.
 * `openThrough` is the last month-end to post first, null when all months to post are closed: their accretion can only post in an
 * open month. Returns null when nothing is missing.
 */
export function findMissingAccretion(
  layers: readonly WellLayerView[],
  asOf: string,
  closedThrough: string | null,
): { postedThrough: string | null; openThrough: string | null } | null {
  const layersBehind = layers.filter(
    ({ calculationDate, accretedThrough, wellLifespan, retirementDate, status, well }) =>
      // Settled and sold layers no longer accrete.
      status === 'current' &&
      well.wellStatus !== 'Plugged' &&
      (accretedThrough ?? '') <
        retirementDateOf({ calculationDate, wellLifespanYears: wellLifespan, retirementDate }) &&
      spansMoreThanOnePeriod({ calculationDate, accretedThrough, periodEnd: asOf, periodType: 'monthly' }),
  );
  if (layersBehind.length === 0) return null;
  const [earliest] = layersBehind.map(({ accretedThrough }) => accretedThrough ?? '').sort();
  const lastEnd = isMonthEnd(asOf) ? asOf : previousMonthEnd(asOf);
  const isOpen = closedThrough === null || lastEnd > closedThrough;
  return { postedThrough: earliest || null, openThrough: isOpen ? lastEnd : null };
}

function readCents(amount: string): Cents {
  const parsed = parseMoney(amount);
  return parsed.ok ? parsed.cents : 0;
}

/**
 * True when the server would post exactly the layer shown, as the well's next one, and capitalize all of it. Since then the
 * well may have gotten other layers, or been plugged.
 *
 * @param newest number of the newest layer shown, reversed ones included; null when there are none
 */
export function matchesPreview(
  { postings: [planned, ...otherPostings] }: Pick<ActPreview, 'postings'>,
  input: PreviewInput,
  newest: number | null,
): boolean {
  const shownPreview = previewLayer(input);
  if (shownPreview === null || !planned || otherPostings.length > 0) return false;
  const { totals, movements } = planned;
  const isNext = newest === null || movements[0]?.layerNumber === newest + 1;
  return (
    isNext &&
    totals.liability === formatCents(shownPreview.aroValueCents) &&
    totals.asset === totals.liability
  );
}
