import { useState } from 'react';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { LoadFailure } from '~/components/ui/load-failure';
import { Skeleton } from '~/components/ui/skeleton';
import { FigureCell, Table, TableFrame, Td, Th } from '~/components/ui/table';
import { POSTING_NAMES } from '~/domain/books/posting-kind-names';
import { useFetched } from '~/hooks/use-fetched';
import { useFormat } from '~/hooks/use-format';
import type { PostingView } from '~/schemas/books/posting';
import ReverseDialog from './reverse-dialog';

/** Reverses the posting in the URL with everything posted together, or lets the user choose among those postings. */
export default function ReverseFromUrl({ postingId, onClose }: { postingId: string; onClose: () => void }) {
  const [chosenPosting, setChosenPosting] = useState<PostingView | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const posting = useFetched<PostingView>(`/api/postings/${encodeURIComponent(postingId)}`);
  const linkedPosting = posting.data;
  const siblings = useFetched<PostingView[]>(
    linkedPosting && linkedPosting.also.length > 0
      ? `/api/postings?${new URLSearchParams({ actId: linkedPosting.actId, kind: linkedPosting.kind, limit: '500' })}`
      : null,
  );
  const { data, error, retry } = siblings.error ? siblings : posting;
  const isLoading = !data || siblings.isLoading;
  const choices = siblings.data && siblings.data.length > 1 ? siblings.data : null;
  const hasRelatedPostings = linkedPosting !== null && linkedPosting.also.length > 0;

  if (chosenPosting) {
    return (
      <ReverseDialog
        subject={toSubject(chosenPosting)}
        onClose={() => setChosenPosting(null)}
        onReversed={() => {
          setChosenPosting(null);
          posting.refresh();
          siblings.refresh();
        }}
      />
    );
  }
  if (
    linkedPosting &&
    !isLoading &&
    !error &&
    !isChoosing &&
    (hasRelatedPostings || isReversible(linkedPosting))
  ) {
    return (
      <ReverseDialog
        subject={toSubject(linkedPosting)}
        isWholeAct={hasRelatedPostings}
        alternative={choices && <Button onClick={() => setChoosing(true)}>Choose Postings</Button>}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      title={choices ? 'Reverse Postings' : 'Reverse Posting'}
      description={choices ? 'These were posted together. Reverse any of them, or everything.' : undefined}
      size={choices ? 'xl' : undefined}
      onClose={onClose}
    >
      <DialogBody>
        {error ? (
          <LoadFailure error={error} text="Couldn’t load this posting." onRetry={retry} />
        ) : isLoading ? (
          <Skeleton className="h-20" />
        ) : choices ? (
          <PostingsToReverse postings={choices} onReverse={setChosenPosting} />
        ) : (
          <p>Posting {postingId} can’t be reversed. It is a reversal, or it was already reversed.</p>
        )}
      </DialogBody>
      <DialogFooter>
        {choices && <Button onClick={() => setChoosing(false)}>Reverse Everything</Button>}
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}

function PostingsToReverse({
  postings,
  onReverse,
}: {
  postings: readonly PostingView[];
  onReverse: (posting: PostingView) => void;
}) {
  const format = useFormat();
  return (
    <TableFrame label="Postings">
      <Table aria-label="Postings">
        <thead>
          <tr>
            <Th>Posting</Th>
            <Th>Date</Th>
            <Th>Wells</Th>
            <Th align="end">Liability</Th>
            <Th align="end" className="print:hidden">
              Actions
            </Th>
          </tr>
        </thead>
        <tbody>
          {postings.map((posting) => (
            <tr key={posting.id}>
              <Td>
                {POSTING_NAMES[posting.kind]} {posting.id}
              </Td>
              <Td>{format.date(posting.effectiveOn)}</Td>
              <Td>{formatWells(posting)}</Td>
              <FigureCell>{format.money(posting.totals.liability)}</FigureCell>
              <Td align="end" className="print:hidden">
                {isReversible(posting) ? (
                  <Button aria-label={`Reverse posting ${posting.id}`} onClick={() => onReverse(posting)}>
                    {posting.reversals.length > 0 ? 'Reverse the Rest' : 'Reverse'}
                  </Button>
                ) : (
                  <Badge>Reversed</Badge>
                )}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  );
}

function isReversible({ kind, reversedById }: PostingView): boolean {
  return kind !== 'reversal' && reversedById === null;
}

function toSubject({ id, effectiveOn, kind }: PostingView) {
  return { postingId: id, effectiveOn, name: POSTING_NAMES[kind] };
}

/** Maximum number of wells to name. */
const NAMED_WELLS = 3;

/** Codes of the first wells. A list includes only a long posting's first movements, so the other wells can't be counted. */
function formatWells({ movements, movementCount }: PostingView): string {
  const codes = [...new Set(movements.map(({ well }) => well.wellCode))];
  const hasMore = codes.length > NAMED_WELLS || movements.length < movementCount;
  return codes.slice(0, NAMED_WELLS).join(', ') + (hasMore ? ' and more' : '');
}
