import type { ReactNode } from 'react';
import { PrintedLedger } from '~/components/ui/printed-ledger';
import { useFormat } from '~/hooks/use-format';
import type { SealView } from '~/schemas/audit/seal';
import { usePaperFacts } from './printed-facts';
import { ledgerColumns, rowKeyOf } from './report-table';
import type { SheetTable } from './sheets';

/** A printed report. */
export default function SheetLedger({
  title,
  facts,
  summary,
  table,
  empty,
  seal,
  isRequested,
  fileName,
  onPrinted,
}: {
  title: string;
  /** Scope of the report, printed above the rows. */
  facts: readonly string[];
  summary?: ReactNode;
  table: SheetTable;
  empty: string;
  seal: SealView | null;
  /** True when this component opens the print dialog. False when the browser already opened it, so the seal isn't known. */
  isRequested: boolean;
  fileName: string;
  onPrinted: () => void;
}) {
  const format = useFormat();
  const paperFacts = usePaperFacts();
  return (
    <PrintedLedger
      title={title}
      facts={[...facts, ...paperFacts({ seal, isRequested })]}
      summary={summary}
      columns={ledgerColumns(table, format)}
      rows={table.rows}
      rowKey={rowKeyOf}
      isStrong={table.isSum}
      empty={empty}
      fileName={fileName}
      opensDialog={isRequested}
      onPrinted={onPrinted}
    />
  );
}
