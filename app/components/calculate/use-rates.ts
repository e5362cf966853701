import { useEffect, useMemo, useRef } from 'react';
import type { ChangeBasis } from '~/domain/books/price-level';
import { useDebounced } from '~/hooks/use-debounced';
import type { WellLayerView } from '~/schemas/books/layer-views';
import type { RateLookupView } from '~/schemas/books/rate-table';
import {
  type CalculateState,
  type ChangeCalculation,
  getRateRule,
  getShownRates,
  type ShownRates,
  withRateRule,
} from './calculate-state';

/**
 * The two rates as the form shows them. The auto-fill rule runs once the user has typed the cost, not on every digit.
 *
 * @param layers the well's existing layers; must be the same array while nothing about them changes
 * @param offer the company's rates for the layer
 */
export function useRates(
  state: CalculateState,
  onChange: ChangeCalculation,
  layers: readonly WellLayerView[],
  offer: RateLookupView | null,
  changeBasis: ChangeBasis,
): ShownRates {
  const debouncedState = useDebounced(state);
  const rule = useMemo(
    () => getRateRule(debouncedState, layers, changeBasis),
    [debouncedState, layers, changeBasis],
  );
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;
  useEffect(() => {
    if (debouncedState !== state) return;
    if (withRateRule(state, rule) !== state) latestOnChange.current((current) => withRateRule(current, rule));
  }, [debouncedState, state, rule]);
  return getShownRates(state, rule, offer);
}
