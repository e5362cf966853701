import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import { useEffect, useMemo, useRef, useState } from 'react';
import { CSV_FILES, FileButton } from '~/components/files/file-input';
import { Button } from '~/components/ui/button';
import { DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { LoadFailure } from '~/components/ui/load-failure';
import { Note } from '~/components/ui/note';
import type { AdditionalCost } from '~/domain/books/uploaded-layer';
import { previousMonthEnd } from '~/domain/calendar/calendar-date';
import { closedMessage } from '~/domain/calendar/open-dates';
import { formatCents } from '~/domain/money/money';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { foldCode } from '~/domain/wells/fold-text';
import { countOf } from '~/hooks/count-of';
import { useReloadHold } from '~/hooks/revalidation';
import { formatSize } from '~/hooks/size-text';
import { useFormat } from '~/hooks/use-format';
import type { RepeatedLayerView } from '~/schemas/imports/mass-upload';
import { AdditionalCostChoice } from './additional-cost-choice';
import { CatchUpNote } from './catch-up-note';
import { ColumnSummary } from './column-summary';
import { isUndecided, previewEstimates } from './file-layers';
import { FirstRows } from './first-rows';
import { RepeatedLayers } from './repeated-layers';
import { RowProblems } from './row-problems';
import type { SendTerms } from './stored-upload';
import { SuspectValueRows } from './suspect-value-rows';
import { useRowChecks } from './use-row-checks';
import { type RowsToCheck, useRowVerdicts } from './use-row-verdicts';
import type { SendFailure } from './use-send-file';
import { type UploadBooks, useCatchUp, useSuspectValues, useUploadBooks } from './use-upload-preview';
import type { WellFile } from './well-file';

const NONE: readonly RepeatedLayerView[] = [];

type UploadPreviewProps = {
  file: WellFile;
  customFields: readonly CustomFieldTemplate[];
  today: string;
  asOf: string;
  onAsOf: (date: string) => void;
  /** Reason the last attempt to send the file failed. */
  failure: SendFailure | null;
  onUpload: (terms: SendTerms) => void;
  onFiles: (files: File[]) => void;
  /** Rereads the file with its separators replaced by commas. */
  onUseCommas: () => void;
  onCancel: () => void;
};

/** Preview of a file, with all checks possible before it is sent. */
export function UploadPreview(props: UploadPreviewProps) {
  const { file, customFields, today, asOf, failure } = props;
  useReloadHold();
  const format = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file is a new preview
  useEffect(() => heading.current?.focus(), [file]);
  const checks = useRowChecks(file, customFields);
  const { layers, isDone } = checks;
  const { books, error, retry } = useUploadBooks(checks, 'all');
  // After a failure, keep the earlier choices: they send the same request, which may already have posted rows.
  const sentTerms = failure?.sentTerms;
  const [choice, setChoice] = useState<{ file: WellFile; cost: AdditionalCost } | null>(
    sentTerms?.additionalCost ? { file, cost: sentTerms.additionalCost } : null,
  );
  const additionalCost = choice?.file === file ? choice.cost : null;
  const undecided = useMemo(() => (isDone ? layers.filter(isUndecided).length : 0), [layers, isDone]);
  const wells = useMemo(
    () => (books && undecided > 0 ? previewEstimates(layers, books.estimates) : null),
    [books, layers, undecided],
  );
  const through = previousMonthEnd(today);
  const hasBalances =
    file.header.positions.currentAroValue !== undefined &&
    (!isDone || layers.some(({ layer }) => layer.currentAroCents !== null));
  const isUndated = hasBalances && asOf === '';
  const closedProblem = hasBalances && books && asOf ? closedMessage(asOf, books.closedThrough) : null;
  const knownWellRows = useMemo(() => (books ? rowsOfKnownWells(file, books) : null), [file, books]);
  const terms = useMemo(
    () =>
      (undecided === 0 || additionalCost !== null) && closedProblem === null && !isUndated
        ? { asOf: hasBalances ? asOf : null, additionalCost }
        : null,
    [undecided, closedProblem, isUndated, hasBalances, asOf, additionalCost],
  );
  const [skippingFile, setSkippingFile] = useState<WellFile | null>(sentTerms?.skipPosted ? file : null);
  const skipPosted = skippingFile === file;
  const comparison = useRowVerdicts(knownWellRows, terms, { existing: 'refuse', skipPosted });
  const hasLayers = layers.length > 0;
  const skippedLayers = skipPosted ? comparison.repeated : NONE;
  const checksToPost = useMemo(() => {
    const skippedRows = new Set(skippedLayers.map(({ row }) => row));
    return skippedRows.size === 0
      ? checks
      : { ...checks, layers: layers.filter(({ row }) => !skippedRows.has(row)) };
  }, [checks, layers, skippedLayers]);
  const catchUp = useCatchUp(checksToPost, books, { additionalCost, through });
  const suspectValues = useSuspectValues(checksToPost, books, {
    additionalCost,
    asOf: hasBalances ? asOf : null,
  });
  // If the choice above is shown, it reports this error itself.
  const comparisonError = comparison.error ?? (hasLayers && undecided === 0 ? error : null);
  const isCompared =
    !hasLayers ||
    comparisonError !== null ||
    (books !== null && (knownWellRows === null || comparison.verdicts?.isDone === true));
  const valid = file.rows.length - checks.errors.length - skippedLayers.length;
  const blockedReason = file.problem
    ? 'Fix the problem above first'
    : !isDone
      ? 'The rows are being checked'
      : undecided > 0 && additionalCost === null
        ? 'Choose what the P&A cost of the additional rows represents'
        : undecided > 0 && !wells
          ? 'The current estimates are still loading'
          : isUndated
            ? 'Enter the date of the balances'
            : closedProblem
              ? 'Choose a date after the closed period'
              : isCompared
                ? valid === 0 && skippedLayers.length > 0 && !sentTerms
                  ? 'Every row is left out or has an error'
                  : null
                : 'The layers are being compared with the books';
  const rows = countOf(file.rows.length, 'Row', format);
  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <FileSpreadsheet aria-hidden="true" className="size-5 shrink-0 text-muted" />
          <div className="min-w-0 grow">
            <h3 ref={heading} tabIndex={-1} className="font-semibold [overflow-wrap:anywhere]">
              {file.source.name}
            </h3>
            <p className="text-xs text-muted tabular-nums">
              {countOf(file.rows.length, 'row', format)}, {formatSize(file.bytes.length, format)}
            </p>
          </div>
          <FileButton accept={CSV_FILES} onFiles={props.onFiles}>
            Choose Another File
          </FileButton>
        </div>
        {failure && <FailureNote failure={failure} />}
        {file.problem && (
          <Note tone="danger" title="This file can’t be uploaded yet.">
            <p>{file.problem}</p>
            {file.header.separator !== null && (
              <Button className="mt-2 text-ink" onClick={props.onUseCommas}>
                Use Commas Instead
              </Button>
            )}
          </Note>
        )}
        <ColumnSummary file={file} />
        {file.problem === null && (
          <>
            <RowProblems {...checks} total={file.rows.length} />
            <FirstRows file={file} customFields={customFields} />
          </>
        )}
        {undecided > 0 && (
          <AdditionalCostChoice
            key={file.source.name + file.bytes.length}
            rows={undecided}
            wells={wells}
            hasFailed={error !== null}
            onRetry={retry}
            choice={additionalCost}
            onChoose={(cost) => setChoice({ file, cost })}
          />
        )}
        {hasBalances && (
          <Field
            label="Balances as of"
            help="The date of the balances in currentAroValue. Accretion continues from this date."
            errors={closedProblem ? [closedProblem] : undefined}
          >
            {(control) => (
              <Input
                {...control}
                type="date"
                className="max-w-44"
                name="asOf"
                value={asOf}
                onChange={(event) => props.onAsOf(event.target.value)}
              />
            )}
          </Field>
        )}
        {comparisonError !== null && (
          <LoadFailure
            error={comparisonError}
            text="Couldn’t check whether the layers are already posted."
            onRetry={comparison.error ? comparison.retry : retry}
          />
        )}
        <RepeatedLayers
          repeated={comparison.repeated}
          verb="Upload"
          isLeftOut={skipPosted}
          onLeaveOut={(isLeftOut) => setSkippingFile(isLeftOut ? file : null)}
        />
        <SuspectValueRows rows={suspectValues} />
        {catchUp && (
          <CatchUpNote
            isWritten={false}
            catchUp={{
              layers: catchUp.layers,
              from: catchUp.from,
              through,
              amount: formatCents(catchUp.amountCents),
            }}
          />
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button
          variant="primary"
          disabledReason={blockedReason}
          onClick={() => terms && props.onUpload({ ...terms, skipPosted, reviewed: books?.reviewed ?? null })}
        >
          {file.problem
            ? 'Upload'
            : isDone && valid < file.rows.length
              ? `Upload ${format.integer(valid)} of ${rows}`
              : `Upload ${rows}`}
        </Button>
      </DialogFooter>
    </>
  );
}

/** All rows of wells that already have layers in the books; null if there are none. */
function rowsOfKnownWells(
  { titles, header, rows }: WellFile,
  { estimates }: UploadBooks,
): RowsToCheck | null {
  const codeAt = header.positions.wellCode ?? 0;
  const matches = rows.filter(({ cells }) => estimates.has(foldCode(cells[codeAt] ?? '')));
  return matches.length === 0 ? null : { titles, rows: matches.map((row) => ({ ...row, problems: [] })) };
}

function FailureNote({ failure }: { failure: SendFailure }) {
  return (
    <Note tone="danger" title={failure.text}>
      {failure.sentTerms
        ? 'Your file was received, but processing may not have started. Click Upload again; nothing will be added twice.'
        : 'Nothing was added.'}
    </Note>
  );
}
