import { addDateToName, CsvButton } from '~/components/ui/csv-button';
import { Note } from '~/components/ui/note';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import { countOf } from '~/hooks/count-of';
import { useFormat } from '~/hooks/use-format';
import type { RowRefusal } from '~/schemas/books/well-rows';
import { buildNameColumns } from './row-columns';

/** Rows that would not be posted, with reasons. */
export function RefusedRows({
  refusals,
  noun,
  lineOf,
  reasonOf = ({ message }) => message,
}: {
  refusals: RowRefusal[];
  /** `well` when the user entered no rows, such as for a whole field. */
  noun: 'row' | 'well';
  /** A row's line in the table, numbered as in a spreadsheet. */
  lineOf: (row: number) => number;
  reasonOf?: (refusal: RowRefusal) => string;
}) {
  const format = useFormat();
  const columns: Column<RowRefusal>[] = [
    ...buildNameColumns<RowRefusal>(format, noun === 'row' ? lineOf : null),
    { id: 'message', header: 'Reason', width: 40, cell: (refusal) => format.message(reasonOf(refusal)) },
  ];
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <Note
          tone="warning"
          className="grow"
          title={`${countOf(refusals.length, noun, format)} ${refusals.length === 1 ? 'has an error. Nothing changes for it.' : 'have errors. Nothing changes for them.'}`}
        />
        <CsvButton
          subject={`Failed ${noun}s`}
          fileName={addDateToName(`aro-failed-${noun}s`)}
          columns={{
            ...(noun === 'row' && { row: ({ row }: RowRefusal) => lineOf(row) }),
            wellCode: ({ wellCode }: RowRefusal) => wellCode,
            message: reasonOf,
          }}
          rows={refusals}
        >
          Download Failed {noun === 'row' ? 'Rows' : 'Wells'}
        </CsvButton>
      </div>
      <VirtualTable
        label={`Failed ${noun}s`}
        columns={columns}
        rows={refusals}
        rowKey={({ row }) => String(row)}
        className="max-h-56!"
      />
    </div>
  );
}
