import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '~/components/ui/button';
import { Checkbox, RadioGroup } from '~/components/ui/choice';
import { CancelButton, Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { Note } from '~/components/ui/note';
import { Textarea } from '~/components/ui/textarea';
import { getFieldErrors, isAlreadyProcessed, isRefusal } from '~/hooks/api-fetch';
import { countOf } from '~/hooks/count-of';
import { useMutation } from '~/hooks/use-api';
import { useFetched } from '~/hooks/use-fetched';
import { type Format, useFormat } from '~/hooks/use-format';
import { useOpenDates } from '~/hooks/use-open-dates';
import { usePreview } from '~/hooks/use-preview';
import type { ActPreview, PostingView, ReversalPreview } from '~/schemas/books/posting';
import { ActPreviewPart } from './act-preview';
import { ClosedMonthsNote } from './closed-months-note';
import { PostingFailure } from './posting-failure';
import { ReversalRemarks } from './reversal-remarks';

/** The reversal's subject: a posting, its part on one well, everything posted with it, or everything an upload posted. */
export type ReversalSubject = {
  postingId: string;
  effectiveOn: string;
  /** Name for use in a sentence: "Accretion". */
  name: string;
  /** Limits the reversal to one well, or offers to if the posting covers other wells too. */
  well?: { id: string; wellCode: string };
};

export type ReverseDialogProps = {
  subject: ReversalSubject;
  onClose: () => void;
  /** Starts with everything that was posted together. */
  isWholeAct?: boolean;
  /** Reverses everything posted by the upload that the posting belongs to. */
  isWholeUpload?: boolean;
  /** Another way to reverse it, next to the button. */
  alternative?: ReactNode;
  /** Called after posting, instead of `onClose`. */
  onReversed?: (preview: ActPreview | null) => void;
  /** False when the user is taken to another page afterward. */
  reloads?: boolean;
  title?: string;
  description?: ReactNode;
  /** Button label; a default shows the previewed postings. */
  confirmLabel?: string;
  /** Includes later postings without asking first, and only on the subject's well. */
  isWholeLayer?: boolean;
  /** Reason it can't be reversed yet, apart from the preview. */
  blockedBecause?: string | null;
  /** Remarks on the preview, shown below it. */
  renderRemark?: (preview: ActPreview) => ReactNode;
};

type Scope = 'well' | 'posting' | 'act' | 'upload';

/** Reverses a posting after a preview of the reversal. */
export default function ReverseDialog({
  subject: { postingId, effectiveOn, name, well },
  isWholeAct = false,
  isWholeUpload = false,
  alternative,
  onClose,
  onReversed,
  reloads = true,
  title,
  description,
  confirmLabel,
  isWholeLayer = false,
  blockedBecause = null,
  renderRemark,
}: ReverseDialogProps) {
  const format = useFormat();
  const dates = useOpenDates();
  const { run, pending } = useMutation({ failure: 'Failed to reverse the posting', reloads });
  const [reason, setReason] = useState('');
  const [reasonError, setReasonError] = useState<string[]>();
  const [date, setDate] = useState('');
  const [includeLater, setIncludeLater] = useState(isWholeLayer);
  const [scope, setScope] = useState<Scope>(
    isWholeUpload ? 'upload' : isWholeAct ? 'act' : well ? 'well' : 'posting',
  );
  const [failure, setFailure] = useState<unknown>(null);
  const reasonInput = useRef<HTMLTextAreaElement>(null);

  const body = {
    date: date || null,
    wellId: well && scope === 'well' ? well.id : null,
    includeLater,
    wholeAct: scope === 'act',
    wholeUpload: scope === 'upload',
  };
  const posting = `/api/postings/${encodeURIComponent(postingId)}`;
  const path = `${posting}/reverse`;
  const wellQuery = well ? `?${new URLSearchParams({ wellId: well.id })}` : '';
  // Callers that offer the whole act have already loaded the posting, and an upload is reversed only as a whole.
  const isScopeKnown = isWholeLayer || isWholeUpload || (isWholeAct && !well);
  const postingFetch = useFetched<PostingView>(isScopeKnown ? null : posting + wellQuery);
  const hasOtherWells =
    well !== undefined &&
    (postingFetch.error !== null ||
      (postingFetch.data !== null && postingFetch.data.movements.length < postingFetch.data.movementCount));
  const scopes: { value: Scope; label: string }[] = [
    ...(well && hasOtherWells ? [{ value: 'well' as const, label: `Only ${well.wellCode}` }] : []),
    {
      value: well && !hasOtherWells ? 'well' : 'posting',
      label: hasOtherWells
        ? 'The whole posting, for all its wells'
        : `Only ${name.toLowerCase()} ${postingId}`,
    },
    ...(isWholeAct || (postingFetch.data !== null && postingFetch.data.also.length > 0)
      ? [{ value: 'act' as const, label: 'Everything posted together with it' }]
      : []),
  ];
  const preview = usePreview<ReversalPreview>({
    path: `${path}?preview=true`,
    method: 'POST',
    // The API requires a reason; a preview doesn't store it.
    body: { ...body, reason: 'Preview' },
  });
  const blocked = preview.blockedBecause ?? blockedBecause;
  const problems = getFieldErrors(preview.error);
  const [laterText] = problems.includeLater ?? getFieldErrors(failure).includeLater ?? [];
  // Keep the question visible after it is answered.
  const [lastLaterText, setLastLaterText] = useState<string>();
  const shownLaterText = laterText ?? (includeLater ? lastLaterText : undefined);
  const currentPreview = preview.error ? null : preview.data;
  // Reports keep the amounts until the reversal's date, but acts on earlier dates no longer count them.
  const earliestDate = dates.first && dates.first > effectiveOn ? dates.first : effectiveOn;
  const isLate = currentPreview !== null && date > earliestDate;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending || blocked) return;
    if (!reason.trim()) {
      setReasonError(['A reason is required']);
      reasonInput.current?.focus();
      return;
    }
    setFailure(null);
    const outcome = await run(
      (api) => {
        const reviewed = currentPreview?.reviewed;
        return api<PostingView>(path, { method: 'POST', body: { ...body, reason }, reviewed });
      },
      () => (currentPreview ? formatOutcome(currentPreview) : `${name} reversed.`),
    );
    if (!outcome.ok && !isAlreadyProcessed(outcome.error)) {
      // The preview may be stale because of newer postings. If the response was lost, the retry must send the same request.
      if (isRefusal(outcome.error)) preview.refresh();
      return setFailure(outcome.error);
    }
    if (onReversed) onReversed(currentPreview);
    else onClose();
  };

  const formatOutcome = ({ postings, totals }: ActPreview) =>
    `${countOf(postings.length, 'posting', format)} reversed. Liability ${format.money(totals.liability)}.`;

  return (
    <Dialog
      title={title ?? (scope === 'act' ? 'Reverse Postings' : 'Reverse Posting')}
      description={
        description ??
        `${scope === 'act' ? `Everything posted with ${name.toLowerCase()}` : name} dated ${format.date(effectiveOn)} (posting ${postingId})`
      }
      size="2xl"
      onClose={onClose}
      keepOpenOnOutsidePress
    >
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-col">
        <DialogBody className="flex flex-col gap-4">
          <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
            <Field label="Reason" required errors={reasonError}>
              {(control) => (
                <Textarea
                  {...control}
                  ref={reasonInput}
                  rows={2}
                  maxLength={500}
                  value={reason}
                  onChange={(event) => {
                    setReason(event.target.value);
                    setReasonError(undefined);
                  }}
                />
              )}
            </Field>
            <Field
              label="Date"
              errors={problems.date}
              help={`Optional. If blank, ${scope === 'act' || isWholeUpload ? 'each posting’s' : 'the posting’s'} own date, or the first open day.`}
            >
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  min={earliestDate}
                  max={dates.lastDate}
                  value={date}
                  onChange={(event) => setDate(event.target.value)}
                />
              )}
            </Field>
          </div>
          {!isWholeUpload && scopes.length > 1 && (
            <RadioGroup<Scope>
              legend="Reverse"
              name="reverse-scope"
              value={scope}
              onChange={setScope}
              choices={scopes}
            />
          )}
          {shownLaterText && (
            <Note tone="warning" title={format.message(shownLaterText)}>
              <Checkbox
                className="mt-2"
                label="Also reverse later postings"
                checked={includeLater}
                onChange={(event) => {
                  setLastLaterText(shownLaterText);
                  setIncludeLater(event.target.checked);
                }}
              />
            </Note>
          )}
          {!laterText && !problems.date && (
            <ActPreviewPart
              preview={currentPreview}
              error={preview.error}
              isLoading={preview.isLoading}
              onRetry={preview.refresh}
            />
          )}
          {currentPreview?.act && (
            <ReversalRemarks preview={currentPreview} act={currentPreview.act} hasDate={date !== ''} />
          )}
          {currentPreview && (
            <ClosedMonthsNote
              preview={currentPreview}
              date={date || dates.first}
              isWholeLayer={isWholeLayer}
            />
          )}
          {isLate && (
            <Note tone="warning" title={`Reports keep these amounts until ${format.date(date)}`}>
              Anything you post on an earlier date is measured without them. Leave the date blank unless
              earlier reports must stay unchanged.
            </Note>
          )}
          {currentPreview && renderRemark?.(currentPreview)}
          {failure != null && !laterText && (
            <PostingFailure error={failure} fallback="Failed to reverse the posting" />
          )}
        </DialogBody>
        <DialogFooter>
          {alternative}
          <CancelButton pending={pending} onClick={onClose} />
          <Button type="submit" variant="primary" pending={pending} disabledReason={blocked}>
            {confirmLabel ?? formatReverseLabel(currentPreview, format)}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** "Reverse 2 Postings, (1,234.56)", or "Reverse" until the preview loads. */
function formatReverseLabel(preview: ActPreview | null, format: Format): string {
  if (!preview) return 'Reverse';
  const { postings, totals } = preview;
  return `Reverse ${countOf(postings.length, 'Posting', format)}, ${format.money(totals.liability)}`;
}
