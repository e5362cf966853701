import { describe, expect, it } from 'vitest';
import {
  type CalculateState,
  getRateRule,
  getShownRates,
  INITIAL_STATE,
  inputsKey,
  needsReview,
  withCompanyRates,
  withNewSubject,
  withRateRule,
  withTypedRate,
  withUnlockedRates,
} from '~/components/calculate/calculate-state';
import type { WellLayerView } from '~/schemas/books/layer-views';
import type { RateLookupView } from '~/schemas/books/rate-table';

const WELL = { id: 'w', wellCode: 'A-1', wellName: 'Alpha', activeDate: '2024-01-01', retirementDate: null };
const LAYERS = [
  {
    layerNumber: 1,
    calculationDate: '2024-01-01',
    estimateLeft: '100000.00',
    wellLifespan: 25,
    retirementDate: null,
    discountRate: '8.00',
    inflationRate: '2.50',
  },
] as WellLayerView[];

/** The company's rates offered for the layer. */
const OFFER: RateLookupView = {
  discount: {
    rate: '7.83',
    exactRate: '7.8333333333',
    effectiveOn: '2024-01-01',
    maturities: [],
    reason: '',
  },
  inflation: { rate: '2.00', effectiveOn: '2024-01-01', reason: '' },
};

const EMPTY: CalculateState = { ...INITIAL_STATE, layerType: 'additional', well: WELL };

/** Applies the auto-fill rule as the form does once typing pauses. */
const settle = (state: CalculateState) => withRateRule(state, getRateRule(state, LAYERS, 'stated'));
const withCost = (state: CalculateState, pAndACost: string) => settle({ ...state, pAndACost });
const typed = (state: CalculateState, discount: string, inflation: string) =>
  settle(withTypedRate(withTypedRate(state, 'discountRate', discount), 'inflationRate', inflation));
const shown = (state: CalculateState) => {
  const { rates, isUnlocked } = getShownRates(state, getRateRule(state, LAYERS, 'stated'), OFFER);
  return {
    values: [rates.discountRate.value, rates.inflationRate.value],
    isFilled: [rates.discountRate.isAutoFilled, rates.inflationRate.isAutoFilled],
    isUnlocked,
  };
};

describe('the auto-fill rule and manually entered rates', () => {
  it('overwrites rates that were entered before the cost', () => {
    const state = withCost(typed(EMPTY, '9', '3'), '90000');
    expect(shown(state)).toEqual({ values: ['8.00', '2.50'], isFilled: [true, true], isUnlocked: false });
  });

  it('clears rates that were entered before the cost', () => {
    expect(shown(withCost(typed(EMPTY, '9', '3'), '120000')).values).toEqual(['', '']);
  });

  it('clears the rates it filled in, without restoring earlier entries', () => {
    const filled = withCost(typed(EMPTY, '9', '3'), '90000');
    expect(shown(withCost(filled, '120000')).values).toEqual(['', '']);
  });

  it('keeps rates that were entered for these figures', () => {
    const state = typed(withCost(EMPTY, '120000'), '9', '3');
    expect(shown(state).values).toEqual(['9', '3']);
    // The cost can be adjusted as long as the rule's verdict doesn't change.
    expect(shown(withCost(state, '125000')).values).toEqual(['9', '3']);
    expect(shown(withCost(state, '90000')).values).toEqual(['8.00', '2.50']);
    expect(shown(withCost(withCost(state, '90000'), '120000')).values).toEqual(['', '']);
  });

  it('keeps rates entered right after the cost, before the rule ran', () => {
    const state = typed({ ...EMPTY, pAndACost: '120000' }, '9', '3');
    expect(shown(state).values).toEqual(['9', '3']);
    // If the rule fills them in, they would have been locked had it run sooner.
    expect(shown(typed({ ...EMPTY, pAndACost: '90000' }, '9', '3')).values).toEqual(['8.00', '2.50']);
  });

  it('keeps rates that were unlocked for these figures, until the figures change', () => {
    const unlocked = withUnlockedRates(withCost(EMPTY, '90000'));
    expect(shown(unlocked)).toEqual({ values: ['8.00', '2.50'], isFilled: [true, true], isUnlocked: true });
    const edited = settle(withTypedRate(unlocked, 'discountRate', '7'));
    expect(shown(edited)).toEqual({ values: ['7', '2.50'], isFilled: [false, true], isUnlocked: true });
    expect(shown(withCost(edited, '80000'))).toEqual({
      values: ['8.00', '2.50'],
      isFilled: [true, true],
      isUnlocked: false,
    });
  });

  it('ignores added costs and remeasurements', () => {
    const state = typed({ ...EMPTY, measurement: 'increment' }, '9', '3');
    expect(shown(withCost(state, '90000')).values).toEqual(['9', '3']);
  });

  it('keeps changes made while a named well is loading, and drops earlier ones', () => {
    const before = { ...EMPTY, typedDate: '2024-01-31', chosenLifeBy: 'lifespan' as const };
    const meanwhile = { ...before, chosenLifeBy: 'date' as const };
    const well = { ...WELL, id: 'other' };
    expect(withNewSubject(meanwhile, { well }, before)).toMatchObject({
      well,
      chosenLifeBy: 'date',
      typedDate: null,
    });
    expect(withNewSubject(meanwhile, { well })).toMatchObject({ chosenLifeBy: null, typedDate: null });
  });

  it('keeps rates entered while a named well is loading, and drops earlier ones', () => {
    const unknown: CalculateState = { ...EMPTY, well: null, pAndACost: '120000', wellLifespan: '25' };
    const meanwhile = typed(unknown, '9', '3');
    const found = (state: CalculateState, named: CalculateState) =>
      shown(settle(withNewSubject(state, { well: WELL }, named))).values;
    expect(found(meanwhile, unknown)).toEqual(['9', '3']);
    expect(found(meanwhile, meanwhile)).toEqual(['', '']);
    expect(found({ ...meanwhile, pAndACost: '130000' }, unknown)).toEqual(['', '']);
  });

  it('starts over with another well, and drops the rates of another kind of layer', () => {
    const state = typed(withCost(EMPTY, '120000'), '9', '3');
    const other = withNewSubject(state, { well: { ...WELL, id: 'other' } });
    expect(shown(settle(other)).values).toEqual(['', '']);
    expect(shown(withNewSubject(state, { layerType: 'initial' })).values).toEqual(['', '']);
  });
});

describe('the company’s rates', () => {
  const companys = (state: CalculateState) => {
    const { rates } = getShownRates(state, getRateRule(state, LAYERS, 'stated'), OFFER);
    return [rates.discountRate.isCompanyRate, rates.inflationRate.isCompanyRate];
  };

  it('fill in only the rates the user selected, and give way to manual entries', () => {
    const state = withTypedRate(withCost(EMPTY, '120000'), 'inflationRate', '3');
    expect(shown(state).values).toEqual(['', '3']);
    const taken = settle(withCompanyRates(state, ['discountRate']));
    expect(shown(taken).values).toEqual(['7.83', '3']);
    expect(companys(taken)).toEqual([true, false]);
    expect(getShownRates(taken, null, OFFER).rates.discountRate.exact).toBe('7.8333333333');
    const typedOver = withTypedRate(taken, 'discountRate', '7');
    expect(shown(typedOver).values).toEqual(['7', '3']);
    expect(companys(typedOver)).toEqual([false, false]);
  });

  it('follow the date, and are blank when the company has none', () => {
    const taken = withCompanyRates(withCost(EMPTY, '120000'), ['discountRate', 'inflationRate']);
    const later = { ...OFFER, inflation: { ...OFFER.inflation!, rate: '2.75' } };
    expect(getShownRates(taken, null, later).rates.inflationRate.value).toBe('2.75');
    expect(getShownRates(taken, null, null).rates.discountRate.value).toBe('');
  });

  it('leave the auto-fill rule unchanged', () => {
    const taken = settle(withCompanyRates(withCost(EMPTY, '120000'), ['discountRate', 'inflationRate']));
    expect(shown(taken).values).toEqual(['7.83', '2.00']);
    const decreased = withCost(taken, '90000');
    expect(shown(decreased)).toMatchObject({ values: ['8.00', '2.50'], isFilled: [true, true] });
    expect(companys(decreased)).toEqual([false, false]);
    expect(shown(withCost(decreased, '120000')).values).toEqual(['', '']);
  });
});

describe('inputsKey', () => {
  it('is the same for the same inputs, whatever the rule did', () => {
    const state = typed({ ...EMPTY, pAndACost: '120000' }, '9', '3');
    expect(inputsKey(state)).toBe(inputsKey(settle(state)));
    expect(inputsKey(state)).not.toBe(inputsKey({ ...state, pAndACost: '120001' }));
    expect(inputsKey(state)).not.toBe(inputsKey(withTypedRate(state, 'discountRate', '9.1')));
  });
});

describe('needsReview', () => {
  it.each<[string, Partial<CalculateState>, WellLayerView[] | null, boolean]>([
    ['an initial layer', { layerType: 'initial' }, null, false],
    ['an increase', { pAndACost: '120000' }, LAYERS, false],
    ['an unchanged estimate', { pAndACost: '100,000.00' }, LAYERS, false],
    ['a decrease', { pAndACost: '99999.99' }, LAYERS, true],
    ['a decrease of a well whose layers are not known yet', { pAndACost: '120000' }, null, true],
    ['an added cost', { measurement: 'increment', pAndACost: '1' }, LAYERS, false],
    ['a remeasurement', { measurement: 'remeasure', pAndACost: '120000' }, LAYERS, true],
    ['all wells', { scope: 'all', layerType: 'initial' }, null, true],
    ['the first well only', { scope: 'all', layerType: 'initial', applyToAll: false }, null, true],
  ])('%s', (_, changes, layers, expected) => {
    expect(needsReview({ ...EMPTY, ...changes }, layers, 'stated')).toBe(expected);
  });

  it('follows the company’s basis for comparing estimates, and so do the rates', () => {
    const state = withCost(EMPTY, '105000');
    const layers = [{ ...LAYERS[0]!, repricedEstimate: '108000.00' }];
    expect(needsReview(state, layers, 'stated')).toBe(false);
    expect(needsReview(state, layers, 'repriced')).toBe(true);
    expect(getRateRule(state, layers, 'stated')).toEqual({ verdict: 'clears' });
    expect(getRateRule(state, layers, 'repriced')).toMatchObject({ verdict: 'fills' });
  });
});
