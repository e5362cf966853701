import { type LedgerColumn, PrintedLedger } from '~/components/ui/printed-ledger';
import { formatCents, parseCents } from '~/domain/money/money';
import { type Format, useFormat } from '~/hooks/use-format';
import { useCompany } from '~/hooks/use-root-data';
import type { SealView } from '~/schemas/audit/seal';
import type { ReportQuery } from '~/schemas/reports/report';
import type { RollforwardView } from '~/schemas/reports/report-views';
import { periodFact, printedFacts } from './printed-facts';

type Balance = 'beginningBalance' | 'additions' | 'accretion' | 'reductions' | 'endingBalance';

/** The rollforward on paper. */
export default function RollforwardLedger({
  period: { beginDate, endDate },
  rows,
  seal,
  onPrinted,
}: {
  period: ReportQuery;
  rows: RollforwardView[];
  seal: SealView | null;
  onPrinted: () => void;
}) {
  const format = useFormat();
  const company = useCompany();
  return (
    <PrintedLedger
      title="ARO Rollforward"
      facts={[
        `${company?.name} (${company?.code})`,
        periodFact(format, { beginDate, endDate }),
        ...printedFacts(format, seal),
      ]}
      columns={columnsOf(format, rows)}
      rows={rows}
      rowKey={(row) => row.wellCode}
      empty="No ARO activity through the end date."
      fileName={`aro-rollforward-${beginDate}-to-${endDate}`}
      onPrinted={onPrinted}
    />
  );
}

function columnsOf(format: Format, rows: RollforwardView[]): LedgerColumn<RollforwardView>[] {
  const amount = (text: string) => format.money(text, { dashForZero: true });
  const balance = (id: Balance, name: string): LedgerColumn<RollforwardView> => ({
    id,
    header: `${name} (${format.symbol})`,
    align: 'end',
    cell: (row) => amount(row[id]),
    total: amount(formatCents(rows.reduce((sum, row) => sum + parseCents(row[id]), 0n))),
  });
  return [
    { id: 'wellCode', header: 'Well Code', cell: (row) => row.wellCode, total: 'Total' },
    { id: 'wellName', header: 'Well Name', wraps: true, cell: (row) => row.wellName },
    { id: 'field', header: 'Field', wraps: true, cell: (row) => row.field },
    balance('beginningBalance', 'Beginning Balance'),
    balance('additions', 'Additions'),
    balance('accretion', 'Accretion'),
    balance('reductions', 'Reductions'),
    balance('endingBalance', 'Ending Balance'),
  ];
}
