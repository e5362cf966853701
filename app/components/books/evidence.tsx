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

/** Items shown at first; the rest load on request. */
const INITIAL_COUNT = 20;
/** Maximum items per API request. */
const PAGE_SIZE = 200;

/** Files and notes that support a well, a posting or a month's close, with controls to add and remove them. */
export default function Evidence({
  source,
  uploadTarget = source,
  subjectName,
  version = null,
  onChange,
  hasLinks = false,
}: {
  /** The record to list evidence for. */
  source: EvidenceTarget;
  /** The record to attach new evidence to. */
  uploadTarget?: EvidenceTarget;
  /** How labels and confirmations refer to the record: "this posting". */
  subjectName: string;
  /** Refetches the list when this changes. */
  version?: unknown;
  onChange?: () => void;
  /** Links each item to the posting it supports. */
  hasLinks?: boolean;
}) {
  const writeBlock = useWriteBlock();
  const [changes, setChanges] = useState(0);
  const companyId = useCompany()?.id ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object whenever either changes
  const revision = useMemo(() => ({}), [changes, version]);
  const list = `/api/evidence?${new URLSearchParams(source)}`;
  const subject = `evidence ${source.subject} ${source.id}`;
  // Fetch one extra item to detect whether there are more.
  const { data, error, retry } = useFetched<EvidenceView[]>(
    `${list}&limit=${INITIAL_COUNT + 1}`,
    revision,
    subject,
  );
  const [allEvidence, setAllEvidence] = useState<{ revision: unknown; items: EvidenceView[] } | null>(null);
  const loading = useExport<EvidenceView[]>({
    success: null,
    fetchFailure: 'Couldn’t load the evidence.',
    exportFailure: 'Couldn’t load the evidence.',
  });
  const showAll = () =>
    void loading.run(
      () => fetchAllRows<EvidenceView>(list, companyId, PAGE_SIZE),
      (items) => setAllEvidence({ revision, items }),
    );
  const handleChange = () => {
    setChanges((count) => count + 1);
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
  const items = allEvidence?.revision === revision ? allEvidence.items : data.slice(0, INITIAL_COUNT);
  return (
    <div className="flex flex-col gap-3">
      {items.length > 0 ? (
        <EvidenceList
          items={items}
          subjectName={subjectName}
          writeBlock={writeBlock}
          hasLinks={hasLinks}
          onRemoved={handleChange}
        />
      ) : (
        <p className="text-muted">
          No files or notes support {subjectName} yet.
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
      {writeBlock === null && (
        <EvidenceForm target={uploadTarget} subjectName={subjectName} onAdded={handleChange} />
      )}
    </div>
  );
}
