import { type ReactNode, useState } from 'react';
import { Badge } from '~/components/ui/badge';
import { Button, buttonClass } from '~/components/ui/button';
import { EmptyState } from '~/components/ui/empty-state';
import { Link } from '~/components/ui/link';
import { onDemand } from '~/components/ui/on-demand';
import { RowTh, Table, TableFrame, Td, Th } from '~/components/ui/table';
import { TextLink } from '~/components/ui/text-link';
import { hasDayEnded } from '~/domain/calendar/open-dates';
import { personName } from '~/hooks/person-name';
import { useDialogAddress } from '~/hooks/use-address';
import { useAnchor } from '~/hooks/use-anchor';
import { type Format, useFormat } from '~/hooks/use-format';
import { useRootData, useWriteBlock } from '~/hooks/use-root-data';
import type { PeriodsView, PeriodView } from '~/schemas/books/period';
import { MissingText } from './missing-text';
import { findLastChange } from './month-changes';

const CloseDialog = onDemand(() => import('./close-dialog'));
const ReopenDialog = onDemand(() => import('./reopen-dialog'));
const PeriodHistory = onDemand(() => import('./period-history'));

/** Half a year of months; a button shows the earlier ones. */
const VISIBLE_MONTHS = 6;

/** Months of the books: what blocks closing each open month, and who closed the others. */
export function Months({ periods }: { periods: PeriodsView }) {
  const format = useFormat();
  const writeBlock = useWriteBlock();
  const [showsAll, setShowsAll] = useState(false);
  const { dialog, params, open, close } = useDialogAddress();
  const heading = useAnchor<HTMLHeadingElement>('months');
  const months = periods.periods;
  const visibleMonths = showsAll ? months : months.slice(0, VISIBLE_MONTHS);
  const selectedMonth = months.find(({ month }) => month === params.get('month')) ?? null;
  // Server time, not browser time: a month that isn't over can't be closed, so it offers no action.
  const now = new Date(useRootData().now);
  const next = months.find(({ state, end }) => state === 'open' && hasDayEnded(end, now));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id="months" ref={heading} tabIndex={-1} className="text-lg font-semibold">
            Months
          </h2>
          <p role="status" className="text-muted">
            {periods.closedThrough
              ? `The books are closed through ${format.date(periods.closedThrough)}. Nothing can be posted on or before that day.`
              : 'No months are closed yet. Closed months don’t accept postings.'}
          </p>
        </div>
        {periods.history.length > 0 && (
          <Button
            onPointerEnter={PeriodHistory.preload}
            onFocus={PeriodHistory.preload}
            onClick={() => open('periods')}
          >
            Close History
          </Button>
        )}
      </div>
      <TableFrame label="Months">
        {months.length === 0 ? (
          <EmptyState message="Nothing is posted yet. The books begin with the first layer." />
        ) : (
          <Table aria-label="Months" className="sm:min-w-160">
            <thead>
              <tr>
                <Th>Month</Th>
                <Th>Status</Th>
                <Th className="max-sm:whitespace-normal">Before It Can Be Closed</Th>
                <Th className="max-sm:hidden">Last Change</Th>
                <Th align="end" className="print:hidden">
                  Actions
                </Th>
              </tr>
            </thead>
            <tbody>
              {visibleMonths.map((period) => (
                <tr key={period.month}>
                  <RowTh className="font-medium whitespace-nowrap">
                    <TextLink to={`/?tab=accretion&month=${period.month}`}>
                      {format.month(period.month)}
                    </TextLink>
                  </RowTh>
                  <Td>
                    <Badge tone={period.state === 'closed' ? 'neutral' : 'green'}>
                      {period.state === 'closed' ? 'Closed' : 'Open'}
                    </Badge>
                  </Td>
                  <Td className="py-1.5 sm:min-w-64">
                    {period.state === 'open' && (
                      <ToDo
                        period={period}
                        isOver={hasDayEnded(period.end, now)}
                        showsWarnings={period === next}
                      />
                    )}
                  </Td>
                  <Td className="min-w-40 py-1.5 text-xs text-muted max-sm:hidden">
                    {changeText(period, periods, format)}
                  </Td>
                  <Td align="end" className="print:hidden">
                    <Action
                      period={period}
                      isOver={hasDayEnded(period.end, now)}
                      asksForMore={periods.approval === 'second-person' || periods.tieOut === 'required'}
                      writeBlock={writeBlock}
                      onOpen={(name) => open(name, { month: period.month })}
                    />
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </TableFrame>
      {visibleMonths.length < months.length && (
        <Button className="self-start" onClick={() => setShowsAll(true)}>
          Show All {format.integer(months.length)} Months
        </Button>
      )}
      {dialog === 'close' && selectedMonth?.state === 'open' && !writeBlock && (
        <CloseDialog key={selectedMonth.month} period={selectedMonth} periods={periods} onClose={close} />
      )}
      {dialog === 'reopen' && selectedMonth?.state === 'closed' && !writeBlock && (
        <ReopenDialog key={selectedMonth.month} period={selectedMonth} periods={periods} onClose={close} />
      )}
      {dialog === 'periods' && <PeriodHistory history={periods.history} onClose={close} />}
    </div>
  );
}

/** What blocks the close, with a link to resolve it, and warnings to review. */
function ToDo({
  period,
  isOver,
  showsWarnings,
}: {
  period: PeriodView;
  isOver: boolean;
  showsWarnings: boolean;
}) {
  const format = useFormat();
  const { missing, warnings } = period;
  return (
    <>
      {missing.length === 0 && <p>Ready to close</p>}
      {missing.map((text) => (
        <p key={text}>
          {isOver ? <MissingText text={format.message(text)} end={period.end} /> : format.message(text)}
        </p>
      ))}
      {showsWarnings && warnings.length > 0 && (
        <p className="text-xs text-yellow">Review: {warnings.join('; ')}</p>
      )}
    </>
  );
}

function Action({
  period,
  isOver,
  asksForMore,
  writeBlock,
  onOpen,
}: {
  period: PeriodView;
  isOver: boolean;
  /** True when the company requires a sign-off or a tie-out to close, which the month's own screen has. */
  asksForMore: boolean;
  writeBlock: string | null;
  onOpen: (dialog: 'close' | 'reopen') => void;
}) {
  const format = useFormat();
  if (!isOver) return null;
  const isOpen = period.state === 'open';
  if (isOpen && asksForMore) {
    return (
      <Link
        to={`/?tab=accretion&month=${period.month}`}
        className={buttonClass('secondary', undefined, 'sm')}
        aria-label={`Review and close ${format.month(period.month)}`}
      >
        Review and Close
      </Link>
    );
  }
  const Dialog = isOpen ? CloseDialog : ReopenDialog;
  const name = isOpen ? 'Close' : 'Reopen';
  return (
    <Button
      size="sm"
      aria-label={`${name} ${format.month(period.month)}`}
      disabledReason={writeBlock}
      onPointerEnter={Dialog.preload}
      onFocus={Dialog.preload}
      onClick={() => onOpen(isOpen ? 'close' : 'reopen')}
    >
      {name}
    </Button>
  );
}

function changeText(period: PeriodView, { history }: PeriodsView, format: Format): ReactNode {
  const change = findLastChange(period.end, history);
  if (!change) return null;
  return (
    <>
      {change.action === 'closed' ? 'Closed' : 'Reopened'} by {personName(change)},{' '}
      {format.instant(change.createdAt)}
      {change.reason && <span className="block [overflow-wrap:anywhere]">{change.reason}</span>}
    </>
  );
}
