import { type ReactNode, useMemo, useState } from 'react';
import { isOpen } from '~/domain/imports/table-questions';
import { NoteField } from './act-fields';
import { PostRowsDialog, type PostRowsProps, type PreviewOfRows } from './post-rows-dialog';
import { isReady, RowsInput, useRowsInput } from './rows-input';
import type { TableColumn } from './table-text';

/** The inputs besides the table. */
const FIELDS = ['memo'];

type RowsDialogProps<Preview extends PreviewOfRows> = PostRowsProps<Preview> & {
  columns: readonly TableColumn[];
  /** What the call takes besides the rows, the same object while nothing of it changes; null while it is incomplete. */
  subject: object | null;
  /** The wells to begin with: a table of them to fill in. */
  codes?: readonly string[];
  /** Fields for it, above the table. */
  children?: ReactNode;
};

/** Takes a table of wells, shows what each row would post and which are refused, and posts all or only those accepted. */
export function RowsDialog<Preview extends PreviewOfRows>({
  columns,
  subject,
  codes = [],
  children,
  ...dialog
}: RowsDialogProps<Preview>) {
  const input = useRowsInput(columns, tableOf(codes, columns));
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
      // The call sees a cell as it was left, and would name a notation that people needn't write.
      reasonOf={({ row, message }) => table?.problems.get(row - 1) ?? message}
      hint={hintOf(input)}
      remedy="Fix the table to post all of it."
    >
      {(errors) => (
        <>
          {children}
          <RowsInput input={input} />
          <NoteField
            label="Memo"
            name="memo"
            maxLength={500}
            help="For rows without a memo or reason of their own."
            value={memo}
            errors={errors.memo}
            onChange={setMemo}
          />
        </>
      )}
    </PostRowsDialog>
  );
}

/** What comes next, in place of a preview. */
function hintOf({ table, file, isAsking, isReading }: ReturnType<typeof useRowsInput>): string {
  return `${nextStep()} to see what each row posts. Nothing is saved until you post.`;

  function nextStep(): string {
    if (isAsking && file.isChosen) return 'Answer what is asked about the file';
    if (table?.asksForColumns) return 'Choose your columns';
    if (isAsking || (table && isOpen(table.questions))) return 'Answer the question above';
    if (isReading || (file.isChosen && !file.rows))
      return `The ${file.isChosen ? 'file' : 'table'} is being read`;
    return 'Paste the rows';
  }
}

/** The titles that a table needs, and a line for each well: its code first, as the columns have it. */
function tableOf(codes: readonly string[], columns: readonly TableColumn[]): string {
  if (codes.length === 0) return '';
  const needed = columns.filter(({ isRequired }) => isRequired);
  const blanks = '\t'.repeat(needed.length - 1);
  const lines = [needed.map(({ title }) => title).join('\t'), ...codes.map((code) => code + blanks)];
  return lines.join('\n');
}
