import { useState } from 'react';
import { Button } from '~/components/ui/button';
import { LoadFailure } from '~/components/ui/load-failure';
import { Note } from '~/components/ui/note';
import { isAlreadyProcessed, isConflict } from '~/hooks/api-fetch';
import { useMutation } from '~/hooks/use-api';
import { useFormat } from '~/hooks/use-format';
import { usePreview } from '~/hooks/use-preview';
import type { PostingView, ReviewedPreview } from '~/schemas/books/posting';
import { ActPreviewTable } from './act-preview';
import { PostingFailure } from './posting-failure';
import { buildReverseAction } from './reverse-offer';

type MissedAccretionProps = {
  well: { id: string; wellCode: string };
  /** Refetches the preview when this changes: the layer that may have missed postings, or the current state of the layers. */
  version: string;
  /** URL parameters of the current screen, which can reverse the posting (ReverseFromUrl). */
  screen: Record<string, string>;
};

/**
 * Offers to post accretion or depreciation that a well's layers missed because they were calculated or corrected after the period
 * end, or because the well was plugged then and no longer is.
 */
export default function MissedAccretion({ well, version, screen }: MissedAccretionProps) {
  const format = useFormat();
  const path = `/api/wells/${encodeURIComponent(well.id)}/missed-accretion`;
  const preview = usePreview<ReviewedPreview>({ path: `${path}?preview=true`, method: 'POST' }, version);
  const { run, pending } = useMutation({ failure: 'Failed to calculate accretion' });
  const [failure, setFailure] = useState<unknown>(null);
  if (preview.error) {
    return (
      <LoadFailure
        error={preview.error}
        text={`Couldn’t check ${well.wellCode} for missed accretion.`}
        onRetry={preview.refresh}
      />
    );
  }
  const missedAccretion = preview.data;
  const accretion = missedAccretion?.postings.filter(({ kind }) => kind === 'accretion') ?? [];
  const last = missedAccretion?.postings.at(-1);
  if (!missedAccretion || !last) return null;

  const total = format.currency(missedAccretion.totals.liability);
  const post = async () => {
    setFailure(null);
    const outcome = await run(
      (api) => api<PostingView>(path, { method: 'POST', reviewed: missedAccretion.reviewed }),
      () => `${total} of accretion posted for ${well.wellCode}.`,
      ({ id }) => ({ action: buildReverseAction(id, screen) }),
    );
    const isDone = outcome.ok || isAlreadyProcessed(outcome.error);
    if (!isDone) setFailure(outcome.error);
    // If the response was lost, the retry must send the same request.
    if (isDone || isConflict(outcome.error)) preview.refresh();
  };

  return (
    <Note
      title={
        accretion.length > 0
          ? `${well.wellCode} missed accretion through ${format.date(last.effectiveOn)}: ${total}`
          : `${well.wellCode} missed depreciation through ${format.date(last.effectiveOn)}`
      }
    >
      <div className="flex min-w-0 flex-col gap-2">
        <p className="text-muted">Posts for this well only.</p>
        {/* On phones, the amounts also need the width under the icon. */}
        <div className="min-w-0 max-sm:-ml-6.5">
          <ActPreviewTable preview={missedAccretion} />
        </div>
        {failure != null && <PostingFailure error={failure} fallback="Failed to calculate accretion" />}
        <Button
          className="self-start"
          pending={pending}
          disabledReason={preview.blockedBecause}
          onClick={() => void post()}
        >
          Post Missed Accretion
        </Button>
      </div>
    </Note>
  );
}
