import type { Depreciation } from './depreciation';
import type { Account } from './movement-kinds';
import type { PluggedState } from './plugging';
import type { Interest } from './working-interest';

/**
 * What a settlement or a sale was booked under, kept with its posting: the company may decide otherwise later, and the entry
 * must stay as it is.
 */
export type PostingTerms = {
  /** Where the offset of money and liability goes: to profit or loss, or to the full-cost pool. */
  settledTo: Extract<Account, 'settlement' | 'disposal' | 'pool'>;
  /** Where the asset that leaves goes. The accumulated depreciation account, while depreciation is kept elsewhere. */
  retiredTo: Extract<Account, 'settlement' | 'disposal' | 'pool' | 'accumulated'>;
  /** What a final settlement changed of its well; null where it is not final. */
  well: { before: PluggedState; after: PluggedState } | null;
  /**
   * What a sale changed of its well's working interest; absent where nothing was sold. `replaces` is an earlier sale of the
   * same day, whose interest this one took the place of.
   */
  interest?: { before: Interest; after: Interest; replaces?: number };
};

/** The terms that say which accounts take the offset. */
export type OffsetTerms = Pick<PostingTerms, 'settledTo' | 'retiredTo'>;

/** Where the difference between relief and cost goes: `result` immediately, or `pool` under full cost. */
export const SETTLEMENT_DIFFERENCES = ['result', 'pool'] as const;
export type SettlementDifference = (typeof SETTLEMENT_DIFFERENCES)[number];

/**
 * The terms of a settlement, by the company's settings. Where depreciation is kept elsewhere, the asset that is left includes
 * what was depreciated there, and goes against that.
 * Source: ASC 410-20-40 (the difference is a gain or loss); full cost takes it to the pool.
 */
export function settlementTerms(
  {
    depreciation,
    settlementDifference,
  }: { depreciation: Depreciation; settlementDifference: SettlementDifference },
  well: PostingTerms['well'],
): PostingTerms {
  const settledTo = settlementDifference === 'pool' ? 'pool' : 'settlement';
  return { settledTo, retiredTo: depreciation === 'none' ? 'accumulated' : settledTo, well };
}

/**
 * The terms of a sale, by the company's settings.
 * Source: the rule of sales; ASC 410-20-40.
 */
export function saleTerms(
  company: { depreciation: Depreciation },
  interest: NonNullable<PostingTerms['interest']>,
): PostingTerms {
  return { settledTo: 'disposal', retiredTo: assetSoldTo(company), well: null, interest };
}

/** Where the asset goes that a sale takes off: where depreciation is kept elsewhere, against what was depreciated there. */
export function assetSoldTo({ depreciation }: { depreciation: Depreciation }): 'accumulated' | 'disposal' {
  return depreciation === 'none' ? 'accumulated' : 'disposal';
}
