import { inheritsRates, type LayerType, latestLayer, type Measurement } from '~/domain/books/layer';
import { parseMoney } from '~/domain/money/money';
import type { Scope } from '~/schemas/books/aro-layer';
import type { LayerView, WellSummary } from '~/schemas/platform/views';

export type RateName = 'discountRate' | 'inflationRate';

/** What the person has chosen and typed. What the form shows besides is derived from it below. */
export type CalculateState = {
  scope: Scope;
  layerType: LayerType;
  well: WellSummary | null;
  field: string;
  applyToAll: boolean;
  useActiveDates: boolean;
  measurement: Measurement;
  pAndACost: string;
  wellLifespan: string;
  /** The rates that the person typed. A rate that is filled in is not among them until it is edited. */
  typedRates: Record<RateName, string>;
  editedRates: Record<RateName, boolean>;
  unlocksRates: boolean;
  /** Null as long as the date is the one that the form suggests. */
  typedDate: string | null;
};

export const INITIAL_STATE: CalculateState = {
  scope: 'single',
  layerType: 'initial',
  well: null,
  field: '',
  applyToAll: true,
  useActiveDates: true,
  measurement: 'change',
  pAndACost: '',
  wellLifespan: '25',
  typedRates: { discountRate: '', inflationRate: '' },
  editedRates: { discountRate: false, inflationRate: false },
  unlocksRates: false,
  typedDate: null,
};

/**
 * Another well or kind of layer has its own suggestions: what was adjusted of the former ones is void. The rates of an
 * initial layer are none of an additional one's, which has its own day's or inherits.
 */
export function withNewSubject(state: CalculateState, changes: Partial<CalculateState>): CalculateState {
  const isOtherKind = changes.layerType !== undefined && changes.layerType !== state.layerType;
  return {
    ...state,
    ...changes,
    typedRates: isOtherKind ? INITIAL_STATE.typedRates : state.typedRates,
    editedRates: INITIAL_STATE.editedRates,
    unlocksRates: false,
    typedDate: null,
  };
}

/** Digits of years as the form counts them: an integer, and 0 for what is none. */
export function lifespanYears(text: string): number {
  return Number.parseInt(text, 10) || 0;
}

/** An amount as one pastes it from a spreadsheet, "$100,000.00", without sign and separators. Else as it is. */
export function plainAmount(text: string): string {
  const trimmed = text.trim();
  return /^\$?\s?\d{1,3}(,\d{3})*(\.\d*)?$/.test(trimmed) ? trimmed.replace(/[$,\s]/g, '') : text;
}

/** Whether the layer adds to what one well has already. */
export function isAdditionalToWell({ scope, layerType }: CalculateState): boolean {
  return scope === 'single' && layerType === 'additional';
}

/** Several wells at once are dated by their own active dates, unless the person wants one date for all. */
export function takesActiveDates({ scope, layerType, useActiveDates }: CalculateState): boolean {
  return scope !== 'single' && layerType === 'initial' && useActiveDates;
}

export function shownDate(state: CalculateState, today: string): string {
  if (state.typedDate !== null) return state.typedDate;
  if (state.scope === 'single' && state.layerType === 'initial') return state.well?.activeDate ?? '';
  return today;
}

/**
 * The rates that the previous layer fills in, or null when the person gives them. Only a revised estimate inherits:
 * an added cost, or a liability measured anew, is discounted at the rates of its own day. The previous cost is the
 * well's whole estimate, of which the latest layer may be a part only.
 */
export function inheritedRates(
  state: CalculateState,
  layers: readonly LayerView[],
): Record<RateName, string> | null {
  if (!isAdditionalToWell(state) || state.measurement !== 'change') return null;
  const latest = latestLayer(layers);
  const previousEstimate = latest ? parseMoney(latest.totalEstimate) : null;
  const cost = parseMoney(plainAmount(state.pAndACost));
  const years = lifespanYears(state.wellLifespan);
  if (!latest || !previousEstimate?.ok || !cost.ok || cost.cents <= 0 || years < 1) return null;
  const inherits = inheritsRates({
    previous: { pAndACostCents: previousEstimate.cents, wellLifespanYears: latest.wellLifespan },
    next: { pAndACostCents: cost.cents, wellLifespanYears: years },
  });
  return inherits ? { discountRate: latest.discountRate, inflationRate: latest.inflationRate } : null;
}

export type ShownRate = { value: string; isAutoFilled: boolean };

/** A rate is the previous layer's until edited; without one, what the person typed stays or comes back. */
export function shownRates(
  state: CalculateState,
  inherited: Record<RateName, string> | null,
): Record<RateName, ShownRate> {
  const shown = (name: RateName): ShownRate =>
    inherited && !state.editedRates[name]
      ? { value: inherited[name], isAutoFilled: true }
      : { value: state.typedRates[name], isAutoFilled: false };
  return { discountRate: shown('discountRate'), inflationRate: shown('inflationRate') };
}
