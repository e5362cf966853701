import type { ReactNode } from 'react';
import { useFileDrop } from '~/components/files/use-file-drop';
import { Button } from '~/components/ui/button';
import { DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Note } from '~/components/ui/note';
import { Skeleton } from '~/components/ui/skeleton';
import { failureText } from '~/hooks/api-fetch';
import { useWriteBlock } from '~/hooks/use-root-data';
import { UploadProgress } from './mass-upload-progress';
import { UploadResults, type UploadResultsProps } from './mass-upload-results';
import { isFinished, useUpload } from './use-upload';

type UploadOutcomeProps = {
  uploadId: string;
  isNew: boolean;
  today: string;
  onAnother: () => void;
  onUndo: UploadResultsProps['onUndo'];
  onClose: () => void;
};

/** An upload, from its first row to its results. */
export function UploadOutcome({ uploadId, isNew, today, onAnother, onUndo, onClose }: UploadOutcomeProps) {
  const { upload, error, isRefused } = useUpload(uploadId, isNew);
  useFileDrop(null);
  const closeButton = <Button onClick={onClose}>Close</Button>;
  const anotherButton = (
    <Button disabledReason={useWriteBlock()} onClick={onAnother}>
      Upload Another File
    </Button>
  );

  if (isRefused) {
    return (
      <Stage footer={[closeButton, anotherButton]}>
        <Note tone="danger" title={failureText(error, 'Upload not found.')} />
      </Stage>
    );
  }
  if (upload && isFinished(upload)) {
    return (
      <UploadResults upload={upload} today={today} onUndo={onUndo}>
        {closeButton}
        {anotherButton}
      </UploadResults>
    );
  }
  return (
    <Stage footer={closeButton}>
      {error != null && (
        <Note tone="warning" title="Connection lost">
          Your upload is still running. Progress will reappear when you’re back online.
        </Note>
      )}
      {upload || isNew ? (
        <UploadProgress upload={upload} />
      ) : (
        <div role="status">
          <span className="sr-only">Loading the upload</span>
          <Skeleton className="h-40" />
        </div>
      )}
    </Stage>
  );
}

function Stage({ footer, children }: { footer: ReactNode; children: ReactNode }) {
  return (
    <>
      <DialogBody>{children}</DialogBody>
      <DialogFooter>{footer}</DialogFooter>
    </>
  );
}
