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
  const planned = preview.error ? null : preview.data;

  const remove = async () => {
    const reviewed = planned?.reviewed;
    const outcome = await run(
      (api) => api<AddedWellsDeleted>(path, { method: 'POST', body: { includeChanged }, reviewed }),
      ({ wells, stayed }) =>
        `${countOf(wells, 'well', format)} deleted.${stayed > 0 ? ` ${staying(stayed, format)}.` : ''}`,
    );
    if (outcome.ok || isAlreadyProcessed(outcome.error)) onDeleted();
    // After a rejection, other wells may have to be kept. If the response was lost, the retry must send the same request.
    else if (isRefusal(outcome.error)) preview.refresh();
  };

  return (
    <ConfirmDialog
      title="Delete Wells Added"
      message={
        planned
          ? `Wells added by ${planned.fileName ?? 'the upload'}, uploaded ${format.instant(planned.createdAt)}`
          : 'Wells added by this upload'
      }
      confirmLabel={planned && planned.wells > 0 ? deleteLabel(planned.wells, format) : 'Delete'}
      pending={pending}
      problem={preview.error ? null : problem}
      disabledReason={
        preview.isLoading
          ? 'Working out which wells can be deleted'
          : planned?.wells
            ? null
            : preview.error && !isRefusal(preview.error)
              ? 'Couldn’t work out which wells can be deleted'
              : 'No well can be deleted'
      }
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {preview.error ? (
        <PreviewFailure
          error={preview.error}
          text="Couldn’t work out which wells can be deleted."
          outcome="Nothing was deleted."
          isLoading={preview.isLoading}
          onRetry={preview.refresh}
        />
      ) : planned ? (
        <>
          <Fates preview={planned} />
          {planned.changed > 0 && (
            <Checkbox
              className="mt-1"
              label={`Also delete wells that were changed since (${format.integer(planned.changed)})`}
              checked={includeChanged}
              onChange={(event) => setIncludeChanged(event.target.checked)}
            />
          )}
        </>
      ) : (
        <div role="status">
          <span className="sr-only">Working out which wells can be deleted</span>
          <Skeleton className="h-20" />
        </div>
      )}
    </ConfirmDialog>
  );
}

const deleteLabel = (wells: number, format: Format) => `Delete ${countOf(wells, 'Well', format)}`;

const staying = (wells: number, format: Format) =>
  `${countOf(wells, 'well', format)} ${wells === 1 ? 'stays' : 'stay'}`;

function Fates({
  preview: { wells, deletedBefore, staying: kept, keepsUpdates },
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
          Nothing is left on them in the books, so no amounts change. Their codes can be used again.
        </p>
      )}
      {kept.map(({ reason, wells: count, examples }) => (
        <div key={reason}>
          <p className="font-medium">{`${staying(count, format)} because of ${WHY[reason]}`}</p>
          <p className="max-h-24 overflow-y-auto text-muted">
            {examples.map(({ wellId, wellCode }, at) => (
              <span key={wellId}>
                {at > 0 && ', '}
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
        <p className="text-muted">{`${countOf(deletedBefore, 'well', format)} deleted before.`}</p>
      )}
      {keepsUpdates && (
        <p className="text-muted">Changes that the upload made to wells that already existed stay.</p>
      )}
    </div>
  );
}

/** Reasons, completing "2 wells stay because of …". */
const WHY: Record<StayReason, string> = {
  layers: 'layers. Reverse the upload, or what was posted since, first.',
  closed: 'amounts in closed periods.',
  'reversed-later': 'a reversal on a later day than the posting’s.',
  evidence: 'files or notes.',
  changed: 'changes since the upload.',
};
