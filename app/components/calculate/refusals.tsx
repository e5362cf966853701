import { useMemo } from 'react';
import { addDateToName, CsvButton, type CsvColumns } from '~/components/ui/csv-button';
import { Note } from '~/components/ui/note';
import { TextLink } from '~/components/ui/text-link';
import { type SortValues, useSortedRows } from '~/components/ui/use-sorted-rows';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import { countOf } from '~/hooks/count-of';
import { type Format, useFormat } from '~/hooks/use-format';
import { wellAddress } from '~/hooks/well-address';
import type { SkippedWell } from './use-calculation';

const REFUSAL_VALUES: SortValues<SkippedWell> = {
  wellCode: (refusal) => refusal.wellCode,
  message: (refusal) => refusal.message,
};

const REFUSAL_CSV: CsvColumns<SkippedWell> = {
  wellCode: (refusal) => refusal.wellCode,
  message: (refusal) => refusal.message,
};

/** Reasons with the number of wells each affects, followed by the wells. */
export function Refusals({ refusals }: { refusals: SkippedWell[] }) {
  const format = useFormat();
  const { sorted, sort, sortBy } = useSortedRows(refusals, REFUSAL_VALUES, 'wellCode');
  const reasons = useMemo(() => {
    const counts = new Map<string, number>();
    for (const { message } of refusals) counts.set(message, (counts.get(message) ?? 0) + 1);
    return [...counts].sort(([, a], [, b]) => b - a);
  }, [refusals]);
  return (
    <div className="flex flex-col gap-2">
      <Note
        tone="warning"
        title={`${countOf(refusals.length, 'well', format)} skipped. Nothing changes for them.`}
      >
        <ul>
          {reasons.slice(0, 5).map(([message, count]) => (
            <li key={message}>
              {format.message(message)}: {countOf(count, 'well', format)}
            </li>
          ))}
          {reasons.length > 5 && <li>{format.integer(reasons.length - 5)} more reasons, listed below</li>}
        </ul>
      </Note>
      <CsvButton
        subject="Skipped wells"
        fileName={addDateToName('aro-skipped-wells')}
        columns={REFUSAL_CSV}
        rows={sorted}
        className="self-end"
      >
        Download Skipped Wells
      </CsvButton>
      <VirtualTable
        label="Skipped wells"
        columns={buildColumns(format)}
        rows={sorted}
        rowKey={({ row, wellId }) => String(row ?? wellId)}
        sort={sort}
        onSort={sortBy}
        className="max-h-56!"
      />
    </div>
  );
}

function buildColumns(format: Format): Column<SkippedWell>[] {
  return [
    {
      id: 'wellCode',
      header: 'Well Code',
      width: 12,
      sortable: true,
      isRowHeader: true,
      cell: ({ wellId, wellCode }) =>
        wellId === null ? wellCode : <TextLink to={wellAddress(wellId)}>{wellCode}</TextLink>,
    },
    {
      id: 'message',
      header: 'Reason',
      width: 36,
      sortable: true,
      cell: (refusal) => format.message(refusal.message),
    },
  ];
}
