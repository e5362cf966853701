import Download from 'lucide-react/icons/download';
import { type CsvValue, saveCsvTable } from '~/hooks/csv-file';
import { useExport } from '~/hooks/use-export';
import { Button, type ButtonProps } from './button';

/** The columns of a file, by title. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvValue>>;

/** Saves rows as a CSV file: what a table shows, as far as its filters let through and in its order. */
export function CsvButton<Row>({
  what,
  fileName,
  columns,
  rows,
  ...button
}: Omit<ButtonProps, 'onClick' | 'pending'> & {
  /** What the rows are, as the messages say it: "Members". */
  what: string;
  /** Without its ending. */
  fileName: string;
  columns: CsvColumns<Row>;
  /** The rows, or how they are fetched where not all are here. */
  rows: readonly Row[] | (() => Promise<readonly Row[]>);
}) {
  const failure = `Failed to export ${what.charAt(0).toLowerCase()}${what.slice(1)}`;
  const { run, pending } = useExport<Row[]>({
    success: `${what} exported successfully`,
    fetchFailure: failure,
    exportFailure: failure,
  });
  const cells = Object.values(columns);
  const save = () =>
    void run(
      async () => [...(typeof rows === 'function' ? await rows() : rows)],
      (list) =>
        saveCsvTable(`${fileName}.csv`, Object.keys(columns), list, (row) => cells.map((cell) => cell(row))),
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

/** The name of a file of what is shown today, in UTC as everywhere. */
export function datedName(name: string): string {
  return `${name}-${new Date().toISOString().slice(0, 10)}`;
}
