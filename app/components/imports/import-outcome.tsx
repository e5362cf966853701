import { useEffect, useRef } from 'react';
import { Button } from '~/components/ui/button';
import { Note } from '~/components/ui/note';
import { Progress } from '~/components/ui/progress';
import { countOf } from '~/hooks/count-of';
import { useAddress } from '~/hooks/use-address';
import { useFormat } from '~/hooks/use-format';
import { useLeaveWarning } from '~/hooks/use-leave-warning';
import { type FailedRows, FailedRowsButton } from './failed-rows-button';
import { UploadErrorList } from './upload-error-list';
import type { SendState } from './use-send-rows';

type ImportOutcomeProps = {
  fileName: string;
  state: SendState;
  failed: FailedRows;
  today: string;
  onResume: () => void;
  onAnother: () => void;
};

/** Progress of the import, then its results. */
export function ImportOutcome({ fileName, state, failed, today, onResume, onAnother }: ImportOutcomeProps) {
  const format = useFormat();
  const { change } = useAddress();
  const section = useRef<HTMLElement>(null);
  // The focused button is gone. From this section, the next Tab reaches the follow-up actions.
  useEffect(() => section.current?.focus({ preventScroll: true }), []);
  useLeaveWarning(state.kind !== 'done');
  const refusals = [...failed.refusals, ...state.errors].sort((a, b) => a.row - b.row);
  return (
    <section ref={section} aria-label="Import" tabIndex={-1} className="flex max-w-2xl flex-col gap-3">
      <h3 className="font-semibold [overflow-wrap:anywhere]">{fileName}</h3>
      {state.kind === 'done' ? (
        <Note
          tone={state.failure ? 'danger' : 'info'}
          title={state.failure ?? `${countOf(state.successful, 'row', format)} imported.`}
        >
          {refusals.length > 0 &&
            `${countOf(refusals.length, 'row', format)} failed. Download ${refusals.length === 1 ? 'it to correct it' : 'them to correct them'}.`}
        </Note>
      ) : (
        <>
          <p role="status" className="font-medium">
            {state.kind === 'interrupted' ? 'The import was interrupted.' : 'Importing…'}
          </p>
          <Progress label="Rows imported" value={state.processed} max={Math.max(1, state.total)} />
          <p className="text-muted tabular-nums">
            {format.integer(state.processed)} of {format.integer(state.total)} rows
          </p>
        </>
      )}
      {state.kind === 'done' && state.errors.length > 0 && <UploadErrorList errors={state.errors} />}
      {state.kind === 'interrupted' && (
        <>
          <Note tone="danger" title={state.failure ?? ''}>
            Imported rows are kept. Continue to import the rest. Nothing is added twice.
          </Note>
          <Button variant="primary" className="self-start" onClick={onResume}>
            Continue
          </Button>
        </>
      )}
      {state.kind === 'done' && (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={() => change({ view: null })}>
            Show Wells
          </Button>
          {/* Opens the upload, where it can be reviewed and reversed. */}
          {state.uploads.map((upload, at) => (
            <Button key={upload} onClick={() => change({ view: null, dialog: 'upload', upload })}>
              {state.uploads.length === 1 ? 'Show Upload' : `Show Upload ${format.integer(at + 1)}`}
            </Button>
          ))}
          <FailedRowsButton {...failed} refusals={refusals} today={today} />
          <Button onClick={onAnother}>Choose Another File</Button>
        </div>
      )}
    </section>
  );
}
