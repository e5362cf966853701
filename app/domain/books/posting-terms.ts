import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Depreciation } from './depreciation';
import type { Account } from './movement-kinds';
import type { PluggedState } from './plugging';
import type { Interest } from './working-interest';

/**
 * Terms under which a settlement or sale was booked, stored with its posting: the company may change its settings later, but
 * the entry must not change.
 */
export type PostingTerms = {
  /** Account for the offset of money and liability: profit or loss, or the full-cost pool. */
  settledTo: Extract<Account, 'settlement' | 'disposal' | 'pool'>;
  /** Account for the derecognized asset; the accumulated depreciation account while depreciation is kept elsewhere. */
  retiredTo: Extract<Account, 'settlement' | 'disposal' | 'pool' | 'accumulated'>;
  /** Changes a final settlement made to its well; null when it is not final. */
  well: { before: PluggedState; after: PluggedState } | null;
  /**
   * Changes a sale made to its well's working interest; absent when nothing was sold. `replaces` is an earlier sale on the same
   * day whose interest this one superseded.
   */
  interest?: { before: Interest; after: Interest; replaces?: number };
};

/** Terms that determine the offset accounts. */
export type OffsetTerms = Pick<PostingTerms, 'settledTo' | 'retiredTo'>;

/** Destination of the difference between relief and cost: `result` (profit or loss) immediately, or `pool` under full cost. */
export const SETTLEMENT_DIFFERENCES = ['result', 'pool'] as const;
export type SettlementDifference = (typeof SETTLEMENT_DIFFERENCES)[number];

/** The company's depreciation method in these books, and the first day it applies. */
export type DepreciationSettings = { depreciation: Depreciation; depreciationFrom: CalendarDate | null };

/**
 * Terms of a settlement on a day, from the company's settings. While depreciation is kept elsewhere, the remaining asset
 * includes what was depreciated there, so it is written off against accumulated depreciation.
 * Source: ASC 410-20-40 (the difference is a gain or loss); full cost takes it to the pool.
 */
export function settlementTerms(
  company: DepreciationSettings & { settlementDifference: SettlementDifference },
  day: CalendarDate,
  well: PostingTerms['well'],
): PostingTerms {
  const settledTo = company.settlementDifference === 'pool' ? 'pool' : 'settlement';
  return { settledTo, retiredTo: isKeptElsewhere(company, day) ? 'accumulated' : settledTo, well };
}

/**
 * Terms of a sale on a day, from the company's settings.
 * Source: the sales rule; ASC 410-20-40.
 */
export function saleTerms(
  company: DepreciationSettings,
  day: CalendarDate,
  interest: NonNullable<PostingTerms['interest']>,
): PostingTerms {
  return { settledTo: 'disposal', retiredTo: saleAssetAccount(company, day), well: null, interest };
}

/** Account for the asset that a sale derecognizes: accumulated depreciation while depreciation is kept elsewhere. */
export function saleAssetAccount(
  company: DepreciationSettings,
  day: CalendarDate,
): 'accumulated' | 'disposal' {
  return isKeptElsewhere(company, day) ? 'accumulated' : 'disposal';
}

/** True when nothing is depreciated in these books on a day, because the company never does or has not started yet. */
function isKeptElsewhere(
  { depreciation, depreciationFrom }: DepreciationSettings,
  day: CalendarDate,
): boolean {
  return depreciation === 'none' || depreciationFrom === null || day < depreciationFrom;
}
