import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import type { ReactNode } from 'react';
import { formatMonths } from '~/components/books/posting-names';
import { Button } from '~/components/ui/button';
import { CancelButton, Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Link } from '~/components/ui/link';
import { LoadFailure } from '~/components/ui/load-failure';
import { Note } from '~/components/ui/note';
import { Spinner } from '~/components/ui/spinner';
import { failureText } from '~/hooks/api-fetch';
import { countOf } from '~/hooks/count-of';
import { useMutation } from '~/hooks/use-api';
import { useFetched } from '~/hooks/use-fetched';
import { useFormat } from '~/hooks/use-format';
import type { BooksCheckView, PeriodsView, PeriodView } from '~/schemas/books/period';
import { MissingText } from './missing-text';
import { getMonthsAlsoClosed } from './month-changes';

/** Closes the books through a month, after showing the effect and what is still missing. */
export default function CloseDialog({
  period,
  periods,
  onClose,
}: {
  period: PeriodView;
  periods: PeriodsView;
  onClose: () => void;
}) {
  const format = useFormat();
  const check = useFetched<BooksCheckView>('/api/books/check');
  const { run, pending, problem } = useMutation({
    failure: 'Failed to close the month',
    reloadsOnConflict: true,
  });
  const month = format.month(period.month);
  const earlierMonths = getMonthsAlsoClosed(period.end, periods);
  // The list of months has warnings only for the next month to close.
  const periodsQuery = useFetched<PeriodsView>(
    earlierMonths.length > 0 ? `/api/periods?month=${period.month}` : null,
  );
  const { warnings } = periodsQuery.data?.periods.find(({ month }) => month === period.month) ?? period;
  const isMissing = period.missing.length > 0;
  const isBroken = check.data?.ok === false;

  const confirm = async () => {
    const outcome = await run(
      (api) => api('/api/periods/close', { method: 'POST', body: { through: period.end } }),
      () => `The books are closed through ${format.date(period.end)}.`,
    );
    if (outcome.ok) onClose();
  };

  return (
    <Dialog
      title={`Close ${month}`}
      description={`Closes the books through ${format.date(period.end)}.`}
      onClose={onClose}
    >
      <DialogBody className="flex flex-col gap-4">
        <p>
          Until the month is reopened, nothing can be posted, changed or reversed on or before that date,
          whether from a screen, a file or the month-end run.
          {earlierMonths.length > 0 && ` This also closes ${formatMonths(earlierMonths, format)}.`}
        </p>
        <ul className="flex flex-col gap-2">
          {isMissing ? (
            period.missing.map((text) => (
              <Item key={text} state="bad">
                <MissingText text={format.message(text)} end={period.end} />
              </Item>
            ))
          ) : (
            <Item state="good">Accretion is posted through {format.date(period.end)}.</Item>
          )}
          {check.error ? (
            <Item state="bad">
              {failureText(check.error, 'Couldn’t check the books.')} They are checked again at close.
            </Item>
          ) : check.data === null ? (
            <Item state="busy">Checking the books…</Item>
          ) : isBroken ? (
            <Item state="bad">
              The books don’t check out: {countOf(check.data.differences.length, 'difference', format)}.{' '}
              <Link
                to="/?tab=company&view=books"
                className="font-medium text-accent underline-offset-2 hover:underline"
              >
                View the check
              </Link>
            </Item>
          ) : (
            <Item state="good">The books check out.</Item>
          )}
        </ul>
        {periodsQuery.error !== null && (
          <LoadFailure
            error={periodsQuery.error}
            text="Couldn’t check for wells that need attention."
            onRetry={periodsQuery.retry}
          />
        )}
        {warnings.length > 0 && (
          <Note tone="warning" title="Worth a look before you close">
            <ul className="list-disc pl-4">
              {warnings.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Note>
        )}
        {problem && <Note tone="danger" title={problem} />}
      </DialogBody>
      <DialogFooter>
        <CancelButton pending={pending} onClick={onClose} />
        <Button
          variant="primary"
          pending={pending}
          disabledReason={
            isMissing
              ? 'Post the missing items first'
              : isBroken
                ? 'The books don’t check out'
                : check.isLoading
                  ? 'Checking the books'
                  : null
          }
          onClick={() => void confirm()}
        >
          Close {month}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Item({ state, children }: { state: 'good' | 'bad' | 'busy'; children: ReactNode }) {
  return (
    <li className="flex min-h-6 gap-2">
      <span className="mt-0.5 shrink-0">
        {state === 'busy' ? (
          <Spinner />
        ) : state === 'good' ? (
          <CircleCheck aria-label="Done" role="img" className="size-4 text-green" />
        ) : (
          <CircleAlert aria-label="Missing" role="img" className="size-4 text-danger" />
        )}
      </span>
      <span className="min-w-0">{children}</span>
    </li>
  );
}
