import { spansMoreThanOnePeriod } from '~/domain/books/accretion';
import { type ExpectedCost, expectedPresentValue, hasTimes } from '~/domain/books/expected-cost';
import {
  type LayerType,
  latestLayer,
  type Measurement,
  measureLayer,
  type PreviousMeasurement,
} from '~/domain/books/layer';
import { type LayerLife, lifeOf, retirementDateOf } from '~/domain/books/life';
import { presentValue } from '~/domain/books/present-value';
import type { ChangeBasis } from '~/domain/books/price-level';
import { isSupportedDate } from '~/domain/calendar/calendar-date';
import { DomainError } from '~/domain/money/domain-error';
import { type Cents, formatCents, parseMoney } from '~/domain/money/money';
import { formatRate, parseExactRate, parseRate } from '~/domain/money/rate';
import type { WellLayerView } from '~/schemas/books/layer-views';
import type { ActPreview } from '~/schemas/books/posting';

export type PreviewInput = {
  layerType: LayerType;
  measurement: Measurement;
  pAndACost: string;
  /** What the cost was weighed from; null where it was typed. */
  expectedCost: ExpectedCost | null;
  /** One of the two: a lifespan in years, or a date. */
  wellLifespan: number | null;
  retirementDate: string | null;
  discountRate: string;
  /** All of the discount rate, where it has more than the two decimals shown. */
  exactDiscountRate: string | null;
  inflationRate: string;
  calculationDate: string;
  /** The well's layers so far. */
  layers: readonly WellLayerView[];
  /** What a change in estimate is measured against. */
  changeBasis: ChangeBasis;
};

export type Preview = {
  costCents: Cents;
  /** What is valued: the change of the estimate, or else the cost. */
  valuedCents: Cents;
  /** That at the prices of the retirement date. */
  futureCostCents: Cents;
  /** And its present value. */
  presentCents: Cents;
  aroValueCents: Cents;
  totalEstimateCents: Cents;
  previous: PreviousMeasurement | null;
  /** The previous estimate at the prices of the date; null where that is the same, and where nothing is compared. */
  atPricesCents: Cents | null;
  /** The decrease went no further than the carrying amount. */
  isLimited: boolean;
  /** As the calculation reads them, in percent with two decimals. */
  discountRate: string;
  inflationRate: string;
  /** Null while there is no valid date. */
  retirementDate: string | null;
  /** When the well was to retire before this layer; null for an initial one. */
  previousRetirementDate: string | null;
};

/** The layer's value, or null while the figures are not complete, or too large. */
export function previewLayer(input: PreviewInput): Preview | null {
  const cost = parseMoney(input.pAndACost);
  const discountRate = parseRate(input.discountRate);
  const inflationRate = parseRate(input.inflationRate);
  if (!cost.ok || !discountRate.ok || !inflationRate.ok) return null;
  if (cost.cents <= 0 || discountRate.rateBp <= 0 || inflationRate.rateBp < 0) return null;
  const previous = previousMeasurement(input.layers, input.changeBasis);
  if (input.layerType === 'additional' && !previous) return null;

  try {
    const { layerType, measurement, calculationDate } = input;
    const hasDate = isSupportedDate(calculationDate);
    const life = lifeIn(input);
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
    const valued = { ...terms, pAndACostCents: valuedCents };
    const presentCents = valuation(valued);
    const latest = layerType === 'additional' ? latestLayer(input.layers) : null;
    const atPricesCents = isChange && latest ? comparedEstimate(latest, 'repriced') : null;
    return {
      ...measured,
      costCents: cost.cents,
      valuedCents,
      futureCostCents: valuation({ ...valued, discountRateBp: 0 }),
      presentCents,
      discountRate: formatRate(discountRate.rateBp),
      inflationRate: formatRate(inflationRate.rateBp),
      previous,
      atPricesCents: atPricesCents === previous?.totalEstimateCents ? null : atPricesCents,
      isLimited: isChange && presentCents < measured.aroValueCents,
      retirementDate: hasDate ? retirementDateOf(life) : null,
      previousRetirementDate:
        latest && retirementDateOf({ ...latest, wellLifespanYears: latest.wellLifespan }),
    };
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** The life that was entered; null while a date is missing, which only a lifespan can do without. */
function lifeIn({ calculationDate, wellLifespan, retirementDate }: PreviewInput): LayerLife | null {
  if (retirementDate === null) return { calculationDate, wellLifespanYears: wellLifespan ?? 0 };
  if (!isSupportedDate(calculationDate) || !isSupportedDate(retirementDate)) return null;
  return lifeOf(calculationDate, { wellLifespanYears: null, retirementDate }, null);
}

/** The well's current state: its latest estimate, and what all its layers carry on the day that they are shown for. */
export function previousMeasurement(
  layers: readonly WellLayerView[],
  changeBasis: ChangeBasis,
): PreviousMeasurement | null {
  const latest = latestLayer(layers);
  if (!latest) return null;
  return {
    totalEstimateCents: readCents(latest.estimateLeft),
    repricedEstimateCents: changeBasis === 'repriced' ? comparedEstimate(latest, changeBasis) : null,
    carryingAmountCents: layers.reduce((sum, layer) => sum + readCents(layer.currentAroValue), 0),
  };
}

/** What a change in estimate after the well's latest layer is compared with, on the day that the layers are shown for. */
export function comparedEstimate(
  { estimateLeft, repricedEstimate }: WellLayerView,
  changeBasis: ChangeBasis,
): Cents {
  return readCents((changeBasis === 'repriced' && repricedEstimate) || estimateLeft);
}

/**
 * The day up to which the accretion of all layers is posted, or null before the first posting of one, where that leaves out
 * more than a month before `asOf`: then a new layer is measured against less than the well should carry. Null where all
 * is posted.
 */
export function missingAccretion(
  layers: readonly WellLayerView[],
  asOf: string,
): { postedThrough: string | null } | null {
  const behind = layers.filter(
    ({ calculationDate, accretedThrough, wellLifespan, retirementDate, status, well }) =>
      // What is settled or sold accretes no more.
      status === 'current' &&
      well.wellStatus !== 'Plugged' &&
      (accretedThrough ?? '') <
        retirementDateOf({ calculationDate, wellLifespanYears: wellLifespan, retirementDate }) &&
      spansMoreThanOnePeriod({ calculationDate, accretedThrough, periodEnd: asOf, periodType: 'monthly' }),
  );
  if (behind.length === 0) return null;
  const [earliest] = behind.map(({ accretedThrough }) => accretedThrough ?? '').sort();
  return { postedThrough: earliest || null };
}

function readCents(amount: string): Cents {
  const parsed = parseMoney(amount);
  return parsed.ok ? parsed.cents : 0;
}

/**
 * Whether the server would post the layer that was shown, as the next one of the well, and nothing else: all of it capitalized.
 * The well may have other layers by now, or be plugged.
 *
 * @param newest the number of the newest layer that was shown, one that is reversed included; null where none are
 */
export function isAsShown(
  { postings: [planned, ...others] }: Pick<ActPreview, 'postings'>,
  input: PreviewInput,
  newest: number | null,
): boolean {
  const shown = previewLayer(input);
  if (shown === null || !planned || others.length > 0) return false;
  const { totals, movements } = planned;
  const isNext = newest === null || movements[0]?.layerNumber === newest + 1;
  return isNext && totals.liability === formatCents(shown.aroValueCents) && totals.asset === totals.liability;
}
