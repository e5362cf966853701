import { getFormProps, useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { useEffect, useRef, useState } from 'react';
import { findReverseAction } from '~/components/books/reverse-offer';
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
import { failureText, isAlreadyProcessed, isConflict, isUncertain } from '~/hooks/api-fetch';
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
const ALREADY_POSTED = 'Posted. Choose another period to post again.';

const PERIOD_TYPES: { value: PeriodType; label: string }[] = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'quarterly', label: 'Quarterly' },
  { value: 'annually', label: 'Annually' },
];

/** Returns only the first record: the page loads the records anyway, and a posting can have 100,000. */
const CALCULATE_PATH = '/api/accretion/calculate?limit=1';

/** Posts accretion through a period end. The URL then names that period end, and the page shows its records. */
export function AccretionForm({ page }: { page: AccretionPage }) {
  const { params, nextParams, change } = useAddress();
  /** URL parameters the user is navigating to when a response arrives; null once the form is unmounted. */
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
  /** True to post missed periods separately. */
  const [eachPeriod, setEachPeriod] = useState(false);
  const [failure, setFailure] = useState<PostingFailure | null>(null);
  /** Input under review before it is posted. */
  const [reviewInput, setReviewInput] = useState<AccretionInput | null>(null);
  /** The last period end posted from this form. */
  const [lastPostedEnd, setLastPostedEnd] = useState<string | null>(null);
  const dateInput = useRef<HTMLInputElement>(null);

  // A month's missing items link here with the date to post through.
  const through = params.get('through') ?? '';
  const appliedThrough = useRef(through);
  useEffect(() => {
    if (appliedThrough.current === through) return;
    appliedThrough.current = through;
    if (!through) return;
    setTypedEnd(null);
    setEachPeriod(false);
    setFailure(null);
    dateInput.current?.focus();
  }, [through]);

  const periodEnd = typedEnd ?? (isSupportedDate(through) ? through : today);
  const dateProblem = dates.getProblem(periodEnd);
  // Posting a period end blocks earlier ones, so a typo in the year could post decades. Ask for confirmation.
  const isAhead = dateProblem === null && periodEnd > periodEndOf(periodType, today, fiscalYearEnd);
  const [confirmedEnd, setConfirmedEnd] = useState<string | null>(null);
  const isUnconfirmed = isAhead && confirmedEnd !== periodEnd;
  const preview = usePostingPreview(
    { periodType, periodEnd, eachPeriod, isPostable: dateProblem === null },
    // After a rejection, the preview shown is out of date.
    failure ?? page,
  );

  const [form, field] = useForm({
    id: 'accretion-form',
    // Leaving a field validates it too, through useValidateOnBlur.
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema: AccretionInput }),
    onSubmit: async (event, { submission }) => {
      event.preventDefault();
      if (dateProblem) dateInput.current?.focus();
      if (submission?.status !== 'success' || isUnconfirmed || dateProblem) return;
      const body = { ...submission.value, ...(eachPeriod && { eachPeriod }) };
      // If the notice can't show everything, open the review first, so nothing posts unseen.
      const visiblePreview = preview.data;
      const isFullyShown =
        visiblePreview &&
        !eachPeriod &&
        visiblePreview.layers <= 1 &&
        Number(visiblePreview.totalDepreciation ?? 0) === 0;
      if (isFullyShown) return post(body, visiblePreview.reviewed);
      setFailure(null);
      setReviewInput(body);
    },
  });

  /** @param reviewed `reviewed` value of the preview that the user saw */
  const post = async (body: AccretionInput, reviewed: string | null) => {
    const { layers = 0, totalAccretion = null, periods } = preview.data ?? {};
    const periodsText = periods
      ? ` in ${countOf(periods.length, PERIOD_NAMES[body.periodType], format)}`
      : '';
    const detail = totalAccretion
      ? `${format.currency(totalAccretion)} posted to ${countOf(layers, 'layer', format)}${periodsText} through ${format.date(body.periodEnd)}.`
      : undefined;
    const outcome = await run(
      async (api) => {
        await api(CALCULATE_PATH, { method: 'POST', body, reviewed: reviewed ?? undefined });
        const { periodEnd } = body;
        const latestPosting = { kind: 'accretion', from: periodEnd, to: periodEnd };
        return findReverseAction(api, latestPosting, { tab: 'accretion', periodEnd });
      },
      null,
      (action) => ({ detail, action }),
    );
    // If the amounts changed, the review stays open and shows the new ones.
    const isRefused = !outcome.ok && isConflict(outcome.error);
    if (!isRefused) setReviewInput(null);
    if (outcome.ok || isAlreadyProcessed(outcome.error)) {
      setLastPostedEnd(body.periodEnd);
      setEachPeriod(false);
      setFailure(null);
      // If the user has switched tabs meanwhile, don't navigate.
      const isSameTab = goingTo.current?.get('tab') === params.get('tab');
      // Navigating to the current URL would only undo a click just made.
      const isShown = params.get('periodEnd') === body.periodEnd && !params.has('through');
      if (isSameTab && !isShown) change({ periodEnd: body.periodEnd, through: null }, { replace: true });
    } else if (outcome.error) {
      setFailure({
        text: failureText(outcome.error, 'Failed to calculate accretion'),
        isUncertain: isUncertain(outcome.error),
      });
    }
  };
  // Until another date is chosen, or there is something to post again.
  const isAlreadyPosted = lastPostedEnd === periodEnd && preview.data?.layers === 0;
  const nextEnd = (end: string) => periodEndOf(periodType, addDays(end, 1), fiscalYearEnd);

  const validateOnBlur = useValidateOnBlur((name) => form.validate({ name }));

  /** Choosing another period clears the outcome of the previous one. */
  const choose = (type: PeriodType, date: string) => {
    setPeriodType(type);
    setTypedEnd(date);
    setEachPeriod(false);
    setFailure(null);
    setLastPostedEnd(null);
  };

  // Setting the date from code fires no event that would clear its error.
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
              isPostable={(end) => dates.getProblem(end) === null && end > (page.lastPostedPeriodEnd ?? '')}
              onChoose={(end) => {
                choose(periodType, end);
                // The clicked button disappears.
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
            onEachPeriod={(isSeparate) => {
              setEachPeriod(isSeparate);
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
              pending={pending && !reviewInput}
              onPointerEnter={AccretionReview.preload}
              onFocus={AccretionReview.preload}
              disabledReason={
                writeBlock ??
                (isUnconfirmed ? 'Check the box above to post a future period' : null) ??
                (preview.isLoading ? 'Calculating what will post' : null) ??
                (isAlreadyPosted ? ALREADY_POSTED : null) ??
                (postsNothing(preview.data, page) ? 'Nothing to post through this date' : null)
              }
            >
              Calculate Accretion
            </Button>
            {isAlreadyPosted && nextEnd(periodEnd) <= today && (
              <Button
                onClick={() => {
                  choose(periodType, nextEnd(periodEnd));
                  // The clicked button disappears.
                  dateInput.current?.focus();
                }}
              >
                Continue With {format.date(nextEnd(periodEnd))}
              </Button>
            )}
            <p role="status" className="self-center whitespace-pre-line text-muted">
              {writeBlock ?? (isAlreadyPosted ? ALREADY_POSTED : null)}
            </p>
          </div>
        </form>
      </Card>
      <HowItWorks method={page.method} lastPosted={page.lastPostedPeriodEnd} />
      {reviewInput && (
        <AccretionReview
          {...reviewInput}
          pending={pending}
          failure={failure}
          onConfirm={(reviewed) => void post(reviewInput, reviewed)}
          onClose={() => setReviewInput(null)}
        />
      )}
    </div>
  );
}

/** For a date within a period: warns that the rest needs another posting, and offers the adjacent period ends. */
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
        {format.date(periodEnd)} isn’t the end of a {PERIOD_NAMES[periodType]}. The rest of the{' '}
        {PERIOD_NAMES[periodType]} needs another posting.
      </p>
      {ends.map((end) => (
        <Button key={end} size="sm" onClick={() => onChoose(end)}>
          Use {format.date(end)}
        </Button>
      ))}
    </div>
  );
}
