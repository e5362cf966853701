import { Fragment, type ReactNode } from 'react';
import { IN_TOTAL } from '~/components/reports/report-state';
import { ledgerColumns, rowKeyOf } from '~/components/reports/report-table';
import {
  amount,
  SHEETS,
  type SheetKind,
  type SheetRow,
  type SheetTable,
  sheetTable,
  text,
} from '~/components/reports/sheets';
import { Paper } from '~/components/ui/paper';
import { type LedgerColumn, LedgerTable } from '~/components/ui/printed-ledger';
import { accountNumber } from '~/domain/books/tie-out';
import { formatCents } from '~/domain/money/money';
import { sidesOf } from '~/domain/reports/journal-workbook';
import { type PackTie, packTies, sumOf } from '~/domain/reports/pack-ties';
import type { PackTable } from '~/domain/reports/pack-workbook';
import { amountsOf } from '~/domain/reports/report-columns';
import { countOf } from '~/hooks/count-of';
import { type Format, useFormat } from '~/hooks/use-format';
import type { Pack } from './pack';
import type { PackText } from './pack-text';

type PackPaperProps = { pack: Pack; text: PackText; fileName: string; onPrinted: () => void };

/** Printed report pack: a cover, then each report on a new page. */
export default function PackPaper({ pack, text: packText, fileName, onPrinted }: PackPaperProps) {
  const format = useFormat();
  const { rollforward, disclosure, arc } = pack.figures;
  const onPage = (title: string, level: string, children: ReactNode) => (
    <Page title={title} lines={[...packText.lines, level]}>
      {children}
    </Page>
  );
  const plain = (table: PackTable, empty: string) =>
    onPage(table.name, table.notes.join('. '), <PlainTable table={table} empty={empty} format={format} />);
  return (
    <Paper
      title={packText.title}
      footer={[packText.lines[0], packText.title].join(' · ')}
      fileName={fileName}
      onPrinted={onPrinted}
    >
      <Cover text={packText} />
      {onPage(
        'Tie Statement',
        'Rollforward = disclosure = trial balance = journal',
        <Ties pack={pack} format={format} />,
      )}
      {(
        [
          ['aro-rollforward', rollforward],
          ['disclosure', disclosure],
          ['arc-rollforward', arc],
        ] as const
      ).map(([kind, rows]) => (
        <Page key={kind} title={SHEETS[kind].title} lines={[...packText.lines, 'In total and by field']}>
          <GroupedReport kind={kind} rows={rows} day={pack.close.end} format={format} />
        </Page>
      ))}
      {onPage(
        SHEETS['trial-balance'].title,
        `By account, life to date. ${SHEETS['trial-balance'].signs}`,
        <Sheet
          title={SHEETS['trial-balance'].title}
          table={sheetTable('trial-balance', pack.figures.trialBalance, {
            filters: IN_TOTAL,
            day: pack.close.end,
            format,
          })}
          empty={SHEETS['trial-balance'].empty}
          format={format}
        />,
      )}
      {onPage('Journal', journalLevel(pack, format), <Journal pack={pack} format={format} />)}
      {plain(packText.worklist, 'No wells need attention.')}
      {plain(packText.checklist, 'Nothing was checked.')}
      {plain(packText.tieOut, 'No balance sheet account has activity through this month.')}
      {plain(packText.signOffs, 'No one has signed or closed this month.')}
      {packText.closeChanges.map((table) => (
        <Fragment key={table.name}>{plain(table, 'No postings were entered in between.')}</Fragment>
      ))}
      {plain(packText.savedReports, 'No reports were saved at close for this month.')}
      {packText.changesSinceClose.rows.length > 0 && plain(packText.changesSinceClose, '')}
    </Paper>
  );
}

const BY_FIELD = { ...IN_TOTAL, by: 'field' } as const;

/** A section of the pack, starting on a new page. */
function Page({ title, lines, children }: { title: string; lines: readonly string[]; children: ReactNode }) {
  return (
    <section aria-label={title} className="break-before-page">
      <h2 className="text-[14pt] leading-[1.3] font-semibold">{title}</h2>
      {lines
        .filter((line) => line !== '')
        .map((line) => (
          <p key={line}>{line}</p>
        ))}
      {children}
    </section>
  );
}

function Cover({ text: { title, facts, warnings } }: { text: PackText }) {
  return (
    <>
      <h1 className="text-[22pt] leading-[1.3] font-semibold">{title}</h1>
      {warnings.map((warning) => (
        <p key={warning} className="mt-2 border-l-3 border-ink pl-2 text-[10pt] font-semibold">
          {warning}
        </p>
      ))}
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-[10pt]">
        {facts.map(([name, value]) => (
          <div key={name} className="col-span-2 grid break-inside-avoid grid-cols-subgrid">
            <dt className="font-semibold">{name}</dt>
            <dd className="whitespace-pre-line [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Keeps a report's name and its figure on one line. */
const NO_BREAK_SPACE = '\u00a0';

type Part = { pack: Pack; format: Format };

const STATES: Record<PackTie['state'], string> = {
  ties: 'Ties ✓',
  explained: 'Explained',
  differs: 'Differs',
};

function Ties({ pack, format }: Part) {
  const { ties, accounts } = packTies(pack.figures);
  const columns: LedgerColumn<PackTie>[] = [
    { id: 'what', header: 'Figure', cell: ({ what }) => what },
    {
      id: 'parts',
      header: `Compared (${format.symbol})`,
      wraps: true,
      cell: ({ parts, state }) =>
        parts
          .map((part) => `${part.report} ${format.money(part.amount)}`.replaceAll(' ', NO_BREAK_SPACE))
          .join(state === 'ties' ? ' = ' : ', '),
    },
    {
      id: 'difference',
      header: `Difference (${format.symbol})`,
      align: 'end',
      cell: ({ difference }) => format.moneyOrDash(difference),
    },
    {
      id: 'state',
      header: 'Result',
      wraps: true,
      cell: ({ state, why }) => (why ? `${STATES[state]}. ${why}.` : STATES[state]),
    },
  ];
  const byAccount: SheetTable = {
    columns: [
      text('account', 'Account'),
      text('name', 'Name'),
      amount('debits', 'Trial Balance, Debits'),
      amount('credits', 'Trial Balance, Credits'),
      amount('journalDebits', 'Journal, Debits'),
      amount('journalCredits', 'Journal, Credits'),
      amount('difference', 'Difference'),
    ],
    rows: accounts.map((row) => ({ ...row })),
    isSum: () => false,
  };
  return (
    <>
      <LedgerTable
        title="Ties"
        columns={columns}
        rows={ties}
        rowKey={({ what }) => what}
        empty="Nothing to compare."
      />
      <Sheet
        title="Journal by Account"
        table={byAccount}
        empty="Nothing was posted in this period."
        format={format}
      />
    </>
  );
}

/** A report in total, with lines from top to bottom, and by field, with lines as columns. */
function GroupedReport({
  kind,
  rows,
  day,
  format,
}: {
  kind: Extract<SheetKind, 'aro-rollforward' | 'disclosure' | 'arc-rollforward'>;
  rows: readonly SheetRow[];
  day: string;
  format: Format;
}) {
  const { title, empty } = SHEETS[kind];
  const total: SheetRow = Object.fromEntries(
    amountsOf(kind).map(({ id }) => [id, formatCents(sumOf(rows, id))]),
  );
  return (
    <>
      <div className="max-w-[130mm]">
        <Sheet
          title={`${title} in Total`}
          table={sheetTable(kind, [total], { filters: IN_TOTAL, day, format })}
          empty={empty}
          format={format}
        />
      </div>
      <div className="text-[7pt]">
        <Sheet
          title={`${title} by Field`}
          table={sheetTable(kind, rows, { filters: BY_FIELD, day, format })}
          empty={empty}
          format={format}
        />
      </div>
    </>
  );
}

function journalLevel({ journal: { rowCount, voucherCount } }: Pack, format: Format): string {
  return `By account and voucher: ${countOf(rowCount, 'row', format)} in ${countOf(voucherCount, 'voucher', format)}. A voucher’s debits and credits to one account are netted; the last lines have the amounts netted out`;
}

function Journal({ pack: { journal, lines }, format }: Part) {
  const totals: SheetTable = {
    columns: [text('account', 'Account'), amount('debits', 'Debits'), amount('credits', 'Credits')],
    rows: journal.accounts.map((row) => ({ ...row, id: row.account })),
    isSum: () => false,
  };
  const byVoucher: SheetTable = {
    columns: [
      text('voucher', 'Voucher'),
      text('date', 'Date'),
      text('account', 'Account'),
      text('description', 'Description'),
      amount('debit', 'Debit'),
      amount('credit', 'Credit'),
    ],
    rows: lines.map((line, index) => ({
      id: index,
      voucher: line.voucherNumber,
      date: format.message(line.journalDate),
      account: accountNumber(line),
      description: format.message(line.detailDescription),
      ...sidesOf(line),
    })),
    isSum: () => false,
  };
  const empty = 'Nothing was posted in this period.';
  return (
    <>
      <div className="max-w-[130mm]">
        <Sheet title="Journal Totals by Account" table={totals} empty={empty} format={format} />
      </div>
      <Sheet title="Journal by Voucher" table={byVoucher} empty={empty} format={format} />
    </>
  );
}

function Sheet({
  title,
  table,
  empty,
  format,
}: {
  title: string;
  table: SheetTable;
  empty: string;
  format: Format;
}) {
  return (
    <LedgerTable
      title={title}
      columns={ledgerColumns(table, format)}
      rows={table.rows}
      rowKey={rowKeyOf}
      isStrong={table.isSum}
      empty={empty}
    />
  );
}

function PlainTable({ table, empty, format }: { table: PackTable; empty: string; format: Format }) {
  type Row = { index: number; cells: PackTable['rows'][number] };
  const columns = table.columns.map(
    ({ header, is }, index): LedgerColumn<Row> => ({
      id: header,
      header: is === 'amount' ? `${header} (${format.symbol})` : header,
      align: is === 'amount' ? 'end' : 'start',
      wraps: is !== 'amount',
      cell: ({ cells }) => {
        const value = cells[index] ?? null;
        if (value === null) return '–';
        if (is === 'day') return format.date(value);
        return is === 'amount' ? format.moneyOrDash(value) : value;
      },
    }),
  );
  return (
    <LedgerTable
      title={table.name}
      columns={columns}
      rows={table.rows.map((cells, index) => ({ index, cells }))}
      rowKey={({ index }) => String(index)}
      empty={empty}
    />
  );
}
