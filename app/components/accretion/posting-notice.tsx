import { Button } from '~/components/ui/button';
import { Checkbox } from '~/components/ui/choice';
import { Note } from '~/components/ui/note';
import {
  addDays,
  isSupportedDate,
  type PeriodType,
  periodEnd as periodEndOf,
} from '~/domain/calendar/calendar-date';
import { useFetched } from '~/hooks/use-fetched';
import { type Format, useFormat } from '~/hooks/use-format';
import { useSettled } from '~/hooks/use-settled';
import type { AccretionPage } from './accretion-page';

/** The answer of GET /api/accretion/preview. */
export type PostingPreview = {
  periodEnd: string;
  layers: number;
  layersWithGap: number;
  refusal: string | null;
};

const PERIOD_NAMES: Record<PeriodType, string> = { monthly: 'month', quarterly: 'quarter', annually: 'year' };

/** What a posting would do, asked anew whenever the page's records are. Null until it is known. */
export function usePostingPreview(
  { periodType, periodEnd }: { periodType: PeriodType; periodEnd: string },
  page: AccretionPage,
): PostingPreview | null {
  const query = new URLSearchParams({ periodType, periodEnd }).toString();
  const settled = useSettled(query);
  const isCurrent = settled === query && isSupportedDate(periodEnd);
  return useFetched<PostingPreview>(isCurrent ? `/api/accretion/preview?${query}` : null, page).data;
}

/** `isUncertain`: the answer was lost, and the posting may have been made. */
export type PostingFailure = { text: string; isUncertain: boolean };

type PostingNoticeProps = {
  page: AccretionPage;
  periodType: PeriodType;
  periodEnd: string;
  preview: PostingPreview | null;
  /** Why the last posting failed. */
  failure: PostingFailure | null;
  onChooseDate: (date: string) => void;
};

/** What the person should know before posting: refusal, gaps, or how many layers it concerns. */
export function PostingNotice({
  page,
  periodType,
  periodEnd,
  preview,
  failure,
  onChooseDate,
}: PostingNoticeProps) {
  const format = useFormat();
  const problem = failure?.text ?? preview?.refusal;
  const hasGaps = preview !== null && preview.layersWithGap > 0 && page.method === 'simple';
  const nextEnd = page.lastPostedPeriodEnd && periodEndOf(periodType, addDays(page.lastPostedPeriodEnd, 1));
  if (problem) {
    return (
      <Note tone="danger" title={problem}>
        {failure &&
          (failure.isUncertain ? 'Calculate again: nothing is posted twice.' : 'Nothing was posted.')}
      </Note>
    );
  }
  if (hasGaps) {
    return (
      <Note tone="warning" title={gapTitle(preview, periodType, format)}>
        <p>
          Each gets one record for the whole gap, at simple interest. Post period by period, or let the
          company use the effective method, and the interest compounds.
        </p>
        {nextEnd && nextEnd < periodEnd && (
          <Button className="mt-2" onClick={() => onChooseDate(nextEnd)}>
            Begin with {format.date(nextEnd)}
          </Button>
        )}
      </Note>
    );
  }
  return (
    <p role="status" className="min-h-5 text-muted">
      {preview && layersText(preview, page, format)}
    </p>
  );
}

/** Asks before a period is posted that has not begun. */
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
    <Note tone="warning" title={`${date} is in a period that has not begun`}>
      <p>What is posted stays posted, and no earlier period end can be posted after it.</p>
      <Checkbox
        className="mt-2"
        label={`Post up to ${date} all the same`}
        checked={isConfirmed}
        onChange={(event) => onConfirm(event.target.checked)}
      />
    </Note>
  );
}

function gapTitle({ layers, layersWithGap }: PostingPreview, periodType: PeriodType, format: Format): string {
  const period = PERIOD_NAMES[periodType];
  const were = layersWithGap === 1 ? 'layer was' : 'layers were';
  return `${format.integer(layersWithGap)} of ${format.integer(layers)} ${were} last accreted, or calculated, more than one ${period} before this date.`;
}

function layersText({ layers }: PostingPreview, { periodEnds }: AccretionPage, format: Format): string {
  if (layers === 0 && periodEnds.length === 0) return 'There is no layer yet that accretes up to this date.';
  if (layers === 0) return 'No layer is left to accrete up to this date. Posting again changes nothing.';
  return `${format.integer(layers)} ${layers === 1 ? 'layer accretes' : 'layers accrete'} up to this date.`;
}
