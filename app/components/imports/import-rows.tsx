import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import { useEffect, useRef } from 'react';
import { FileNotes } from '~/components/files/file-notes';
import {
  type RowChoice,
  type RowChoices,
  RowQuestions,
  type RowQuestionTexts,
} from '~/components/files/row-questions';
import type { SheetFile } from '~/components/files/use-sheet-file';
import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { Progress } from '~/components/ui/progress';
import { Select } from '~/components/ui/select';
import { TITLE_LINES } from '~/domain/files/title-lines';
import type { RowKind, SuspectRows } from '~/domain/imports/suspect-rows';
import { countOf } from '~/hooks/count-of';
import { useFormat } from '~/hooks/use-format';

const QUESTIONS: RowQuestionTexts = {
  totals: {
    one: 'looks like a total or a note. Import it as a well?',
    many: 'look like totals or notes. Import them as wells?',
    keepLabel: 'Import as wells',
    keepOneLabel: 'Import as a well',
  },
  repeats: {
    one: 'is identical to another row. Import it again?',
    many: 'are identical to other rows. Import them again?',
    keepLabel: 'Import again as additional layers',
    keepOneLabel: 'Import again as an additional layer',
  },
  hidden: {
    one: 'is hidden in the sheet. Import it?',
    many: 'are hidden in the sheet. Import them?',
    keepLabel: 'Import hidden rows too',
    keepOneLabel: 'Import the hidden row too',
  },
};

type FileSettingsProps = {
  file: SheetFile;
  headerRow: number;
  isHeaderConfirmed: boolean;
  onHeaderRow: (row: number) => void;
  suspectRows: readonly SuspectRows[];
  choices: RowChoices;
  onChoose: (kind: RowKind, choice: RowChoice) => void;
  onSheet: (sheet: string) => void;
  onAnother: () => void;
};

/** The file, its sheet, and which of its rows are titles and wells. */
export function FileSettings(props: FileSettingsProps) {
  const { file, headerRow, isHeaderConfirmed, suspectRows, choices, onChoose } = props;
  const format = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  // The file input that had focus is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const firstWell = file.rows.findIndex(({ row }) => row > headerRow);
  const wellRows = firstWell === -1 ? 0 : file.rows.length - firstWell;
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
              {countOf(wellRows, 'row', format)}, {countOf(file.width, 'column', format)}
            </p>
          ) : (
            <div className="flex max-w-sm flex-col gap-1.5">
              <p role="status" className="text-xs text-muted">
                Reading the rest of the file. You can match its columns now.
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
      <RowQuestions suspectRows={suspectRows} choices={choices} texts={QUESTIONS} onChoose={onChoose} />
      <FileNotes file={file} errors="Rows with such a cell in a matched column are skipped." />
    </section>
  );
}
