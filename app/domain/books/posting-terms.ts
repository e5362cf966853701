import type { CalendarDate } from '~/domain/calendar/calendar-date';
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

/** Whether and from when a company depreciates in these books. */
export type Depreciating = { depreciation: Depreciation; depreciationFrom: CalendarDate | null };

/**
 * The terms of a settlement on a day, by the company's settings. While depreciation is kept elsewhere, the asset that is left includes
 * what was depreciated there, and goes against that.
 * Source: ASC 410-20-40 (the difference is a gain or loss); full cost takes it to the pool.
 */
export function settlementTerms(
  company: Depreciating & { settlementDifference: SettlementDifference },
  day: CalendarDate,
  well: PostingTerms['well'],
): PostingTerms {
  const settledTo = company.settlementDifference === 'pool' ? 'pool' : 'settlement';
  return { settledTo, retiredTo: isKeptElsewhere(company, day) ? 'accumulated' : settledTo, well };
}

/**
 * The terms of a sale on a day, by the company's settings.
 * Source: the rule of sales; ASC 410-20-40.
 */
export function saleTerms(
  company: Depreciating,
  day: CalendarDate,
  interest: NonNullable<PostingTerms['interest']>,
): PostingTerms {
  return { settledTo: 'disposal', retiredTo: assetSoldTo(company, day), well: null, interest };
}

/** Where the asset goes that a sale takes off: while depreciation is kept elsewhere, against what was depreciated there. */
export function assetSoldTo(company: Depreciating, day: CalendarDate): 'accumulated' | 'disposal' {
  return isKeptElsewhere(company, day) ? 'accumulated' : 'disposal';
}

/** Before the day from which a company depreciates, nothing is charged in these books. */
function isKeptElsewhere({ depreciation, depreciationFrom }: Depreciating, day: CalendarDate): boolean {
  return depreciation === 'none' || depreciationFrom === null || day < depreciationFrom;
}
