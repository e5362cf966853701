import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { apportion, apportionByAmounts } from '~/domain/money/apportion';
import { DomainConflict } from '~/domain/money/domain-conflict';
import { DomainError } from '~/domain/money/domain-error';
import { type Cents, formatCents } from '~/domain/money/money';
import type { Act, LayerState } from './act';
import { NO_AMOUNTS } from './movement';
import { PLAIN_HEADER } from './planned-postings';
import type { PostingTerms } from './posting-terms';
import { openOnDay, type WellBooks } from './well-books';

/** Order in which a settlement relieves layers. `oldest` applies only when no layer is negative. */
export const SETTLEMENT_ORDERS = ['proportion', 'oldest'] as const;
export type SettlementOrder = (typeof SETTLEMENT_ORDERS)[number];

export type Settlement = {
  day: CalendarDate;
  /** Amount spent, in cents; zero or more. */
  costCents: Cents;
  /** Part of the obligation that the work discharged; null for the smaller of cost and carrying amount. */
  reliefCents: Cents | null;
  /** The last settlement: relieves everything that is left, and writes off the remaining asset. */
  isFinal: boolean;
  order: SettlementOrder;
  terms: PostingTerms;
  /** This well's own memo and reference, when an act settles several wells. */
  memo?: string | null;
  reference?: string | null;
};

/**
 * Settles a well, partially or finally: posts accretion through the day first, then spreads relief and cost over its layers,
 * and reposts later accretion on the remaining balance. A final settlement leaves exactly zero in every layer, negative ones
 * included.
 *
 * @returns in cents: the well's carrying amount on the day, before the settlement; how much of it is relieved; and the asset
 * written off to the account that takes relief less cost, or the asset that goes to accumulated depreciation because depreciation
 * is kept elsewhere. The other of the two is zero.
 * @throws DomainError for relief beyond the carrying amount, or when there is neither cost nor relief; DomainConflict for a
 * well without layers, or for postings after the day that block the settlement
 * Source: ASC 410-20-35-4 and 410-20-40; the settlement rule.
 */
export function settleOnDay(
  act: Act,
  books: WellBooks,
  { day, costCents, reliefCents, isFinal, order, terms, memo, reference }: Settlement,
): { carryingCents: Cents; reliefCents: Cents; writtenOffCents: Cents; toAccumulatedCents: Cents } {
  const { wellCode, layers } = books;
  if (layers.length === 0) {
    throw new DomainConflict(
      null,
      `Well "${wellCode}" has no obligation to settle. Calculate a layer first.`,
    );
  }
  const { carryingCents, replay } = openOnDay(act, books, day);
  const relief = isFinal ? carryingCents : computeRelief({ costCents, reliefCents, carryingCents, day });
  if (!isFinal && relief === 0 && costCents === 0) {
    throw new DomainError('cost', 'Enter a cost or a relief amount');
  }
  const balances = layers.map((layer) => act.stateOf(layer).currentAroCents);
  const reliefs = isFinal ? balances : spreadRelief(relief, balances, order);
  const costs = apportionByAmounts(costCents, reliefs);
  const header = { ...PLAIN_HEADER, kind: 'settlement' as const, day, terms, memo, reference };
  let retiredCents = 0;
  for (const [index, layer] of layers.entries()) {
    const [liability, cash] = [reliefs[index]!, costs[index]!];
    // A final settlement that moves no amounts is still booked, because it marks the well as done.
    const isOnlyRecord = isFinal && index === 0 && relief === 0 && costCents === 0;
    if (liability !== 0 || cash !== 0 || isOnlyRecord) {
      const amounts = { ...NO_AMOUNTS, liabilityCents: 0 - liability, cashCents: 0 - cash };
      act.book('main', header, layer, { ...amounts, kind: 'settled', accretion: null });
    }
    if (isFinal) retiredCents += retireAsset(act, header, layer);
  }
  replay();
  const isSameAccount = terms.retiredTo === terms.settledTo;
  return {
    carryingCents,
    reliefCents: relief,
    writtenOffCents: isSameAccount ? retiredCents : 0,
    toAccumulatedCents: isSameAccount ? 0 : retiredCents,
  };
}

/** Writes off the remaining asset retirement cost of a layer. @returns its net amount, in cents */
function retireAsset(act: Act, header: Parameters<Act['book']>[1], layer: LayerState): Cents {
  const { arcCostCents, arcAccumulatedCents } = act.stateOf(layer);
  if (arcCostCents === 0 && arcAccumulatedCents === 0) return 0;
  act.book('main', header, layer, {
    ...NO_AMOUNTS,
    kind: 'retired',
    arcCostCents: 0 - arcCostCents,
    arcAccumulatedCents: 0 - arcAccumulatedCents,
    accretion: null,
  });
  return arcCostCents + arcAccumulatedCents;
}

function computeRelief({
  costCents,
  reliefCents,
  carryingCents,
  day,
}: Pick<Settlement, 'costCents' | 'reliefCents' | 'day'> & { carryingCents: Cents }): Cents {
  const maxRelief = Math.max(0, carryingCents);
  if (reliefCents === null) return Math.min(costCents, maxRelief);
  if (reliefCents > maxRelief) {
    throw new DomainError(
      'relief',
      `Relief can’t exceed the well’s carrying amount on ${day}, ${formatCents(maxRelief)}`,
    );
  }
  return reliefCents;
}

/**
 * Relief of each layer, in cents: in proportion to carrying amounts, including negative ones, or oldest first. Oldest first,
 * 50,000 from 40,000, 15,000, and 5,000 is 40,000, 10,000, and nothing.
 */
export function spreadRelief(
  reliefCents: Cents,
  balances: readonly Cents[],
  order: SettlementOrder,
): Cents[] {
  if (reliefCents === 0) return balances.map(() => 0);
  if (order === 'proportion' || balances.some((balance) => balance < 0)) {
    return apportion(reliefCents, balances);
  }
  let remaining = reliefCents;
  return balances.map((balance) => {
    const part = Math.min(remaining, balance);
    remaining -= part;
    return part;
  });
}
