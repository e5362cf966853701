import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '~/components/ui/button';
import { CancelButton, Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { getFieldErrors, isAlreadyProcessed, isConflict } from '~/hooks/api-fetch';
import { useMutation } from '~/hooks/use-api';
import { useFormat } from '~/hooks/use-format';
import { usePreview } from '~/hooks/use-preview';
import type { PostingView, ReviewedPreview } from '~/schemas/books/posting';
import type { WellView } from '~/schemas/wells/well-views';
import { ActPreviewPart } from './act-preview';
import { PostingFailure } from './posting-failure';
import { buildReverseAction } from './reverse-offer';

type ActFormProps<Preview extends ReviewedPreview> = {
  title: string;
  well: Pick<WellView, 'id' | 'wellCode' | 'wellName'>;
  /** API path that posts; `?preview=true` returns what it would post. */
  path: string;
  /** Inputs that determine the amounts, and below them the inputs that are only stored. */
  figures: object;
  notes: { memo: string; reference?: string };
  /** The figure required for a preview: its field name, its value, and the error while it is blank. */
  requiredField: { name: string; value: string; message: string };
  /** True when the other figures are valid enough for a preview. */
  isReady: boolean;
  /** Instruction shown before the preview: "Enter the cost to see what will post." */
  hint: string;
  failure: string;
  /** Figures that summarize the act, above its postings. */
  outcome: (preview: Preview) => ReactNode;
  /** Button label, and the toast after posting. The preview is null until it loads. */
  action: (preview: Preview | null) => string;
  success: (preview: Preview | null) => string;
  onClose: () => void;
  children: (errors: Record<string, string[]>) => ReactNode;
};

/** Form for an act on one well: its fields, a preview of what it would post, and the post button. The toast offers a reversal. */
export function ActFormDialog<Preview extends ReviewedPreview>(props: ActFormProps<Preview>) {
  const { title, well, path, figures, notes, requiredField, onClose } = props;
  const format = useFormat();
  const { run, pending } = useMutation({ failure: props.failure });
  const [showsRequiredError, setShowsRequiredError] = useState(false);
  const [failedRequest, setFailedRequest] = useState<{ request: string; error: unknown } | null>(null);

  const request = JSON.stringify({ ...figures, ...notes });
  const isMissing = requiredField.value.trim() === '';
  const isPreviewable = !isMissing && props.isReady;
  const preview = usePreview<Preview>(
    isPreviewable ? { path: `${path}?preview=true`, method: 'POST', body: figures } : null,
  );
  // A failure no longer applies once the input changes.
  const failure = failedRequest?.request === request ? failedRequest.error : null;
  const errors = {
    ...getFieldErrors(failure ?? preview.error),
    ...(showsRequiredError && isMissing && { [requiredField.name]: [requiredField.message] }),
  };
  const hasFieldError = Object.keys(errors).length > 0;
  const currentPreview = isPreviewable && !preview.error ? preview.data : null;
  // Keep the amounts visible, because they explain why a memo is required.
  const reasonNeeded = notes.memo?.trim() ? null : (currentPreview?.reasonNeeded ?? null);
  const blockedBecause = preview.blockedBecause ?? (reasonNeeded && format.message(reasonNeeded));

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending || blockedBecause) return;
    if (!isPreviewable) {
      setShowsRequiredError(true);
      const input = event.currentTarget.elements.namedItem(requiredField.name);
      if (input instanceof HTMLElement) input.focus();
      return;
    }
    const outcome = await run(
      (api) =>
        api<PostingView>(path, {
          method: 'POST',
          body: { ...figures, ...notes },
          reviewed: currentPreview?.reviewed,
        }),
      () => props.success(currentPreview),
      ({ id }) => ({ action: buildReverseAction(id, { tab: 'wells', well: well.id }) }),
    );
    if (outcome.ok || isAlreadyProcessed(outcome.error)) return onClose();
    setFailedRequest({ request, error: outcome.error });
    // Only if the server reports that it posted nothing. If the response was lost, the retry must send the same request.
    if (isConflict(outcome.error)) preview.refresh();
  };

  return (
    <Dialog
      title={title}
      description={`${well.wellCode} – ${well.wellName}`}
      size="2xl"
      onClose={onClose}
      keepOpenOnOutsidePress
    >
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-col">
        <DialogBody className="flex flex-col gap-4">
          {props.children({ ...errors, ...(reasonNeeded && { memo: [reasonNeeded] }) })}
          {!isPreviewable ? (
            <p className="min-h-40 text-muted">{props.hint}</p>
          ) : (
            <div className="flex min-h-40 shrink-0 flex-col gap-4">
              {/* Field errors are shown at the field. */}
              {!hasFieldError && (
                <>
                  {currentPreview && props.outcome(currentPreview)}
                  <ActPreviewPart
                    preview={currentPreview}
                    error={preview.error}
                    isLoading={preview.isLoading}
                    onRetry={preview.refresh}
                  />
                </>
              )}
            </div>
          )}
          {failure != null && !hasFieldError && preview.error == null && (
            <PostingFailure error={failure} fallback={props.failure} />
          )}
        </DialogBody>
        <DialogFooter>
          <CancelButton pending={pending} onClick={onClose} />
          <Button type="submit" variant="primary" pending={pending} disabledReason={blockedBecause}>
            {props.action(currentPreview)}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
