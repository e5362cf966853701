import { accreteLayer, accretionExpense, createAccretionCalculator } from '~/domain/books/accretion';
import { type Act, createAct, type LayerState } from '~/domain/books/act';
import { measureLayer } from '~/domain/books/layer';
import { type Movement, NO_AMOUNTS } from '~/domain/books/movement';
import { PLAIN_HEADER, type PlannedPosting } from '~/domain/books/planned-postings';
import { saleTerms, settlementTerms } from '~/domain/books/posting-terms';
import { presentValue } from '~/domain/books/present-value';
import { recognize } from '~/domain/books/recognition';
import { reversalDate, reversePosting } from '~/domain/books/reversal';
import { sellOnDay } from '~/domain/books/sale';
import { settleOnDay } from '~/domain/books/settlement';
import { type BookedPosting, openOnDay } from '~/domain/books/well-books';
import { WHOLE_INTEREST } from '~/domain/books/working-interest';
import type { Cents } from '~/domain/money/money';
import { cents, tableOf, written } from './method-tables';

/** The day when the well in docs/accounting-method.md is remeasured or plugged. */
export const CHANGED_ON = '2026-10-15';
const ACCRETED_THROUGH = '2026-10-31';
export const SIMPLE = createAccretionCalculator('simple');
export const FOR_THE_COMPANY = { isCompanyWide: true, periodType: 'monthly' as const };
export const FOR_ONE = PLAIN_HEADER;
const REMEASURED = {
  pAndACostCents: 12_000_000,
  inflationRateBp: 300,
  discountRateBp: 900,
  wellLifespanYears: 20,
};

/** An act in a company that accretes by the `simple` method. */
export function simpleAct(): Act {
  return createAct({ method: 'simple', calculator: SIMPLE });
}

/** An act in a company that also depreciates straight-line. */
export function depreciatingAct(): Act {
  const depreciation = { method: 'straight-line' as const, from: '2020-01-01' };
  return createAct({ method: 'simple', calculator: SIMPLE, depreciation });
}

/** The initial layer of the examples after its recognition, with the given overrides. */
export function booked(given: Partial<LayerState> = {}): LayerState {
  return {
    id: 1,
    wellId: 1,
    calculationDate: '2020-01-01',
    wellLifespanYears: 25,
    retirementDate: null,
    accretedThrough: null,
    currentAroCents: initialValue(),
    discountRateBp: 800,
    arcCostCents: initialValue(),
    arcAccumulatedCents: 0,
    arcBaseCents: initialValue(),
    arcBaseDay: null,
    depreciatedThrough: null,
    settledCents: 0,
    isReversed: false,
    lastPostingId: 1,
    ...given,
  };
}

/** Settlement cost of the first layer in the examples, in cents. */
export const SETTLED_FOR = 3_000_000;
/** Terms of a company that posts differences to profit or loss and keeps depreciation elsewhere. */
export const SETTLEMENT_TERMS = settlementTerms(
  { depreciation: 'none', depreciationFrom: null, settlementDifference: 'result' },
  '2020-01-01',
  null,
);

/** Terms of the same company for the sale of half of the well. */
export const SALE_TERMS = saleTerms({ depreciation: 'none', depreciationFrom: null }, '2020-01-01', {
  before: WHOLE_INTEREST,
  after: WHOLE_INTEREST / 2,
});

/** Sells half of a single-layer well for 5,000.00. */
export function sellHalf(act: Act, layer: LayerState) {
  const half = { interestSold: WHOLE_INTEREST / 2, interest: WHOLE_INTEREST };
  return sellOnDay(
    act,
    { wellCode: 'A-1', layers: [layer], later: [] },
    { ...half, day: '2020-01-01', proceedsCents: 500_000, terms: SALE_TERMS },
  );
}

/** Makes the final settlement of a single-layer well. */
export function settleFinally(
  act: Act,
  layer: LayerState,
  { day, costCents }: { day: string; costCents: Cents },
) {
  return settleOnDay(
    act,
    { wellCode: 'A-1', layers: [layer], later: [] },
    { day, costCents, reliefCents: null, isFinal: true, order: 'proportion', terms: SETTLEMENT_TERMS },
  );
}

/** An opening balance movement, with the ARC cost of the initial layer. */
export function broughtIn(liabilityCents: Cents): Omit<Movement, 'layerId'> {
  return {
    ...NO_AMOUNTS,
    kind: 'opening',
    liabilityCents,
    arcCostCents: initialValue(),
    accretion: null,
  };
}

/** The initial layer, accreted in one record beyond the day of the change, and that posting. */
export function accretedOnce(): { layer: LayerState; posting: BookedPosting } {
  const act = simpleAct();
  act.accrete('main', booked(), ACCRETED_THROUGH, FOR_THE_COMPANY);
  const { postings, touched } = act.finish();
  const { kind, day, movements } = postings[0]!;
  return {
    layer: { ...touched[0]!.before, ...touched[0]!.after, lastPostingId: 2 },
    posting: { ...FOR_THE_COMPANY, id: 2, number: 2, kind, day, movements, terms: null },
  };
}

/** The remeasurement of the example: its table, and the resulting postings and layers. */
export function remeasured() {
  const { layer, posting } = accretedOnce();
  const act = simpleAct();
  const { carryingCents, replay } = openOnDay(
    act,
    { wellCode: 'A-1', layers: [layer], later: [posting] },
    CHANGED_ON,
  );
  const previous = { totalEstimateCents: 10_000_000, carryingAmountCents: carryingCents };
  const measurement = 'remeasure';
  const { aroValueCents } = measureLayer({ ...REMEASURED, layerType: 'additional', measurement, previous });
  const terms = { ...REMEASURED, id: -1, calculationDate: CHANGED_ON, lastPostingId: 0 };
  const added = {
    ...booked({ ...terms, currentAroCents: 0, arcCostCents: 0 }),
    measurement,
    aroValueCents,
  } as const;
  recognize(act, added, { layers: [layer], pluggedOn: null });
  replay([added]);

  const { postings, touched } = act.finish();
  const rows = [
    {
      Step: 'before',
      Posting: 'calculation',
      Day: '2020-01-01',
      ...inColumns(initialValue(), null),
      ...carries(initialValue()),
    },
    {
      Step: 'before',
      Posting: 'accretion',
      Day: ACCRETED_THROUGH,
      ...amountsOf(posting.movements),
      ...carries(layer.currentAroCents),
    },
    ...stepsOf(act, { carried: layer.currentAroCents, steps: ['1', '2', '3', '4'] }),
  ];
  // The act's first posting is number 3, after the calculation and the accretion.
  const later = postings.map(
    (planned, index): BookedPosting => ({ ...planned, id: index + 3, number: index + 3 }),
  );
  const layers = touched.map(({ before, after }) => ({ ...before, ...after }));
  const carriedCents = layers.reduce((sum, { currentAroCents }) => sum + currentAroCents, 0);
  return { rows, later, layers, carriedCents };
}

/** Reverses a posting dated the day of the remeasurement, along with later ones, and returns the resulting initial layer. */
export function reversed(kind: 'calculation' | 'accretion'): { act: Act; layer: LayerState } {
  const { later, layers } = remeasured();
  const act = simpleAct();
  const unreversed = later.filter((posting) => posting.kind !== 'reversal');
  const { id } = unreversed.find((posting) => posting.kind === kind && posting.day === CHANGED_ON)!;
  const dateOf = (day: string) => reversalDate(day, { closedThrough: null, requested: null });
  const postings = new Set([id]);
  reversePosting(act, [{ layers, later: unreversed }], { postings, includeLater: true, dateOf });
  return { act, layer: act.stateOf(layers[0]!) };
}

/** The postings of an act as table rows, with the well's carrying amount after each. */
export function stepsOf(act: Act, { carried, steps }: { carried: Cents; steps: string[] }) {
  let after = carried;
  return act.finish().postings.map(({ kind, day, movements }: PlannedPosting, index) => {
    after += movements.reduce((sum, { liabilityCents }) => sum + liabilityCents, 0);
    return {
      Step: steps[index] ?? '',
      Posting: kind as string,
      Day: day,
      ...amountsOf(movements),
      ...carries(after),
    };
  });
}

export function amountsOf(movements: readonly Movement[]) {
  const of = (isNew: boolean) =>
    movements.find(({ layerId }) => layerId < 0 === isNew)?.liabilityCents ?? null;
  return inColumns(of(false), of(true));
}

function inColumns(initial: Cents | null, added: Cents | null) {
  return { 'Initial layer': written(initial), 'New layer': written(added) };
}

export function carries(value: Cents) {
  return { 'The well then carries': written(value) };
}

/** 100,000 over 25 years at 2.5% and 8%. */
function initialValue(): Cents {
  const terms = { inflationRateBp: 250, discountRateBp: 800, wellLifespanYears: 25 };
  return presentValue({ ...terms, pAndACostCents: 10_000_000 });
}

/** The values of the page's examples that the ledger table repeats. */
export function examples(): Cents[] {
  const layers = tableOf('Three measurements', 'Layer value').map((row) => cents(row['Layer value']));
  const month = accreteLayer({ layer: booked(), periodEnd: '2020-01-31', calculator: SIMPLE })!;
  return [initialValue(), carriedAfterFiveYears(), ...layers, month.expenseCents];
}

/** 100,000 over 25 years at 2.5% and 8%, accreted by the interest method for five years. */
export function carriedAfterFiveYears(): Cents {
  const beginningCents = initialValue();
  const time = { numerator: 5, denominator: 1 };
  return (
    beginningCents + accretionExpense({ beginningCents, discountRateBp: 800, time, method: 'effective' })
  );
}
