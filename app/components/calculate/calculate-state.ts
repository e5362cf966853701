import { lifespanYears, offeredRate, type ShownLife, type ShownRate } from '~/components/books/shown-terms';
import { expectedCost } from '~/domain/books/expected-cost';
import { inheritsRates, type LayerType, latestLayer, type Measurement } from '~/domain/books/layer';
import type { ChangeBasis } from '~/domain/books/price-level';
import type { RateName } from '~/domain/books/rate-table';
import type { Origin } from '~/domain/books/recognition';
import { isSupportedDate } from '~/domain/calendar/calendar-date';
import { formatCents, parseMoney } from '~/domain/money/money';
import { plainAmount } from '~/domain/money/typed-amount';
import type { CostIs, LifeBy, Scope } from '~/schemas/books/aro-layer';
import type { WellLayerView } from '~/schemas/books/layer-views';
import type { RateLookupView } from '~/schemas/books/rate-table';
import type { WellSummary } from '~/schemas/wells/well-views';
import { comparedEstimate } from './layer-preview';
import { readScenarios, type ScenarioDraft } from './scenario-draft';

/** What the form needs to know of the well that was picked. */
export type CalculatedWell = Pick<
  WellSummary,
  'id' | 'wellCode' | 'wellName' | 'activeDate' | 'retirementDate'
>;

/** Whether the auto-fill rule fills the rates in from the previous layer or clears them. */
export type RateVerdict = 'fills' | 'clears';

/** What the person has chosen and typed. What the form shows besides is derived from it below. */
export type CalculateState = {
  scope: Scope;
  layerType: LayerType;
  well: CalculatedWell | null;
  field: string;
  applyToAll: boolean;
  useActiveDates: boolean;
  measurement: Measurement;
  pAndACost: string;
  /** What the cost is weighed from; null where it is typed. */
  scenarios: ScenarioDraft | null;
  costIs: CostIs;
  /** Of an initial layer, or of an added cost. */
  origin: Origin;
  /** Null as long as it is the well's own way: by its retirement date if it has one. */
  chosenLifeBy: LifeBy | null;
  wellLifespan: string;
  /** Null as long as the date is the well's own. */
  typedRetirementDate: string | null;
  /** The rates that the person typed. A rate that is filled in is not among them until it is edited. */
  typedRates: Record<RateName, string>;
  editedRates: Record<RateName, boolean>;
  /** The rates that are the company's, because the person took those; they follow the date and the life. */
  companyRates: Record<RateName, boolean>;
  /** The figures for which the rates were typed, and those for which filled-in rates were unlocked; see figuresKey. */
  ratesFor: string | null;
  unlockedFor: string | null;
  /** What the auto-fill rule said last of this well. */
  lastVerdict: RateVerdict | null;
  /** Null as long as the date is the one that the form suggests. */
  typedDate: string | null;
  /** Why, of an additional layer. */
  reason: string;
};

/** Changes the current state, not the one last rendered: a well may be found while a rate is being typed. */
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

/** Whether figures or words were entered, which it would take a moment to enter again. What is only chosen is chosen again. */
export function hasEntries({ pAndACost, scenarios, typedRates, reason }: CalculateState): boolean {
  const { discountRate, inflationRate } = typedRates;
  return (
    scenarios !== null || [pAndACost, discountRate, inflationRate, reason].some((text) => text.trim() !== '')
  );
}

/**
 * Another well or kind of layer has its own suggestions: what was adjusted of the former ones is void. The rates of an
 * initial layer are none of an additional one's, which has its own day's or inherits.
 *
 * @param named the state when the person named the well, where it took a moment to find: what was adjusted since is meant
 * for it
 */
export function withNewSubject(
  state: CalculateState,
  changes: Partial<CalculateState>,
  named: CalculateState | null = null,
): CalculateState {
  const isOtherKind = changes.layerType !== undefined && changes.layerType !== state.layerType;
  const { unlockedFor, lastVerdict } = INITIAL_STATE;
  const kept = <Name extends 'typedDate' | 'chosenLifeBy' | 'typedRetirementDate' | 'reason'>(
    name: Name,
  ) => ({
    [name]: named && state[name] !== named[name] ? state[name] : INITIAL_STATE[name],
  });
  const adjusted = {
    ...kept('typedDate'),
    ...kept('chosenLifeBy'),
    ...kept('typedRetirementDate'),
    ...kept('reason'),
  };
  const next: CalculateState = { ...state, ...changes, unlockedFor, lastVerdict, ...adjusted };
  // Rates typed meanwhile are for the figures next to them, and for this well.
  if (named && state.ratesFor !== named.ratesFor && state.ratesFor === figuresKey(state)) {
    next.ratesFor = figuresKey(next);
  }
  return isOtherKind ? withoutRates(next) : next;
}

/** The person changed scenarios, and the cost follows; or gave them up, and the cost stays as it was weighed. */
export function withScenarios(state: CalculateState, scenarios: ScenarioDraft | null): CalculateState {
  if (scenarios === null) return { ...state, scenarios };
  const read = readScenarios(scenarios);
  const pAndACost = read.ok ? formatCents(expectedCost(read.expected)) : '';
  return { ...state, scenarios, pAndACost, costIs: 'net' };
}

/** The person typed a rate, for the figures next to it. */
export function withTypedRate(state: CalculateState, name: RateName, value: string): CalculateState {
  return {
    ...state,
    typedRates: { ...state.typedRates, [name]: value },
    editedRates: { ...state.editedRates, [name]: true },
    companyRates: { ...state.companyRates, [name]: false },
    ratesFor: figuresKey(state),
  };
}

/** The person took the company's rates, for the figures next to them. */
export function withCompanyRates(state: CalculateState, names: readonly RateName[]): CalculateState {
  const companyRates = { ...state.companyRates };
  for (const name of names) companyRates[name] = true;
  return { ...state, companyRates, ratesFor: figuresKey(state) };
}

/** The person asked to edit rates that were filled in. That holds for the figures they belong to. */
export function withUnlockedRates(state: CalculateState): CalculateState {
  return { ...withoutRates(state), unlockedFor: figuresKey(state) };
}

function withoutRates(state: CalculateState): CalculateState {
  const { typedRates, editedRates, companyRates, ratesFor } = INITIAL_STATE;
  return { ...state, typedRates, editedRates, companyRates, ratesFor };
}

/** How long the well lives, as the form shows it. Several wells have no date in common. */
export function shownLife({
  scope,
  well,
  chosenLifeBy,
  wellLifespan,
  typedRetirementDate,
}: CalculateState): ShownLife {
  const ofWell = scope === 'single' ? (well?.retirementDate ?? null) : null;
  const lifeBy = chosenLifeBy ?? (ofWell ? 'date' : 'lifespan');
  return { lifeBy, wellLifespan, retirementDate: typedRetirementDate ?? ofWell ?? '' };
}

/** The life as the accounting takes it. */
function lifeFigures(state: CalculateState): { wellLifespanYears: number; retirementDate: string | null } {
  const { lifeBy, wellLifespan, retirementDate } = shownLife(state);
  const isDate = lifeBy === 'date';
  return {
    wellLifespanYears: isDate ? 0 : lifespanYears(wellLifespan),
    retirementDate: isDate ? retirementDate : null,
  };
}

/** Whether the layer adds to what one well has already. */
export function isAdditionalToWell({ scope, layerType }: CalculateState): boolean {
  return scope === 'single' && layerType === 'additional';
}

/** Several wells are dated by their own active dates, unless the person wants one date for all. */
export function takesActiveDates({ scope, layerType, useActiveDates }: CalculateState): boolean {
  return scope !== 'single' && layerType === 'initial' && useActiveDates;
}

/** What the person put in, without what the form derives from it: the same inputs would calculate the same once more. */
export function inputsKey({
  lastVerdict: _,
  ratesFor: __,
  unlockedFor: ___,
  ...inputs
}: CalculateState): string {
  return JSON.stringify(inputs);
}

/**
 * Whether to show what a calculation posts before it is posted: many layers, or one that is measured against what the well
 * carries, for which accretion may be reversed and posted again.
 *
 * @param layers the layers of the well; null while they are not known
 */
export function needsReview(
  state: CalculateState,
  layers: readonly WellLayerView[] | null,
  changeBasis: ChangeBasis,
): boolean {
  // Of one well among several, the form does not say which.
  if (state.scope !== 'single') return true;
  if (state.costIs === 'gross') return true;
  if (state.layerType === 'initial' || state.measurement === 'increment') return false;
  const latest = layers && latestLayer(layers);
  const cost = parseMoney(plainAmount(state.pAndACost));
  if (state.measurement === 'remeasure' || !latest || !cost.ok) return true;
  return cost.cents < comparedEstimate(latest, changeBasis);
}

export function shownDate(state: CalculateState, today: string): string {
  if (state.typedDate !== null) return state.typedDate;
  if (state.scope === 'single' && state.layerType === 'initial') return state.well?.activeDate ?? '';
  return today;
}

/** What the auto-fill rule goes by; rates that were typed or unlocked belong to it. */
export function figuresKey(state: CalculateState): string {
  const { wellLifespanYears, retirementDate } = lifeFigures(state);
  return JSON.stringify([
    state.well?.id ?? null,
    plainAmount(state.pAndACost),
    retirementDate ?? wellLifespanYears,
  ]);
}

type Rates = Record<RateName, string>;
type RateRule = { verdict: 'fills'; rates: Rates } | { verdict: 'clears' };

/**
 * The auto-fill rule: the rates of the previous layer fill in, or the person gives them; null while that is not decided.
 * Only a revised estimate inherits: an added cost, or a liability remeasured, is discounted at the rates of its own day.
 * The previous cost is the well's whole estimate, of which the latest layer may be a part only, as the company compares it.
 * Source: the specification's auto-fill of additional layers.
 */
export function rateRule(
  state: CalculateState,
  layers: readonly WellLayerView[],
  changeBasis: ChangeBasis,
): RateRule | null {
  if (!isAdditionalToWell(state) || state.measurement !== 'change') return null;
  const latest = latestLayer(layers);
  const cost = parseMoney(plainAmount(state.pAndACost));
  const life = lifeFigures(state);
  if (!latest || !cost.ok || cost.cents <= 0) return null;
  if (life.retirementDate === null ? life.wellLifespanYears < 1 : !isSupportedDate(life.retirementDate))
    return null;
  const inherits = inheritsRates({
    previous: {
      ...latest,
      pAndACostCents: comparedEstimate(latest, changeBasis),
      wellLifespanYears: latest.wellLifespan,
    },
    next: { pAndACostCents: cost.cents, ...life },
  });
  if (!inherits) return { verdict: 'clears' };
  const { discountRate, inflationRate } = latest;
  return { verdict: 'fills', rates: { discountRate, inflationRate } };
}

/**
 * What the rule does to rates that were typed by hand. Filling takes their place, unless the person unlocked the rates for
 * these very figures. Clearing takes them away when the rule turns to it, unless they were typed for these very figures.
 * @returns the same state where nothing changes
 */
export function withRateRule(state: CalculateState, rule: RateRule | null): CalculateState {
  if (rule === null) return state;
  const { verdict } = rule;
  const key = figuresKey(state);
  const isTurn = verdict !== state.lastVerdict;
  const discards =
    verdict === 'fills'
      ? state.ratesFor !== null && state.unlockedFor !== key
      : isTurn && state.ratesFor !== null && state.ratesFor !== key;
  if (!discards) return isTurn ? { ...state, lastVerdict: verdict } : state;
  return { ...withoutRates(state), unlockedFor: null, lastVerdict: verdict };
}

export type ShownRates = { rates: Record<RateName, ShownRate>; isUnlocked: boolean };

/**
 * A rate is the previous layer's as long as the rule fills it in and it was not edited since; otherwise the company's where the
 * person took that, or what was typed.
 */
export function shownRates(
  state: CalculateState,
  rule: RateRule | null,
  offer: RateLookupView | null,
): ShownRates {
  const filled = rule?.verdict === 'fills' ? rule.rates : null;
  const isUnlocked = filled !== null && state.unlockedFor === figuresKey(state);
  const plain = { isAutoFilled: false, isCompanys: false, exact: null };
  const shown = (name: RateName): ShownRate => {
    if (filled && !(isUnlocked && state.editedRates[name]))
      return { ...plain, value: filled[name], isAutoFilled: true };
    if (!state.companyRates[name]) return { ...plain, value: state.typedRates[name] };
    const exact = name === 'discountRate' ? (offer?.discount?.exactRate ?? null) : null;
    return { ...plain, value: offeredRate(offer, name), isCompanys: true, exact };
  };
  return {
    rates: { discountRate: shown('discountRate'), inflationRate: shown('inflationRate') },
    isUnlocked,
  };
}
