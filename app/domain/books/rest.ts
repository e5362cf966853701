import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Cents } from '~/domain/money/money';
import { type Account, MOVEMENT_KINDS, type MovementKind } from './movement-kinds';
import type { Interest } from './working-interest';

/** Signed amounts of one movement, in cents. Accumulated depreciation is negative. */
export type Amounts = {
  liabilityCents: Cents;
  arcCostCents: Cents;
  arcAccumulatedCents: Cents;
  cashCents: Cents;
};

export const NO_AMOUNTS: Amounts = {
  liabilityCents: 0,
  arcCostCents: 0,
  arcAccumulatedCents: 0,
  cashCents: 0,
};

/** A well's status with the day that goes with it. */
export type PluggedState = { wellStatus: 'Active' | 'Inactive' | 'Plugged'; pluggedOn: CalendarDate | null };

/**
 * What a settlement or a sale was booked under, kept with its posting: the company may decide otherwise later, and the entry
 * must stay as it is.
 */
export type SettlementTerms = {
  /** Where what money and liability leave over goes: to profit or loss, or to the full-cost pool. */
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

/** The terms that say which account takes what is left over. */
export type RestTerms = Pick<SettlementTerms, 'settledTo' | 'retiredTo'>;

/** What is left over of a movement, asset + cash − liability, has two parts: that of the asset, and that of money and liability. */
export type RestPart = 'asset' | 'money';

/** The part that an amount belongs to. */
export const REST_PARTS: Record<keyof Amounts, RestPart> = {
  liabilityCents: 'money',
  cashCents: 'money',
  arcCostCents: 'asset',
  arcAccumulatedCents: 'asset',
};

/**
 * The accounts that take what is left over of a movement.
 * Source: the table of kinds with its three exceptions; full cost takes differences to the pool.
 */
export function restAccounts(kind: MovementKind, terms: RestTerms | null): Record<RestPart, Account> {
  const { rest, isByTerms } = MOVEMENT_KINDS[kind];
  if (isByTerms && terms) return { money: terms.settledTo, asset: terms.retiredTo };
  return { money: rest, asset: rest };
}

/** The profit (positive) or loss of a movement, in cents: what is left over, unless an account of the balance sheet takes it. */
export function resultOf(kind: MovementKind, amounts: Amounts, terms: RestTerms | null): Cents {
  const { money, asset } = restAccounts(kind, terms);
  const { liabilityCents, arcCostCents, arcAccumulatedCents, cashCents } = amounts;
  const ofMoney = ON_BALANCE_SHEET.has(money) ? 0 : cashCents - liabilityCents;
  const ofAsset = ON_BALANCE_SHEET.has(asset) ? 0 : arcCostCents + arcAccumulatedCents;
  return ofMoney + ofAsset;
}

/** The accounts that keep what is left over out of profit and loss. */
export const ON_BALANCE_SHEET: ReadonlySet<Account> = new Set(['opening', 'pool', 'accumulated']);
