import { describe, expect, it } from 'vitest';
import {
  type CorrectedInputs,
  type CorrectedLayer,
  findChangedRates,
  findReversedRecognitions,
  moveToOpenMonth,
  toCalculateState,
} from '~/components/calculate/correction';
import { toExpectedCost } from '~/components/calculate/scenario-draft';
import { expectedPresentValue } from '~/domain/books/expected-cost';
import type { MovementKind, PostingKind } from '~/domain/books/movement-kinds';
import { presentValue } from '~/domain/books/present-value';
import { ExpectedCostInput } from '~/schemas/books/expected-cost';
import type { ActPreview } from '~/schemas/books/posting';

const posting = (kind: PostingKind, ...movements: [aroLayerId: string, kind: MovementKind][]) => ({
  kind,
  movements: movements.map(([aroLayerId, movement]) => ({ aroLayerId, kind: movement })),
});

describe('the layers that a correction reverses', () => {
  it('are those whose recognition it reverses, not those that only accrete and depreciate again', () => {
    const postings = [
      posting('reversal', ['2', 'accreted'], ['1', 'accreted']),
      posting('reversal', ['2', 'depreciated'], ['1', 'depreciated']),
      posting('reversal', ['2', 'revised']),
      posting('depreciation', ['1', 'depreciated']),
    ];
    const reversed = findReversedRecognitions({ postings } as unknown as ActPreview);
    expect(reversed).toEqual(new Map([['2', 'revised']]));
    expect(findReversedRecognitions(null)).toEqual(new Map());
  });
});

describe('the correction form', () => {
  const layer = {
    id: '7',
    layerNumber: 2,
    layerType: 'additional',
    measurement: 'change',
    pAndACost: '1925000.00',
    grossCost: null,
    wellLifespan: 15,
    retirementDate: null,
    discountRate: '8.00',
    inflationRate: '2.50',
    effectiveRate: '8.0000',
    exactRate: '8.0000000000',
    ratesFrom: null,
    reason: null,
    calculationDate: '2025-12-31',
    origin: 'incurred',
    well: {
      id: 'w',
      wellCode: 'A-1',
      wellName: 'Well',
      field: 'NORTH',
      wellStatus: 'Active',
      activeDate: '2002-02-21',
    },
  } satisfies CorrectedLayer;
  /** A layer whose cost and rates were entered manually. */
  const ENTERED: CorrectedInputs = { scenarios: null, companyRates: null };

  it('starts with the layer’s date, or the first open day if its month is closed', () => {
    expect(toCalculateState(layer, ENTERED, undefined).typedDate).toBe('2025-12-31');
    expect(toCalculateState(layer, ENTERED, '2025-12-01').typedDate).toBe('2025-12-31');
    expect(toCalculateState(layer, ENTERED, '2026-01-01').typedDate).toBe('2026-01-01');
  });

  it('keeps the lifespan if the layer keeps its date, and the retirement date if it doesn’t', () => {
    expect(toCalculateState(layer, ENTERED, '2025-12-01')).toMatchObject({
      chosenLifeBy: 'lifespan',
      wellLifespan: '15',
      typedRetirementDate: null,
    });
    expect(toCalculateState(layer, ENTERED, '2027-01-01')).toMatchObject({
      chosenLifeBy: 'date',
      typedRetirementDate: '2040-12-31',
    });
    expect(toCalculateState({ ...layer, retirementDate: '2041-05-15' }, ENTERED, '2027-01-01')).toMatchObject(
      {
        chosenLifeBy: 'date',
        typedRetirementDate: '2041-05-15',
      },
    );
  });

  it('keeps the origin of the obligation', () => {
    expect(toCalculateState(layer, ENTERED, undefined).origin).toBe('incurred');
    expect(
      toCalculateState({ ...layer, layerType: 'initial', origin: 'acquired' }, ENTERED, undefined).origin,
    ).toBe('acquired');
  });

  it('keeps the reason for the revision', () => {
    expect(toCalculateState({ ...layer, reason: 'New quote' }, ENTERED, undefined).reason).toBe('New quote');
  });

  /** Recomputed with Python’s Decimal: half of 1,000,000 × (1.025 ÷ 1.08)^5 plus half of the same to the 40th power. */
  it('keeps scenarios, each at its own time, even if the layer is dated later', () => {
    const at = (wellLifespan: number) => ({
      cost: '1000000.00',
      probability: '50.00',
      wellLifespan,
      retirementDate: null,
    });
    const scenarios = {
      scenarios: [at(5), at(40)],
      overhead: '0.00',
      contractorMargin: '0.00',
      marketRiskPremium: '0.00',
    };
    const draftFrom = (firstOpen: string | undefined) =>
      toCalculateState(layer, { ...ENTERED, scenarios }, firstOpen).scenarios!;
    const draft = draftFrom(undefined);
    expect(draft.scenarios.map(({ when }) => when)).toEqual(['5', '40']);
    const terms = { inflationRateBp: 250, discountRateBp: 800, wellLifespanYears: 25 };
    expect(expectedPresentValue(ExpectedCostInput.parse(toExpectedCost(draft)), terms)).toBe(44_680_671);
    expect(draftFrom('2027-01-01').scenarios.map(({ when }) => when)).toEqual(['2030-12-31', '2065-12-31']);
  });

  it('takes rates from the company’s table again, and reports rates that a field has to round', () => {
    const companyRates = {
      discount: { effectiveOn: '2025-01-01', reason: '', maturities: [] },
      inflation: null,
    };
    const fromTable = {
      ...layer,
      discountRate: '7.84',
      effectiveRate: '7.8438',
      exactRate: '7.8437500000',
      ratesFrom: 'table',
    } satisfies CorrectedLayer;
    const shown = (value: string, exact: string | null) => {
      const plain = { isAutoFilled: false, isCompanyRate: exact !== null, exact: null };
      return { discountRate: { ...plain, value, exact }, inflationRate: { ...plain, value: '2.50' } };
    };
    const state = toCalculateState(fromTable, { ...ENTERED, companyRates }, undefined);
    expect(state.companyRates).toEqual({ discountRate: true, inflationRate: false });
    expect(findChangedRates(fromTable, shown('7.84', '7.8437500000'))).toEqual([]);
    expect(findChangedRates(layer, shown('8', null))).toEqual([]);
    // The table was replaced, or the layer is dated later and the table would return another rate.
    const rounded = [{ name: 'discountRate', before: '7.8438', now: '7.84' }];
    expect(findChangedRates(fromTable, shown('7.84', '7.8391000000'))).toEqual(rounded);
    expect(toCalculateState(fromTable, { ...ENTERED, companyRates }, '2027-01-01')).toMatchObject({
      companyRates: { discountRate: false, inflationRate: false },
      typedRates: { discountRate: '7.84' },
    });
    expect(findChangedRates(fromTable, shown('7.84', null))).toEqual(rounded);
    // A decrease derives its rates again.
    expect(findChangedRates({ ...fromTable, ratesFrom: 'average' }, shown('7.84', null))).toEqual([]);
  });

  /** Recomputed with Python’s Decimal: 100,000 × (1.025 ÷ 1.08)^20 = 35,156.22, which grows to 41,006.22 in two years. */
  it('shows the cost at the prices of a later date, which gives the layer the value it has accreted to', () => {
    const first = {
      ...layer,
      layerType: 'initial',
      measurement: null,
      pAndACost: '100000.00',
      wellLifespan: 20,
      calculationDate: '2023-01-01',
    } satisfies CorrectedLayer;
    const moved = moveToOpenMonth('2025-01-01', first);
    expect(moved).toEqual({
      date: '2025-01-01',
      retirementDate: '2043-01-01',
      cost: '100000.00',
      costThen: '105062.50',
    });
    const again = {
      inflationRateBp: 250,
      discountRateBp: 800,
      wellLifespanYears: 18,
      calculationDate: moved!.date,
      retirementDate: moved!.retirementDate,
    };
    expect(presentValue({ ...again, pAndACostCents: 10_506_250 })).toBe(4_100_622);
    // With the previous lifespan it would be due two years later, and be worth 5,850.00 less.
    expect(
      presentValue({ ...again, pAndACostCents: 10_000_000, wellLifespanYears: 20, retirementDate: null }),
    ).toBe(3_515_622);
    expect(moveToOpenMonth('2023-01-01', first)).toBeNull();
    expect(moveToOpenMonth(undefined, first)).toBeNull();
  });
});
