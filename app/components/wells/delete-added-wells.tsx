import { useState } from 'react';
import { PreviewFailure } from '~/components/books/preview-failure';
import { ConfirmDialog } from '~/components/ui/alert-dialog';
import { Checkbox } from '~/components/ui/choice';
import { Skeleton } from '~/components/ui/skeleton';
import { TextLink } from '~/components/ui/text-link';
import { isAlreadyProcessed, isRefusal } from '~/hooks/api-fetch';
import { countOf } from '~/hooks/count-of';
import { useMutation } from '~/hooks/use-api';
import { type Format, useFormat } from '~/hooks/use-format';
import { usePreview } from '~/hooks/use-preview';
import { wellAddress } from '~/hooks/well-address';
import type { AddedWellsDeleted, AddedWellsPreview, StayReason } from '~/schemas/imports/added-wells';

type DeleteAddedWellsProps = {
  uploadId: string;
  onDeleted: () => void;
  onClose: () => void;
};

/** Deletes the wells that an upload added, after showing how many are deleted, which are kept, and why. */
export default function DeleteAddedWells({ uploadId, onDeleted, onClose }: DeleteAddedWellsProps) {
  const format = useFormat();
  const [includeChanged, setIncludeChanged] = useState(false);
  const path = `/api/wells/mass-upload/${encodeURIComponent(uploadId)}/delete-wells`;
  const preview = usePreview<AddedWellsPreview>({
    path: `${path}?preview=true`,
    method: 'POST',
    body: { includeChanged },
  });
  const { run, pending, problem } = useMutation({ failure: 'Failed to delete the wells' });
  const previewData = preview.error ? null : preview.data;

  const remove = async () => {
    const reviewed = previewData?.reviewed;
    const outcome = await run(
      (api) => api<AddedWellsDeleted>(path, { method: 'POST', body: { includeChanged }, reviewed }),
      ({ wells, stayed }) =>
        `${countOf(wells, 'well', format)} deleted.${stayed > 0 ? ` ${stayingText(stayed, format)}.` : ''}`,
    );
    if (outcome.ok || isAlreadyProcessed(outcome.error)) onDeleted();
    // After a rejection, other wells may have to be kept. If the response was lost, the retry must send the same request.
    else if (isRefusal(outcome.error)) preview.refresh();
  };

  return (
    <ConfirmDialog
      title="Delete Wells Added"
      message={
        previewData
          ? `Wells added by ${previewData.fileName ?? 'the upload'}, uploaded ${format.instant(previewData.createdAt)}`
          : 'Wells added by this upload'
      }
      confirmLabel={previewData && previewData.wells > 0 ? deleteLabel(previewData.wells, format) : 'Delete'}
      pending={pending}
      problem={preview.error ? null : problem}
      disabledReason={
        preview.isLoading
          ? 'Checking which wells can be deleted'
          : previewData?.wells
            ? null
            : preview.error && !isRefusal(preview.error)
              ? 'Couldn’t check which wells can be deleted'
              : 'No well can be deleted'
      }
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {preview.error ? (
        <PreviewFailure
          error={preview.error}
          text="Couldn’t check which wells can be deleted."
          outcome="Nothing was deleted."
          isLoading={preview.isLoading}
          onRetry={preview.refresh}
        />
      ) : previewData ? (
        <>
          <DeletionSummary preview={previewData} />
          {previewData.changed > 0 && (
            <Checkbox
              className="mt-1"
              label={`Also delete wells that were changed since (${format.integer(previewData.changed)})`}
              checked={includeChanged}
              onChange={(event) => setIncludeChanged(event.target.checked)}
            />
          )}
        </>
      ) : (
        <div role="status">
          <span className="sr-only">Checking which wells can be deleted</span>
          <Skeleton className="h-20" />
        </div>
      )}
    </ConfirmDialog>
  );
}

const deleteLabel = (wells: number, format: Format) => `Delete ${countOf(wells, 'Well', format)}`;

const stayingText = (wells: number, format: Format) =>
  `${countOf(wells, 'well', format)} ${wells === 1 ? 'stays' : 'stay'}`;

function DeletionSummary({
  preview: { wells, deletedBefore, staying: groups, keepsUpdates },
}: {
  preview: AddedWellsPreview;
}) {
  const format = useFormat();
  return (
    <div className="flex flex-col gap-2" aria-live="polite">
      <p className="rounded-md bg-sunken px-3 py-2 font-medium">
        {wells > 0 ? `${countOf(wells, 'well', format)} will be deleted.` : 'No well can be deleted.'}
      </p>
      {wells > 0 && (
        <p className="text-muted">
          They have no amounts left in the books, so no amounts change. Their codes can be reused.
        </p>
      )}
      {groups.map(({ reason, wells: count, examples }) => (
        <div key={reason}>
          <p className="font-medium">{`${stayingText(count, format)} because of ${STAY_REASONS[reason]}`}</p>
          <p className="max-h-24 overflow-y-auto text-muted">
            {examples.map(({ wellId, wellCode }, index) => (
              <span key={wellId}>
                {index > 0 && ', '}
                <TextLink to={wellAddress(wellId)} opensTab>
                  {wellCode}
                </TextLink>
              </span>
            ))}
            {count > examples.length && ` and ${format.integer(count - examples.length)} more`}
          </p>
        </div>
      ))}
      {deletedBefore > 0 && (
        <p className="text-muted">{`${countOf(deletedBefore, 'well', format)} already deleted.`}</p>
      )}
      {keepsUpdates && <p className="text-muted">The upload’s changes to existing wells are kept.</p>}
    </div>
  );
}

/** Reasons, completing "2 wells stay because of …". */
const STAY_REASONS: Record<StayReason, string> = {
  layers: 'layers. Reverse the upload, or later postings, first.',
  closed: 'amounts in closed periods.',
  'reversed-later': 'a reversal dated later than its posting.',
  evidence: 'files or notes.',
  changed: 'changes since the upload.',
};
