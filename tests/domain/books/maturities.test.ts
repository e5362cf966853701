import { describe, expect, it } from 'vitest';
import {
  createUndiscounter,
  type MaturityYear,
  maturityYear,
  remainingTime,
  wellRetirementDate,
} from '~/domain/books/maturities';

const DAY = '2025-12-31';

describe('a well', () => {
  it.each<[string, MaturityYear]>([
    ['2019-05-05', 1],
    ['2025-12-31', 1],
    ['2026-12-31', 1],
    ['2027-01-01', 2],
    ['2028-12-31', 3],
    ['2029-12-31', 4],
    ['2030-12-31', 5],
    ['2031-01-01', 'after'],
  ])('retiring on %s is due in span %s from the end of 2025', (retirementDate, year) => {
    expect(maturityYear({ retirementDate, isPlugged: false }, DAY)).toBe(year);
  });

  it('retiring at the end of a February is due by the end of one, even in a leap year', () => {
    const yearOf = (retirementDate: string, day: string) =>
      maturityYear({ retirementDate, isPlugged: false }, day);
    expect(yearOf('2028-02-29', '2027-02-28')).toBe(1);
    expect(yearOf('2028-03-01', '2027-02-28')).toBe(2);
    expect(yearOf('2028-02-29', '2027-02-27')).toBe(2);
    expect(yearOf('2029-03-01', '2028-02-29')).toBe(2);
  });

  it('that is plugged, or has no remaining retirement date, is due in the first span', () => {
    expect(maturityYear({ retirementDate: '2040-01-01', isPlugged: true }, DAY)).toBe(1);
    expect(maturityYear({ retirementDate: null, isPlugged: false }, DAY)).toBe(1);
  });

  it('retires on the date of its newest layer that is not reversed', () => {
    const layer = (layerNumber: number, wellLifespanYears: number, isReversed = false) => ({
      layerNumber,
      calculationDate: '2020-02-29',
      wellLifespanYears,
      isReversed,
    });
    expect(wellRetirementDate([layer(2, 9), layer(3, 4, true), layer(1, 8)])).toBe('2029-02-28');
    expect(wellRetirementDate([layer(1, 8, true)])).toBeNull();
  });
});

describe('the undiscounted amount of a layer', () => {
  const undiscount = createUndiscounter();

  it('is accreted until the layer’s own retirement date, on the time scale of accretion', () => {
    const layer = { calculationDate: '2024-01-15', wellLifespanYears: 2 };
    expect(remainingTime(layer, { day: '2024-01-31', isPlugged: false })).toEqual({
      numerator: 727,
      denominator: 372,
    });
    expect(remainingTime(layer, { day: '2026-01-15', isPlugged: false })).toEqual({
      numerator: 0,
      denominator: 1,
    });
    expect(remainingTime(layer, { day: '2024-01-31', isPlugged: true })).toEqual({
      numerator: 0,
      denominator: 1,
    });
  });

  it('is rounded half-up once, symmetrically for increases and decreases', () => {
    const year = { numerator: 1, denominator: 1 };
    expect(undiscount({ carryingCents: 50, discountRateBp: 100, time: year })).toBe(51n);
    expect(undiscount({ carryingCents: -50, discountRateBp: 100, time: year })).toBe(-51n);
    expect(undiscount({ carryingCents: 0, discountRateBp: 100, time: year })).toBe(0n);
  });

  it('has no upper limit', () => {
    const time = { numerator: 200, denominator: 1 };
    expect(undiscount({ carryingCents: 999_999_999_999, discountRateBp: 99_999, time })).toBeGreaterThan(
      10n ** 200n,
    );
  });
});
