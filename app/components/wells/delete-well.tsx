import { formatMonths } from '~/components/books/posting-names';
import { PreviewFailure } from '~/components/books/preview-failure';
import { ConfirmDialog } from '~/components/ui/alert-dialog';
import { Skeleton } from '~/components/ui/skeleton';
import { TextLink } from '~/components/ui/text-link';
import { isRefusal } from '~/hooks/api-fetch';
import { useMutation } from '~/hooks/use-api';
import { type Format, useFormat } from '~/hooks/use-format';
import { usePreview } from '~/hooks/use-preview';
import { wellAddress } from '~/hooks/well-address';
import type { ReviewedPreview } from '~/schemas/books/posting';
import type { WellView } from '~/schemas/wells/well-views';

type DeletionPreview = ReviewedPreview & { layers: number };

/** Deletes a well after showing what goes with it: everything posted on it is reversed. */
export default function DeleteWell({ well, onClose }: { well: WellView; onClose: () => void }) {
  const path = `/api/wells/${well.id}`;
  const preview = usePreview<DeletionPreview>({ path: `${path}?preview=true`, method: 'DELETE' });
  const { run, pending, problem } = useMutation({
    failure: 'Failed to delete well',
    success: 'Well deleted successfully',
  });
  const remove = async () => {
    const outcome = await run((api) => api(path, { method: 'DELETE', reviewed: preview.data?.reviewed }));
    if (outcome.ok) onClose();
    // If the response was lost, the retry must send the same request.
    else if (isRefusal(outcome.error)) preview.refresh();
  };
  return (
    <ConfirmDialog
      title="Delete Well"
      message="Are you sure you want to delete this well? This will also delete all associated ARO layers."
      confirmLabel="Delete"
      pending={pending}
      problem={preview.error ? null : problem}
      disabledReason={
        preview.isLoading
          ? 'Checking what else will be deleted'
          : preview.error
            ? isRefusal(preview.error)
              ? 'This well can’t be deleted'
              : 'Couldn’t check what else would be deleted'
            : null
      }
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p className="rounded-md bg-sunken px-3 py-2 font-medium">
        <TextLink to={wellAddress(well.id)} opensTab>
          {well.wellCode}
        </TextLink>{' '}
        – {well.wellName}
      </p>
      {preview.error ? (
        <PreviewFailure
          error={preview.error}
          text="Couldn’t check what else would be deleted."
          outcome="Nothing was deleted."
          isLoading={preview.isLoading}
          onRetry={preview.refresh}
        />
      ) : preview.data ? (
        <Losses preview={preview.data} />
      ) : (
        <div role="status">
          <span className="sr-only">Checking what else will be deleted</span>
          <Skeleton className="h-20" />
        </div>
      )}
    </ConfirmDialog>
  );
}

function Losses({ preview }: { preview: DeletionPreview }) {
  const format = useFormat();
  if (preview.postings.length === 0) {
    return <p className="text-muted">Nothing is posted on this well, so no amounts change.</p>;
  }
  return (
    <>
      <dl className="flex flex-col gap-1">
        {listLosses(preview, format).map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-3">
            <dt className="text-muted">{name}</dt>
            <dd className="figures ml-auto text-right">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-xs text-muted">
        Everything posted on it is reversed, each entry on its own date. The journal then shows both the
        entries and their reversals.
      </p>
    </>
  );
}

function listLosses(
  { layers, postings, totals, months }: DeletionPreview,
  format: Format,
): [string, string][] {
  return [
    ['Layers deleted', format.integer(layers)],
    ['Postings reversed', format.integer(postings.length)],
    [`Change in liability (${format.symbol})`, format.money(totals.liability)],
    ['Months affected', formatMonths(months, format)],
  ];
}
