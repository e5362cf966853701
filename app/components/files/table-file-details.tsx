import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { Note } from '~/components/ui/note';
import { Select } from '~/components/ui/select';
import { FileNotes } from './file-notes';
import { RowQuestions, type RowQuestionTexts } from './row-questions';
import type { TableFile } from './use-table-file';

const TEXTS: RowQuestionTexts = {
  totals: {
    one: 'looks like a total or a note. Use it as a row?',
    many: 'look like totals or notes. Use them as rows?',
    keepLabel: 'Use as rows',
    keepOneLabel: 'Use as a row',
  },
  repeats: {
    one: 'is identical to another row. Use it again?',
    many: 'are identical to other rows. Use them again?',
    keepLabel: 'Use again',
  },
  hidden: {
    one: 'is hidden in the sheet. Use it?',
    many: 'are hidden in the sheet. Use them?',
    keepLabel: 'Use hidden rows too',
    keepOneLabel: 'Use the hidden row too',
  },
};

/** Asks about table rows that may not be data. */
export function TableRowQuestions({
  table: { suspectRows, choices, onChoose },
}: {
  table: Pick<TableFile, 'suspectRows' | 'choices' | 'onChoose'>;
}) {
  return <RowQuestions suspectRows={suspectRows} choices={choices} texts={TEXTS} onChoose={onChoose} />;
}

/** A chosen file: its name, and the questions and notes to show before its rows are used. */
export function TableFileDetails({ table, onRemove }: { table: TableFile; onRemove: () => void }) {
  const { state, file, problem } = table;
  const sheets = state.kind === 'sheets' ? state.sheets : (file?.sheets ?? []);
  return (
    <>
      {table.isChosen && (
        <div className="flex flex-wrap items-center gap-2 rounded-md bg-sunken px-3 py-2">
          <span className="min-w-0 truncate font-medium">{nameOf(state)}</span>
          {!file && state.kind !== 'sheets' && (
            <span role="status" className="text-muted">
              Reading…
            </span>
          )}
          <Button onClick={onRemove}>Remove</Button>
        </div>
      )}
      {sheets.length > 1 && (
        <Field
          label="Sheet"
          className="w-60 max-w-full"
          help={state.kind === 'sheets' ? 'Several sheets have data. Which one has the rows?' : undefined}
        >
          {(control) => (
            <Select
              {...control}
              value={file?.sheet ?? ''}
              options={[
                ...(file ? [] : [{ value: '', label: 'Choose a sheet' }]),
                ...sheets.map((name) => ({ value: name, label: name })),
              ]}
              onChange={(event) => event.target.value && table.onSheet(event.target.value)}
            />
          )}
        </Field>
      )}
      <TableRowQuestions table={table} />
      {file && <FileNotes file={file} errors="If the table uses these cells, correct them in the file." />}
      {problem && <Note tone="danger" title={problem} />}
    </>
  );
}

function nameOf(state: TableFile['state']): string {
  if (state.kind === 'reading') return state.name;
  if (state.kind === 'sheets') return state.source.name;
  return state.kind === 'read' ? state.file.source.name : '';
}
