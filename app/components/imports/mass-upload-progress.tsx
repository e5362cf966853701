import { useEffect, useRef } from 'react';
import { Progress } from '~/components/ui/progress';
import { type Format, useFormat } from '~/hooks/use-format';
import type { MassUploadView } from '~/schemas/imports/mass-upload';

/** Interval between screen reader announcements, in percent. */
const ANNOUNCED_STEP = 25;

/** Progress of the file being sent until there is an upload, then of its rows being processed. */
export function UploadProgress({ upload }: { upload: MassUploadView | null }) {
  const format = useFormat();
  const heading = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone.
  useEffect(() => heading.current?.focus(), []);
  const processed = upload?.progress.processed ?? 0;
  const total = upload?.progress.total ?? null;
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-3 py-8 text-center">
      <p ref={heading} tabIndex={-1} role="status" className="font-medium">
        Processing your upload... This may take a moment.
      </p>
      <Progress
        label="Rows processed"
        value={total === null ? undefined : processed}
        max={total ?? undefined}
      />
      <p className="min-h-5 text-muted tabular-nums">{stepText(upload, format)}</p>
      <p role="status" className="sr-only">
        {total !== null && total > 0 && announcement(processed / total)}
      </p>
      {upload && (
        <p className="mt-2 text-balance text-muted">
          You can close this window. The upload keeps running; find it later under Recent uploads.
        </p>
      )}
    </div>
  );
}

function stepText(upload: MassUploadView | null, format: Format): string {
  if (!upload) return 'Uploading…';
  const { processed, total, successful, failed } = upload.progress;
  if (total === null) return upload.status === 'queued' ? 'Queued' : 'Reading file…';
  return `${format.integer(processed)} of ${format.integer(total)} rows: ${format.integer(successful)} successful, ${format.integer(failed)} failed`;
}

function announcement(share: number): string {
  const percent = Math.floor((share * 100) / ANNOUNCED_STEP) * ANNOUNCED_STEP;
  return percent > 0 ? `${percent} percent processed` : '';
}
