import type { Cents } from '~/domain/money/money';
import type { Amounts } from './movement';
import { type Account, MOVEMENT_KINDS, type MovementKind } from './movement-kinds';
import type { OffsetTerms } from './posting-terms';

/** Two parts of a movement's offset, asset + cash − liability: that of the asset, and that of money and liability. */
export type OffsetPart = 'asset' | 'money';

/** Offset part that each amount belongs to. */
export const OFFSET_PARTS: Record<keyof Amounts, OffsetPart> = {
  liabilityCents: 'money',
  cashCents: 'money',
  arcCostCents: 'asset',
  arcAccumulatedCents: 'asset',
};

/**
 * Accounts that take a movement's offset.
 * Source: the table of kinds with its three exceptions; full cost takes differences to the pool.
 */
export function offsetAccounts(kind: MovementKind, terms: OffsetTerms | null): Record<OffsetPart, Account> {
  const { offset, isByTerms } = MOVEMENT_KINDS[kind];
  if (isByTerms && terms) return { money: terms.settledTo, asset: terms.retiredTo };
  return { money: offset, asset: offset };
}

/** Profit (positive) or loss of a movement, in cents: its offset, except what goes to a balance sheet account. */
export function resultOf(kind: MovementKind, amounts: Amounts, terms: OffsetTerms | null): Cents {
  return sumOffset((account) => !ON_BALANCE_SHEET.has(account), kind, amounts, terms);
}

/** Amount a movement adds to the full-cost pool, in cents; negative when it reduces the pool. */
export function addedToPool(kind: MovementKind, amounts: Amounts, terms: OffsetTerms | null): Cents {
  return 0 - sumOffset((account) => account === 'pool', kind, amounts, terms);
}

function sumOffset(
  isIncluded: (account: Account) => boolean,
  kind: MovementKind,
  { liabilityCents, arcCostCents, arcAccumulatedCents, cashCents }: Amounts,
  terms: OffsetTerms | null,
): Cents {
  const { money, asset } = offsetAccounts(kind, terms);
  const moneyCents = isIncluded(money) ? cashCents - liabilityCents : 0;
  const assetCents = isIncluded(asset) ? arcCostCents + arcAccumulatedCents : 0;
  return moneyCents + assetCents;
}

/** Accounts that keep an offset out of profit and loss. */
export const ON_BALANCE_SHEET: ReadonlySet<Account> = new Set(['opening', 'pool', 'accumulated']);
