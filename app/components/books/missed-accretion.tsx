import { useState } from 'react';
import { Button } from '~/components/ui/button';
import { Note } from '~/components/ui/note';
import { ApiError } from '~/hooks/api-fetch';
import { useMutation } from '~/hooks/use-api';
import { useFormat } from '~/hooks/use-format';
import { usePreview } from '~/hooks/use-preview';
import type { PostingView, ReviewedPreview } from '~/schemas/books/posting';
import { ActPreviewTable } from './act-preview';
import { dollars } from './dollars';
import { PostingFailure } from './posting-failure';
import { reverseAction } from './reverse-offer';

type MissedAccretionProps = {
  well: { id: string; wellCode: string };
  /** The layer that may have missed something. */
  layerId: string;
};

/** Offers to post what a well's layers missed because they were calculated, or corrected, after its period ends. */
export function MissedAccretion({ well, layerId }: MissedAccretionProps) {
  const format = useFormat();
  const [posted, setPosted] = useState(0);
  const path = `/api/wells/${encodeURIComponent(well.id)}/missed-accretion`;
  const preview = usePreview<ReviewedPreview>(
    { path: `${path}?preview=true`, method: 'POST' },
    `${layerId} ${posted}`,
  );
  const { run, pending } = useMutation({ failure: 'Failed to calculate accretion' });
  const [failure, setFailure] = useState<unknown>(null);
  const missed = preview.error ? null : preview.data;
  const accretion = missed?.postings.filter(({ kind }) => kind === 'accretion') ?? [];
  const last = missed?.postings.at(-1);
  if (!missed || !last) return null;

  const total = dollars(format, missed.totals.liability);
  const post = async () => {
    setFailure(null);
    const outcome = await run(
      (api) => api<PostingView>(path, { method: 'POST', reviewed: missed.reviewed, once: true }),
      () => `${total} of accretion posted for ${well.wellCode}.`,
      ({ id }) => ({ action: reverseAction(id, { tab: 'calculate' }) }),
    );
    if (!outcome.ok) setFailure(outcome.error);
    // After a lost answer the same request must come again.
    if (outcome.ok || (outcome.error instanceof ApiError && outcome.error.status === 409))
      setPosted(posted + 1);
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
        <p className="text-muted">Posts for this well alone.</p>
        {/* On a phone its amounts need the width of the icon, too. */}
        <div className="min-w-0 max-sm:-ml-6.5">
          <ActPreviewTable preview={missed} />
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
