import { retirementDateOf } from '~/domain/books/life';
import { MOVEMENT_KINDS, type MovementKind } from '~/domain/books/movement-kinds';
import { atPricesOf } from '~/domain/books/price-level';
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
import { draftOf } from './scenario-draft';

/** A layer that was reversed in order to be calculated again: the figures it was calculated with. */
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

/** What else a layer was calculated with, which only its history has. */
export type CorrectedInputs = Pick<LayerHistoryView, 'scenarios' | 'companyRates'>;

/** A correction under way: the layers of one well that are still to be calculated again, oldest first. */
export type Correction = {
  wellId: string;
  wellCode: string;
  layers: CorrectedLayer[];
  /** The form has the figures of the first layer, or what became of them. */
  isFilledIn: boolean;
};

/** Under which name a company's form, and a correction under way, outlast their screen. */
export const calculationKey = (companyId: string | undefined) => `calculation of ${companyId}`;
export const spentKey = (companyId: string | undefined) => `spent calculation of ${companyId}`;
export const unansweredKey = (companyId: string | undefined) => `unanswered calculation of ${companyId}`;
export const resultsKey = (companyId: string | undefined) => `results of ${companyId}`;
export const correctionKey = (companyId: string | undefined) => `correction of ${companyId}`;

/**
 * The layers whose recognition an act reverses, by id, with what each was recognized as. Others only lose what was posted on them
 * later, and stay in the books.
 */
export function recognitionsReversedIn(preview: ActPreview | null): Map<string | null, MovementKind> {
  const reversals = preview?.postings.filter(({ kind }) => kind === 'reversal') ?? [];
  const recognitions = reversals
    .flatMap(({ movements }) => movements)
    .filter(({ kind }) => MOVEMENT_KINDS[kind].isRecognition);
  return new Map(recognitions.map(({ aroLayerId, kind }) => [aroLayerId, kind]));
}

/**
 * A layer whose own day is closed is dated the first open day, as its reversal is: until when it lives, and what its cost is at
 * the prices of that day. Null for a layer that keeps its day.
 * @param firstOpen the first day that is not closed
 */
export function movedTo(firstOpen: string | undefined, layer: CorrectedLayer) {
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
            atPricesOf(firstOpen, {
              cents: cents.cents,
              pricesOf: calculationDate,
              inflationRateBp: inflation.rateBp,
            }),
          )
        : cost,
  };
}

/**
 * The form with a layer's figures filled in. Its rates stay as they were unless its cost or lifespan is changed. A layer that
 * is dated later than it was is due when it was due, and each of its scenarios too.
 * @param firstOpen the first day that is not closed
 */
export function filledIn(
  layer: CorrectedLayer,
  { scenarios, companyRates }: CorrectedInputs,
  firstOpen: string | undefined,
): CalculateState {
  const moved = movedTo(firstOpen, layer);
  const retirementDate = moved?.retirementDate ?? layer.retirementDate;
  const state: CalculateState = {
    ...INITIAL_STATE,
    layerType: layer.layerType,
    well: { ...layer.well, retirementDate: layer.retirementDate },
    measurement: layer.measurement ?? INITIAL_STATE.measurement,
    pAndACost: layer.grossCost ?? layer.pAndACost,
    scenarios: scenarios && draftOf(scenarios, moved && layer.calculationDate),
    costIs: layer.grossCost ? 'gross' : 'net',
    origin: layer.origin,
    wellLifespan: String(layer.wellLifespan),
    chosenLifeBy: retirementDate ? 'date' : 'lifespan',
    typedRetirementDate: retirementDate,
    typedRates: { discountRate: layer.discountRate, inflationRate: layer.inflationRate },
    editedRates: { discountRate: true, inflationRate: true },
    // On a later date the tables would give other rates than the layer had.
    companyRates: {
      discountRate: !moved && Boolean(companyRates?.discount),
      inflationRate: !moved && Boolean(companyRates?.inflation),
    },
    typedDate: moved?.date ?? layer.calculationDate,
    reason: layer.reason ?? '',
  };
  const key = figuresKey(state);
  return { ...state, ratesFor: key, unlockedFor: key };
}

/**
 * The rates from a table that the form does not have as the layer had them: a field holds two decimals, and the table may have
 * been replaced. Rates derived from other layers are derived again.
 */
export function changedRates(
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

/** The form with a well chosen, for the layer that comes next; what was typed in it before is gone. */
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

/** The form as it is when it opens next: nothing of what was calculated with it before is left. */
export function openForm(companyId: string | undefined, state: CalculateState): void {
  keepState(calculationKey(companyId), state);
  for (const keyOf of [spentKey, unansweredKey, resultsKey]) keepState(keyOf(companyId), null);
}
