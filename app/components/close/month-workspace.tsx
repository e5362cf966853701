import { type RefObject, useEffect, useRef, useState } from 'react';
import { BackLink } from '~/components/ui/back-link';
import { Badge } from '~/components/ui/badge';
import { Button, buttonClass } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { EmptyState } from '~/components/ui/empty-state';
import { Link } from '~/components/ui/link';
import { Note } from '~/components/ui/note';
import { lazyScreen, onDemand } from '~/components/ui/on-demand';
import { Skeleton } from '~/components/ui/skeleton';
import { changesOfMonth } from '~/domain/books/close';
import { hasDayEnded } from '~/domain/calendar/open-dates';
import { failureText } from '~/hooks/api-fetch';
import { useDialogAddress } from '~/hooks/use-address';
import { useFetched } from '~/hooks/use-fetched';
import { useFormat } from '~/hooks/use-format';
import { useRootData, useWriteBlock } from '~/hooks/use-root-data';
import type { PeriodsView } from '~/schemas/books/period';
import type { CloseView } from '~/schemas/close/close';
import { getMonthsAlsoClosed } from './month-changes';
import { MonthChecklist } from './month-checklist';
import { MonthFigures } from './month-figures';
import { ReportPack } from './report-pack';
import { SavedReports } from './saved-reports';
import { SignOffCard } from './sign-off-card';
import { TieOutCard } from './tie-out-card';

const Evidence = lazyScreen(
  () => import('~/components/books/evidence'),
  () => <Skeleton className="h-32" />,
);
const CloseChanges = lazyScreen(
  () => import('./close-changes'),
  () => <Skeleton className="h-64" />,
);
const CloseDialog = onDemand(() => import('./close-dialog'));
const ReopenDialog = onDemand(() => import('./reopen-dialog'));

type MonthProps = { month: string; periods: PeriodsView };

/** Close workspace of the month in the URL. */
export default function MonthWorkspace(props: MonthProps) {
  const isKnown = props.periods.periods.some(({ month }) => month === props.month);
  return isKnown ? <KnownMonth {...props} /> : <NotFound />;
}

function NotFound() {
  return (
    <EmptyState message="Month not found. The books begin later, or the month hasn’t started yet.">
      <Link to="/?tab=accretion" className={buttonClass()}>
        All Months
      </Link>
    </EmptyState>
  );
}

/** A month's checklist, figures, tie-out, sign-offs, and the reports its closes kept. */
function KnownMonth({ month, periods }: MonthProps) {
  const format = useFormat();
  // `periods` changes once something is posted, closed or reopened on this page.
  const [version, setVersion] = useState(0);
  const closeQuery = useFetched<CloseView>(`/api/closes/${month}`, `${version} ${JSON.stringify(periods)}`);
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another month is another screen, so focus its heading
  useEffect(() => heading.current?.focus(), [month]);
  const reload = () => setVersion((before) => before + 1);
  return (
    <div className="flex flex-col gap-4 pt-4">
      <div>
        <BackLink to="/?tab=accretion">All Months</BackLink>
        <Heading
          month={month}
          close={closeQuery.data}
          periods={periods}
          headingRef={heading}
          onDone={reload}
        />
      </div>
      {closeQuery.error != null ? (
        <Note
          tone="danger"
          title={failureText(closeQuery.error, `Failed to load ${format.month(`${month}-01`)}`)}
        >
          <Button className="mt-2" onClick={reload}>
            Try Again
          </Button>
        </Note>
      ) : closeQuery.data === null ? (
        <div aria-busy="true" className="grid gap-4 lg:grid-cols-2">
          <Skeleton className="h-80" />
          <Skeleton className="h-80" />
        </div>
      ) : (
        <>
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <MonthChecklist close={closeQuery.data} />
            <SignOffCard
              close={closeQuery.data}
              openBefore={getMonthsAlsoClosed(closeQuery.data.end, periods)}
              onDone={reload}
            />
          </div>
          <MonthFigures close={closeQuery.data} />
          {wasReopened(periods, closeQuery.data.end) && (
            <CloseChanges key={month} close={closeQuery.data} version={JSON.stringify(periods)} />
          )}
          <TieOutCard key={month} close={closeQuery.data} onDone={reload} />
          <Card
            title={<span id="evidence">Evidence</span>}
            description="Files and notes that support the close of this month"
          >
            <Evidence
              key={month}
              source={{ subject: 'close', id: month }}
              subjectName={`the close of ${format.month(`${month}-01`)}`}
              version={closeQuery.data.state}
            />
          </Card>
          <SavedReports close={closeQuery.data} />
          <ReportPack month={month} end={closeQuery.data.end} />
        </>
      )}
    </div>
  );
}

/** True when a month was closed and reopened, so there is something to compare. */
function wasReopened({ history }: PeriodsView, end: string): boolean {
  return changesOfMonth(history, end).some(({ action }) => action === 'reopened');
}

function Heading({
  month,
  close,
  periods,
  headingRef,
  onDone,
}: {
  month: string;
  close: CloseView | null;
  periods: PeriodsView;
  headingRef: RefObject<HTMLHeadingElement>;
  onDone: () => void;
}) {
  const format = useFormat();
  const writeBlock = useWriteBlock();
  const now = new Date(useRootData().now);
  const dialogs = useDialogAddress();
  const period = periods.periods.find((one) => one.month === month);
  const done = () => {
    dialogs.close();
    onDone();
  };
  const isOpen = close?.state === 'open';
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h2
        ref={headingRef}
        tabIndex={-1}
        className="flex items-center gap-3 text-lg font-semibold outline-none"
      >
        Close of {format.month(month)}
        {close && <Badge tone={isOpen ? 'green' : 'neutral'}>{isOpen ? 'Open' : 'Closed'}</Badge>}
      </h2>
      {close && hasDayEnded(close.end, now) && period && (
        <Button
          // Primary only if nothing else comes first.
          variant={isOpen && close.blockers.length === 0 ? 'primary' : 'secondary'}
          disabledReason={
            writeBlock ?? (close.blockers.length > 0 ? format.message(close.blockers.join(' ')) : null)
          }
          onClick={() => dialogs.open(isOpen ? 'close-month' : 'reopen-month')}
        >
          {isOpen ? 'Close' : 'Reopen'} {format.month(month)}
        </Button>
      )}
      {period && isOpen && dialogs.dialog === 'close-month' && !writeBlock && (
        <CloseDialog period={period} periods={periods} onClose={done} />
      )}
      {period && close && !isOpen && dialogs.dialog === 'reopen-month' && !writeBlock && (
        <ReopenDialog period={period} periods={periods} onClose={done} />
      )}
    </div>
  );
}
