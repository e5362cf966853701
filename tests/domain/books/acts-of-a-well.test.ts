import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Act, createAct, type LayerState } from '~/domain/books/act';
import { type DepreciationPolicy, netArcOf } from '~/domain/books/depreciation';
import { measureLayer } from '~/domain/books/layer';
import { type RecognizedLayer, recognize } from '~/domain/books/recognition';
import { sellOnDay } from '~/domain/books/sale';
import { settleOnDay } from '~/domain/books/settlement';
import { openOnDay } from '~/domain/books/well-books';
import { WHOLE_INTEREST } from '~/domain/books/working-interest';
import { addDays, type CalendarDate } from '~/domain/calendar/calendar-date';
import { booked, SALE_TERMS, SETTLEMENT_TERMS, SIMPLE } from '../../support/worked-well';

const STRAIGHT_LINE: DepreciationPolicy = { method: 'straight-line', from: '2020-01-01' };

/** State of a well between acts. */
type State = { day: CalendarDate; layers: LayerState[]; estimateCents: number; interest: number };
/** `part` is the share of the well that the act affects, in thousandths. */
type Step = { kind: 'increase' | 'decrease' | 'settle' | 'sell'; days: number; part: number; years: number };

const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('increase' as const, 'decrease' as const, 'settle' as const, 'sell' as const),
  days: fc.integer({ min: 1, max: 500 }),
  part: fc.integer({ min: 1, max: 1_000 }),
  years: fc.integer({ min: 1, max: 30 }),
});

const carried = (act: Act, layers: readonly LayerState[]) =>
  layers.reduce((sum, layer) => sum + act.stateOf(layer).currentAroCents, 0);
const netArc = (act: Act, layers: readonly LayerState[]) =>
  layers.reduce((sum, layer) => sum + netArcOf(act.stateOf(layer)), 0);

function revise(act: Act, { day, layers, estimateCents }: State, { kind, part, years }: Step): State {
  const { carryingCents } = openOnDay(act, { wellCode: 'A-1', layers, later: [] }, day);
  const change = Math.max(1, Math.floor((estimateCents * part) / 1_000));
  const pAndACostCents = Math.max(1, estimateCents + (kind === 'increase' ? change : -change));
  const terms = { discountRateBp: 500 + part, inflationRateBp: 250, wellLifespanYears: years };
  const { aroValueCents } = measureLayer({
    ...terms,
    layerType: 'additional',
    measurement: 'change',
    pAndACostCents,
    previous: { totalEstimateCents: estimateCents, carryingAmountCents: carryingCents },
  });
  const added: RecognizedLayer = {
    ...booked({ ...terms, id: layers.length + 1, calculationDate: day }),
    currentAroCents: 0,
    arcCostCents: 0,
    arcBaseCents: 0,
    aroValueCents,
    measurement: 'change',
  };
  recognize(act, added, { layers, pluggedOn: null });
  return { day, layers: [...layers, added], estimateCents: pAndACostCents, interest: 0 };
}

/** Performs a step on its day. */
function take(act: Act, state: State, step: Step): State {
  const { day, layers, interest } = state;
  const books = { wellCode: 'A-1', layers, later: [] };
  if (step.kind === 'settle') {
    const { carryingCents } = openOnDay(act, books, day);
    const reliefCents = Math.floor((Math.max(0, carryingCents) * step.part) / 1_000);
    const settlement = {
      day,
      costCents: 1 + step.part,
      reliefCents,
      isFinal: false,
      terms: SETTLEMENT_TERMS,
    };
    settleOnDay(act, books, { ...settlement, order: 'proportion' });
    return state;
  }
  if (step.kind === 'sell') {
    const interestSold = Math.max(1, Math.floor((interest * step.part) / 1_000));
    sellOnDay(act, books, { day, interestSold, interest, proceedsCents: 0, terms: SALE_TERMS });
    return { ...state, interest: interest - interestSold };
  }
  return { ...revise(act, state, step), interest };
}

const beginning: State = {
  day: '2020-01-01',
  layers: [booked()],
  estimateCents: 10_000_000,
  interest: WHOLE_INTEREST,
};

function actWith(depreciation: DepreciationPolicy | null): Act {
  return createAct({ method: 'simple', calculator: SIMPLE, depreciation });
}

describe('any sequence of acts on a well', () => {
  it.each([
    ['that depreciates here', STRAIGHT_LINE],
    ['that depreciates elsewhere', null],
  ])('never takes liability or asset below zero, in a company %s', (_, depreciation) => {
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 1, maxLength: 12 }), (steps) => {
        let state = beginning;
        for (const step of steps) {
          if (step.kind === 'sell' && state.interest === 0) continue;
          const day = addDays(state.day, step.days);
          // Only the passage of time, to get the balances the act starts from.
          const before = actWith(depreciation);
          openOnDay(before, { wellCode: 'A-1', layers: state.layers, later: [] }, day);
          const [liability, asset] = [carried(before, state.layers), netArc(before, state.layers)];
          const act = actWith(depreciation);
          const next = take(act, { ...state, day }, step);
          // A sale rounds each layer separately: half a cent per layer and amount.
          const tolerance = step.kind === 'sell' ? state.layers.length : 0;
          if (liability >= 0) expect(carried(act, next.layers)).toBeGreaterThanOrEqual(-tolerance);
          if (depreciation !== null && asset >= 0) {
            expect(netArc(act, next.layers)).toBeGreaterThanOrEqual(-2 * tolerance);
          }
          state = { ...next, layers: next.layers.map((layer) => act.stateOf(layer)) };
        }
      }),
    );
  });

  it('leaves exactly zero in every layer after the final settlement', () => {
    fc.assert(
      fc.property(
        fc.array(anyStep, { maxLength: 8 }),
        fc.nat(9_000_000),
        fc.constantFrom(STRAIGHT_LINE, null),
        (steps, costCents, depreciation) => {
          let state = beginning;
          for (const step of steps) {
            if (step.kind === 'sell' && state.interest === 0) continue;
            const act = actWith(depreciation);
            const next = take(act, { ...state, day: addDays(state.day, step.days) }, step);
            state = { ...next, layers: next.layers.map((layer) => act.stateOf(layer)) };
          }
          const act = actWith(depreciation);
          const { layers } = state;
          const settlement = { day: addDays(state.day, 40), costCents, reliefCents: null, isFinal: true };
          settleOnDay(
            act,
            { wellCode: 'A-1', layers, later: [] },
            { ...settlement, order: 'oldest', terms: SETTLEMENT_TERMS },
          );
          for (const layer of layers) {
            const { currentAroCents, arcCostCents, arcAccumulatedCents } = act.stateOf(layer);
            expect([currentAroCents, arcCostCents, arcAccumulatedCents]).toEqual([0, 0, 0]);
          }
        },
      ),
    );
  });
});
