import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { Note } from '~/components/ui/note';
import { Select } from '~/components/ui/select';
import { FileNotes } from './file-notes';
import { RowQuestions, type RowWords } from './row-questions';
import type { TableFile } from './use-table-file';

const WORDS: RowWords = {
  totals: {
    one: 'looks like a total or a remark. Use it as a row?',
    many: 'look like totals or remarks. Use them as rows?',
    kept: 'Use as rows',
  },
  repeats: {
    one: 'repeats another row in every cell. Use it again?',
    many: 'repeat other rows in every cell. Use them again?',
    kept: 'Use again',
  },
  hidden: {
    one: 'is hidden in the sheet. Use it?',
    many: 'are hidden in the sheet. Use them?',
    kept: 'Use hidden rows too',
  },
};

/** Asks about table rows that may not be data. */
export function TableRowQuestions({
  table: { inQuestion, choices, onChoose },
}: {
  table: Pick<TableFile, 'inQuestion' | 'choices' | 'onChoose'>;
}) {
  return <RowQuestions inQuestion={inQuestion} choices={choices} words={WORDS} onChoose={onChoose} />;
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
      {file && <FileNotes file={file} errors="Correct them in the file where the table uses them." />}
      {problem && <Note tone="danger" title={problem} />}
    </>
  );
}

function nameOf(state: TableFile['state']): string {
  if (state.kind === 'reading') return state.name;
  if (state.kind === 'sheets') return state.source.name;
  return state.kind === 'read' ? state.file.source.name : '';
}
