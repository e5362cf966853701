import type { LinkProps } from '@remix-run/react';
import { FigureCell, RowTh, Table, TableFrame, Td, Th } from '~/components/ui/table';
import { useFormat } from '~/hooks/use-format';
import type { WellLedgerView } from '~/schemas/reports/report-views';
import { listSales } from './list-sales';
import { PostingCell } from './posting-cell';

/** Sales of the well, with their proceeds and gain or loss. */
export function Sales({
  ledger,
  linkTo,
}: {
  ledger: WellLedgerView[];
  linkTo: (postingId: string) => LinkProps;
}) {
  const format = useFormat();
  const sales = listSales(ledger);
  if (sales.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">Sales</h3>
      <TableFrame label="Sales">
        <Table aria-label="Sales">
          <thead>
            <tr>
              <Th>Date</Th>
              <Th align="end">Interest Sold (%)</Th>
              <Th align="end">Liability Sold ({format.symbol})</Th>
              <Th align="end">Asset Sold ({format.symbol})</Th>
              <Th align="end">Proceeds ({format.symbol})</Th>
              <Th align="end">Gain or Loss ({format.symbol})</Th>
              <Th>Memo</Th>
              <Th>Posting</Th>
            </tr>
          </thead>
          <tbody>
            {sales.map((sale) => (
              <tr key={sale.postingId}>
                <RowTh className="figures font-medium whitespace-nowrap">
                  {format.date(sale.effectiveOn)}
                </RowTh>
                <FigureCell>{sale.interestSold ?? '–'}</FigureCell>
                <FigureCell>{format.money(sale.liability)}</FigureCell>
                <FigureCell>
                  {format.money(sale.asset)}
                  {sale.leavesOutAsset && (
                    <span className="block text-xs text-muted">to accumulated depreciation</span>
                  )}
                </FigureCell>
                <FigureCell>{format.money(sale.proceeds)}</FigureCell>
                <FigureCell>{format.money(sale.result)}</FigureCell>
                <Td className="min-w-40 [overflow-wrap:anywhere]">{sale.memo ?? ''}</Td>
                <PostingCell act={sale} linkTo={linkTo} />
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
    </div>
  );
}
