import { describe, expect, it } from 'vitest';
import { saleAssetAccount, saleTerms, settlementTerms } from '~/domain/books/posting-terms';

const DAY = '2026-07-01';

describe('the terms of a settlement or a sale', () => {
  it.each([
    ['none', 'result', 'settlement', 'accumulated'],
    ['none', 'pool', 'pool', 'accumulated'],
    ['straight-line', 'result', 'settlement', 'settlement'],
    ['straight-line', 'pool', 'pool', 'pool'],
    ['units-of-production', 'result', 'settlement', 'settlement'],
    ['units-of-production', 'pool', 'pool', 'pool'],
  ] as const)(
    'post, with depreciation %s and differences to %s, the difference to %s and the remaining asset to %s',
    (depreciation, settlementDifference, settledTo, retiredTo) => {
      const terms = settlementTerms({ depreciation, depreciationFrom: DAY, settlementDifference }, DAY, null);
      expect(terms).toEqual({ settledTo, retiredTo, well: null });
    },
  );

  it.each([
    ['none', 'accumulated'],
    ['straight-line', 'disposal'],
    ['units-of-production', 'disposal'],
  ] as const)('post, with depreciation %s, the asset of a sale to %s', (depreciation, retiredTo) => {
    const interest = { before: 100, after: 50, replaces: 7 };
    expect(saleAssetAccount({ depreciation, depreciationFrom: DAY }, DAY)).toBe(retiredTo);
    expect(saleTerms({ depreciation, depreciationFrom: DAY }, DAY, interest)).toEqual({
      settledTo: 'disposal',
      retiredTo,
      well: null,
      interest,
    });
  });

  it('post the asset against external depreciation, before the company depreciates in these books', () => {
    const company = {
      depreciation: 'straight-line',
      depreciationFrom: DAY,
      settlementDifference: 'pool',
    } as const;
    const before = '2026-06-30';
    expect(settlementTerms(company, before, null)).toMatchObject({
      settledTo: 'pool',
      retiredTo: 'accumulated',
    });
    expect(saleAssetAccount(company, before)).toBe('accumulated');
    expect(saleTerms(company, before, { before: 100, after: 50 }).retiredTo).toBe('accumulated');
  });
});
