import Download from 'lucide-react/icons/download';
import { type CsvValue, saveCsvTable } from '~/hooks/csv-file';
import { useExport } from '~/hooks/use-export';
import { Button, type ButtonProps } from './button';

/** Columns of the CSV file, keyed by title. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvValue>>;

/** Downloads rows as CSV: the table's contents with its current filters and sort order. */
export function CsvButton<Row>({
  subject,
  fileName,
  columns,
  rows,
  ...button
}: Omit<ButtonProps, 'onClick' | 'pending'> & {
  /** Name of the rows in messages: "Members". */
  subject: string;
  /** File name without the extension. */
  fileName: string;
  columns: CsvColumns<Row>;
  /** The rows, or a function that fetches them when not all are loaded. */
  rows: readonly Row[] | (() => Promise<readonly Row[]>);
}) {
  const failure = `Failed to export ${subject.charAt(0).toLowerCase()}${subject.slice(1)}`;
  const { run, pending } = useExport<Row[]>({
    success: `${subject} exported successfully`,
    fetchFailure: failure,
    exportFailure: failure,
  });
  const cells = Object.values(columns);
  const save = () =>
    void run(
      async () => [...(typeof rows === 'function' ? await rows() : rows)],
      (loadedRows) =>
        saveCsvTable(`${fileName}.csv`, Object.keys(columns), loadedRows, (row) =>
          cells.map((cell) => cell(row)),
        ),
    );
  return (
    <Button
      icon={<Download aria-hidden="true" className="size-4" />}
      {...button}
      pending={pending}
      onClick={save}
    >
      {button.children ?? 'Download CSV'}
    </Button>
  );
}

/** File name with today's date in UTC. */
export function addDateToName(name: string): string {
  return `${name}-${new Date().toISOString().slice(0, 10)}`;
}
