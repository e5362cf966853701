import { PrintedLedger } from '~/components/ui/printed-ledger';
import { useFormat } from '~/hooks/use-format';
import { useCompany } from '~/hooks/use-root-data';
import type { SealView } from '~/schemas/audit/seal';
import { printedFacts } from './printed-facts';
import { ledgerColumns, rowKeyOf } from './report-table';
import type { SheetTable } from './sheets';

/** A report on paper. */
export default function SheetLedger({
  title,
  dates: { beginDate, endDate },
  narrowedTo,
  isDay,
  table,
  empty,
  seal,
  fileName,
  onPrinted,
}: {
  title: string;
  dates: { beginDate: string; endDate: string };
  /** The field, the account or the span that it shows alone. */
  narrowedTo: readonly string[];
  isDay: boolean;
  table: SheetTable;
  empty: string;
  seal: SealView | null;
  fileName: string;
  onPrinted: () => void;
}) {
  const format = useFormat();
  const company = useCompany();
  return (
    <PrintedLedger
      title={title}
      facts={[
        `${company?.name} (${company?.code})`,
        isDay
          ? `As of ${format.date(endDate)}`
          : `${format.date(beginDate)} to ${format.date(endDate)}, both days included`,
        ...(narrowedTo.length > 0 ? [`Only ${narrowedTo.join(', ')}`] : []),
        ...printedFacts(format, seal),
      ]}
      columns={ledgerColumns(table, format)}
      rows={table.rows}
      rowKey={rowKeyOf}
      empty={empty}
      fileName={fileName}
      onPrinted={onPrinted}
    />
  );
}
