import Download from 'lucide-react/icons/download';
import { useMemo, useState } from 'react';
import type { SheetFile } from '~/components/files/use-sheet-file';
import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { LoadFailure } from '~/components/ui/load-failure';
import { Note } from '~/components/ui/note';
import { Progress } from '~/components/ui/progress';
import { previousMonthEnd } from '~/domain/calendar/calendar-date';
import { readWellCsvHeader, type WellCsvColumn } from '~/domain/files/well-csv';
import type { ImportMapping } from '~/domain/imports/mapping';
import { balancesAsOf } from '~/domain/imports/title-date';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { countOf } from '~/hooks/count-of';
import { saveCsvTable } from '~/hooks/csv-file';
import { useAddress } from '~/hooks/use-address';
import { useFormat } from '~/hooks/use-format';
import { useLeaveWarning } from '~/hooks/use-leave-warning';
import type { AdditionalCost } from '~/schemas/imports/well-csv';
import { AdditionalCostChoice } from './additional-cost-choice';
import { CatchUpNote } from './catch-up-note';
import { ExistingWells, WellChanges } from './existing-wells';
import { isUndecided, previewEstimates } from './file-layers';
import { ImportTotals } from './import-totals';
import { RefusedRows } from './refused-rows';
import { RepeatedLayers } from './repeated-layers';
import { UploadErrorList } from './upload-error-list';
import { fillRows, useMappedRows } from './use-mapped-rows';
import { type ExistingWellsChoice, type Refusal, useRowVerdicts } from './use-row-verdicts';
import { useSendRows } from './use-send-rows';
import { useUploadBooks } from './use-upload-preview';

/** The column that says which version of a well a row changes: one that has another by then is not overwritten. */
const VERSION: WellCsvColumn = 'wellVersion';

type ImportReviewProps = {
  file: SheetFile;
  titles: readonly string[];
  mapping: ImportMapping;
  customFields: readonly CustomFieldTemplate[];
  today: string;
  /** The date that the person typed for the balances; null until then. */
  typedAsOf: string | null;
  onAsOf: (asOf: string) => void;
};

/** What the server would make of the rows: totals to compare, rows to correct, and then the import itself. */
export function ImportReview({
  file,
  titles,
  mapping,
  customFields,
  today,
  typedAsOf,
  onAsOf,
}: ImportReviewProps) {
  const format = useFormat();
  const { change } = useAddress();
  const [corrections, setCorrections] = useState<ReadonlyMap<number, readonly string[]>>(new Map());
  const asOf = typedAsOf ?? balancesAsOf(mapping) ?? previousMonthEnd(today);
  const [additionalCost, setAdditionalCost] = useState<AdditionalCost | null>(null);
  const mapped = useMappedRows(file.rows, titles, mapping, corrections, customFields);
  const { state, send, resume } = useSendRows();
  useLeaveWarning(state.kind !== 'done');

  const undecided = useMemo(() => mapped?.layers.filter(isUndecided).length ?? 0, [mapped]);
  const hasBalances = mapping.columns.some(({ to }) => to === 'currentAroValue');
  const checks = useMemo(
    () => ({ errors: [], layers: mapped?.layers ?? [], isDone: mapped !== null }),
    [mapped],
  );
  const { books, error: booksError, retry: retryBooks } = useUploadBooks(checks, 'additional');
  const estimates = useMemo(
    () => (books && mapped && undecided > 0 ? previewEstimates(mapped.layers, books.estimates) : null),
    [books, mapped, undecided],
  );
  const isComplete = (undecided === 0 || additionalCost !== null) && (!hasBalances || asOf !== '');
  const terms = useMemo(
    () => (isComplete ? { asOf: hasBalances ? asOf : null, additionalCost } : null),
    [isComplete, hasBalances, asOf, additionalCost],
  );
  // A custom field of that name goes first.
  const canUpdate = readWellCsvHeader([VERSION], customFields).positions[VERSION] !== undefined;
  const [chosen, setChosen] = useState<ExistingWellsChoice | null>(null);
  const { wellsInBooks = false } = mapping;
  const existing = chosen ?? (wellsInBooks && canUpdate ? 'update' : 'refuse');
  const [skipPosted, setSkipPosted] = useState(false);
  const { verdicts, repeated, error, retry } = useRowVerdicts(mapped, state.kind === 'idle' ? terms : null, {
    existing,
    skipPosted,
    wellsInBooks,
  });
  const [settled, setSettled] = useState<Refusal[]>([]);

  const saveRefused = (refusals: readonly Refusal[]) => {
    const cellsOf = new Map(file.rows.map(({ row, cells }) => [row, cells]));
    saveCsvTable(`import_failed_${today}.csv`, [...titles, 'row', 'error'], refusals, ({ row, error }) => {
      const cells = corrections.get(row) ?? cellsOf.get(row) ?? [];
      return [...titles.map((_, at) => cells[at] ?? ''), row, error];
    });
  };
  const download = (refusals: readonly Refusal[]) =>
    refusals.length > 0 && (
      <Button icon={<Download aria-hidden="true" className="size-4" />} onClick={() => saveRefused(refusals)}>
        Download Failed Rows
      </Button>
    );

  if (state.kind !== 'idle') {
    const refused = [...settled, ...state.errors].sort((a, b) => a.row - b.row);
    return (
      // The button that had the focus is gone: from here the next Tab leads to what can be done afterwards.
      <section aria-label="Import" tabIndex={-1} className="flex max-w-2xl flex-col gap-3">
        {state.kind === 'done' ? (
          <Note
            tone={state.failure ? 'danger' : 'info'}
            title={state.failure ?? `${countOf(state.successful, 'row', format)} imported.`}
          >
            {refused.length > 0 &&
              `${countOf(refused.length, 'row', format)} failed. Download ${refused.length === 1 ? 'it to correct it' : 'them to correct them'}.`}
          </Note>
        ) : (
          <>
            <p role="status" className="font-medium">
              {state.kind === 'sending' ? 'Importing…' : 'The import was interrupted.'}
            </p>
            <Progress label="Rows imported" value={state.processed} max={Math.max(1, state.total)} />
            <p className="text-muted tabular-nums">
              {format.integer(state.processed)} of {format.integer(state.total)} rows
            </p>
          </>
        )}
        {state.kind === 'done' && state.errors.length > 0 && <UploadErrorList errors={state.errors} />}
        {state.kind === 'interrupted' && (
          <Note tone="danger" title={state.failure ?? ''}>
            What was imported is kept. Continue to import the rest; nothing is added twice.
          </Note>
        )}
        <div className="flex flex-wrap gap-2">
          {state.kind === 'interrupted' && (
            <Button variant="primary" onClick={resume}>
              Continue
            </Button>
          )}
          {state.kind === 'done' && (
            <Button variant="primary" onClick={() => change({ view: null })}>
              Show Wells
            </Button>
          )}
          {/* Where it can be looked up, and reversed. */}
          {state.kind === 'done' &&
            state.uploads.map((upload, at) => (
              <Button key={upload} onClick={() => change({ view: null, dialog: 'upload', upload })}>
                {state.uploads.length === 1 ? 'Show Upload' : `Show Upload ${format.integer(at + 1)}`}
              </Button>
            ))}
          {state.kind === 'done' && download(refused)}
        </div>
      </section>
    );
  }

  const total = mapped?.rows.length ?? 0;
  const skipped = skipPosted ? (verdicts?.repeated.map(({ row }) => row) ?? []) : [];
  const accepted = verdicts
    ? total - verdicts.refusals.length - verdicts.unchanged.length - skipped.length
    : 0;
  const block = !mapped
    ? 'The rows are being read'
    : !terms
      ? 'Answer the questions above first'
      : error
        ? 'Couldn’t check the rows'
        : !verdicts?.isDone
          ? 'The rows are being checked'
          : accepted === 0
            ? 'No row can be imported'
            : null;
  const start = () => {
    if (!mapped || !terms || !verdicts) return;
    // What is sent is what was reviewed: without the rows that are posted already, the upload needs to look for none.
    const left = new Set([...verdicts.refusals.map(({ row }) => row), ...verdicts.unchanged, ...skipped]);
    setSettled(verdicts.refusals);
    const rows = mapped.rows.filter(({ row }) => !left.has(row));
    const accepted = fillRows({ ...mapped, rows }, verdicts.filled);
    const versions = new Map(verdicts.updates.map(({ row, version }) => [row, String(version)]));
    send(
      versions.size === 0 ? mapped.titles : [...mapped.titles, VERSION],
      versions.size === 0
        ? accepted
        : accepted.map(({ row, cells }) => ({ row, cells: [...cells, versions.get(row) ?? ''] })),
      {
        terms: { ...terms, reviewed: verdicts.reviewed },
        headerRow: mapping.headerRow ?? 1,
        fileName: file.source.name,
      },
    );
  };
  return (
    <section aria-labelledby="import-review" className="flex flex-col gap-4">
      <h3 id="import-review" className="text-base font-semibold">
        Review
      </h3>
      {hasBalances && (
        <Field
          label="Balances as of"
          help="The date of the balances in the file. They’re opening balances: no expense and no journal entry. Accretion continues from this date."
        >
          {(control) => (
            <Input
              {...control}
              type="date"
              name="asOf"
              className="max-w-44"
              value={asOf}
              onChange={(event) => onAsOf(event.target.value)}
            />
          )}
        </Field>
      )}
      {undecided > 0 && (
        <AdditionalCostChoice
          rows={undecided}
          wells={estimates}
          hasFailed={booksError !== null}
          onRetry={retryBooks}
          onChoose={setAdditionalCost}
        />
      )}
      {canUpdate && <ExistingWells choice={existing} onChoose={setChosen} />}
      {error !== null && <LoadFailure error={error} text="Couldn’t check the rows." onRetry={retry} />}
      <RepeatedLayers repeated={repeated} verb="Import" isLeftOut={skipPosted} onLeaveOut={setSkipPosted} />
      {terms && error === null && !verdicts?.isDone && (
        <div className="flex max-w-md flex-col gap-2">
          <p role="status">Checking the rows…</p>
          <Progress label="Rows checked" value={verdicts?.checked} max={Math.max(1, total)} />
        </div>
      )}
      {verdicts?.isDone && mapped && (
        <>
          <p role="status" className="font-medium">
            {format.integer(accepted)} of {format.integer(total)} rows can be imported.{' '}
            {verdicts.refusals.length > 0 &&
              `${format.integer(verdicts.refusals.length)} ${verdicts.refusals.length === 1 ? 'has an error and will be skipped.' : 'have errors and will be skipped.'}`}
          </p>
          <ImportTotals inFile={mapped.balances} groups={verdicts.groups} />
          {existing === 'update' && (
            <WellChanges verdicts={verdicts} customFields={customFields} today={today} />
          )}
          {verdicts.catchUp && <CatchUpNote catchUp={verdicts.catchUp} isWritten={false} />}
          {verdicts.refusals.length > 0 && (
            <RefusedRows
              refusals={verdicts.refusals}
              titles={titles}
              positions={mapped.positions}
              cellsOf={(row) => corrections.get(row) ?? file.rows.find((one) => one.row === row)?.cells ?? []}
              onCorrect={(row, cells) => setCorrections((before) => new Map(before).set(row, cells))}
            />
          )}
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabledReason={block} onClick={start}>
          {verdicts?.isDone ? `Import ${countOf(accepted, 'Row', format)}` : 'Import'}
        </Button>
        {verdicts?.isDone && download(verdicts.refusals)}
      </div>
    </section>
  );
}
