import {
  getOfferedRate,
  parseLifespanYears,
  type ShownLife,
  type ShownRate,
} from '~/components/books/shown-terms';
import { expectedCost } from '~/domain/books/expected-cost';
import { inheritsRates, type LayerType, latestLayer, type Measurement } from '~/domain/books/layer';
import type { ChangeBasis } from '~/domain/books/price-level';
import type { RateName } from '~/domain/books/rate-table';
import type { Origin } from '~/domain/books/recognition';
import { isSupportedDate } from '~/domain/calendar/calendar-date';
import { formatCents, parseMoney } from '~/domain/money/money';
import { removeGrouping } from '~/domain/money/typed-amount';
import type { CostIs, LifeBy, Scope } from '~/schemas/books/aro-layer';
import type { WellLayerView } from '~/schemas/books/layer-views';
import type { RateLookupView } from '~/schemas/books/rate-table';
import type { WellSummary } from '~/schemas/wells/well-views';
import { getComparedEstimate } from './layer-preview';
import { readScenarios, type ScenarioDraft } from './scenario-draft';

/** Fields of the selected well that the form needs. */
export type CalculatedWell = Pick<
  WellSummary,
  'id' | 'wellCode' | 'wellName' | 'activeDate' | 'retirementDate'
>;

/** Result of the auto-fill rule: fill in the previous layer's rates, or clear them. */
export type RateVerdict = 'fills' | 'clears';

/** User input. Everything else the form shows is derived from it below. */
export type CalculateState = {
  scope: Scope;
  layerType: LayerType;
  well: CalculatedWell | null;
  field: string;
  applyToAll: boolean;
  useActiveDates: boolean;
  measurement: Measurement;
  pAndACost: string;
  /** Scenarios behind the probability-weighted cost; null when the cost is typed. */
  scenarios: ScenarioDraft | null;
  costIs: CostIs;
  /** Applies to an initial layer or an added cost. */
  origin: Origin;
  /** Null for the well's default: by retirement date if it has one. */
  chosenLifeBy: LifeBy | null;
  wellLifespan: string;
  /** Null to use the well's own date. */
  typedRetirementDate: string | null;
  /** Rates typed by the user. A filled-in rate is included only once edited. */
  typedRates: Record<RateName, string>;
  editedRates: Record<RateName, boolean>;
  /** Rates the user took from the company; these follow the date and the life. */
  companyRates: Record<RateName, boolean>;
  /** Figures for which rates were typed, and figures for which filled-in rates were unlocked; see figuresKey. */
  ratesFor: string | null;
  unlockedFor: string | null;
  /** The auto-fill rule's last verdict for this well. */
  lastVerdict: RateVerdict | null;
  /** Null to use the suggested date. */
  typedDate: string | null;
  /** Reason for an additional layer. */
  reason: string;
};

/** Updates the current state, not the last rendered one, because a well lookup may finish while a rate is being typed. */
export type ChangeCalculation = (change: (state: CalculateState) => CalculateState) => void;

export const INITIAL_STATE: CalculateState = {
  scope: 'single',
  layerType: 'initial',
  well: null,
  field: '',
  applyToAll: true,
  useActiveDates: true,
  measurement: 'change',
  pAndACost: '',
  scenarios: null,
  costIs: 'net',
  origin: 'incurred',
  chosenLifeBy: null,
  wellLifespan: '25',
  typedRetirementDate: null,
  typedRates: { discountRate: '', inflationRate: '' },
  editedRates: { discountRate: false, inflationRate: false },
  companyRates: { discountRate: false, inflationRate: false },
  ratesFor: null,
  unlockedFor: null,
  lastVerdict: null,
  typedDate: null,
  reason: '',
};

/** True when the form has figures or text that would take time to reenter. Selections don't count. */
export function hasEntries({ pAndACost, scenarios, typedRates, reason }: CalculateState): boolean {
  const { discountRate, inflationRate } = typedRates;
  return (
    scenarios !== null || [pAndACost, discountRate, inflationRate, reason].some((text) => text.trim() !== '')
  );
}

/**
 * Switches the well or the layer type. Each has its own suggested values, so adjustments to the old ones are discarded. An initial
 * layer's rates don't apply to an additional one, which uses the rates of its own date or inherits them.
 *
 * @param withWell state when the user named the well, if the lookup took time; adjustments made since then are for the new well and
 * are kept
 */
export function withNewSubject(
  state: CalculateState,
  changes: Partial<CalculateState>,
  withWell: CalculateState | null = null,
): CalculateState {
  const isOtherKind = changes.layerType !== undefined && changes.layerType !== state.layerType;
  const { unlockedFor, lastVerdict } = INITIAL_STATE;
  const keepUnlessNewKind = <Name extends 'typedDate' | 'chosenLifeBy' | 'typedRetirementDate' | 'reason'>(
    name: Name,
  ) => ({
    [name]: withWell && state[name] !== withWell[name] ? state[name] : INITIAL_STATE[name],
  });
  const keptFields = {
    ...keepUnlessNewKind('typedDate'),
    ...keepUnlessNewKind('chosenLifeBy'),
    ...keepUnlessNewKind('typedRetirementDate'),
    ...keepUnlessNewKind('reason'),
  };
  const next: CalculateState = { ...state, ...changes, unlockedFor, lastVerdict, ...keptFields };
  // Rates typed during the lookup belong to the figures next to them and to this well.
  if (withWell && state.ratesFor !== withWell.ratesFor && state.ratesFor === figuresKey(state)) {
    next.ratesFor = figuresKey(next);
  }
  return isOtherKind ? withoutRates(next) : next;
}

/** Updates the scenarios and their probability-weighted cost. Null removes the scenarios but keeps the cost. */
export function withScenarios(state: CalculateState, scenarios: ScenarioDraft | null): CalculateState {
  if (scenarios === null) return { ...state, scenarios };
  const result = readScenarios(scenarios);
  const pAndACost = result.ok ? formatCents(expectedCost(result.expected)) : '';
  return { ...state, scenarios, pAndACost, costIs: 'net' };
}

/** Sets a rate typed by the user, for the current figures. */
export function withTypedRate(state: CalculateState, name: RateName, value: string): CalculateState {
  return {
    ...state,
    typedRates: { ...state.typedRates, [name]: value },
    editedRates: { ...state.editedRates, [name]: true },
    companyRates: { ...state.companyRates, [name]: false },
    ratesFor: figuresKey(state),
  };
}

/** Uses the company's rates, for the current figures. */
export function withCompanyRates(state: CalculateState, names: readonly RateName[]): CalculateState {
  const companyRates = { ...state.companyRates };
  for (const name of names) companyRates[name] = true;
  return { ...state, companyRates, ratesFor: figuresKey(state) };
}

/** Unlocks filled-in rates for editing, for the current figures only. */
export function withUnlockedRates(state: CalculateState): CalculateState {
  return { ...withoutRates(state), unlockedFor: figuresKey(state) };
}

function withoutRates(state: CalculateState): CalculateState {
  const { typedRates, editedRates, companyRates, ratesFor } = INITIAL_STATE;
  return { ...state, typedRates, editedRates, companyRates, ratesFor };
}

/** The well's life as the form shows it. Several wells have no retirement date in common. */
export function getShownLife({
  scope,
  well,
  chosenLifeBy,
  wellLifespan,
  typedRetirementDate,
}: CalculateState): ShownLife {
  const wellDate = scope === 'single' ? (well?.retirementDate ?? null) : null;
  const lifeBy = chosenLifeBy ?? (wellDate ? 'date' : 'lifespan');
  return { lifeBy, wellLifespan, retirementDate: typedRetirementDate ?? wellDate ?? '' };
}

/** The life as used in the calculation. */
function getLife(state: CalculateState): { wellLifespanYears: number; retirementDate: string | null } {
  const { lifeBy, wellLifespan, retirementDate } = getShownLife(state);
  const isDate = lifeBy === 'date';
  return {
    wellLifespanYears: isDate ? 0 : parseLifespanYears(wellLifespan),
    retirementDate: isDate ? retirementDate : null,
  };
}

/** True when the layer adds to the existing layers of one well. */
export function isAdditionalToWell({ scope, layerType }: CalculateState): boolean {
  return scope === 'single' && layerType === 'additional';
}

/** True when several wells each use their own active date, the default unless the user wants one date for all. */
export function takesActiveDates({ scope, layerType, useActiveDates }: CalculateState): boolean {
  return scope !== 'single' && layerType === 'initial' && useActiveDates;
}

/** Key of the user's input without derived state; equal input would post the same calculation again. */
export function inputsKey({
  lastVerdict: _,
  ratesFor: __,
  unlockedFor: ___,
  ...inputs
}: CalculateState): string {
  return JSON.stringify(inputs);
}

/**
 * True when a calculation should be reviewed before posting: many layers, a gross cost, or a layer measured against the well's
 * carrying amount, for which accretion may be reversed and posted again.
 *
 * @param layers the well's layers; null while loading
 */
export function needsReview(
  state: CalculateState,
  layers: readonly WellLayerView[] | null,
  changeBasis: ChangeBasis,
): boolean {
  // With one of several matching wells, the form doesn't show which one.
  if (state.scope !== 'single') return true;
  if (state.costIs === 'gross') return true;
  if (state.layerType === 'initial' || state.measurement === 'increment') return false;
  const latest = layers && latestLayer(layers);
  const cost = parseMoney(removeGrouping(state.pAndACost));
  if (state.measurement === 'remeasure' || !latest || !cost.ok) return true;
  return cost.cents < getComparedEstimate(latest, changeBasis);
}

export function getShownDate(state: CalculateState, today: string): string {
  if (state.typedDate !== null) return state.typedDate;
  if (state.scope === 'single' && state.layerType === 'initial') return state.well?.activeDate ?? '';
  return today;
}

/** Key of the figures that the auto-fill rule depends on; typed or unlocked rates apply only to them. */
export function figuresKey(state: CalculateState): string {
  const { wellLifespanYears, retirementDate } = getLife(state);
  return JSON.stringify([
    state.well?.id ?? null,
    removeGrouping(state.pAndACost),
    retirementDate ?? wellLifespanYears,
  ]);
}

type Rates = Record<RateName, string>;
type RateRule = { verdict: 'fills'; rates: Rates } | { verdict: 'clears' };

/**
 * The auto-fill rule: fill in the previous layer's rates, or clear them for the user to enter; null while undecided.
 * Only a revised estimate inherits rates: an added cost or a remeasurement is discounted at the rates of its own date.
 * The previous cost is the well's total estimate as the company compares it; the latest layer may be only a part of that.
 * Source: the specification's auto-fill of additional layers.
 */
export function getRateRule(
  state: CalculateState,
  layers: readonly WellLayerView[],
  changeBasis: ChangeBasis,
): RateRule | null {
  if (!isAdditionalToWell(state) || state.measurement !== 'change') return null;
  const latest = latestLayer(layers);
  const cost = parseMoney(removeGrouping(state.pAndACost));
  const life = getLife(state);
  if (!latest || !cost.ok || cost.cents <= 0) return null;
  if (life.retirementDate === null ? life.wellLifespanYears < 1 : !isSupportedDate(life.retirementDate))
    return null;
  const inherits = inheritsRates({
    previous: {
      ...latest,
      pAndACostCents: getComparedEstimate(latest, changeBasis),
      wellLifespanYears: latest.wellLifespan,
    },
    next: { pAndACostCents: cost.cents, ...life },
  });
  if (!inherits) return { verdict: 'clears' };
  const { discountRate, inflationRate } = latest;
  return { verdict: 'fills', rates: { discountRate, inflationRate } };
}

/**
 * Applies the rule to typed rates. Filling replaces them, unless the user unlocked the rates for these exact figures. Clearing
 * discards them when the verdict changes, unless they were typed for these exact figures.
 * @returns the same state if nothing changes
 */
export function withRateRule(state: CalculateState, rule: RateRule | null): CalculateState {
  if (rule === null) return state;
  const { verdict } = rule;
  const key = figuresKey(state);
  const isVerdictChange = verdict !== state.lastVerdict;
  const discardsTyped =
    verdict === 'fills'
      ? state.ratesFor !== null && state.unlockedFor !== key
      : isVerdictChange && state.ratesFor !== null && state.ratesFor !== key;
  if (!discardsTyped) return isVerdictChange ? { ...state, lastVerdict: verdict } : state;
  return { ...withoutRates(state), unlockedFor: null, lastVerdict: verdict };
}

export type ShownRates = { rates: Record<RateName, ShownRate>; isUnlocked: boolean };

/**
 * A rate is the previous layer's while the rule fills it in and the user hasn't edited it. Otherwise it is the company's, if the
 * user took that, or the typed one.
 */
export function getShownRates(
  state: CalculateState,
  rule: RateRule | null,
  offer: RateLookupView | null,
): ShownRates {
  const filledRates = rule?.verdict === 'fills' ? rule.rates : null;
  const isUnlocked = filledRates !== null && state.unlockedFor === figuresKey(state);
  const plainRate = { isAutoFilled: false, isCompanyRate: false, exact: null };
  const toShownRate = (name: RateName): ShownRate => {
    if (filledRates && !(isUnlocked && state.editedRates[name]))
      return { ...plainRate, value: filledRates[name], isAutoFilled: true };
    if (!state.companyRates[name]) return { ...plainRate, value: state.typedRates[name] };
    const exact = name === 'discountRate' ? (offer?.discount?.exactRate ?? null) : null;
    return { ...plainRate, value: getOfferedRate(offer, name), isCompanyRate: true, exact };
  };
  return {
    rates: { discountRate: toShownRate('discountRate'), inflationRate: toShownRate('inflationRate') },
    isUnlocked,
  };
}
