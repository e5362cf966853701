import { formatCents, parseCents } from '~/domain/money/money';
import type { WellLedgerView } from '~/schemas/reports/report-views';

export type ListedSettlement = Pick<WellLedgerView, 'postingId' | 'effectiveOn' | 'memo' | 'reference'> & {
  cost: string;
  relief: string;
  difference: string;
  /** Asset written off by a final settlement along with the difference; zero if its depreciation is kept elsewhere. */
  assetWrittenOff: string;
  /** Difference less the asset written off: a gain, negative for a loss. */
  net: string;
  /** True when the net amount went to the full-cost pool instead of profit or loss. */
  goesToPool: boolean;
  /** True when the settlement wrote off the remaining asset. */
  isFinal: boolean;
  isReversed: boolean;
};

/** Settlements in a well's ledger, oldest first, including reversed ones. */
export function listSettlements(ledger: readonly WellLedgerView[]): ListedSettlement[] {
  const settlementRows = ledger.filter(({ postingKind }) => postingKind === 'settlement');
  return [...Map.groupBy(settlementRows, ({ postingId }) => postingId).values()].map((rows) => {
    const [first] = rows as [WellLedgerView, ...WellLedgerView[]];
    const sum = (name: 'cash' | 'liability' | 'result' | 'pool', kind: 'settled' | 'retired' = 'settled') =>
      rows.reduce((cents, row) => cents + (row.kind === kind ? parseCents(row[name]) : 0n), 0n);
    const [cost, relief] = [-sum('cash'), -sum('liability')];
    const writtenOff = sum('pool', 'retired') - sum('result', 'retired');
    return {
      postingId: first.postingId,
      effectiveOn: first.effectiveOn,
      memo: first.memo,
      reference: first.reference,
      cost: formatCents(cost),
      relief: formatCents(relief),
      difference: formatCents(relief - cost),
      assetWrittenOff: formatCents(writtenOff),
      net: formatCents(relief - cost - writtenOff),
      goesToPool: rows.some(({ pool }) => parseCents(pool) !== 0n),
      isFinal: rows.some(({ kind }) => kind === 'retired'),
      isReversed: rows.every(({ isReversed }) => isReversed),
    };
  });
}
