import Download from 'lucide-react/icons/download';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '~/components/ui/button';
import { DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Note } from '~/components/ui/note';
import { useFormat } from '~/hooks/use-format';
import { useWriteBlock } from '~/hooks/use-root-data';
import type { MassUploadView } from '~/schemas/imports/mass-upload';
import { CatchUpNote } from './catch-up-note';
import { UploadErrorList } from './upload-error-list';
import { useRejectedRows } from './use-rejected-rows';

export type UploadResultsProps = {
  upload: MassUploadView;
  today: string;
  /** Opens the dialog that reverses everything the upload posted, or that deletes the wells it added. */
  onUndo: (dialog: 'reverse' | 'delete-wells') => void;
  /** Buttons for the next steps. */
  children: ReactNode;
};

/** Results of an upload: counts, every failed row with its reason, and a download of those rows to correct. */
export function UploadResults({ upload, today, onUndo, children }: UploadResultsProps) {
  const format = useFormat();
  const countsId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { exportRows, pending } = useRejectedRows(upload.jobId, today);
  const { status, message, results, posted, addedWells } = upload;
  const hasWells = addedWells !== undefined && addedWells.left > 0;
  const writeBlock = useWriteBlock();
  const errors = results?.errors ?? [];
  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        <div>
          <h3
            ref={heading}
            tabIndex={-1}
            aria-describedby={countsId}
            className="font-semibold [overflow-wrap:anywhere]"
          >
            {upload.fileName ?? 'Upload'}
          </h3>
          <p className="text-xs text-muted">Uploaded {format.instant(upload.createdAt)}</p>
        </div>
        {status === 'failed' ? (
          <Note tone="danger" title={message} />
        ) : errors.length > 0 ? (
          <Note tone="warning" title="Failed rows were not imported.">
            Download them, correct the errors and upload that file. You can leave the error column in place.
          </Note>
        ) : (
          <Note title={message} />
        )}
        {results && (
          <dl
            id={countsId}
            className="grid auto-cols-fr grid-flow-col divide-x divide-line rounded-lg border border-line bg-surface"
          >
            <Count label="Total Processed" value={format.integer(results.totalProcessed)} />
            <Count label="Successful" value={format.integer(results.successful)} />
            <Count label="Failed" value={format.integer(results.failed)} />
            {results.skipped !== undefined && (
              <Count label="Left Out" value={format.integer(results.skipped)} />
            )}
          </dl>
        )}
        {posted?.isReversed && (
          <Note title="Everything this upload posted was reversed.">
            {hasWells && 'The wells it added still exist. To delete them too, use Delete Wells Added.'}
          </Note>
        )}
        {addedWells && addedWells.total > 0 && !hasWells && (
          <Note title="The wells this upload added were deleted." />
        )}
        {results?.catchUp && !posted?.isReversed && <CatchUpNote catchUp={results.catchUp} isWritten />}
        {errors.length > 0 && <UploadErrorList errors={errors} />}
      </DialogBody>
      <DialogFooter>
        <div className="mr-auto flex flex-wrap gap-2">
          {errors.length > 0 && (
            <Button
              icon={<Download aria-hidden="true" className="size-4" />}
              pending={pending}
              onClick={exportRows}
            >
              Download Failed Rows
            </Button>
          )}
          {posted && !posted.isReversed && (
            <Button disabledReason={writeBlock} onClick={() => onUndo('reverse')}>
              Reverse Upload
            </Button>
          )}
          {hasWells && (
            <Button disabledReason={writeBlock} onClick={() => onUndo('delete-wells')}>
              Delete Wells Added
            </Button>
          )}
        </div>
        {children}
      </DialogFooter>
    </>
  );
}

/** Narrow enough that three also fit side by side on a phone. */
function Count({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex min-w-0 flex-col justify-between px-3 py-2.5 sm:px-4">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="figures text-xl font-semibold">{value}</dd>
    </div>
  );
}
