import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import { useEffect, useRef } from 'react';
import { Button } from '~/components/ui/button';
import { RadioGroup } from '~/components/ui/choice';
import { Field } from '~/components/ui/field';
import { Note } from '~/components/ui/note';
import { Progress } from '~/components/ui/progress';
import { Select } from '~/components/ui/select';
import { TITLE_LINES } from '~/domain/files/title-lines';
import { useFormat } from '~/hooks/use-format';
import { errorCellsText, formulaCellsText, sizeText } from './count-texts';
import type { ImportFile } from './use-import-file';

/** What becomes of rows that are perhaps not meant. */
type RowChoice = 'left-out' | 'kept';
type RowKind = 'totals' | 'repeats' | 'hidden';

/** Rows that the person decides about together, at least one. */
export type RowsInQuestion = { kind: RowKind; rows: readonly number[] };

export const NO_CHOICES: Record<RowKind, RowChoice | null> = { totals: null, repeats: null, hidden: null };

const QUESTIONS: Record<RowKind, { one: string; many: string; kept: string }> = {
  totals: {
    one: 'looks like a total or a remark. Import as wells?',
    many: 'look like totals or remarks. Import as wells?',
    kept: 'Import as wells',
  },
  repeats: {
    one: 'repeats an earlier row in every cell. Import it again?',
    many: 'repeat earlier rows in every cell. Import them again?',
    kept: 'Import again, as further layers',
  },
  hidden: {
    one: 'is hidden in the sheet. Import?',
    many: 'are hidden in the sheet. Import?',
    kept: 'Import hidden rows too',
  },
};

const SHOWN_ROWS = 5;

type FileSettingsProps = {
  file: ImportFile;
  headerRow: number;
  isHeaderConfirmed: boolean;
  onHeaderRow: (row: number) => void;
  inQuestion: readonly RowsInQuestion[];
  choices: Record<RowKind, RowChoice | null>;
  onChoose: (kind: RowKind, choice: RowChoice) => void;
  onSheet: (sheet: string) => void;
  onAnother: () => void;
};

/** The file, its sheet, and which of its rows are titles and wells. */
export function FileSettings(props: FileSettingsProps) {
  const { file, headerRow, isHeaderConfirmed, inQuestion, choices, onChoose } = props;
  const { merges, formulas, errors, encoding } = file.notes;
  const format = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  // The field that the file was chosen with is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const headerOptions = file.rows.slice(0, TITLE_LINES).map(({ row, cells }) => ({
    value: String(row),
    label: `Row ${row}: ${cells.filter(Boolean).slice(0, 4).join(', ').slice(0, 60)}`,
  }));
  return (
    <section aria-label="File" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <FileSpreadsheet aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <div className="min-w-0 grow">
          <h3 ref={heading} tabIndex={-1} className="font-semibold [overflow-wrap:anywhere]">
            {file.source.name}
          </h3>
          {file.isWhole ? (
            <p className="text-xs text-muted tabular-nums">
              {sizeText(file.rows.length, file.width, format)}
            </p>
          ) : (
            <div className="flex max-w-sm flex-col gap-1.5">
              <p role="status" className="text-xs text-muted">
                Reading the rest of the file. You can match its columns meanwhile.
              </p>
              <Progress label="Rest of the file" />
            </div>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-start gap-4">
        {file.sheets.length > 1 && (
          <Field label="Sheet" className="w-60">
            {(control) => (
              <Select
                {...control}
                value={file.sheet ?? ''}
                options={file.sheets.map((name) => ({ value: name, label: name }))}
                onChange={(event) => props.onSheet(event.target.value)}
              />
            )}
          </Field>
        )}
        <Field
          label="Column titles"
          className="w-96 max-w-full"
          help={isHeaderConfirmed ? undefined : 'The titles aren’t in the first row. Is this the right one?'}
        >
          {(control) => (
            <Select
              {...control}
              value={String(headerRow)}
              options={headerOptions}
              onChange={(event) => props.onHeaderRow(Number(event.target.value))}
            />
          )}
        </Field>
        {!isHeaderConfirmed && (
          <Button className="mt-6" onClick={() => props.onHeaderRow(headerRow)}>
            Yes, Row {headerRow} Has the Titles
          </Button>
        )}
      </div>
      {inQuestion.map(({ kind, rows }) => (
        <RadioGroup
          key={kind}
          legend={`${rowsText(rows)} ${rows.length === 1 ? QUESTIONS[kind].one : QUESTIONS[kind].many}`}
          name={kind}
          value={choices[kind] ?? undefined}
          onChange={(choice) => onChoose(kind, choice)}
          choices={[
            { value: 'left-out' as const, label: 'Leave out' },
            { value: 'kept' as const, label: QUESTIONS[kind].kept },
          ]}
        />
      ))}
      {((file.isWhole && (merges > 0 || errors > 0)) || encoding) && (
        <Note tone="warning" title="About this file">
          <ul className="flex list-disc flex-col gap-0.5 pl-4">
            {file.isWhole && merges > 0 && (
              <li>
                The sheet has merged cells. Only the first cell of each has the value; the others are blank.
              </li>
            )}
            {file.isWhole && errors > 0 && <li>{errorCellsText(errors, format)}</li>}
            {encoding && (
              <li>
                The file isn’t UTF-8 and was read as {encoding}. Check letters such as é and ø in the names.
              </li>
            )}
          </ul>
        </Note>
      )}
      {file.isWhole && formulas > 0 && (
        <p className="text-xs text-muted">{formulaCellsText(formulas, format)}</p>
      )}
    </section>
  );
}

function rowsText(rows: readonly number[]): string {
  const shown = rows.slice(0, SHOWN_ROWS).join(', ');
  if (rows.length === 1) return `Row ${shown}`;
  return rows.length > SHOWN_ROWS ? `Rows ${shown} and ${rows.length - SHOWN_ROWS} more` : `Rows ${shown}`;
}
