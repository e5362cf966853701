import { describe, expect, it } from 'vitest';
import {
  type CorrectedLayer,
  filledIn,
  movedTo,
  recognitionsReversedIn,
} from '~/components/calculate/correction';
import type { MovementKind, PostingKind } from '~/domain/books/movement-kinds';
import { presentValue } from '~/domain/books/present-value';
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
    const reversed = recognitionsReversedIn({ postings } as unknown as ActPreview);
    expect(reversed).toEqual(new Map([['2', 'revised']]));
    expect(recognitionsReversedIn(null)).toEqual(new Map());
  });
});

describe('the form of a correction', () => {
  const layer = {
    layerNumber: 2,
    layerType: 'additional',
    measurement: 'change',
    pAndACost: '1925000.00',
    grossCost: null,
    wellLifespan: 15,
    retirementDate: null,
    discountRate: '8.00',
    inflationRate: '2.50',
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

  it('has the layer’s date, or the first open day where its month is closed', () => {
    expect(filledIn(layer, undefined).typedDate).toBe('2025-12-31');
    expect(filledIn(layer, '2025-12-01').typedDate).toBe('2025-12-31');
    expect(filledIn(layer, '2026-01-01').typedDate).toBe('2026-01-01');
  });

  it('keeps a lifespan where the layer keeps its day, and its end where it does not', () => {
    expect(filledIn(layer, '2025-12-01')).toMatchObject({
      chosenLifeBy: 'lifespan',
      wellLifespan: '15',
      typedRetirementDate: null,
    });
    expect(filledIn(layer, '2027-01-01')).toMatchObject({
      chosenLifeBy: 'date',
      typedRetirementDate: '2040-12-31',
    });
    expect(filledIn({ ...layer, retirementDate: '2041-05-15' }, '2027-01-01')).toMatchObject({
      chosenLifeBy: 'date',
      typedRetirementDate: '2041-05-15',
    });
  });

  it('keeps where the obligation came from', () => {
    expect(filledIn(layer, undefined).origin).toBe('incurred');
    expect(filledIn({ ...layer, layerType: 'initial', origin: 'acquired' }, undefined).origin).toBe(
      'acquired',
    );
  });

  /** Recomputed in Python’s Decimal: 100,000 × (1.025 ÷ 1.08)^20 = 35,156.22, which in two years grows to 41,006.22. */
  it('says what its cost is at the prices of a later day, with which it is worth what it had grown to', () => {
    const first = {
      ...layer,
      layerType: 'initial',
      measurement: null,
      pAndACost: '100000.00',
      wellLifespan: 20,
      calculationDate: '2023-01-01',
    } satisfies CorrectedLayer;
    const moved = movedTo('2025-01-01', first);
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
    // With the lifespan of before it would be due two years later, and 5,850.00 less.
    expect(
      presentValue({ ...again, pAndACostCents: 10_000_000, wellLifespanYears: 20, retirementDate: null }),
    ).toBe(3_515_622);
    expect(movedTo('2023-01-01', first)).toBeNull();
    expect(movedTo(undefined, first)).toBeNull();
  });
});
