import { Checkbox } from '~/components/ui/choice';
import { Note } from '~/components/ui/note';
import { Skeleton } from '~/components/ui/skeleton';
import {
  addDays,
  isSupportedDate,
  type PeriodType,
  periodEnd as periodEndOf,
} from '~/domain/calendar/calendar-date';
import { countOf } from '~/hooks/count-of';
import { useDebouncedFetch } from '~/hooks/use-debounced-fetch';
import { type Format, useFormat } from '~/hooks/use-format';
import { useRootData } from '~/hooks/use-root-data';
import type { AccretionInput } from '~/schemas/books/accretion';
import type { PostingPreview } from '~/schemas/books/posting-views';
import type { AccretionPage } from './accretion-page';

type PreviewInput = Pick<AccretionInput, 'periodType' | 'periodEnd' | 'eachPeriod'>;

/** Query of `GET /api/accretion/preview`. */
export function previewQuery({ periodType, periodEnd, eachPeriod = false }: PreviewInput): URLSearchParams {
  return new URLSearchParams({ periodType, periodEnd, ...(eachPeriod && { eachPeriod: 'true' }) });
}

export const PERIOD_NAMES: Record<PeriodType, string> = {
  monthly: 'month',
  quarterly: 'quarter',
  annually: 'year',
};

/**
 * Previews a posting to the cent; refetches whenever `version` changes. `data` is null until loaded. No request while a date is
 * being typed or can't be posted.
 */
export function usePostingPreview(
  { isPostable, ...input }: PreviewInput & { isPostable: boolean },
  version: unknown,
) {
  const { periodEnd } = input;
  const query = previewQuery(input);
  const isReady = isPostable && isSupportedDate(periodEnd);
  return useDebouncedFetch<PostingPreview>(isReady ? `/api/accretion/preview?${query}` : null, version);
}

/** True when there is nothing to post. A period end that already has records can be posted again, which shows them. */
export function postsNothing(preview: PostingPreview | null, { periodEnds }: AccretionPage): boolean {
  if (preview === null || preview.refusal || periodEnds.includes(preview.periodEnd)) return false;
  return preview.layers === 0 && Number(preview.totalDepreciation ?? 0) === 0;
}

/** `isUncertain`: the response was lost, so the posting may have succeeded. */
export type PostingFailure = { text: string; isUncertain: boolean };

type PostingNoticeProps = {
  page: AccretionPage;
  periodType: PeriodType;
  periodEnd: string;
  preview: PostingPreview | null;
  isLoading: boolean;
  /** Why the last posting failed. */
  failure: PostingFailure | null;
  /** True to post each period separately. */
  eachPeriod: boolean;
  /** Earliest day a separate posting can start on; undefined while no month is closed. */
  firstOpenDay: string | undefined;
  onEachPeriod: (isEach: boolean) => void;
};

/** Shown before posting: a rejection, gaps, or the number of layers. */
export function PostingNotice({
  page,
  periodType,
  periodEnd,
  preview,
  isLoading,
  failure,
  eachPeriod,
  firstOpenDay,
  onEachPeriod,
}: PostingNoticeProps) {
  const format = useFormat();
  const { fiscalYearEnd } = useRootData();
  const problem = failure?.text ?? preview?.refusal;
  const hasGaps = preview !== null && preview.layersWithGap > 0;
  // Nothing can be posted before the company's last posted period end.
  const last = page.lastPostedPeriodEnd;
  const getPeriodEnd = (day: string) => periodEndOf(periodType, day, fiscalYearEnd);
  const next = last && getPeriodEnd(addDays(last, 1));
  const period = PERIOD_NAMES[periodType];
  const first = [preview?.firstPeriodEnd, firstOpenDay && getPeriodEnd(firstOpenDay)]
    .filter((end) => end)
    .sort();
  const canSeparate = preview?.firstPeriodEnd && first.at(-1)! < periodEnd;
  const choice = (canSeparate || eachPeriod) && (
    <Checkbox
      className="mt-2"
      label={`Post each ${period} separately`}
      checked={eachPeriod}
      onChange={(event) => onEachPeriod(event.target.checked)}
    />
  );
  if (problem) {
    return (
      <Note tone="danger" title={format.message(problem)}>
        {failure &&
          (failure.isUncertain ? 'Calculate again. Nothing is posted twice.' : 'Nothing was posted.')}
        {failure && preview && !preview.refusal && <p>{totalText(preview, page, format)}</p>}
        {/* This option may be the cause, so it can be undone here. */}
        {eachPeriod && choice}
      </Note>
    );
  }
  // Remains while the other option is previewed, so nothing moves under the pointer.
  if (hasGaps || eachPeriod) {
    return (
      <Note
        tone={eachPeriod ? 'info' : 'warning'}
        title={hasGaps ? gapTitle(preview, periodType, format) : separateTitle(preview, periodType, format)}
      >
        {/* Keeps its height while loading. */}
        <p>{preview ? totalText(preview, page, format) : '\u00a0'}</p>
        {hasGaps && (
          <p>
            A layer with a gap gets one record for the whole gap, expensed in{' '}
            {eachPeriod ? `the first open ${period}` : `this ${period}`}
            {page.method === 'simple' && ', without compounding'}.
          </p>
        )}
        {choice}
      </Note>
    );
  }
  // A skipped period is most likely a gap, whose notice is taller.
  if (isLoading && next && next < periodEnd) return <Skeleton className="h-32 max-sm:h-52" />;
  return (
    // Reserves two lines on a phone.
    <p role="status" className="min-h-5 text-muted max-sm:min-h-10">
      {preview && totalText(preview, page, format)}
    </p>
  );
}

/** Asks for confirmation before posting to a period that hasn't started. */
export function AheadNotice({
  periodEnd,
  isConfirmed,
  onConfirm,
}: {
  periodEnd: string;
  isConfirmed: boolean;
  onConfirm: (isConfirmed: boolean) => void;
}) {
  const date = useFormat().date(periodEnd);
  return (
    <Note tone="warning" title={`${date} is in a period that hasn’t started`}>
      <p>After you post it, earlier period ends can’t be posted unless you reverse it.</p>
      <Checkbox
        className="mt-2"
        label={`Post through ${date} anyway`}
        checked={isConfirmed}
        onChange={(event) => onConfirm(event.target.checked)}
      />
    </Note>
  );
}

function gapTitle({ layers, layersWithGap }: PostingPreview, periodType: PeriodType, format: Format): string {
  const period = PERIOD_NAMES[periodType];
  const verb = layersWithGap === 1 ? 'has' : 'have';
  return `${format.integer(layersWithGap)} of ${countOf(layers, 'layer', format)} ${verb} gone more than one ${period} without accretion.`;
}

/** "10 months are posted separately, Jan 31, 2026 to Oct 31, 2026." */
function separateTitle(preview: PostingPreview | null, periodType: PeriodType, format: Format): string {
  const period = PERIOD_NAMES[periodType];
  const periods = preview?.periods ?? [];
  const [first, last] = [periods[0], periods.at(-1)];
  if (!first || !last || first === last) return `Each ${period} is posted separately.`;
  return `${countOf(periods.length, period, format)} are posted separately, ${format.date(first.periodEnd)} to ${format.date(last.periodEnd)}.`;
}

/** "241 layers accrete through Oct 31, 2026: $6,684,471.19. Depreciation: $1,200.00." */
function totalText(
  { layers, periodEnd, totalAccretion, totalDepreciation }: PostingPreview,
  { periodEnds }: AccretionPage,
  format: Format,
): string {
  const throughText = `through ${format.date(periodEnd)}`;
  const depreciation =
    Number(totalDepreciation ?? 0) === 0 ? '' : ` Depreciation: ${format.currency(totalDepreciation!)}.`;
  if (layers === 0 && depreciation) return `No layers left to accrete ${throughText}.${depreciation}`;
  if (layers === 0 && periodEnds.length === 0) return `No layers to accrete ${throughText} yet.`;
  if (layers === 0) {
    const repeatText = periodEnds.includes(periodEnd) ? ' Posting again has no effect.' : '';
    return `No layers left to accrete ${throughText}.${repeatText}`;
  }
  const total = totalAccretion === null ? '' : `: ${format.currency(totalAccretion)}`;
  return `${format.integer(layers)} ${layers === 1 ? 'layer accretes' : 'layers accrete'} ${throughText}${total}.${depreciation}`;
}
