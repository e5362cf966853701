import { retirementDateOf } from '~/domain/books/life';
import { MOVEMENT_KINDS, type MovementKind } from '~/domain/books/movement-kinds';
import { repriceCost } from '~/domain/books/price-level';
import { RATE_NAMES, type RateName } from '~/domain/books/rate-table';
import type { Origin } from '~/domain/books/recognition';
import { formatCents, parseMoney } from '~/domain/money/money';
import { parseRate } from '~/domain/money/rate';
import { keepState } from '~/hooks/use-kept-state';
import type { LayerHistoryView, LayerView } from '~/schemas/books/layer-views';
import type { ActPreview } from '~/schemas/books/posting';
import {
  type CalculatedWell,
  type CalculateState,
  figuresKey,
  INITIAL_STATE,
  type ShownRates,
} from './calculate-state';
import { toScenarioDraft } from './scenario-draft';

/** A layer reversed for recalculation, with the figures it was calculated with. */
export type CorrectedLayer = Pick<
  LayerView,
  | 'id'
  | 'layerNumber'
  | 'layerType'
  | 'measurement'
  | 'pAndACost'
  | 'grossCost'
  | 'wellLifespan'
  | 'retirementDate'
  | 'discountRate'
  | 'inflationRate'
  | 'effectiveRate'
  | 'exactRate'
  | 'ratesFrom'
  | 'reason'
  | 'calculationDate'
  | 'well'
> & { origin: Origin };

/** Other inputs of a layer's calculation, available only in its history. */
export type CorrectedInputs = Pick<LayerHistoryView, 'scenarios' | 'companyRates'>;

/** A correction in progress: the layers of one well still to be recalculated, oldest first. */
export type Correction = {
  wellId: string;
  wellCode: string;
  layers: CorrectedLayer[];
  /** The form was filled in with the first layer's figures, which the user may have edited since. */
  isFilledIn: boolean;
};

/** Keys under which a company's form, and a correction in progress, are kept when the user leaves the screen. */
export const calculationKey = (companyId: string | undefined) => `calculation of ${companyId}`;
export const postedCalculationKey = (companyId: string | undefined) => `spent calculation of ${companyId}`;
export const pendingCalculationKey = (companyId: string | undefined) =>
  `unanswered calculation of ${companyId}`;
export const resultsKey = (companyId: string | undefined) => `results of ${companyId}`;
export const correctionKey = (companyId: string | undefined) => `correction of ${companyId}`;

/**
 * Layers whose recognition an act reverses, by id, with the movement kind that recognized each. Other layers only lose later
 * postings and remain in the books.
 */
export function findReversedRecognitions(preview: ActPreview | null): Map<string | null, MovementKind> {
  const reversals = preview?.postings.filter(({ kind }) => kind === 'reversal') ?? [];
  const recognitions = reversals
    .flatMap(({ movements }) => movements)
    .filter(({ kind }) => MOVEMENT_KINDS[kind].isRecognition);
  return new Map(recognitions.map(({ aroLayerId, kind }) => [aroLayerId, kind]));
}

/**
 * A layer whose own date is closed is dated the first open date, like its reversal. Returns that date, the layer's retirement
 * date, and its cost at that date's prices. Null for a layer that keeps its date.
 * @param firstOpen the first open date
 */
export function moveToOpenMonth(firstOpen: string | undefined, layer: CorrectedLayer) {
  const { calculationDate, wellLifespan, retirementDate } = layer;
  if (!firstOpen || calculationDate >= firstOpen) return null;
  const cost = layer.grossCost ?? layer.pAndACost;
  const cents = parseMoney(cost);
  const inflation = parseRate(layer.inflationRate);
  return {
    date: firstOpen,
    retirementDate: retirementDateOf({ calculationDate, wellLifespanYears: wellLifespan, retirementDate }),
    cost,
    costThen:
      cents.ok && inflation.ok
        ? formatCents(
            repriceCost(firstOpen, {
              cents: cents.cents,
              priceDate: calculationDate,
              inflationRateBp: inflation.rateBp,
            }),
          )
        : cost,
  };
}

/**
 * Fills in the form with a layer's figures. Its rates are kept unless its cost or lifespan changes. A layer moved to a later date
 * keeps its retirement date, and so do its scenarios.
 * @param firstOpen the first open date
 */
export function toCalculateState(
  layer: CorrectedLayer,
  { scenarios, companyRates }: CorrectedInputs,
  firstOpen: string | undefined,
): CalculateState {
  const movedTerms = moveToOpenMonth(firstOpen, layer);
  const retirementDate = movedTerms?.retirementDate ?? layer.retirementDate;
  const state: CalculateState = {
    ...INITIAL_STATE,
    layerType: layer.layerType,
    well: { ...layer.well, retirementDate: layer.retirementDate },
    measurement: layer.measurement ?? INITIAL_STATE.measurement,
    pAndACost: layer.grossCost ?? layer.pAndACost,
    scenarios: scenarios && toScenarioDraft(scenarios, movedTerms && layer.calculationDate),
    costIs: layer.grossCost ? 'gross' : 'net',
    origin: layer.origin,
    wellLifespan: String(layer.wellLifespan),
    chosenLifeBy: retirementDate ? 'date' : 'lifespan',
    typedRetirementDate: retirementDate,
    typedRates: { discountRate: layer.discountRate, inflationRate: layer.inflationRate },
    editedRates: { discountRate: true, inflationRate: true },
    // On a later date, the rate tables would give other rates than the layer had.
    companyRates: {
      discountRate: !movedTerms && Boolean(companyRates?.discount),
      inflationRate: !movedTerms && Boolean(companyRates?.inflation),
    },
    typedDate: movedTerms?.date ?? layer.calculationDate,
    reason: layer.reason ?? '',
  };
  const key = figuresKey(state);
  return { ...state, ratesFor: key, unlockedFor: key };
}

/**
 * Table rates for which the form has a different value than the layer had: a field holds two decimals, and the table may have been
 * replaced. Rates derived from other layers aren't included, because they are derived again.
 */
export function findChangedRates(
  { ratesFrom, exactRate, effectiveRate, inflationRate }: CorrectedLayer,
  rates: ShownRates['rates'],
): { name: RateName; before: string; now: string }[] {
  if (ratesFrom !== 'table') return [];
  const exact = { discountRate: exactRate, inflationRate };
  const before = { discountRate: effectiveRate, inflationRate };
  return RATE_NAMES.filter((name) => {
    const { value, exact: exactNow } = rates[name];
    return value !== '' && Number(exactNow ?? value) !== Number(exact[name]);
  }).map((name) => ({ name, before: before[name], now: rates[name].value }));
}

/** Starts a calculation of the well's next layer, discarding what was in the form. */
export function startCalculation(
  companyId: string | undefined,
  well: CalculatedWell,
  layers: readonly Pick<LayerView, 'isReversed'>[],
): void {
  const { id, wellCode, wellName, activeDate, retirementDate } = well;
  const isFirst = layers.every(({ isReversed }) => isReversed);
  const state: CalculateState = {
    ...INITIAL_STATE,
    layerType: isFirst ? 'initial' : 'additional',
    well: { id, wellCode, wellName, activeDate, retirementDate },
  };
  openForm(companyId, state);
}

/** Sets the form's state for the next time it opens, and clears earlier calculations and results. */
export function openForm(companyId: string | undefined, state: CalculateState): void {
  keepState(calculationKey(companyId), state);
  for (const keyOf of [postedCalculationKey, pendingCalculationKey, resultsKey])
    keepState(keyOf(companyId), null);
}
