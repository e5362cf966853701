import ReverseDialog from '~/components/books/reverse-dialog';
import { Button } from '~/components/ui/button';
import { Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { LoadFailure } from '~/components/ui/load-failure';
import { Note } from '~/components/ui/note';
import { Skeleton } from '~/components/ui/skeleton';
import { useFetched } from '~/hooks/use-fetched';
import { useFormat } from '~/hooks/use-format';
import type { MassUploadView } from '~/schemas/imports/mass-upload';

/** Reverses everything an upload posted, in one act. */
export default function ReverseUpload({ uploadId, onClose }: { uploadId: string; onClose: () => void }) {
  const format = useFormat();
  const { data, error, retry } = useFetched<MassUploadView>(
    `/api/wells/mass-upload/${encodeURIComponent(uploadId)}`,
  );
  if (data?.posted && !data.posted.isReversed) {
    const { postingId, effectiveOn } = data.posted;
    return (
      <ReverseDialog
        subject={{ postingId, effectiveOn, name: 'Upload' }}
        isWholeUpload
        title="Reverse Upload"
        description={`Everything posted by ${data.fileName ?? 'the upload'}, uploaded ${format.instant(data.createdAt)}`}
        renderRemark={() => (
          <Note title="The wells stay">
            The wells that the file added stay, without balances, as do the values it changed. To import their
            balances again, choose the corrected file in Import Spreadsheet and select Update the wells. To
            delete the wells too, click Delete Wells Added afterward.
          </Note>
        )}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title="Reverse Upload" onClose={onClose}>
      <DialogBody>
        {error ? (
          <LoadFailure error={error} text="Couldn’t load this upload." onRetry={retry} />
        ) : data ? (
          <p>Nothing from this upload is left to reverse.</p>
        ) : (
          <Skeleton className="h-20" />
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}
