import type { LinkProps } from '@remix-run/react';
import { Badge } from '~/components/ui/badge';
import { FigureCell, RowTh, Table, TableFrame, Td, Th } from '~/components/ui/table';
import { parseCents } from '~/domain/money/money';
import { useFormat } from '~/hooks/use-format';
import type { WellLedgerView } from '~/schemas/reports/report-views';
import { listSettlements } from './list-settlements';
import { PostingCell } from './posting-cell';

/** Plugging costs of the well, with the liability relieved and the gain or loss. */
export function Settlements({
  ledger,
  linkTo,
}: {
  ledger: WellLedgerView[];
  linkTo: (postingId: string) => LinkProps;
}) {
  const format = useFormat();
  const settlements = listSettlements(ledger);
  if (settlements.length === 0) return null;
  const hasWriteOff = settlements.some(({ assetWrittenOff }) => parseCents(assetWrittenOff) !== 0n);
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">Settlements</h3>
      <TableFrame label="Settlements">
        <Table aria-label="Settlements">
          <thead>
            <tr>
              <Th>Date</Th>
              <Th align="end">Cost ({format.symbol})</Th>
              <Th align="end">Relief ({format.symbol})</Th>
              {hasWriteOff && <Th align="end">Relief Less Cost ({format.symbol})</Th>}
              {hasWriteOff && <Th align="end">Asset Written Off ({format.symbol})</Th>}
              <Th align="end">Gain or Loss ({format.symbol})</Th>
              <Th>Reference</Th>
              <Th>Posting</Th>
            </tr>
          </thead>
          <tbody>
            {settlements.map((settlement) => (
              <tr key={settlement.postingId}>
                <RowTh className="figures font-medium whitespace-nowrap">
                  {format.date(settlement.effectiveOn)}
                </RowTh>
                <FigureCell>{format.money(settlement.cost)}</FigureCell>
                <FigureCell>{format.money(settlement.relief)}</FigureCell>
                {hasWriteOff && <FigureCell>{format.money(settlement.difference)}</FigureCell>}
                {hasWriteOff && <FigureCell>{format.moneyOrDash(settlement.assetWrittenOff)}</FigureCell>}
                <FigureCell>
                  {format.money(settlement.net)}
                  {settlement.goesToPool && <span className="block text-xs text-muted">to the pool</span>}
                </FigureCell>
                <Td className="min-w-40 [overflow-wrap:anywhere]">
                  {settlement.reference ?? ''}
                  {settlement.memo && <span className="block text-xs text-muted">{settlement.memo}</span>}
                </Td>
                <PostingCell act={settlement} linkTo={linkTo}>
                  {settlement.isFinal && <Badge tone="accent">Final</Badge>}
                </PostingCell>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
    </div>
  );
}
