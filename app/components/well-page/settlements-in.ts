import { formatCents, parseCents } from '~/domain/money/money';
import type { WellLedgerView } from '~/schemas/reports/report-views';

export type ListedSettlement = Pick<WellLedgerView, 'postingId' | 'effectiveOn' | 'memo' | 'reference'> & {
  cost: string;
  relief: string;
  difference: string;
  /** What a final settlement wrote off along with the difference, unlike an asset whose depreciation is kept elsewhere. */
  assetWrittenOff: string;
  /** The difference less the asset written off: a gain, or a negative loss. */
  net: string;
  /** It went to the full-cost pool, not to profit or loss. */
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
