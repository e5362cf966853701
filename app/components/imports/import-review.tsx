import { useMemo } from 'react';
import type { SheetFile } from '~/components/files/use-sheet-file';
import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { LoadFailure } from '~/components/ui/load-failure';
import { Progress } from '~/components/ui/progress';
import type { AdditionalCost } from '~/domain/books/uploaded-layer';
import { previousMonthEnd } from '~/domain/calendar/calendar-date';
import { readWellCsvHeader, type WellCsvColumn } from '~/domain/files/well-csv';
import type { ImportMapping } from '~/domain/imports/mapping';
import { findBalanceDate } from '~/domain/imports/title-date';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { countOf } from '~/hooks/count-of';
import { useFormat } from '~/hooks/use-format';
import { useLeaveWarning } from '~/hooks/use-leave-warning';
import { AdditionalCostChoice } from './additional-cost-choice';
import { CatchUpNote } from './catch-up-note';
import { ExistingWells, WellChanges } from './existing-wells';
import { type FailedRows, FailedRowsButton } from './failed-rows-button';
import { isUndecided, previewEstimates } from './file-layers';
import { ImportTotals } from './import-totals';
import { RefusedRows } from './refused-rows';
import { RepeatedLayers } from './repeated-layers';
import { SuspectValueRows } from './suspect-value-rows';
import { fillRows, useMappedRows } from './use-mapped-rows';
import { type ExistingWellsChoice, useRowVerdicts } from './use-row-verdicts';
import type { RowsToImport } from './use-send-rows';
import { useSuspectValues, useUploadBooks } from './use-upload-preview';

/** Column with the well version that a row changes. If the well has changed since, it isn't overwritten. */
const VERSION_COLUMN: WellCsvColumn = 'wellVersion';

/** User's answers in the review; null until given. */
export type ReviewAnswers = {
  asOf: string | null;
  additionalCost: AdditionalCost | null;
  existing: ExistingWellsChoice | null;
  skipPosted: boolean;
  /** Corrected cells, by row. */
  corrections: ReadonlyMap<number, readonly string[]>;
};

export const NO_ANSWERS: ReviewAnswers = {
  asOf: null,
  additionalCost: null,
  existing: null,
  skipPosted: false,
  corrections: new Map(),
};

export type ImportReviewProps = {
  file: SheetFile;
  titles: readonly string[];
  mapping: ImportMapping;
  customFields: readonly CustomFieldTemplate[];
  today: string;
  answers: ReviewAnswers;
  onAnswer: (answer: Partial<ReviewAnswers>) => void;
  /** Receives the rows to import, and those left out. */
  onImport: (rows: RowsToImport, failed: FailedRows) => void;
};

/** The server's check of the rows: totals to compare, rows to correct, and the import button. */
export function ImportReview({
  file,
  titles,
  mapping,
  customFields,
  today,
  answers,
  onAnswer,
  onImport,
}: ImportReviewProps) {
  const format = useFormat();
  const { additionalCost, skipPosted, corrections } = answers;
  const asOf = answers.asOf ?? findBalanceDate(mapping) ?? previousMonthEnd(today);
  const mapped = useMappedRows(file.rows, titles, mapping, corrections, customFields);
  useLeaveWarning(true);

  const undecidedCount = useMemo(() => mapped?.layers.filter(isUndecided).length ?? 0, [mapped]);
  const hasBalances = mapping.columns.some(({ to }) => to === 'currentAroValue');
  const checks = useMemo(
    () => ({ errors: [], layers: mapped?.layers ?? [], isDone: mapped !== null }),
    [mapped],
  );
  const { books, error: booksError, retry: retryBooks } = useUploadBooks(checks, 'additional');
  const estimates = useMemo(
    () => (books && mapped && undecidedCount > 0 ? previewEstimates(mapped.layers, books.estimates) : null),
    [books, mapped, undecidedCount],
  );
  const suspectValues = useSuspectValues(checks, books, { additionalCost, asOf: hasBalances ? asOf : null });
  const isComplete = (undecidedCount === 0 || additionalCost !== null) && (!hasBalances || asOf !== '');
  const terms = useMemo(
    () => (isComplete ? { asOf: hasBalances ? asOf : null, additionalCost } : null),
    [isComplete, hasBalances, asOf, additionalCost],
  );
  // A custom field with that name takes precedence.
  const canUpdate = readWellCsvHeader([VERSION_COLUMN], customFields).positions[VERSION_COLUMN] !== undefined;
  const { wellsInBooks = false } = mapping;
  const existing = answers.existing ?? (wellsInBooks && canUpdate ? 'update' : 'refuse');
  const { verdicts, repeated, error, retry } = useRowVerdicts(mapped, terms, {
    existing,
    skipPosted,
    wellsInBooks,
  });
  const cellsInFile = useMemo(() => new Map(file.rows.map(({ row, cells }) => [row, cells])), [file]);
  const cellsOf = (row: number) => corrections.get(row) ?? cellsInFile.get(row) ?? [];

  const total = mapped?.rows.length ?? 0;
  const skipped = skipPosted ? (verdicts?.repeated.map(({ row }) => row) ?? []) : [];
  const accepted = verdicts
    ? total - verdicts.refusals.length - verdicts.unchanged.length - skipped.length
    : 0;
  const blockedReason = !mapped
    ? 'The rows are being read'
    : !terms
      ? 'Answer the questions above first'
      : error
        ? 'Couldn’t check the rows'
        : !verdicts?.isDone
          ? 'The rows are being checked'
          : accepted === 0
            ? 'No rows can be imported'
            : null;
  const start = () => {
    if (!mapped || !terms || !verdicts) return;
    // Send exactly what was reviewed. Rows already posted are left out here, so the upload need not look for them.
    const excludedRows = new Set([
      ...verdicts.refusals.map(({ row }) => row),
      ...verdicts.unchanged,
      ...skipped,
    ]);
    const rows = mapped.rows.filter(({ row }) => !excludedRows.has(row));
    const accepted = fillRows({ ...mapped, rows }, verdicts.filled);
    const versions = new Map(verdicts.updates.map(({ row, version }) => [row, String(version)]));
    onImport(
      {
        titles: versions.size === 0 ? mapped.titles : [...mapped.titles, VERSION_COLUMN],
        rows:
          versions.size === 0
            ? accepted
            : accepted.map(({ row, cells }) => ({ row, cells: [...cells, versions.get(row) ?? ''] })),
        terms: { ...terms, reviewed: verdicts.reviewed },
        headerRow: mapping.headerRow ?? 1,
      },
      { refusals: verdicts.refusals, titles, cellsOf },
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
              onChange={(event) => onAnswer({ asOf: event.target.value })}
            />
          )}
        </Field>
      )}
      {undecidedCount > 0 && (
        <AdditionalCostChoice
          rows={undecidedCount}
          wells={estimates}
          hasFailed={booksError !== null}
          onRetry={retryBooks}
          choice={additionalCost}
          onChoose={(choice) => onAnswer({ additionalCost: choice })}
        />
      )}
      {canUpdate && <ExistingWells choice={existing} onChoose={(choice) => onAnswer({ existing: choice })} />}
      {error !== null && <LoadFailure error={error} text="Couldn’t check the rows." onRetry={retry} />}
      <RepeatedLayers
        repeated={repeated}
        verb="Import"
        isLeftOut={skipPosted}
        onLeaveOut={(isLeftOut) => onAnswer({ skipPosted: isLeftOut })}
      />
      <SuspectValueRows rows={suspectValues} />
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
          <ImportTotals fileBalances={mapped.balances} total={mapped.total} groups={verdicts.groups} />
          {existing === 'update' && (
            <WellChanges verdicts={verdicts} customFields={customFields} today={today} />
          )}
          {verdicts.catchUp && <CatchUpNote catchUp={verdicts.catchUp} isWritten={false} />}
          {verdicts.refusals.length > 0 && (
            <RefusedRows
              refusals={verdicts.refusals}
              titles={titles}
              positions={mapped.positions}
              cellsOf={cellsOf}
              onCorrect={(row, cells) => onAnswer({ corrections: new Map(corrections).set(row, cells) })}
            />
          )}
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabledReason={blockedReason} onClick={start}>
          {verdicts?.isDone ? `Import ${countOf(accepted, 'Row', format)}` : 'Import'}
        </Button>
        {verdicts?.isDone && (
          <FailedRowsButton refusals={verdicts.refusals} titles={titles} cellsOf={cellsOf} today={today} />
        )}
      </div>
    </section>
  );
}
