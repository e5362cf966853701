import { getFormProps, useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { useEffect, useRef, useState } from 'react';
import { reverseOffer } from '~/components/books/reverse-offer';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { onDemand } from '~/components/ui/on-demand';
import { Select } from '~/components/ui/select';
import {
  addDays,
  isSupportedDate,
  type PeriodType,
  periodEnd as periodEndOf,
  previousPeriodEnd,
} from '~/domain/calendar/calendar-date';
import { failureText, isAlreadyProcessed, isOvertaken, isUncertain } from '~/hooks/api-fetch';
import { countOf } from '~/hooks/count-of';
import { useAddress } from '~/hooks/use-address';
import { useMutation } from '~/hooks/use-api';
import { useFormat } from '~/hooks/use-format';
import { useOpenDates } from '~/hooks/use-open-dates';
import { useRootData, useWriteBlock } from '~/hooks/use-root-data';
import { useToday } from '~/hooks/use-today';
import { useValidateOnBlur } from '~/hooks/use-validate-on-blur';
import { AccretionInput } from '~/schemas/books/accretion';
import type { AccretionPage } from './accretion-page';
import { HowItWorks } from './how-it-works';
import {
  AheadNotice,
  PERIOD_NAMES,
  type PostingFailure,
  PostingNotice,
  postsNothing,
  usePostingPreview,
} from './posting-notice';

const AccretionReview = onDemand(() => import('./accretion-review'));
const SPENT = 'Posted. Choose another period to post again.';

const PERIOD_TYPES: { value: PeriodType; label: string }[] = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'quarterly', label: 'Quarterly' },
  { value: 'annually', label: 'Annually' },
];

/** Only the first records come with the answer: the page shows them anyway, and a posting may have 100,000. */
const CALCULATE_PATH = '/api/accretion/calculate?limit=1';

/** Posts accretion to a period end; then the address says which, and the page shows its records. */
export function AccretionForm({ page }: { page: AccretionPage }) {
  const { params, nextParams, change } = useAddress();
  /** Where the person is going, when an answer comes; null once this form is no longer shown. */
  const goingTo = useRef<URLSearchParams | null>(nextParams);
  goingTo.current = nextParams;
  useEffect(
    () => () => {
      goingTo.current = null;
    },
    [],
  );
  const writeBlock = useWriteBlock();
  const format = useFormat();
  const { fiscalYearEnd } = useRootData();
  const today = useToday();
  const dates = useOpenDates();
  const { run, pending } = useMutation({
    failure: 'Failed to calculate accretion',
    success: 'Accretion calculated successfully',
  });
  const [periodType, setPeriodType] = useState<PeriodType>('monthly');
  const [typedEnd, setTypedEnd] = useState<string | null>(null);
  /** Whether the periods that were missed are posted separately. */
  const [eachPeriod, setEachPeriod] = useState(false);
  const [failure, setFailure] = useState<PostingFailure | null>(null);
  /** What is looked at before it is posted. */
  const [asked, setAsked] = useState<AccretionInput | null>(null);
  /** The period end that was posted last from here. */
  const [spent, setSpent] = useState<string | null>(null);
  const dateInput = useRef<HTMLInputElement>(null);

  // What is missing from a month leads here with the date that posts it.
  const through = params.get('through') ?? '';
  const shownThrough = useRef(through);
  useEffect(() => {
    if (shownThrough.current === through) return;
    shownThrough.current = through;
    if (!through) return;
    setTypedEnd(null);
    setEachPeriod(false);
    setFailure(null);
    dateInput.current?.focus();
  }, [through]);

  const periodEnd = typedEnd ?? (isSupportedDate(through) ? through : today);
  const dateProblem = dates.problemOf(periodEnd);
  // Earlier ends are refused once it is posted: no slip of the year may post decades.
  const isAhead = dateProblem === null && periodEnd > periodEndOf(periodType, today, fiscalYearEnd);
  const [confirmedEnd, setConfirmedEnd] = useState<string | null>(null);
  const isUnconfirmed = isAhead && confirmedEnd !== periodEnd;
  const preview = usePostingPreview(
    { periodType, periodEnd, eachPeriod, isPostable: dateProblem === null },
    // What was refused is no longer what was shown.
    failure ?? page,
  );

  const [form, field] = useForm({
    id: 'accretion-form',
    // Leaving a field validates it too, by useValidateOnBlur.
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema: AccretionInput }),
    onSubmit: async (event, { submission }) => {
      event.preventDefault();
      if (dateProblem) dateInput.current?.focus();
      if (submission?.status !== 'success' || isUnconfirmed || dateProblem) return;
      const body = { ...submission.value, ...(eachPeriod && { eachPeriod }) };
      // What could not be shown here is looked at in the review, never posted unseen.
      const shown = preview.data;
      const isInSight =
        shown && !eachPeriod && shown.layers <= 1 && Number(shown.totalDepreciation ?? 0) === 0;
      if (isInSight) return post(body, shown.reviewed);
      setFailure(null);
      setAsked(body);
    },
  });

  /** @param reviewed of what the person saw */
  const post = async (body: AccretionInput, reviewed: string | null) => {
    const { layers = 0, totalAccretion = null, periods } = preview.data ?? {};
    const within = periods ? ` in ${countOf(periods.length, PERIOD_NAMES[body.periodType], format)}` : '';
    const detail = totalAccretion
      ? `${format.currency(totalAccretion)} posted to ${countOf(layers, 'layer', format)}${within} through ${format.date(body.periodEnd)}.`
      : undefined;
    const outcome = await run(
      async (api) => {
        await api(CALCULATE_PATH, { method: 'POST', body, reviewed: reviewed ?? undefined });
        const { periodEnd } = body;
        const newest = { kind: 'accretion', from: periodEnd, to: periodEnd };
        return reverseOffer(api, newest, { tab: 'accretion', periodEnd });
      },
      null,
      (action) => ({ detail, action }),
    );
    // What is posted instead is looked at where the person is.
    const isRefused = !outcome.ok && isOvertaken(outcome.error);
    if (!isRefused) setAsked(null);
    if (outcome.ok || isAlreadyProcessed(outcome.error)) {
      setSpent(body.periodEnd);
      setEachPeriod(false);
      setFailure(null);
      // If the person has opened another tab meanwhile, they stay there.
      const isStillHere = goingTo.current?.get('tab') === params.get('tab');
      // Going where they are already would only undo a click that has just been made.
      const isShown = params.get('periodEnd') === body.periodEnd && !params.has('through');
      if (isStillHere && !isShown) change({ periodEnd: body.periodEnd, through: null }, { replace: true });
    } else if (outcome.error) {
      setFailure({
        text: failureText(outcome.error, 'Failed to calculate accretion'),
        isUncertain: isUncertain(outcome.error),
      });
    }
  };
  // Until something else is chosen, or there is something to post again.
  const isSpent = spent === periodEnd && preview.data?.layers === 0;
  const nextEnd = (end: string) => periodEndOf(periodType, addDays(end, 1), fiscalYearEnd);

  const validateOnBlur = useValidateOnBlur((name) => form.validate({ name }));

  /** Another date is another question: what was refused before is no longer the matter. */
  const choose = (type: PeriodType, date: string) => {
    setPeriodType(type);
    setTypedEnd(date);
    setEachPeriod(false);
    setFailure(null);
    setSpent(null);
  };

  // A date that the form sets raises no event that would take the message away.
  const revalidate = useRef(() => {});
  revalidate.current = () => {
    if (field.periodEnd.errors) form.validate({ name: field.periodEnd.name });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the date changes
  useEffect(() => revalidate.current(), [periodEnd]);

  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <Card title="Accretion Calculation">
        <form {...getFormProps(form)} onBlur={validateOnBlur} className="flex flex-col gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Calculation Period" errors={field.periodType.errors}>
              {(control) => (
                <Select
                  {...control}
                  name="periodType"
                  value={periodType}
                  onChange={(event) => {
                    const type = event.target.value as PeriodType;
                    choose(type, periodEndOf(type, today, fiscalYearEnd));
                  }}
                  options={PERIOD_TYPES}
                />
              )}
            </Field>
            <Field
              label="Period End Date"
              required
              errors={field.periodEnd.errors ?? (dateProblem ? [dateProblem] : undefined)}
            >
              {(control) => (
                <Input
                  {...control}
                  ref={dateInput}
                  name="periodEnd"
                  type="date"
                  min={dates.first}
                  max={dates.lastDate}
                  value={periodEnd}
                  onChange={(event) => choose(periodType, event.target.value)}
                />
              )}
            </Field>
          </div>
          {dateProblem === null && (
            <WithinPeriod
              {...{ periodType, periodEnd, fiscalYearEnd }}
              isPostable={(end) => dates.problemOf(end) === null && end > (page.lastPostedPeriodEnd ?? '')}
              onChoose={(end) => {
                choose(periodType, end);
                // This button goes away.
                dateInput.current?.focus();
              }}
            />
          )}
          <PostingNotice
            page={page}
            periodType={periodType}
            periodEnd={periodEnd}
            preview={preview.data}
            isLoading={preview.isLoading}
            failure={failure}
            eachPeriod={eachPeriod}
            firstOpenDay={dates.first}
            onEachPeriod={(isEach) => {
              setEachPeriod(isEach);
              setFailure(null);
            }}
          />
          {isAhead && (
            <AheadNotice
              periodEnd={periodEnd}
              isConfirmed={!isUnconfirmed}
              onConfirm={(isConfirmed) => setConfirmedEnd(isConfirmed ? periodEnd : null)}
            />
          )}
          <div className="flex flex-wrap gap-2 border-t border-line pt-4">
            <Button
              type="submit"
              variant="primary"
              pending={pending && !asked}
              onPointerEnter={AccretionReview.preload}
              onFocus={AccretionReview.preload}
              disabledReason={
                writeBlock ??
                (isUnconfirmed ? 'Check the box above to post a future period' : null) ??
                (preview.isLoading ? 'Working out what will be posted' : null) ??
                (isSpent ? SPENT : null) ??
                (postsNothing(preview.data, page) ? 'There is nothing to post through this date' : null)
              }
            >
              Calculate Accretion
            </Button>
            {isSpent && nextEnd(periodEnd) <= today && (
              <Button
                onClick={() => {
                  choose(periodType, nextEnd(periodEnd));
                  // This button goes away.
                  dateInput.current?.focus();
                }}
              >
                Continue With {format.date(nextEnd(periodEnd))}
              </Button>
            )}
            <p role="status" className="self-center whitespace-pre-line text-muted">
              {writeBlock ?? (isSpent ? SPENT : null)}
            </p>
          </div>
        </form>
      </Card>
      <HowItWorks method={page.method} lastPosted={page.lastPostedPeriodEnd} />
      {asked && (
        <AccretionReview
          {...asked}
          pending={pending}
          failure={failure}
          onConfirm={(reviewed) => void post(asked, reviewed)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

/** A posting within a period leaves the rest of it to another one. The period ends around the date are a click away. */
function WithinPeriod({
  periodType,
  periodEnd,
  fiscalYearEnd,
  isPostable,
  onChoose,
}: {
  periodType: PeriodType;
  periodEnd: string;
  fiscalYearEnd: number | undefined;
  isPostable: (end: string) => boolean;
  onChoose: (end: string) => void;
}) {
  const format = useFormat();
  if (!isSupportedDate(periodEnd)) return null;
  const end = periodEndOf(periodType, periodEnd, fiscalYearEnd);
  if (end === periodEnd) return null;
  const ends = [previousPeriodEnd(periodType, periodEnd, fiscalYearEnd), end].filter(isPostable);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="text-muted">
        {format.date(periodEnd)} is within a {PERIOD_NAMES[periodType]}. The rest of it needs another posting.
      </p>
      {ends.map((one) => (
        <Button key={one} size="sm" onClick={() => onChoose(one)}>
          Use {format.date(one)}
        </Button>
      ))}
    </div>
  );
}
