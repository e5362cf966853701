import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '~/components/ui/button';
import { CancelButton, Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { fieldErrorsOf, isAlreadyProcessed, isConflict } from '~/hooks/api-fetch';
import { useMutation } from '~/hooks/use-api';
import { useFormat } from '~/hooks/use-format';
import { usePreview } from '~/hooks/use-preview';
import type { PostingView, ReviewedPreview } from '~/schemas/books/posting';
import type { WellView } from '~/schemas/wells/well-views';
import { ActPreviewPart } from './act-preview';
import { PostingFailure } from './posting-failure';
import { reverseAction } from './reverse-offer';

type ActFormProps<Preview extends ReviewedPreview> = {
  title: string;
  well: Pick<WellView, 'id' | 'wellCode' | 'wellName'>;
  /** API path that posts; `?preview=true` returns what it would post. */
  path: string;
  /** Inputs that determine the amounts, and below them the inputs that are only stored. */
  figures: object;
  notes: { memo: string; reference?: string };
  /** The figure required for a preview: its field name, its value, and the error while it is blank. */
  needed: { name: string; value: string; message: string };
  /** True when the other figures are valid enough for a preview. */
  isReady: boolean;
  /** Instruction shown before the preview: "Enter the cost to see what is posted." */
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
  const { title, well, path, figures, notes, needed, onClose } = props;
  const format = useFormat();
  const { run, pending } = useMutation({ failure: props.failure });
  const [showsMissing, setShowsMissing] = useState(false);
  const [failed, setFailed] = useState<{ request: string; error: unknown } | null>(null);

  const request = JSON.stringify({ ...figures, ...notes });
  const isMissing = needed.value.trim() === '';
  const isAsked = !isMissing && props.isReady;
  const preview = usePreview<Preview>(
    isAsked ? { path: `${path}?preview=true`, method: 'POST', body: figures } : null,
  );
  // A failure no longer applies once the input changes.
  const failure = failed?.request === request ? failed.error : null;
  const errors = {
    ...fieldErrorsOf(failure ?? preview.error),
    ...(showsMissing && isMissing && { [needed.name]: [needed.message] }),
  };
  const isFieldAtFault = Object.keys(errors).length > 0;
  const planned = isAsked && !preview.error ? preview.data : null;
  // Keep the amounts visible, because they explain why a memo is required.
  const reasonNeeded = notes.memo?.trim() ? null : (planned?.reasonNeeded ?? null);
  const blockedBecause = preview.blockedBecause ?? (reasonNeeded && format.message(reasonNeeded));

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending || blockedBecause) return;
    if (!isAsked) {
      setShowsMissing(true);
      const input = event.currentTarget.elements.namedItem(needed.name);
      if (input instanceof HTMLElement) input.focus();
      return;
    }
    const outcome = await run(
      (api) =>
        api<PostingView>(path, {
          method: 'POST',
          body: { ...figures, ...notes },
          reviewed: planned?.reviewed,
        }),
      () => props.success(planned),
      ({ id }) => ({ action: reverseAction(id, { tab: 'wells', well: well.id }) }),
    );
    if (outcome.ok || isAlreadyProcessed(outcome.error)) return onClose();
    setFailed({ request, error: outcome.error });
    // Only if the server reports that it posted nothing. If the response was lost, the retry must send the same request.
    if (isConflict(outcome.error)) preview.refresh();
  };

  return (
    <Dialog
      title={title}
      description={`${well.wellCode} – ${well.wellName}`}
      size="xl"
      onClose={onClose}
      keepOpenOnOutsidePress
    >
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-col">
        <DialogBody className="flex flex-col gap-4">
          {props.children({ ...errors, ...(reasonNeeded && { memo: [reasonNeeded] }) })}
          {!isAsked ? (
            <p className="min-h-40 text-muted">{props.hint}</p>
          ) : (
            <div className="flex min-h-40 shrink-0 flex-col gap-4">
              {/* Field errors are shown at the field. */}
              {!isFieldAtFault && (
                <>
                  {planned && props.outcome(planned)}
                  <ActPreviewPart
                    preview={planned}
                    error={preview.error}
                    isLoading={preview.isLoading}
                    onRetry={preview.refresh}
                  />
                </>
              )}
            </div>
          )}
          {failure != null && !isFieldAtFault && preview.error == null && (
            <PostingFailure error={failure} fallback={props.failure} />
          )}
        </DialogBody>
        <DialogFooter>
          <CancelButton pending={pending} onClick={onClose} />
          <Button type="submit" variant="primary" pending={pending} disabledReason={blockedBecause}>
            {props.action(planned)}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
