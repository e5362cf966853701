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
  const { params, turn } = useDialogAddress();
  const uploadId = params.get('upload');
  /** The upload started in this window. Its end is announced, however soon it comes. */
  const [begun, setBegun] = useState<string | null>(null);
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
          isNew={uploadId === begun}
          today={today}
          onAnother={() => turn({ upload: null })}
          onUndo={(dialog) => turn({ dialog })}
          onClose={onClose}
        />
      ) : (
        <NewUpload
          customFields={customFields}
          today={today}
          onBegun={(id) => {
            setBegun(id);
            turn({ upload: id });
          }}
          onOpen={(id) => turn({ upload: id })}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
