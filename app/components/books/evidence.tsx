import { useMemo, useState } from 'react';
import { Button } from '~/components/ui/button';
import { Note } from '~/components/ui/note';
import { Skeleton } from '~/components/ui/skeleton';
import { failureText } from '~/hooks/api-fetch';
import { useFetched } from '~/hooks/use-fetched';
import { useWriteBlock } from '~/hooks/use-root-data';
import type { EvidenceView } from '~/schemas/close/evidence';
import { EvidenceForm } from './evidence-form';
import { EvidenceList } from './evidence-list';
import type { EvidenceTarget } from './use-add-evidence';

/** Shown at first; more are asked for. */
const FIRST = 20;
const MOST = 200;

/** The files and notes that support a well, a posting or the close of a month, with the way to add and remove some. */
export default function Evidence({
  shown,
  addTo = shown,
  about,
  version = null,
  onChange,
  hasLinks = false,
}: {
  /** What it is listed for. */
  shown: EvidenceTarget;
  /** What new evidence supports. */
  addTo?: EvidenceTarget;
  /** What it is about, for names and confirmations: "this posting". */
  about: string;
  /** Something that changes when the list may have. */
  version?: unknown;
  onChange?: () => void;
  /** Whether each leads to the posting that it supports. */
  hasLinks?: boolean;
}) {
  const writeBlock = useWriteBlock();
  const [changes, setChanges] = useState(0);
  const [limit, setLimit] = useState(FIRST);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one whenever either changes
  const current = useMemo(() => ({}), [changes, version]);
  // One more than is shown tells whether there are more.
  const query = new URLSearchParams({ ...shown, limit: String(Math.min(limit + 1, MOST)) });
  const subject = `evidence ${shown.subject} ${shown.id}`;
  const { data, error } = useFetched<EvidenceView[]>(`/api/evidence?${query}`, current, subject);
  const changed = () => {
    setChanges((before) => before + 1);
    onChange?.();
  };
  if (error)
    return (
      <Note tone="danger" title={failureText(error, 'Couldn’t load the evidence.')}>
        <Button className="mt-2" onClick={() => setChanges((before) => before + 1)}>
          Try Again
        </Button>
      </Note>
    );
  if (!data)
    return (
      <div role="status">
        <span className="sr-only">Loading the evidence</span>
        <Skeleton className="h-16" />
      </div>
    );
  const items = data.slice(0, limit);
  return (
    <div className="flex flex-col gap-3">
      {items.length > 0 ? (
        <EvidenceList
          items={items}
          about={about}
          writeBlock={writeBlock}
          hasLinks={hasLinks}
          onRemoved={changed}
        />
      ) : (
        <p className="text-muted">
          No files or notes support {about} yet.
          {writeBlock === null && ' Add the quote, invoice or approval that it rests on.'}
        </p>
      )}
      {data.length > limit && (
        <Button className="self-start" onClick={() => setLimit(Math.min(limit * 5, MOST - 1))}>
          Show More
        </Button>
      )}
      {writeBlock === null && <EvidenceForm target={addTo} about={about} onAdded={changed} />}
    </div>
  );
}
