import { type ReactNode, useState } from 'react';
import { Button } from '~/components/ui/button';
import { CancelButton, Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Progress } from '~/components/ui/progress';
import { Skeleton } from '~/components/ui/skeleton';
import { getFieldErrors, isAlreadyProcessed, isConflict } from '~/hooks/api-fetch';
import { countOf } from '~/hooks/count-of';
import { useMutation } from '~/hooks/use-api';
import { type Format, useFormat } from '~/hooks/use-format';
import type { ActPreview, PostingView } from '~/schemas/books/posting';
import type { RowMode, RowRefusal } from '~/schemas/books/well-rows';
import { ActPreviewTable } from './act-preview';
import { PostingFailure } from './posting-failure';
import { PreviewFailure } from './preview-failure';
import { RefusedRows } from './refused-rows';
import { buildReverseAction } from './reverse-offer';
import { useRowsPreview } from './use-rows-preview';

/** Preview of an act on many wells, row by row. */
export type RowsPreview = {
  rows: readonly { row: number }[];
  refusals: RowRefusal[];
  act: ActPreview;
  reviewed: string;
};

export type PostRowsProps<Preview extends RowsPreview> = {
  title: string;
  description: string;
  /** API path that posts; its preview is at `/preview` below it. */
  path: string;
  /** Renders the figures above the rows, and the rows. `lineOf` maps a row to its line in the input. */
  renderRows: (preview: Preview, lineOf: (row: number) => number) => ReactNode;
  /** Renders the user's options for rows of the last preview. Stays while the next preview loads. */
  renderOptions?: (latest: Preview) => ReactNode;
  /** Button label with the row count: "Post 241 Layers". */
  action: (preview: Preview, format: Format) => string;
  outcome: (preview: Preview, format: Format) => string;
  failure: string;
  /** Screen that opened the dialog, where the posting can be reversed. */
  tab: 'wells' | 'calculate';
  onPosted?: (preview: Preview) => void;
  onClose: () => void;
};

const sameRow = (row: number) => row;

/** Previews what each of many wells would post and which rows are refused, then posts all rows or only the accepted ones. */
export function PostRowsDialog<Preview extends RowsPreview>(
  props: PostRowsProps<Preview> & {
    /** Request body, the same object while unchanged; null while incomplete. */
    request: object | null;
    /** Stored with the postings; doesn't affect amounts. */
    notes?: { memo?: string };
    /** Inputs that show their own errors. */
    fieldNames?: readonly string[];
    lineOf?: (row: number) => number;
    /** What the messages count: `well` when the user entered no rows, such as for a whole field. */
    noun?: 'row' | 'well';
    /** Reason a row is refused, when the page can explain it better than the server. */
    reasonOf?: (refusal: RowRefusal) => string;
    /** Instruction shown before the preview: "Paste the rows to see what each one posts." */
    hint: string;
    /** How to post everything when rows are refused: "Fix the table to post every row." */
    remedy: string;
    children: (errors: Record<string, string[]>) => ReactNode;
  },
) {
  const { title, description, path, request, notes = {}, fieldNames = [], noun = 'row', onClose } = props;
  const lineOf = props.lineOf ?? sameRow;
  const format = useFormat();
  const { run, pending } = useMutation({ failure: props.failure });
  const [failedRequest, setFailedRequest] = useState<{ request: object; error: unknown } | null>(null);
  const preview = useRowsPreview<Preview>(path, request);
  const planned = preview.data;
  const refusedCount = planned?.refusals.length ?? 0;

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
      ({ id }) => ({ action: buildReverseAction(id, { tab: props.tab }) }),
    );
    if (!outcome.ok && !isAlreadyProcessed(outcome.error)) {
      setFailedRequest({ request, error: outcome.error });
      // Only if the server reports that it posted nothing. If the response was lost, the retry must send the same request.
      if (isConflict(outcome.error)) preview.refresh();
      return;
    }
    props.onPosted?.(planned);
    onClose();
  };

  const failure = failedRequest !== null && failedRequest.request === request ? failedRequest.error : null;
  const reasonNeeded = notes.memo?.trim() ? null : (planned?.act.reasonNeeded ?? null);
  const errors: Record<string, string[]> = {
    ...getFieldErrors(failure ?? preview.error),
    ...(reasonNeeded && { memo: [reasonNeeded] }),
  };
  const hasFieldError = fieldNames.some((name) => errors[name]);
  const waitingReason =
    planned !== null ? null : preview.isLoading ? 'Calculating what will post' : 'Nothing to post yet';
  const noRowsReason = planned?.rows.length === 0 ? `No ${noun} can be posted` : null;
  return (
    <Dialog title={title} description={description} size="full" onClose={onClose} keepOpenOnOutsidePress>
      <DialogBody className="flex flex-col gap-4">
        {props.children(errors)}
        {request && preview.latest && props.renderOptions?.(preview.latest)}
        <div aria-busy={preview.isLoading} className="flex min-h-40 shrink-0 flex-col gap-4">
          {planned ? (
            <>
              {props.renderRows(planned, lineOf)}
              {refusedCount > 0 && (
                <RefusedRows
                  refusals={planned.refusals}
                  noun={noun}
                  lineOf={lineOf}
                  reasonOf={props.reasonOf}
                />
              )}
              {planned.rows.length > 0 && <ActPreviewTable preview={planned.act} />}
            </>
          ) : preview.isLoading ? (
            <div role="status">
              <span className="sr-only">Calculating what will post</span>
              <Skeleton className="h-40" />
            </div>
          ) : preview.error && !hasFieldError ? (
            <PreviewFailure error={preview.error} isLoading={false} onRetry={preview.refresh} />
          ) : (
            <p className="text-muted">{props.hint}</p>
          )}
        </div>
        {failure != null && !hasFieldError && preview.error == null && (
          <PostingFailure error={failure} fallback={props.failure} />
        )}
        {pending && <Progress label="Posting" />}
      </DialogBody>
      <DialogFooter>
        <CancelButton pending={pending} onClick={onClose} />
        {refusedCount > 0 && (
          <Button
            disabledReason={`${countOf(refusedCount, noun, format)} ${refusedCount === 1 ? 'has an error' : 'have errors'}. ${props.remedy}`}
          >
            Post All
          </Button>
        )}
        <Button
          variant="primary"
          pending={pending}
          disabledReason={waitingReason ?? noRowsReason ?? (reasonNeeded && format.message(reasonNeeded))}
          onClick={() => void post(refusedCount > 0 ? 'accepted' : 'all')}
        >
          {planned && !noRowsReason ? props.action(planned, format) : 'Post'}
          {refusedCount > 0 && !noRowsReason && `, Accepted ${noun === 'row' ? 'Rows' : 'Wells'} Only`}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
