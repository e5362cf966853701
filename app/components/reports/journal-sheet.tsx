import BookOpenText from 'lucide-react/icons/book-open-text';
import { useState } from 'react';
import { Button } from '~/components/ui/button';
import { Dialog, DialogBody } from '~/components/ui/dialog';
import { LoadFailure } from '~/components/ui/load-failure';
import { Note } from '~/components/ui/note';
import { LedgerTable } from '~/components/ui/printed-ledger';
import { Skeleton } from '~/components/ui/skeleton';
import { Table, TableFrame, Td, Th } from '~/components/ui/table';
import { TextLink } from '~/components/ui/text-link';
import { journalFileName } from '~/domain/books/ledger-files/file-name';
import { accountNumber } from '~/domain/books/tie-out';
import type { WorkbookEntry } from '~/domain/reports/journal-workbook';
import { formatCompanyTitle } from '~/hooks/company-title';
import { countOf } from '~/hooks/count-of';
import { fetchCsvFile, saveFile } from '~/hooks/csv-file';
import { saveWorkbook } from '~/hooks/save-workbook';
import { useDialogAddress } from '~/hooks/use-address';
import { useApi } from '~/hooks/use-api';
import { useDebouncedFetch } from '~/hooks/use-debounced-fetch';
import { useExport } from '~/hooks/use-export';
import { type Format, useFormat } from '~/hooks/use-format';
import { useCompany } from '~/hooks/use-root-data';
import { wellAddress } from '~/hooks/well-address';
import { ReportQuery } from '~/schemas/reports/report';
import type { JournalPageView } from '~/schemas/reports/report-views';
import { PeriodFields, PeriodProblem } from './period-fields';
import { latestSeal, periodFact, usePrintedFacts } from './printed-facts';
import { REPORTS } from './report-kinds';
import { periodPresets } from './report-periods';
import { ReportTable } from './report-table';
import { SheetActions } from './sheet-actions';
import SheetLedger from './sheet-ledger';
import { amount, type SheetRow, type SheetTable, text } from './sheets';
import { Ties } from './ties-badge';
import { useSheetPrint } from './use-sheet-print';

const TITLE = REPORTS.journal.title;
const EMPTY = 'Nothing was posted in this period.';
/** Larger workbooks take too long to build in the browser. */
const MAX_WORKBOOK_ROWS = 100_000;

/** Journal of a period on screen, before export: its first rows, and its totals. */
export default function JournalSheet({ today, onClose }: { today: string; onClose: () => void }) {
  const format = useFormat();
  const api = useApi();
  const company = useCompany();
  const printedFacts = usePrintedFacts();
  const { params, replaceParams, open, linkTo } = useDialogAddress();
  const [lastMonth] = periodPresets(today);
  const [dates, setDates] = useState({
    beginDate: params.get('beginDate') ?? lastMonth!.beginDate,
    endDate: params.get('endDate') ?? lastMonth!.endDate,
  });
  const result = ReportQuery.safeParse(dates);
  const problem = result.success ? null : (result.error.issues[0]?.message ?? null);
  const query = result.success ? String(new URLSearchParams(result.data)) : null;
  const { data, error, isOld, retry } = useDebouncedFetch<JournalPageView>(
    query && `/api/reports/journal?${query}`,
    null,
    'journal',
  );
  const csvExport = useExport<Blob>(REPORTS.journal);
  const workbookExport = useExport<WorkbookEntry[]>(REPORTS.journal);
  const choose = (changes: Partial<typeof dates>) => {
    const next = { ...dates, ...changes };
    setDates(next);
    if (ReportQuery.safeParse(next).success) replaceParams(next);
  };
  const table = data && journalTable(data, format);
  const isTruncated = data !== null && data.rowCount > data.rows.length;
  const fileName = journalFileName('standard', dates);
  const coverage = [formatCompanyTitle(company), periodFact(format, dates)];
  const paper =
    data && table && !isOld
      ? {
          facts: isTruncated ? [...coverage, truncationText(data, format)] : coverage,
          summary: data.rowCount > 0 && <PrintedTotals data={data} />,
          table,
          fileName,
        }
      : null;
  const { print, isPrinting, printed, endPrint } = useSheetPrint('journal entries', paper);
  const saveCsv = () =>
    void csvExport.run(
      () => fetchCsvFile(`${REPORTS.journal.path}?${query}`, company?.id ?? null),
      (file) => saveFile(`${fileName}.csv`, file),
    );
  const saveRows = () =>
    void workbookExport.run(
      () => api<WorkbookEntry[]>(`${REPORTS.journal.path}?${query}`),
      async (entries) => {
        const seal = await latestSeal(api);
        const heading = [TITLE, ...coverage, ...printedFacts(seal, 'Exported')];
        const accounts = data?.accounts ?? [];
        await saveWorkbook(`${fileName}.xlsx`, { kind: 'journal', heading, entries, accounts });
      },
    );
  return (
    <Dialog title={TITLE} description={REPORTS.journal.description} size="full" onClose={onClose}>
      <DialogBody className="flex flex-col gap-4">
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <PeriodFields
            period={dates}
            today={today}
            isWrong={problem !== null}
            beginInput={null}
            onChange={choose}
          />
        </div>
        {problem && <PeriodProblem text={problem} period={dates} />}
        {error ? (
          <LoadFailure error={error} text="Couldn’t load the journal." onRetry={retry} />
        ) : data && table ? (
          <>
            {data.rowCount > 0 && (
              <>
                <Ties
                  isTied={data.debits === data.credits}
                  text={`${rowsText(data, format)}: debits ${format.money(data.debits)} = credits ${format.money(data.credits)}`}
                />
                <AccountTotals accounts={data.accounts} linkTo={linkTo('trial-balance', { ...dates }).to} />
              </>
            )}
            {isTruncated && <Note title={truncationText(data, format)} />}
            <ReportTable label={TITLE} table={table} empty={EMPTY} isStale={isOld} />
          </>
        ) : (
          !problem && (
            <div role="status">
              <span className="sr-only">Loading the journal</span>
              <Skeleton className="h-64" />
            </div>
          )
        )}
      </DialogBody>
      <SheetActions
        isReady={paper !== null}
        onClose={onClose}
        print={{ run: print, pending: isPrinting }}
        csv={{ run: saveCsv, pending: csvExport.pending }}
        workbook={{
          run: saveRows,
          pending: workbookExport.pending,
          disabledReason:
            data && data.rowCount > MAX_WORKBOOK_ROWS
              ? `A workbook holds at most ${format.integer(MAX_WORKBOOK_ROWS)} rows. Choose a shorter period, or download CSV`
              : null,
        }}
      >
        <Button
          variant="primary"
          icon={<BookOpenText aria-hidden="true" className="size-4" />}
          disabled={problem !== null}
          onClick={() => open('journal', dates)}
        >
          Export to Ledger
        </Button>
      </SheetActions>
      {printed && <SheetLedger {...printed} title={TITLE} empty={EMPTY} onPrinted={endPrint} />}
    </Dialog>
  );
}

function AccountTotals({
  accounts,
  linkTo,
}: {
  accounts: JournalPageView['accounts'];
  linkTo: Parameters<typeof TextLink>[0]['to'];
}) {
  const format = useFormat();
  return (
    <div className="flex flex-col gap-1.5">
      <h3 className="font-semibold">
        Totals by Account <TextLink to={linkTo}>Trial balance</TextLink>
      </h3>
      <TableFrame label="Totals by Account" className="max-w-xl shrink-0">
        <Table aria-label="Totals by Account">
          <thead>
            <tr>
              <Th>Account</Th>
              <Th align="end">Debits ({format.symbol})</Th>
              <Th align="end">Credits ({format.symbol})</Th>
            </tr>
          </thead>
          <tbody>
            {accounts.map(({ account, name, debits, credits }) => (
              <tr key={account}>
                <Td>
                  {name} <span className="figures text-xs whitespace-nowrap text-muted">{account}</span>
                </Td>
                <Td align="end" className="figures whitespace-nowrap">
                  {format.moneyOrDash(debits)}
                </Td>
                <Td align="end" className="figures whitespace-nowrap">
                  {format.moneyOrDash(credits)}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
    </div>
  );
}

/** Totals by account over all rows, even when only the first rows are printed. */
function PrintedTotals({ data: { accounts, debits, credits } }: { data: JournalPageView }) {
  const format = useFormat();
  const side = (name: 'debits' | 'credits', header: string, total: string) => ({
    id: name,
    header: `${header} (${format.symbol})`,
    align: 'end' as const,
    cell: (row: JournalPageView['accounts'][number]) => format.moneyOrDash(row[name]),
    total: format.money(total),
  });
  return (
    <div className="w-2/3">
      <LedgerTable
        title="Totals by Account"
        columns={[
          { id: 'account', header: 'Account', cell: ({ account }) => account, total: 'Total of all rows' },
          { id: 'name', header: 'Name', cell: ({ name }) => name },
          side('debits', 'Debits', debits),
          side('credits', 'Credits', credits),
        ]}
        rows={accounts}
        rowKey={({ account }) => account}
        empty={EMPTY}
      />
    </div>
  );
}

function rowsText({ rowCount, voucherCount }: JournalPageView, format: Format): string {
  return `${countOf(rowCount, 'row', format)} in ${countOf(voucherCount, 'voucher', format)}`;
}

function truncationText({ rows, rowCount }: JournalPageView, format: Format): string {
  return `The first ${format.integer(rows.length)} of ${format.integer(rowCount)} rows. The file contains all of them.`;
}

/** One row per side of an entry, with its amount under debit or credit. */
function journalTable({ rows }: JournalPageView, format: Format): SheetTable {
  const wellColumn = {
    ...text('well', 'Well'),
    link: ({ wellId }: SheetRow) => (typeof wellId === 'string' ? { to: wellAddress(wellId) } : undefined),
  };
  return {
    columns: [
      { ...text('voucher', 'Voucher'), isWhole: true },
      { ...text('date', 'Date'), isWhole: true },
      text('account', 'Account'),
      wellColumn,
      text('reference', 'Reference'),
      text('description', 'Description'),
      amount('debit', 'Debit', false),
      amount('credit', 'Credit', false),
    ],
    rows: rows.map((row, index) => {
      const isCredit = row.netValue.startsWith('-');
      return {
        id: index,
        voucher: row.voucherNumber,
        date: format.date(row.journalDate),
        account: accountNumber(row),
        well: row.well,
        wellId: row.wellId,
        reference: row.referenceNumber,
        description: row.detailDescription,
        debit: isCredit ? '0.00' : row.netValue,
        credit: isCredit ? row.netValue.slice(1) : '0.00',
      };
    }),
    isSum: () => false,
  };
}
