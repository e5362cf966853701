import { MOVEMENT_KINDS } from '~/domain/books/movement-kinds';
import { keepState } from '~/hooks/use-kept-state';
import type { LayerView } from '~/schemas/books/layer-views';
import type { ActPreview } from '~/schemas/books/posting';
import { type CalculatedWell, type CalculateState, figuresKey, INITIAL_STATE } from './calculate-state';

/** A layer that was reversed in order to be calculated again: the figures it was calculated with. */
export type CorrectedLayer = Pick<
  LayerView,
  | 'layerNumber'
  | 'layerType'
  | 'measurement'
  | 'pAndACost'
  | 'grossCost'
  | 'wellLifespan'
  | 'retirementDate'
  | 'discountRate'
  | 'inflationRate'
  | 'calculationDate'
  | 'well'
>;

/** A correction under way: the layers of one well that are still to be calculated again, oldest first. */
export type Correction = { wellId: string; wellCode: string; layers: CorrectedLayer[] };

/** Under which name a company's form, and a correction under way, outlast their screen. */
export const calculationKey = (companyId: string | undefined) => `calculation of ${companyId}`;
export const spentKey = (companyId: string | undefined) => `spent calculation of ${companyId}`;
export const resultsKey = (companyId: string | undefined) => `results of ${companyId}`;
export const correctionKey = (companyId: string | undefined) => `correction of ${companyId}`;

/** Ids of the layers whose recognition an act reverses. Others only lose what was posted on them later, and stay in the books. */
export function layersReversedIn(preview: ActPreview | null): Set<string | null> {
  const reversals = preview?.postings.filter(({ kind }) => kind === 'reversal') ?? [];
  const recognitions = reversals
    .flatMap(({ movements }) => movements)
    .filter(({ kind }) => MOVEMENT_KINDS[kind].isRecognition);
  return new Set(recognitions.map(({ aroLayerId }) => aroLayerId));
}

/**
 * The form with a layer's figures filled in. Its rates stay as they were unless its cost or lifespan is changed.
 * @param firstOpen the first day that is not closed; a layer dated before it takes this day, as its reversal did
 */
export function filledIn(layer: CorrectedLayer, firstOpen: string | undefined): CalculateState {
  const state: CalculateState = {
    ...INITIAL_STATE,
    layerType: layer.layerType,
    well: { ...layer.well, retirementDate: layer.retirementDate },
    measurement: layer.measurement ?? INITIAL_STATE.measurement,
    pAndACost: layer.grossCost ?? layer.pAndACost,
    costIs: layer.grossCost ? 'gross' : 'net',
    wellLifespan: String(layer.wellLifespan),
    chosenLifeBy: layer.retirementDate ? 'date' : 'lifespan',
    typedRetirementDate: layer.retirementDate,
    typedRates: { discountRate: layer.discountRate, inflationRate: layer.inflationRate },
    editedRates: { discountRate: true, inflationRate: true },
    typedDate: firstOpen && layer.calculationDate < firstOpen ? firstOpen : layer.calculationDate,
  };
  const key = figuresKey(state);
  return { ...state, ratesFor: key, unlockedFor: key };
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
  keepState(calculationKey(companyId), state);
  keepState(spentKey(companyId), null);
  keepState(resultsKey(companyId), null);
}
