import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '~/components/ui/button';
import { hasUnanswered } from '~/domain/imports/table-questions';
import { type Api, useMutation } from '~/hooks/use-api';
import { NoteField } from './act-fields';
import { PostRowsDialog, type PostRowsProps, type RowsPreview } from './post-rows-dialog';
import { isReady, RowsInput, useRowsInput } from './rows-input';
import type { TableColumn } from './table-text';

/** Inputs other than the table. */
const FIELDS = ['memo'];

type RowsDialogProps<Preview extends RowsPreview> = PostRowsProps<Preview> & {
  columns: readonly TableColumn[];
  /** Request body without the rows, the same object while unchanged; null while incomplete. */
  subject: object | null;
  /** Wells to start with: prefills a table to complete. */
  codes?: readonly string[];
  /** Fills in the table from the books: its button, and the rows for those wells, or for all, in the order of the required columns. */
  fill?: {
    label: string;
    failure: string;
    fetchRows: (api: Api, codes: readonly string[]) => Promise<string[][]>;
  };
  /** Fields shown above the table. */
  children?: ReactNode;
};

/** Accepts a table of wells, previews what each row would post and which are refused, and posts all rows or the accepted ones. */
export function RowsDialog<Preview extends RowsPreview>({
  columns,
  subject,
  codes = [],
  fill,
  children,
  ...dialog
}: RowsDialogProps<Preview>) {
  const [emptyTable] = useState(() =>
    formatTable(
      codes.map((code) => [code]),
      columns,
    ),
  );
  const input = useRowsInput(columns, emptyTable);
  const [memo, setMemo] = useState('');
  const { table } = input;
  const request = useMemo(
    () => (isReady(table) && subject ? { ...subject, rows: table.rows } : null),
    [table, subject],
  );
  return (
    <PostRowsDialog<Preview>
      {...dialog}
      request={request}
      notes={{ memo }}
      fieldNames={FIELDS}
      lineOf={(row) => table?.lines[row - 1] ?? row}
      // The server sees the cell as typed, so its message would ask for a format users don't have to use.
      reasonOf={({ row, message }) => table?.problems.get(row - 1) ?? message}
      hint={getHint(input)}
      remedy="Fix the table to post every row."
    >
      {(errors) => (
        <>
          {children}
          <RowsInput
            input={input}
            fill={
              fill && (
                <FillButton
                  fill={fill}
                  {...{ input, codes, columns, emptyTable }}
                  isPostable={subject !== null}
                />
              )
            }
          />
          <NoteField
            label="Memo"
            name="memo"
            maxLength={500}
            help="Used for rows without their own memo or reason."
            value={memo}
            errors={errors.memo}
            onChange={setMemo}
          />
        </>
      )}
    </PostRowsDialog>
  );
}

/** Replaces rows it filled in before, but never rows that were typed or pasted. */
function FillButton({
  fill: { label, failure, fetchRows },
  input: { text, setText, file, resetAnswers },
  codes,
  columns,
  emptyTable,
  isPostable,
}: {
  fill: NonNullable<RowsDialogProps<RowsPreview>['fill']>;
  input: ReturnType<typeof useRowsInput>;
  codes: readonly string[];
  columns: readonly TableColumn[];
  emptyTable: string;
  isPostable: boolean;
}) {
  const { run, pending } = useMutation({ failure, successTitle: null, reloads: false });
  const [filledText, setFilledText] = useState(emptyTable);
  const hasOwnText = text.trim() !== '' && text !== filledText && text !== emptyTable;
  const fillTable = async () => {
    const outcome = await run((api) => fetchRows(api, codes));
    if (!outcome.ok) return;
    const table = formatTable(outcome.value, columns);
    resetAnswers();
    // Keep what was typed while the rows were loading.
    setText((current) => (current === text ? table : current));
    setFilledText(table);
  };
  return (
    <Button
      pending={pending}
      disabledReason={
        (hasOwnText || file.isChosen ? 'Remove the current rows first' : null) ??
        (isPostable ? null : 'Enter the date first')
      }
      onClick={() => void fillTable()}
    >
      {label}
    </Button>
  );
}

/** The next step, shown instead of a preview. */
function getHint({ table, file, isAsking, isReading }: ReturnType<typeof useRowsInput>): string {
  return `${nextStep()} to see what each row posts. Nothing is saved until you post.`;

  function nextStep(): string {
    if (isAsking && file.isChosen) return 'Answer the questions about the file';
    if (table?.asksForColumns) return 'Choose your columns';
    if (isAsking || (table && hasUnanswered(table.questions))) return 'Answer the question above';
    if (isReading || (file.isChosen && !file.rows))
      return `The ${file.isChosen ? 'file' : 'table'} is being read`;
    return 'Paste the rows';
  }
}

/** Required titles and a line per well: values in column order, starting with the code, and blanks for the rest. */
function formatTable(rows: readonly (readonly string[])[], columns: readonly TableColumn[]): string {
  if (rows.length === 0) return '';
  const requiredColumns = columns.filter(({ isRequired }) => isRequired);
  const lines = rows.map((row) => requiredColumns.map((_, index) => row[index] ?? ''));
  return [requiredColumns.map(({ title }) => title), ...lines].map((cells) => cells.join('\t')).join('\n');
}
