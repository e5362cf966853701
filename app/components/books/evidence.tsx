import { useMemo, useState } from 'react';
import { Button } from '~/components/ui/button';
import { LoadFailure } from '~/components/ui/load-failure';
import { Skeleton } from '~/components/ui/skeleton';
import { useExport } from '~/hooks/use-export';
import { useFetched } from '~/hooks/use-fetched';
import { fetchAllRows } from '~/hooks/use-more-rows';
import { useCompany, useWriteBlock } from '~/hooks/use-root-data';
import type { EvidenceView } from '~/schemas/close/evidence';
import { EvidenceForm } from './evidence-form';
import { EvidenceList } from './evidence-list';
import type { EvidenceTarget } from './use-add-evidence';

/** Shown at first; the others are asked for. */
const FIRST = 20;
/** The most that one call answers. */
const PAGE_SIZE = 200;

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
  const companyId = useCompany()?.id ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one whenever either changes
  const current = useMemo(() => ({}), [changes, version]);
  const list = `/api/evidence?${new URLSearchParams(shown)}`;
  const subject = `evidence ${shown.subject} ${shown.id}`;
  // One more than is shown tells whether there are more.
  const { data, error, retry } = useFetched<EvidenceView[]>(`${list}&limit=${FIRST + 1}`, current, subject);
  const [all, setAll] = useState<{ of: unknown; items: EvidenceView[] } | null>(null);
  const loading = useExport<EvidenceView[]>({
    success: null,
    fetchFailure: 'Couldn’t load the evidence.',
    exportFailure: 'Couldn’t load the evidence.',
  });
  const showAll = () =>
    void loading.run(
      () => fetchAllRows<EvidenceView>(list, companyId, PAGE_SIZE),
      (items) => setAll({ of: current, items }),
    );
  const changed = () => {
    setChanges((before) => before + 1);
    onChange?.();
  };
  if (error) return <LoadFailure error={error} text="Couldn’t load the evidence." onRetry={retry} />;
  if (!data)
    return (
      <div role="status">
        <span className="sr-only">Loading the evidence</span>
        <Skeleton className="h-16" />
      </div>
    );
  const items = all?.of === current ? all.items : data.slice(0, FIRST);
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
          {writeBlock === null && (
            <span className="print:hidden"> Add the quote, invoice or approval behind it.</span>
          )}
        </p>
      )}
      {data.length > items.length && (
        <Button className="self-start" pending={loading.pending} onClick={showAll}>
          Show All
        </Button>
      )}
      {writeBlock === null && <EvidenceForm target={addTo} about={about} onAdded={changed} />}
    </div>
  );
}
