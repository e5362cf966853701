import Download from 'lucide-react/icons/download';
import { Button } from '~/components/ui/button';
import { saveCsvTable } from '~/hooks/csv-file';
import type { Refusal } from './use-row-verdicts';

export type FailedRows = {
  refusals: readonly Refusal[];
  /** The file's own titles, and the cells of a row below them. */
  titles: readonly string[];
  cellsOf: (row: number) => readonly string[];
};

/** Downloads the failed rows in the file's own columns, each with its error, to be corrected and imported again. */
export function FailedRowsButton({ refusals, titles, cellsOf, today }: FailedRows & { today: string }) {
  if (refusals.length === 0) return null;
  const save = () =>
    saveCsvTable(`import_failed_${today}.csv`, [...titles, 'row', 'error'], refusals, ({ row, error }) => {
      const cells = cellsOf(row);
      return [...titles.map((_, at) => cells[at] ?? ''), row, error];
    });
  return (
    <Button icon={<Download aria-hidden="true" className="size-4" />} onClick={save}>
      Download Failed Rows
    </Button>
  );
}
