import { type ReactNode, useMemo, useState } from 'react';
import { PostRowsDialog, type PostRowsProps, type PreviewOfRows } from './post-rows-dialog';
import { isReady, NO_SOURCE, RowsInput, type RowsSource, useTable } from './rows-input';
import type { DateOrder, TableColumn } from './table-text';

type RowsDialogProps<Preview extends PreviewOfRows> = PostRowsProps<Preview> & {
  columns: readonly TableColumn[];
  /** What the call takes besides the rows, the same object while nothing of it changes; null while it is incomplete. */
  subject: object | null;
  /** Fields for it, above the table. */
  children?: ReactNode;
};

/** Takes a table of wells, shows what each row would post and which are refused, and posts all or only those accepted. */
export function RowsDialog<Preview extends PreviewOfRows>({
  columns,
  subject,
  children,
  ...dialog
}: RowsDialogProps<Preview>) {
  const [source, setSource] = useState<RowsSource>(NO_SOURCE);
  const [dateOrder, setDateOrder] = useState<DateOrder>('month-first');
  const table = useTable(source, columns, dateOrder);
  const request = useMemo(
    () => (isReady(table) && subject ? { ...subject, rows: table.rows } : null),
    [table, subject],
  );
  return (
    <PostRowsDialog<Preview>
      {...dialog}
      request={request}
      lineOf={(row) => table?.lines[row - 1] ?? row}
      hint="Paste the rows to see what each one posts. Nothing is saved until you post."
      remedy="Fix the table to post all of it."
    >
      {() => (
        <>
          {children}
          <RowsInput
            columns={columns}
            source={source}
            onChange={setSource}
            table={table}
            dateOrder={dateOrder}
            onDateOrder={setDateOrder}
          />
        </>
      )}
    </PostRowsDialog>
  );
}
