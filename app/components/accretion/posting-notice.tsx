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
import { useFetchedAfterTyping } from '~/hooks/use-fetched-after-typing';
import { type Format, useFormat } from '~/hooks/use-format';
import { useRootData } from '~/hooks/use-root-data';
import type { AccretionInput } from '~/schemas/books/accretion';
import type { PostingPreview } from '~/schemas/books/posting-views';
import type { AccretionPage } from './accretion-page';

type Asked = Pick<AccretionInput, 'periodType' | 'periodEnd' | 'eachPeriod'>;

/** What `GET /api/accretion/preview` is asked. */
export function previewQuery({ periodType, periodEnd, eachPeriod = false }: Asked): URLSearchParams {
  return new URLSearchParams({ periodType, periodEnd, ...(eachPeriod && { eachPeriod: 'true' }) });
}

export const PERIOD_NAMES: Record<PeriodType, string> = {
  monthly: 'month',
  quarterly: 'quarter',
  annually: 'year',
};

/**
 * What a posting would do, to the cent; asked again whenever `version` changes. `data` is null until it is known. While a date is being typed, or may not be posted, nothing is asked.
 */
export function usePostingPreview(
  { isPostable, ...asked }: Asked & { isPostable: boolean },
  version: unknown,
) {
  const { periodEnd } = asked;
  const query = previewQuery(asked);
  const isAsked = isPostable && isSupportedDate(periodEnd);
  return useFetchedAfterTyping<PostingPreview>(isAsked ? `/api/accretion/preview?${query}` : null, version);
}

/** A period end that was posted can be posted again, which shows its records; another without anything to post can't. */
export function postsNothing(preview: PostingPreview | null, { periodEnds }: AccretionPage): boolean {
  if (preview === null || preview.refusal || periodEnds.includes(preview.periodEnd)) return false;
  return preview.layers === 0 && Number(preview.totalDepreciation ?? 0) === 0;
}

/** `isUncertain`: the answer was lost, and the posting may have been made. */
export type PostingFailure = { text: string; isUncertain: boolean };

type PostingNoticeProps = {
  page: AccretionPage;
  periodType: PeriodType;
  periodEnd: string;
  preview: PostingPreview | null;
  isLoading: boolean;
  /** Why the last posting failed. */
  failure: PostingFailure | null;
  /** Whether each period is posted separately. */
  eachPeriod: boolean;
  /** What a posting of each period begins with at the earliest; undefined while no month is closed. */
  firstOpenDay: string | undefined;
  onEachPeriod: (isEach: boolean) => void;
};

/** What the person should know before posting: refusal, gaps, or how many layers it concerns. */
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
  // Nothing before what was posted for the company can be posted any more.
  const last = page.lastPostedPeriodEnd;
  const endOf = (day: string) => periodEndOf(periodType, day, fiscalYearEnd);
  const next = last && endOf(addDays(last, 1));
  const period = PERIOD_NAMES[periodType];
  const first = [preview?.firstPeriodEnd, firstOpenDay && endOf(firstOpenDay)].filter((end) => end).sort();
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
        {/* What was chosen may be why, and can be taken back. */}
        {eachPeriod && choice}
      </Note>
    );
  }
  // Stays while the other way is worked out, so that nothing moves under the pointer.
  if (hasGaps || eachPeriod) {
    return (
      <Note
        tone={eachPeriod ? 'info' : 'warning'}
        title={hasGaps ? gapTitle(preview, periodType, format) : separateTitle(preview, periodType, format)}
      >
        {/* As high while it is worked out. */}
        <p>{preview ? totalText(preview, page, format) : '\u00a0'}</p>
        {hasGaps && (
          <p>
            A layer with a gap gets one record for all of it, as an expense of{' '}
            {eachPeriod ? `the first open ${period}` : `this ${period}`}
            {page.method === 'simple' && ', without compounding'}.
          </p>
        )}
        {choice}
      </Note>
    );
  }
  // A period in between is a gap, most likely, of which there is more to say.
  if (isLoading && next && next < periodEnd) return <Skeleton className="h-32 max-sm:h-52" />;
  return (
    // A phone needs two lines for it.
    <p role="status" className="min-h-5 text-muted max-sm:min-h-10">
      {preview && totalText(preview, page, format)}
    </p>
  );
}

/** Asks before posting a period that hasn't started. */
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
      <p>Once it is posted, earlier period ends can’t be posted unless you reverse it.</p>
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
  const have = layersWithGap === 1 ? 'has' : 'have';
  return `${format.integer(layersWithGap)} of ${countOf(layers, 'layer', format)} ${have} gone more than one ${period} without accretion.`;
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
  const through = `through ${format.date(periodEnd)}`;
  const depreciation =
    Number(totalDepreciation ?? 0) === 0 ? '' : ` Depreciation: ${format.currency(totalDepreciation!)}.`;
  if (layers === 0 && depreciation) return `No layer is left to accrete ${through}.${depreciation}`;
  if (layers === 0 && periodEnds.length === 0) return `No layer accretes ${through} yet.`;
  if (layers === 0) {
    const again = periodEnds.includes(periodEnd) ? ' Posting again changes nothing.' : '';
    return `No layer is left to accrete ${through}.${again}`;
  }
  const total = totalAccretion === null ? '' : `: ${format.currency(totalAccretion)}`;
  return `${format.integer(layers)} ${layers === 1 ? 'layer accretes' : 'layers accrete'} ${through}${total}.${depreciation}`;
}
