import { formatCents, parseCents } from '~/domain/money/money';
import type { WellLedgerView } from '~/schemas/reports/report-views';

export type ListedSale = Pick<WellLedgerView, 'postingId' | 'effectiveOn' | 'memo' | 'interestSold'> & {
  liability: string;
  /** Asset retirement cost less accumulated depreciation. */
  asset: string;
  proceeds: string;
  /** Gain, negative for a loss. */
  result: string;
  /** True when the asset went to accumulated depreciation, which is kept elsewhere, and isn't part of the gain or loss. */
  leavesOutAsset: boolean;
  isReversed: boolean;
};

/** Sales in a well's ledger, oldest first, including reversed ones. */
export function listSales(ledger: readonly WellLedgerView[]): ListedSale[] {
  const saleRows = ledger.filter(({ postingKind }) => postingKind === 'sale');
  return [...Map.groupBy(saleRows, ({ postingId }) => postingId).values()].map((rows) => {
    const [first] = rows as [WellLedgerView, ...WellLedgerView[]];
    const sum = (name: 'liability' | 'asset' | 'cash' | 'result') =>
      rows.reduce((cents, row) => cents + parseCents(row[name]), 0n);
    const [liability, asset, proceeds, result] = [
      -sum('liability'),
      -sum('asset'),
      sum('cash'),
      sum('result'),
    ];
    return {
      postingId: first.postingId,
      effectiveOn: first.effectiveOn,
      memo: first.memo,
      interestSold: first.interestSold,
      liability: formatCents(liability),
      asset: formatCents(asset),
      proceeds: formatCents(proceeds),
      result: formatCents(result),
      leavesOutAsset: asset !== 0n && result === liability + proceeds,
      isReversed: rows.every(({ isReversed }) => isReversed),
    };
  });
}
