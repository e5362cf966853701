import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Cents } from '~/domain/money/money';
import { type Account, MOVEMENT_KINDS, type MovementKind } from './movement-kinds';

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
 * What a settlement was booked under, kept with its posting: the company may decide otherwise later, and the entry must
 * stay as it is.
 */
export type SettlementTerms = {
  /** Where the difference between relief and cost goes: to profit or loss, or to the full-cost pool. */
  settledTo: Extract<Account, 'settlement' | 'pool'>;
  /** Where the asset that is left goes. The accumulated depreciation account, while depreciation is kept elsewhere. */
  retiredTo: Extract<Account, 'settlement' | 'pool' | 'accumulated'>;
  /** What a final settlement changed of its well; null where it is not final. */
  well: { before: PluggedState; after: PluggedState } | null;
};

/** The terms that say which account takes what is left over. */
export type RestTerms = Pick<SettlementTerms, 'settledTo' | 'retiredTo'>;

/**
 * What is left over of a movement: asset + cash − liability, in cents. Positive is a gain.
 * Source: the ledger's definition of a movement.
 */
export function restOf({ liabilityCents, arcCostCents, arcAccumulatedCents, cashCents }: Amounts): Cents {
  return arcCostCents + arcAccumulatedCents + cashCents - liabilityCents;
}

/**
 * The account that takes what is left over of a movement.
 * Source: the table of kinds with its three exceptions; full cost takes differences to the pool.
 */
export function restAccount(kind: MovementKind, terms: RestTerms | null): Account {
  if (kind === 'settled' && terms) return terms.settledTo;
  if (kind === 'retired' && terms) return terms.retiredTo;
  return MOVEMENT_KINDS[kind].rest;
}

/** The profit (positive) or loss of a movement, in cents: what is left over, unless an account of the balance sheet takes it. */
export function resultOf(kind: MovementKind, amounts: Amounts, terms: SettlementTerms | null): Cents {
  return ON_BALANCE_SHEET.has(restAccount(kind, terms)) ? 0 : restOf(amounts);
}

const ON_BALANCE_SHEET: ReadonlySet<Account> = new Set(['opening', 'pool', 'accumulated']);
