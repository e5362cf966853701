import { formatCents, parseCents } from '~/domain/money/money';
import type { WellLedgerView } from '~/schemas/reports/report-views';

export type ListedSettlement = Pick<WellLedgerView, 'postingId' | 'effectiveOn' | 'memo' | 'reference'> & {
  cost: string;
  relief: string;
  /** Relief less cost: a gain, or a negative loss. */
  difference: string;
  /** The difference went to the full-cost pool, not to profit or loss. */
  goesToPool: boolean;
  /** It wrote off the asset that was left. */
  isFinal: boolean;
  isReversed: boolean;
};

/** The settlements of a well's ledger, oldest first; those that are reversed are among them. */
export function settlementsIn(ledger: readonly WellLedgerView[]): ListedSettlement[] {
  const settled = ledger.filter(({ postingKind }) => postingKind === 'settlement');
  return [...Map.groupBy(settled, ({ postingId }) => postingId).values()].map((rows) => {
    const [first] = rows as [WellLedgerView, ...WellLedgerView[]];
    const relieving = rows.filter(({ kind }) => kind === 'settled');
    const sum = (name: 'cash' | 'liability' | 'result') =>
      relieving.reduce((cents, row) => cents + parseCents(row[name]), 0n);
    const [cost, relief] = [-sum('cash'), -sum('liability')];
    return {
      postingId: first.postingId,
      effectiveOn: first.effectiveOn,
      memo: first.memo,
      reference: first.reference,
      cost: formatCents(cost),
      relief: formatCents(relief),
      difference: formatCents(relief - cost),
      goesToPool: relief !== cost && sum('result') === 0n,
      isFinal: rows.some(({ kind }) => kind === 'retired'),
      isReversed: rows.every(({ isReversed }) => isReversed),
    };
  });
}
