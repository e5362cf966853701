import { Card } from '~/components/ui/card';
import { FigureCell, Table, TableFrame, Td, Th } from '~/components/ui/table';
import { TextLink } from '~/components/ui/text-link';
import { accountNumber } from '~/domain/books/tie-out';
import { addDays } from '~/domain/calendar/calendar-date';
import { useFormat } from '~/hooks/use-format';
import { wellAddress } from '~/hooks/well-address';
import type { CloseView } from '~/schemas/close/close';

/** Account balances at both month-ends, the change in each month, and the wells that changed most. */
export function MonthFigures({ close }: { close: CloseView }) {
  const format = useFormat();
  const before = addDays(close.begin, -1);
  return (
    <Card
      title="Change from Prior Month"
      description={`By account, in ${format.symbol}. Credits are in parentheses.`}
    >
      <div className="flex flex-col gap-4">
        <TableFrame label="Figures by account">
          <Table aria-label="Figures by account" className="sm:min-w-160">
            <thead>
              <tr>
                <Th>Account</Th>
                <Th align="end" className="max-sm:hidden">
                  {format.date(before)}
                </Th>
                <Th align="end" className="max-sm:hidden">
                  {format.date(close.end)}
                </Th>
                <Th align="end">Change in {format.month(close.month)}</Th>
                <Th align="end" className="max-sm:hidden">
                  Change in {format.month(before)}
                </Th>
              </tr>
            </thead>
            <tbody>
              {close.figures.map((row) => (
                <tr key={`${row.mainAccount} ${row.subAccount} ${row.name}`}>
                  <Td>
                    {row.name} <span className="figures text-xs text-muted">{accountNumber(row)}</span>
                  </Td>
                  <FigureCell className="max-sm:hidden">{format.moneyOrDash(row.before)}</FigureCell>
                  <FigureCell className="max-sm:hidden">{format.moneyOrDash(row.ending)}</FigureCell>
                  <FigureCell className="font-medium">{format.moneyOrDash(row.change)}</FigureCell>
                  <FigureCell className="text-muted max-sm:hidden">
                    {format.moneyOrDash(row.changeBefore)}
                  </FigureCell>
                </tr>
              ))}
            </tbody>
          </Table>
        </TableFrame>
        <div>
          <h3 className="font-medium">What changed most</h3>
          {close.movers.length === 0 ? (
            <p className="text-muted">No well’s liability changed in the month other than by accretion.</p>
          ) : (
            <ul className="flex flex-col">
              {close.movers.map(({ wellId, wellCode, field, change }) => (
                <li key={wellId} className="flex max-w-xl items-baseline justify-between gap-4">
                  <span className="min-w-0">
                    <TextLink to={wellAddress(wellId, { from: close.begin, to: close.end })}>
                      {wellCode}
                    </TextLink>{' '}
                    <span className="text-muted">{field}</span>
                  </span>
                  <span className="figures">{format.money(change)}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Card>
  );
}
