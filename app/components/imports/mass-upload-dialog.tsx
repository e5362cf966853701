import { useState } from 'react';
import { Dialog } from '~/components/ui/dialog';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { useDialogAddress } from '~/hooks/use-address';
import { NewUpload } from './mass-upload-new';
import { UploadOutcome } from './mass-upload-outcome';

type MassUploadDialogProps = {
  customFields: readonly CustomFieldTemplate[];
  today: string;
  onClose: () => void;
};

/** Uploads a file of wells, or shows the progress of the upload in the URL. */
export default function MassUploadDialog({ customFields, today, onClose }: MassUploadDialogProps) {
  const { params, replaceParams } = useDialogAddress();
  const uploadId = params.get('upload');
  /** The upload started in this window. Its end is announced, however soon it comes. */
  const [startedId, setStartedId] = useState<string | null>(null);
  return (
    <Dialog
      title="Mass Upload Wells"
      description={uploadId ? undefined : 'Add wells in bulk from a CSV file.'}
      size="lg"
      onClose={onClose}
      keepOpenOnOutsidePress
      // Closing loses nothing, because the file can be chosen again.
      isSaved
    >
      {uploadId ? (
        <UploadOutcome
          key={uploadId}
          uploadId={uploadId}
          isNew={uploadId === startedId}
          today={today}
          onAnother={() => replaceParams({ upload: null })}
          onUndo={(dialog) => replaceParams({ dialog })}
          onClose={onClose}
        />
      ) : (
        <NewUpload
          customFields={customFields}
          today={today}
          onStarted={(id) => {
            setStartedId(id);
            replaceParams({ upload: id });
          }}
          onOpen={(id) => replaceParams({ upload: id })}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
