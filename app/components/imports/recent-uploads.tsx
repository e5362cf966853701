import { useState } from 'react';
import { Badge, type BadgeTone } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { Skeleton } from '~/components/ui/skeleton';
import { useFetched } from '~/hooks/use-fetched';
import { type Format, useFormat } from '~/hooks/use-format';
import type { MassUploadStatus, MassUploadSummary } from '~/schemas/imports/mass-upload';

const STATUS: Record<MassUploadStatus, { label: string; tone: BadgeTone }> = {
  queued: { label: 'Waiting', tone: 'neutral' },
  processing: { label: 'Processing', tone: 'accent' },
  done: { label: 'Done', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
};

/** Uploads fetched, and uploads shown until the user asks for more. */
const FETCHED = 20;
const INITIALLY_VISIBLE = 3;

/** The company's latest uploads, including running ones. Clicking one opens its progress or results. */
export function RecentUploads({ onOpen }: { onOpen: (uploadId: string) => void }) {
  const [showsAll, setShowsAll] = useState(false);
  const {
    data: uploads,
    error,
    isLoading,
  } = useFetched<MassUploadSummary[]>(`/api/wells/mass-upload?limit=${FETCHED}`);
  return (
    <section aria-labelledby="recent-uploads">
      <h3 id="recent-uploads" className="mb-1.5 font-semibold">
        Recent uploads
      </h3>
      {uploads && uploads.length > 0 ? (
        <>
          <UploadList uploads={showsAll ? uploads : uploads.slice(0, INITIALLY_VISIBLE)} onOpen={onOpen} />
          {!showsAll && uploads.length > INITIALLY_VISIBLE && (
            <Button variant="ghost" className="mt-1" onClick={() => setShowsAll(true)}>
              Show More
            </Button>
          )}
        </>
      ) : isLoading ? (
        <Skeleton className="h-8" />
      ) : (
        <p role="status" className="text-muted">
          {uploads && 'No uploads yet. Your uploads will appear here.'}
          {error != null && 'Couldn’t load recent uploads. You can still upload a file.'}
        </p>
      )}
    </section>
  );
}

function UploadList({
  uploads,
  onOpen,
}: {
  uploads: MassUploadSummary[];
  onOpen: (uploadId: string) => void;
}) {
  const format = useFormat();
  return (
    <ul className="rounded-lg border border-line sm:grid sm:grid-cols-[minmax(0,1fr)_auto_auto_auto]">
      {uploads.map((upload) => (
        <li
          key={upload.jobId}
          className="border-line not-first:border-t sm:col-span-4 sm:grid sm:grid-cols-subgrid"
        >
          <button
            type="button"
            className="flex w-full flex-wrap items-center gap-x-3 px-3 py-1.5 text-left hover:bg-sunken focus-visible:-outline-offset-2 sm:col-span-4 sm:grid sm:grid-cols-subgrid"
            onClick={() => onOpen(upload.jobId)}
          >
            <span className="w-full overflow-hidden font-medium text-ellipsis whitespace-nowrap">
              {upload.fileName ?? 'Upload'}
            </span>
            <span className="figures order-1 text-xs text-muted sm:order-none sm:text-right">
              {countText(upload, format)}
            </span>
            <span className="figures text-xs text-muted">{format.instant(upload.createdAt)}</span>
            <span>
              <Badge tone={STATUS[upload.status].tone}>{STATUS[upload.status].label}</Badge>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function countText({ progress }: MassUploadSummary, format: Format): string {
  if (progress.processed === 0) return '';
  const { successful, failed, skipped = 0 } = progress;
  const leftOut = skipped > 0 ? `, ${format.integer(skipped)} left out` : '';
  return `${format.integer(successful)} successful, ${format.integer(failed)} failed${leftOut}`;
}
