import { useState } from 'react';
import { CSV_FILES, FileTarget } from '~/components/files/file-input';
import { useFileDrop } from '~/components/files/use-file-drop';
import { Button } from '~/components/ui/button';
import { DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Note } from '~/components/ui/note';
import { previousMonthEnd } from '~/domain/calendar/calendar-date';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { failureText } from '~/hooks/api-fetch';
import { useLeaveWarning } from '~/hooks/use-leave-warning';
import { UploadInstructions } from './mass-upload-instructions';
import { UploadPreview } from './mass-upload-preview';
import { UploadProgress } from './mass-upload-progress';
import { RecentUploads } from './recent-uploads';
import type { SendTerms } from './stored-upload';
import { useSendFile } from './use-send-file';
import { fileError, readWellFile, type WellFile } from './well-file';

type NewUploadProps = {
  customFields: readonly CustomFieldTemplate[];
  today: string;
  onStarted: (uploadId: string) => void;
  /** Opens an earlier upload. */
  onOpen: (uploadId: string) => void;
  onClose: () => void;
};

/** Steps from choosing a file, through its preview, to starting the upload. */
export function NewUpload({ customFields, today, onStarted, onOpen, onClose }: NewUploadProps) {
  const [file, setFile] = useState<WellFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [asOf, setAsOf] = useState(() => previousMonthEnd(today));
  const { send, pending, failure, clearFailure } = useSendFile();

  const chooseFiles = async (files: File[], options?: { usesCommas: boolean }) => {
    const [chosen] = files;
    clearFailure();
    const refusal = fileError(files);
    try {
      setFile(refusal === null && chosen ? await readWellFile(chosen, customFields, options) : null);
      setProblem(refusal);
    } catch (error) {
      setFile(null);
      setProblem(failureText(error, 'Couldn’t read the file.'));
    }
  };
  const isOver = useFileDrop(pending ? null : chooseFiles);
  // No prompt on close, because the file can be chosen again. After a logout, the page stays open so the file can be sent after
  // logging in elsewhere.
  useLeaveWarning(file !== null, isNeverAsked);

  const upload = async (terms: SendTerms) => {
    if (!file) return;
    const uploadId = await send(file, terms);
    if (uploadId !== null) onStarted(uploadId);
  };

  if (file && !pending) {
    return (
      <UploadPreview
        file={file}
        customFields={customFields}
        today={today}
        asOf={asOf}
        onAsOf={setAsOf}
        failure={failure}
        onUpload={upload}
        onFiles={chooseFiles}
        onUseCommas={() => chooseFiles([file.source], { usesCommas: true })}
        onCancel={onClose}
      />
    );
  }
  return (
    <>
      <DialogBody className="flex flex-col gap-5">
        {pending ? (
          <UploadProgress upload={null} />
        ) : (
          <>
            {problem && <Note tone="danger" title={problem} />}
            <FileTarget
              name={isOver ? 'Drop file to preview' : 'Choose a CSV file, or drop it here'}
              limits="One file, up to 5 MB. You’ll review it before anything is uploaded."
              accept={CSV_FILES}
              isOver={isOver}
              onFiles={chooseFiles}
              // Users who return from one file's results are here for the next file.
              takesFocus
              className="py-6"
            />
            <UploadInstructions customFields={customFields} />
            <RecentUploads onOpen={onOpen} />
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
      </DialogFooter>
    </>
  );
}

/** Applies to navigation within the application. */
const isNeverAsked = () => true;
