import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '~/components/ui/button';
import { Note } from '~/components/ui/note';
import { mappingProblems } from '~/domain/imports/map-rows';
import type { ColumnMapping, ImportMapping } from '~/domain/imports/mapping';
import { findTitleRow, findTotalRows, suggestMapping } from '~/domain/imports/suggest-mapping';
import { targetsOf } from '~/domain/imports/targets';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { useFetched } from '~/hooks/use-fetched';
import { useFormat } from '~/hooks/use-format';
import type { ImportProfileView } from '~/schemas/imports/import-mapping';
import { type AddField, ImportColumns } from './import-columns';
import { ImportDefaults } from './import-defaults';
import { fittingProfile, ImportProfiles } from './import-profiles';
import { ImportReview } from './import-review';
import { FileSettings, type RowChoice } from './import-rows';
import { useColumnTexts } from './use-column-texts';
import { useFindings } from './use-findings';
import type { ImportFile } from './use-import-file';

type ImportStepsProps = {
  file: ImportFile;
  customFields: readonly CustomFieldTemplate[];
  today: string;
  onSheet: (sheet: string) => void;
  onAnother: () => void;
  onAddField: AddField;
};

const NO_ROWS: ReadonlySet<number> = new Set();
const NO_PROFILES: ImportProfileView[] = [];
const EMPTY: ImportMapping = { columns: [] };

/** From a file that has been read to what it becomes: its rows, its columns, and the review before anything is saved. */
export function ImportSteps({ file, customFields, today, onSheet, onAnother, onAddField }: ImportStepsProps) {
  const format = useFormat();
  const found = useMemo(() => findTitleRow(file.rows, customFields), [file, customFields]);
  const [headerRow, setHeaderRow] = useState(found);
  const [isHeaderConfirmed, setIsHeaderConfirmed] = useState(found === (file.rows[0]?.row ?? 1));
  const titles = useMemo(() => titlesAt(file, headerRow), [file, headerRow]);
  const [saves, setSaves] = useState(0);
  const { data, error } = useFetched<ImportProfileView[]>('/api/import-profiles', saves);
  // Where they can't be loaded, columns can be chosen without.
  const profiles = data ?? (error ? NO_PROFILES : null);
  const [profile, setProfile] = useState<ImportProfileView | null>(null);
  const [mapping, setMapping] = useState<ImportMapping>(EMPTY);
  const [totals, setTotals] = useState<RowChoice>(null);
  const [hidden, setHidden] = useState<RowChoice>(null);

  const codeAt = mapping.columns.findIndex(({ to }) => to === 'wellCode');
  const totalRows = useMemo(
    () => findTotalRows(file.rows, headerRow, codeAt < 0 ? null : codeAt),
    [file, headerRow, codeAt],
  );
  const hiddenRows = useMemo(() => file.notes.hiddenRows.filter((row) => row > headerRow), [file, headerRow]);
  const skipRows = useMemo(
    () =>
      totals === 'left-out' || hidden === 'left-out'
        ? new Set([...(totals === 'left-out' ? totalRows : []), ...(hidden === 'left-out' ? hiddenRows : [])])
        : NO_ROWS,
    [totals, hidden, totalRows, hiddenRows],
  );

  const texts = useColumnTexts(file, headerRow, skipRows);
  const suggestedFor = useRef<number | null>(null);
  useEffect(() => {
    if (!texts || !profiles || suggestedFor.current === headerRow) return;
    suggestedFor.current = headerRow;
    const fitting = fittingProfile(profiles, titles);
    setProfile(fitting);
    setMapping(suggestMapping(titles, texts, customFields, fitting?.mapping ?? null));
  }, [texts, profiles, headerRow, titles, customFields]);

  const targets = useMemo(() => new Map(targetsOf(customFields).map((one) => [one.id, one])), [customFields]);
  const findings = useFindings(mapping.columns, texts, targets);
  const open = findings?.reduce((sum, one) => sum + (one ? one.questions.length + one.words.length : 0), 0);
  const isDecided =
    isHeaderConfirmed &&
    (totalRows.length === 0 || totals !== null) &&
    (hiddenRows.length === 0 || hidden !== null);
  const problems = mapping === EMPTY ? [] : mappingProblems(mapping, titles, customFields);
  // With what the contents themselves decide.
  const complete = useMemo<ImportMapping | null>(() => {
    if (!findings || mapping === EMPTY || open !== 0 || !isDecided) return null;
    return {
      ...mapping,
      columns: mapping.columns.map((column, at) => ({
        ...column,
        format: findings[at]?.format ?? column.format,
      })),
      headerRow,
      skipRows: [...skipRows],
    };
  }, [findings, mapping, open, isDecided, headerRow, skipRows]);
  const isReady = complete !== null && problems.length === 0;

  const changeColumn = (at: number, column: ColumnMapping) =>
    setMapping((before) => ({ ...before, columns: before.columns.with(at, column) }));

  return (
    <>
      <FileSettings
        file={file}
        headerRow={headerRow}
        isHeaderConfirmed={isHeaderConfirmed}
        onHeaderRow={(row) => {
          setHeaderRow(row);
          setIsHeaderConfirmed(true);
        }}
        totalRows={totalRows}
        totals={totals}
        onTotals={setTotals}
        hiddenRows={hiddenRows}
        hidden={hidden}
        onHidden={setHidden}
        onSheet={onSheet}
        onAnother={onAnother}
      />
      {mapping === EMPTY || !texts ? (
        <p role="status" className="text-muted">
          Looking at the columns…
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
              mapping={complete ? { ...complete, headerRow: undefined, skipRows: undefined } : null}
              titles={titles}
              onChoose={(next) => {
                setProfile(next);
                setMapping(suggestMapping(titles, texts, customFields, next?.mapping ?? null));
              }}
              onSaved={(saved) => {
                setProfile(saved);
                setSaves((before) => before + 1);
              }}
            />
            <ImportColumns
              columns={mapping.columns}
              texts={texts}
              findings={findings}
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
                {(open ?? 0) > 0 && (
                  <li>
                    Answer{' '}
                    {open === 1 ? 'the open question' : `the ${format.integer(open ?? 0)} open questions`}{' '}
                    about columns.
                  </li>
                )}
                {problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
                {!findings && <li>The columns are being looked at.</li>}
              </ul>
            </Note>
          )}
          {isReady && (
            <ImportReview
              file={file}
              titles={titles}
              mapping={complete}
              customFields={customFields}
              today={today}
            />
          )}
        </>
      )}
      <div>
        <Button onClick={onAnother}>Choose Another File</Button>
      </div>
    </>
  );
}

/** Columns without a title are named by their letter, so that they can be spoken of. */
function titlesAt({ rows, width }: ImportFile, headerRow: number): string[] {
  const cells = rows.find(({ row }) => row === headerRow)?.cells ?? [];
  return Array.from({ length: width }, (_, at) => cells[at]?.replace(/\s+/g, ' ').trim() ?? '');
}
