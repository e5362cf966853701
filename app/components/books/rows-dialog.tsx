import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Button } from '~/components/ui/button';
import { Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Note } from '~/components/ui/note';
import { Progress } from '~/components/ui/progress';
import { Skeleton } from '~/components/ui/skeleton';
import { failureText } from '~/hooks/api-fetch';
import { newIntentKey } from '~/hooks/intent-key';
import { useMutation } from '~/hooks/use-api';
import { type Format, useFormat } from '~/hooks/use-format';
import type { ActPreview } from '~/schemas/books/posting';
import type { RowMode, RowRefusal } from '~/schemas/books/well-rows';
import { ActPreviewTable } from './act-preview';
import { RefusedRows } from './refused-rows';
import { isReady, NO_SOURCE, RowsInput, type RowsSource, rowCount, useTable } from './rows-input';
import type { DateOrder, TableColumn } from './table-text';
import { useRowsPreview } from './use-rows-preview';

type PreviewOfRows = { rows: readonly { row: number }[]; refusals: RowRefusal[]; act: ActPreview };

type RowsDialogProps<Preview extends PreviewOfRows> = {
  title: string;
  description: string;
  columns: readonly TableColumn[];
  /** The call that posts; its preview is at `/preview` below it. */
  path: string;
  /** What the call takes besides the rows, the same object while nothing of it changes; null while it is incomplete. */
  subject: object | null;
  /** Fields for it, above the table. */
  children?: ReactNode;
  /** The figures above the rows, and the rows themselves. `lineOf` is a row's line in the table that was pasted. */
  show: (preview: Preview, lineOf: (row: number) => number) => ReactNode;
  /** What the button does, for so many rows: "Post 241 Layers". */
  action: (preview: Preview, format: Format) => string;
  outcome: (preview: Preview, format: Format) => string;
  failure: string;
  onPosted?: (preview: Preview) => void;
  onClose: () => void;
};

/** Takes a table of wells, shows what each row would post and which are refused, and posts all or only those accepted. */
export function RowsDialog<Preview extends PreviewOfRows>(props: RowsDialogProps<Preview>) {
  const { title, description, columns, path, subject, failure, onClose } = props;
  const format = useFormat();
  const [source, setSource] = useState<RowsSource>(NO_SOURCE);
  const [dateOrder, setDateOrder] = useState<DateOrder>('month-first');
  const { run, pending } = useMutation({ failure });
  const [posted, setPosted] = useState<unknown>(null);
  const table = useTable(source, columns, dateOrder);
  const request = useMemo(
    () => (isReady(table) && subject ? { ...subject, rows: table.rows } : null),
    [table, subject],
  );
  const preview = useRowsPreview<Preview>(path, request);
  // The same press after a lost connection carries the same key, and the server does it once.
  const intent = useRef<{ request: object; mode: RowMode; key: string } | null>(null);
  const planned = preview.data;
  const refused = planned?.refusals.length ?? 0;
  const lineOf = (row: number) => table?.lines[row - 1] ?? row;

  const post = async (mode: RowMode) => {
    if (!planned || !request) return;
    if (intent.current?.request !== request || intent.current.mode !== mode) {
      intent.current = { request, mode, key: newIntentKey() };
    }
    const idempotencyKey = intent.current.key;
    const outcome = await run(
      (api) => api(path, { method: 'POST', body: { ...request, mode }, idempotencyKey }),
      () => props.outcome(planned, format),
    );
    if (!outcome.ok) return setPosted(outcome.error);
    props.onPosted?.(planned);
    onClose();
  };

  const waiting =
    planned !== null ? null : preview.isLoading ? 'Working out what would be posted' : 'Nothing to post yet';
  const none = planned?.rows.length === 0 ? 'No row can be posted' : null;
  return (
    <Dialog title={title} description={description} size="full" onClose={onClose} keepOpenOnOutsidePress>
      <DialogBody className="flex flex-col gap-4">
        {props.children}
        <RowsInput
          columns={columns}
          source={source}
          onChange={(next) => {
            setSource(next);
            setPosted(null);
          }}
          table={table}
          dateOrder={dateOrder}
          onDateOrder={setDateOrder}
        />
        <div aria-busy={preview.isLoading} className="flex min-h-40 shrink-0 flex-col gap-4">
          {planned ? (
            <>
              {props.show(planned, lineOf)}
              {refused > 0 && <RefusedRows refusals={planned.refusals} lineOf={lineOf} />}
              {planned.rows.length > 0 && <ActPreviewTable preview={planned.act} />}
            </>
          ) : preview.isLoading ? (
            <div role="status">
              <span className="sr-only">Working out what would be posted</span>
              <Skeleton className="h-40" />
            </div>
          ) : preview.error ? (
            <Note
              tone="danger"
              title={format.message(failureText(preview.error, 'Couldn’t work out what would be posted.'))}
            >
              Nothing was posted.
            </Note>
          ) : (
            <p className="text-muted">
              Paste the rows to see what each one posts. Nothing is saved until you post.
            </p>
          )}
        </div>
        {posted != null && (
          <Note tone="danger" title={format.message(failureText(posted, failure))}>
            Nothing was posted, unless the connection was lost. Posting again does it only once.
          </Note>
        )}
        {pending && <Progress label="Posting" />}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose} disabledReason={pending ? 'Please wait' : null}>
          Cancel
        </Button>
        {refused > 0 && (
          <Button disabledReason={`${rowCount(refused, format)} refused. Fix the table to post all of it.`}>
            Post All
          </Button>
        )}
        <Button
          variant="primary"
          pending={pending}
          disabledReason={waiting ?? none}
          onClick={() => void post(refused > 0 ? 'accepted' : 'all')}
        >
          {planned && !none ? props.action(planned, format) : 'Post'}
          {refused > 0 && !none && ', Accepted Rows Only'}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
