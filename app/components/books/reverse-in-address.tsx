import { Button } from '~/components/ui/button';
import { Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { LoadFailure } from '~/components/ui/load-failure';
import { Skeleton } from '~/components/ui/skeleton';
import { useFetched } from '~/hooks/use-fetched';
import type { PostingView } from '~/schemas/books/posting';
import { POSTING_NAMES } from './posting-names';
import ReverseDialog from './reverse-dialog';

/** Reverses the posting that the address names. */
export default function ReverseInAddress({ postingId, onClose }: { postingId: string; onClose: () => void }) {
  const { data, error, retry } = useFetched<PostingView>(`/api/postings/${encodeURIComponent(postingId)}`);
  if (data && data.reversedById === null && data.kind !== 'reversal') {
    return (
      <ReverseDialog
        subject={{ postingId: data.id, effectiveOn: data.effectiveOn, name: POSTING_NAMES[data.kind] }}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title="Reverse Posting" onClose={onClose}>
      <DialogBody>
        {error ? (
          <LoadFailure error={error} text="Couldn’t load this posting." onRetry={retry} />
        ) : data ? (
          <p>Posting {data.id} can’t be reversed: it is a reversal, or it is reversed already.</p>
        ) : (
          <Skeleton className="h-20" />
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}
