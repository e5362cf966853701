import { type ReactNode, useState } from 'react';
import { Button } from '~/components/ui/button';
import { CancelButton, Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Progress } from '~/components/ui/progress';
import { Skeleton } from '~/components/ui/skeleton';
import { fieldErrorsOf, isAlreadyProcessed, isConflict } from '~/hooks/api-fetch';
import { countOf } from '~/hooks/count-of';
import { useMutation } from '~/hooks/use-api';
import { type Format, useFormat } from '~/hooks/use-format';
import type { ActPreview, PostingView } from '~/schemas/books/posting';
import type { RowMode, RowRefusal } from '~/schemas/books/well-rows';
import { ActPreviewTable } from './act-preview';
import { PostingFailure } from './posting-failure';
import { PreviewFailure } from './preview-failure';
import { RefusedRows } from './refused-rows';
import { reverseAction } from './reverse-offer';
import { useRowsPreview } from './use-rows-preview';

/** Preview of an act on many wells, row by row. */
export type PreviewOfRows = {
  rows: readonly { row: number }[];
  refusals: RowRefusal[];
  act: ActPreview;
  reviewed: string;
};

export type PostRowsProps<Preview extends PreviewOfRows> = {
  title: string;
  description: string;
  /** API path that posts; its preview is at `/preview` below it. */
  path: string;
  /** Renders the figures above the rows, and the rows. `lineOf` maps a row to its line in the input. */
  show: (preview: Preview, lineOf: (row: number) => number) => ReactNode;
  /** Renders the user's options for rows of the last preview. Stays while the next preview loads. */
  choose?: (latest: Preview) => ReactNode;
  /** Button label with the row count: "Post 241 Layers". */
  action: (preview: Preview, format: Format) => string;
  outcome: (preview: Preview, format: Format) => string;
  failure: string;
  /** Screen that opened the dialog, where the posting can be reversed. */
  tab: 'wells' | 'calculate';
  onPosted?: (preview: Preview) => void;
  onClose: () => void;
};

const asGiven = (row: number) => row;

/** Previews what each of many wells would post and which rows are refused, then posts all rows or only the accepted ones. */
export function PostRowsDialog<Preview extends PreviewOfRows>(
  props: PostRowsProps<Preview> & {
    /** Request body, the same object while unchanged; null while incomplete. */
    request: object | null;
    /** Stored with the postings; doesn't affect amounts. */
    notes?: { memo?: string };
    /** Inputs that show their own errors. */
    fieldNames?: readonly string[];
    lineOf?: (row: number) => number;
    /** Reason a row is refused, when the page can explain it better than the server. */
    reasonOf?: (refusal: RowRefusal) => string;
    /** Instruction shown before the preview: "Paste the rows to see what each one posts." */
    hint: string;
    /** How to post everything when rows are refused: "Fix the table to post all of it." */
    remedy: string;
    children: (errors: Record<string, string[]>) => ReactNode;
  },
) {
  const { title, description, path, request, notes = {}, fieldNames = [], onClose } = props;
  const lineOf = props.lineOf ?? asGiven;
  const format = useFormat();
  const { run, pending } = useMutation({ failure: props.failure });
  const [failed, setFailed] = useState<{ request: object; error: unknown } | null>(null);
  const preview = useRowsPreview<Preview>(path, request);
  const planned = preview.data;
  const refused = planned?.refusals.length ?? 0;

  const post = async (mode: RowMode) => {
    if (!planned || !request) return;
    const outcome = await run(
      (api) =>
        api<PostingView>(path, {
          method: 'POST',
          body: { ...request, ...notes, mode },
          reviewed: planned.reviewed,
        }),
      () => props.outcome(planned, format),
      ({ id }) => ({ action: reverseAction(id, { tab: props.tab }) }),
    );
    if (!outcome.ok && !isAlreadyProcessed(outcome.error)) {
      setFailed({ request, error: outcome.error });
      // Only if the server reports that it posted nothing. If the response was lost, the retry must send the same request.
      if (isConflict(outcome.error)) preview.refresh();
      return;
    }
    props.onPosted?.(planned);
    onClose();
  };

  const failure = failed !== null && failed.request === request ? failed.error : null;
  const reasonNeeded = notes.memo?.trim() ? null : (planned?.act.reasonNeeded ?? null);
  const errors: Record<string, string[]> = {
    ...fieldErrorsOf(failure ?? preview.error),
    ...(reasonNeeded && { memo: [reasonNeeded] }),
  };
  const isFieldAtFault = fieldNames.some((name) => errors[name]);
  const waiting =
    planned !== null ? null : preview.isLoading ? 'Working out what would be posted' : 'Nothing to post yet';
  const none = planned?.rows.length === 0 ? 'No row can be posted' : null;
  return (
    <Dialog title={title} description={description} size="full" onClose={onClose} keepOpenOnOutsidePress>
      <DialogBody className="flex flex-col gap-4">
        {props.children(errors)}
        {request && preview.latest && props.choose?.(preview.latest)}
        <div aria-busy={preview.isLoading} className="flex min-h-40 shrink-0 flex-col gap-4">
          {planned ? (
            <>
              {props.show(planned, lineOf)}
              {refused > 0 && (
                <RefusedRows refusals={planned.refusals} lineOf={lineOf} reasonOf={props.reasonOf} />
              )}
              {planned.rows.length > 0 && <ActPreviewTable preview={planned.act} />}
            </>
          ) : preview.isLoading ? (
            <div role="status">
              <span className="sr-only">Working out what would be posted</span>
              <Skeleton className="h-40" />
            </div>
          ) : preview.error && !isFieldAtFault ? (
            <PreviewFailure error={preview.error} isLoading={false} onRetry={preview.refresh} />
          ) : (
            <p className="text-muted">{props.hint}</p>
          )}
        </div>
        {failure != null && !isFieldAtFault && preview.error == null && (
          <PostingFailure error={failure} fallback={props.failure} />
        )}
        {pending && <Progress label="Posting" />}
      </DialogBody>
      <DialogFooter>
        <CancelButton pending={pending} onClick={onClose} />
        {refused > 0 && (
          <Button
            disabledReason={`${countOf(refused, 'row', format)} ${refused === 1 ? 'has an error' : 'have errors'}. ${props.remedy}`}
          >
            Post All
          </Button>
        )}
        <Button
          variant="primary"
          pending={pending}
          disabledReason={waiting ?? none ?? (reasonNeeded && format.message(reasonNeeded))}
          onClick={() => void post(refused > 0 ? 'accepted' : 'all')}
        >
          {planned && !none ? props.action(planned, format) : 'Post'}
          {refused > 0 && !none && ', Accepted Rows Only'}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
