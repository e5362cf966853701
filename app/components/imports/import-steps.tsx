import { useEffect, useMemo, useRef, useState } from 'react';
import { leftOutRows, NO_CHOICES } from '~/components/files/row-questions';
import type { SheetFile } from '~/components/files/use-sheet-file';
import { Button } from '~/components/ui/button';
import { Note } from '~/components/ui/note';
import type { ColumnTexts } from '~/domain/imports/column-questions';
import { mappingProblems } from '~/domain/imports/map-rows';
import type { ColumnMapping, ImportMapping } from '~/domain/imports/mapping';
import { addMeanings, findTitleRow, suggestMapping, withLayerType } from '~/domain/imports/suggest-mapping';
import {
  findHiddenRows,
  findRepeatedRows,
  findTotalRows,
  type SuspectRows,
} from '~/domain/imports/suspect-rows';
import { targetsOf } from '~/domain/imports/targets';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { reportBadInput } from '~/hooks/bad-input';
import { useFetched } from '~/hooks/use-fetched';
import { useFormat } from '~/hooks/use-format';
import { useLeaveWarning } from '~/hooks/use-leave-warning';
import { useSlicedWork } from '~/hooks/use-sliced-work';
import type { ImportProfileView } from '~/schemas/imports/import-mapping';
import { type AddField, ImportColumns } from './import-columns';
import { ImportDefaults } from './import-defaults';
import { findMatchingProfile, ImportProfiles } from './import-profiles';
import { ImportReview, type ImportReviewProps, NO_ANSWERS } from './import-review';
import { FileSettings } from './import-rows';
import { useColumnTexts } from './use-column-texts';
import { useFindings } from './use-findings';

export type ImportStepsProps = {
  file: SheetFile;
  customFields: readonly CustomFieldTemplate[];
  today: string;
  onSheet: (sheet: string) => void;
  onAnother: () => void;
  onAddField: AddField;
  onImport: ImportReviewProps['onImport'];
};

const NO_ROWS: readonly number[] = [];
const NO_PROFILES: ImportProfileView[] = [];
const EMPTY: ImportMapping = { columns: [] };

/** Steps from a parsed file to the rows to import: its rows, its columns, and a review before anything is saved. */
export function ImportSteps(props: ImportStepsProps) {
  const { file, customFields, today, onSheet, onAnother, onAddField, onImport } = props;
  const format = useFormat();
  const root = useRef<HTMLDivElement>(null);
  const suggestedTitleRow = useMemo(() => findTitleRow(file.rows, customFields), [file, customFields]);
  const [headerRow, setHeaderRow] = useState(suggestedTitleRow);
  // Kept here, because remapping a column unmounts the review until the column has been examined.
  const [answers, setAnswers] = useState(NO_ANSWERS);
  const [isHeaderConfirmed, setIsHeaderConfirmed] = useState(suggestedTitleRow === (file.rows[0]?.row ?? 1));
  const titles = useMemo(() => titlesAt(file, headerRow), [file, headerRow]);
  const { data, error, refresh } = useFetched<ImportProfileView[]>('/api/import-profiles');
  // If profiles can't be loaded, columns can be mapped without them.
  const profiles = data ?? (error ? NO_PROFILES : null);
  const [profile, setProfile] = useState<ImportProfileView | null>(null);
  const [mapping, setMapping] = useState<ImportMapping>(EMPTY);
  const [choices, setChoices] = useState(NO_CHOICES);

  const codeIndex = mapping.columns.findIndex(({ to }) => to === 'wellCode');
  const codeAt = codeIndex < 0 ? null : codeIndex;
  const totalRows = useSlicedWork(file.isWhole ? () => findTotalRows(file.rows, headerRow, codeAt) : null, [
    file,
    headerRow,
    codeAt,
  ]);
  const repeatedRows = useSlicedWork(
    file.isWhole ? () => findRepeatedRows(file.rows, headerRow, codeAt, file.notes.hiddenRows) : null,
    [file, headerRow, codeAt],
  );
  const suspectRows = useMemo<SuspectRows[]>(
    () =>
      [
        { kind: 'totals' as const, rows: totalRows.value ?? NO_ROWS },
        { kind: 'repeats' as const, rows: repeatedRows.value ?? NO_ROWS },
        {
          kind: 'hidden' as const,
          rows: file.isWhole ? findHiddenRows(file.rows, headerRow, file.notes.hiddenRows) : NO_ROWS,
        },
      ].filter(({ rows }) => rows.length > 0),
    [file, headerRow, totalRows.value, repeatedRows.value],
  );
  const skipRows = useMemo(() => leftOutRows(suspectRows, choices), [suspectRows, choices]);

  const targets = useMemo(
    () => new Map(targetsOf(customFields).map((target) => [target.id, target])),
    [customFields],
  );
  const columnTexts = useColumnTexts(file, headerRow, skipRows);
  const { texts } = columnTexts;
  const suggestedFor = useRef<{ headerRow: number; texts: readonly ColumnTexts[] } | null>(null);
  useEffect(() => {
    if (!texts || !profiles || suggestedFor.current?.headerRow === headerRow) return;
    suggestedFor.current = { headerRow, texts };
    const fitting = findMatchingProfile(profiles, titles);
    setProfile(fitting);
    setMapping(suggestMapping(titles, texts, customFields, fitting?.mapping ?? null));
  }, [texts, profiles, headerRow, titles, customFields]);
  const isCounted = file.isWhole && columnTexts.isCurrent;
  useEffect(() => {
    const suggested = suggestedFor.current;
    // A profile's meanings were given by a user, so the user is asked only about what it lacks.
    if (!isCounted || !texts || !suggested || suggested.texts === texts || profile) return;
    suggestedFor.current = { headerRow, texts };
    setMapping((before) => addMeanings(before, targets, suggested.texts, texts));
  }, [isCounted, texts, headerRow, profile, targets]);
  // Later rows may be wider than the first ones.
  const columns = useMemo(
    () => (mapping.columns === EMPTY.columns ? EMPTY.columns : columnsOf(mapping.columns, titles)),
    [mapping.columns, titles],
  );

  const findings = useFindings(columns, texts, targets);
  const isExamined = isCounted && findings.isCurrent;
  const openQuestions = findings.list.reduce(
    (sum, column) => sum + (column ? column.questions.length + column.words.length : 0),
    0,
  );
  const isDecided = isHeaderConfirmed && suspectRows.every(({ kind }) => choices[kind] !== null);
  const isSearched = totalRows.isCurrent && repeatedRows.isCurrent;
  const problems = mapping === EMPTY ? [] : mappingProblems(mapping, titles, customFields);
  // Adds the formats that the contents determine.
  const completeMapping = useMemo<ImportMapping | null>(() => {
    if (!isExamined || !isSearched || mapping === EMPTY || openQuestions !== 0 || !isDecided) return null;
    return {
      ...mapping,
      columns: columns.map((column, at) => ({
        ...column,
        format: findings.list[at]?.format ?? column.format,
      })),
      headerRow,
      skipRows: [...skipRows],
    };
  }, [
    isExamined,
    isSearched,
    mapping,
    columns,
    findings.list,
    openQuestions,
    isDecided,
    headerRow,
    skipRows,
  ]);
  const isReady = completeMapping !== null && problems.length === 0;

  // Once ready, the review has its own warning.
  useLeaveWarning(mapping !== EMPTY && !isReady);

  const changeColumn = (at: number, column: ColumnMapping) =>
    setMapping((before) =>
      withLayerType({ ...before, columns: columnsOf(before.columns, titles).with(at, column) }),
    );

  return (
    <div ref={root} className="contents">
      <FileSettings
        file={file}
        headerRow={headerRow}
        isHeaderConfirmed={isHeaderConfirmed}
        onHeaderRow={(row) => {
          setHeaderRow(row);
          setIsHeaderConfirmed(true);
        }}
        suspectRows={suspectRows}
        choices={choices}
        onChoose={(kind, choice) => setChoices((before) => ({ ...before, [kind]: choice }))}
        onSheet={onSheet}
        onAnother={onAnother}
      />
      {mapping === EMPTY || !texts ? (
        <p role="status" className="text-muted">
          Checking the columns…
        </p>
      ) : (
        <>
          <section aria-labelledby="import-columns" className="flex flex-col gap-3">
            <h3 id="import-columns" className="text-base font-semibold">
              Columns
            </h3>
            <ImportProfiles
              profiles={profiles ?? []}
              profile={profile}
              mapping={
                completeMapping ? { ...completeMapping, headerRow: undefined, skipRows: undefined } : null
              }
              titles={titles}
              onChoose={(next) => {
                setProfile(next);
                setMapping(suggestMapping(titles, texts, customFields, next?.mapping ?? null));
              }}
              onSaved={(saved) => {
                setProfile(saved);
                refresh();
              }}
            />
            <ImportColumns
              columns={columns}
              texts={texts}
              findings={findings.list}
              customFields={customFields}
              targets={targets}
              onChange={changeColumn}
              onAddField={onAddField}
            />
            <ImportDefaults mapping={mapping} onChange={setMapping} />
          </section>
          {!isReady && (
            <Note tone="warning" title="Before the rows can be checked">
              <ul className="flex list-disc flex-col gap-0.5 pl-4">
                {!isDecided && <li>Answer the questions about rows above.</li>}
                {openQuestions > 0 && (
                  <li>
                    Answer{' '}
                    {openQuestions === 1
                      ? 'the open question'
                      : `the ${format.integer(openQuestions)} open questions`}{' '}
                    about columns.
                  </li>
                )}
                {problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
                {!file.isWhole && <li>The rest of the file is being read.</li>}
                {file.isWhole && !(isExamined && isSearched) && <li>The columns are being checked.</li>}
              </ul>
            </Note>
          )}
          {isReady && (
            <ImportReview
              file={file}
              titles={titles}
              mapping={completeMapping}
              customFields={customFields}
              today={today}
              answers={answers}
              onAnswer={(answer) => setAnswers((before) => ({ ...before, ...answer }))}
              onImport={(...rows) => reportBadInput(root.current!) || onImport(...rows)}
            />
          )}
        </>
      )}
      <div>
        <Button onClick={onAnother}>Choose Another File</Button>
      </div>
    </div>
  );
}

function columnsOf(columns: readonly ColumnMapping[], titles: readonly string[]): ColumnMapping[] {
  return titles.map((title, at) => columns[at] ?? { title, to: null });
}

/** Titles in the header row, with whitespace collapsed; blank for columns without one. */
function titlesAt({ rows, width }: SheetFile, headerRow: number): string[] {
  const cells = rows.find(({ row }) => row === headerRow)?.cells ?? [];
  return Array.from({ length: width }, (_, at) => cells[at]?.replace(/\s+/g, ' ').trim() ?? '');
}
