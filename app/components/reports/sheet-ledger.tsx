import type { ReactNode } from 'react';
import { PrintedLedger } from '~/components/ui/printed-ledger';
import { useFormat } from '~/hooks/use-format';
import type { SealView } from '~/schemas/audit/seal';
import { usePaperFacts } from './printed-facts';
import { ledgerColumns, rowKeyOf } from './report-table';
import type { SheetTable } from './sheets';

/** A report on paper. */
export default function SheetLedger({
  title,
  facts,
  summary,
  table,
  empty,
  seal,
  isAsked,
  fileName,
  onPrinted,
}: {
  title: string;
  /** What it covers, above the rows. */
  facts: readonly string[];
  summary?: ReactNode;
  table: SheetTable;
  empty: string;
  seal: SealView | null;
  /** It opens the print dialog; otherwise that is open already, and the seal isn't known. */
  isAsked: boolean;
  fileName: string;
  onPrinted: () => void;
}) {
  const format = useFormat();
  const paperFacts = usePaperFacts();
  return (
    <PrintedLedger
      title={title}
      facts={[...facts, ...paperFacts({ seal, isAsked })]}
      summary={summary}
      columns={ledgerColumns(table, format)}
      rows={table.rows}
      rowKey={rowKeyOf}
      isStrong={table.isSum}
      empty={empty}
      fileName={fileName}
      opensDialog={isAsked}
      onPrinted={onPrinted}
    />
  );
}
