import { usePaperFacts } from '~/components/reports/printed-facts';
import { type LedgerColumn, LedgerPaper, LedgerTable } from '~/components/ui/printed-ledger';
import { formatCompanyTitle } from '~/hooks/company-title';
import { type Format, useFormat } from '~/hooks/use-format';
import { useCompany, useRootData } from '~/hooks/use-root-data';
import type { SealView } from '~/schemas/audit/seal';
import type { OverviewView } from '~/schemas/reports/overview-views';
import { changeFigures } from './change-card';
import type { ChartFigures } from './chart-card';
import { fieldsFigures } from './fields-card';
import { forecastFigures } from './forecast-card';
import { buildFigures, FIGURE_NAMES } from './overview-figures';
import type { OverviewPaper } from './use-overview';

const TITLE = 'Asset Retirement Obligation Overview';

/** Printed overview: its figures, and the data behind its charts. */
export function OverviewLedger({
  overview,
  filterFacts,
  seal,
  isRequested,
  today,
  onPrinted,
}: OverviewPaper & {
  seal: SealView | null;
  /** True when this component opens the print dialog. False when the browser already opened it, so the seal isn't known. */
  isRequested: boolean;
  today: string;
  onPrinted: () => void;
}) {
  const format = useFormat();
  const company = formatCompanyTitle(useCompany());
  const { fiscalYearEnd } = useRootData();
  const paperFacts = usePaperFacts();
  const { postedThrough } = overview;
  const coverageText = postedThrough
    ? `Accreted through ${format.date(postedThrough)}`
    : 'No accretion posted yet';
  return (
    <LedgerPaper
      title={TITLE}
      facts={[company, coverageText, ...filterFacts, ...paperFacts({ seal, isRequested })]}
      fileName={`aro-overview-${today}`}
      opensDialog={isRequested}
      onPrinted={onPrinted}
    >
      {/* A few columns across the full page width would be too far apart to read. */}
      <div className="w-2/3">
        <LedgerTable
          title="Figures"
          columns={KEY_COLUMNS}
          rows={buildKeyFigures(overview, format)}
          rowKey={({ name }) => name}
          empty=""
        />
        <ChartLedger figures={changeFigures(overview.rollforward, format)} />
        <ChartLedger figures={fieldsFigures(overview.fields, overview.totalCurrentAro, today, format)} />
        <ChartLedger figures={forecastFigures(overview.forecast, fiscalYearEnd, today, format)} />
      </div>
    </LedgerPaper>
  );
}

type KeyFigure = { name: string; help: string; value: string };

const KEY_COLUMNS: LedgerColumn<KeyFigure>[] = [
  { id: 'name', header: 'Figure', cell: ({ name }) => name },
  { id: 'help', header: 'Basis', cell: ({ help }) => help },
  { id: 'value', header: 'Value', align: 'end', cell: ({ value }) => value },
];

function buildKeyFigures(overview: OverviewView, format: Format): KeyFigure[] {
  return buildFigures(overview, format).map((figure, index) => ({ name: FIGURE_NAMES[index]!, ...figure }));
}

function ChartLedger<Row extends Record<string, string | number>>({
  figures: { title, sentence, note, columns, rows },
}: {
  figures: ChartFigures<Row>;
}) {
  return (
    <section className="mt-5 break-inside-avoid">
      <h2 className="text-[11pt] font-semibold">{title}</h2>
      <p className="break-after-avoid">{sentence}</p>
      {note && <p className="break-after-avoid">{note}</p>}
      {rows.length > 0 && (
        <LedgerTable
          title={title}
          columns={columns.map(({ id, title: header, figure, total }) => ({
            id,
            header,
            align: figure ? 'end' : 'start',
            wraps: !figure,
            cell: figure ?? ((row: Row) => String(row[id])),
            total,
          }))}
          rows={rows}
          rowKey={(row) => String(row[columns[0]!.id])}
          empty=""
        />
      )}
    </section>
  );
}
