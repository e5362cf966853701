import type { ReactNode } from 'react';
import { Button } from '~/components/ui/button';
import { DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Note } from '~/components/ui/note';
import { Skeleton } from '~/components/ui/skeleton';
import { failureText } from '~/hooks/api-fetch';
import { useWriteBlock } from '~/hooks/use-root-data';
import { UploadProgress } from './mass-upload-progress';
import { UploadResults } from './mass-upload-results';
import { useFileDrop } from './use-file-drop';
import { isOver, useUpload } from './use-upload';

type UploadOutcomeProps = {
  uploadId: string;
  isNew: boolean;
  today: string;
  onAnother: () => void;
  onClose: () => void;
};

/** One upload, from its first row to its results. */
export function UploadOutcome({ uploadId, isNew, today, onAnother, onClose }: UploadOutcomeProps) {
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
      <Stage footer={[anotherButton, closeButton]}>
        <Note tone="danger" title={failureText(error, 'The upload could not be found.')} />
      </Stage>
    );
  }
  if (upload && isOver(upload)) {
    return (
      <UploadResults upload={upload} today={today}>
        {anotherButton}
        {closeButton}
      </UploadResults>
    );
  }
  return (
    <Stage footer={closeButton}>
      {error != null && (
        <Note tone="warning" title="The connection is lost.">
          The upload goes on without it. How it fares shows here again once the server can be reached.
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
