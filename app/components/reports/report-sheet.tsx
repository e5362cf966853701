import { Dialog, DialogBody } from '~/components/ui/dialog';
import { LoadFailure } from '~/components/ui/load-failure';
import { Note } from '~/components/ui/note';
import { Skeleton } from '~/components/ui/skeleton';
import { TextLink } from '~/components/ui/text-link';
import { DECEMBER } from '~/domain/calendar/calendar-date';
import type { ReportGroup } from '~/domain/reports/report-columns';
import { reportFileName } from '~/domain/reports/report-file-name';
import { formatCompanyTitle } from '~/hooks/company-title';
import { fetchCsvFile, saveFile } from '~/hooks/csv-file';
import { saveWorkbook } from '~/hooks/save-workbook';
import { useApi } from '~/hooks/use-api';
import { useExport } from '~/hooks/use-export';
import { useFetched } from '~/hooks/use-fetched';
import { useFormat } from '~/hooks/use-format';
import { useCompany, useRootData } from '~/hooks/use-root-data';
import type { SealView } from '~/schemas/audit/seal';
import type { PostingNumbersView } from '~/schemas/books/posting';
import { comparativeRemarks, comparedColumns, isCompared } from './comparative-table';
import { withDrillDown } from './drill-down';
import { PeriodProblem } from './period-fields';
import { latestSeal, periodFact, usePrintedFacts } from './printed-facts';
import { ledgerPath, numbersPath, reportPath, useReportState } from './report-state';
import { ReportTable } from './report-table';
import { SheetActions } from './sheet-actions';
import { SheetFilters } from './sheet-filters';
import SheetLedger from './sheet-ledger';
import { filterLabels, SHEETS, type SheetKind, type SheetRow, sheetTable } from './sheets';
import { checkLedgerTie, checkNumbers, checkTies, TIE_TEXTS } from './ties';
import { Ties } from './ties-badge';
import { useSheetPrint } from './use-sheet-print';

/** On-screen report: its dates, its rows, and its print and export actions. */
export default function ReportSheet({
  kind,
  today,
  onClose,
}: {
  kind: SheetKind;
  today: string;
  onClose: () => void;
}) {
  const sheet = SHEETS[kind];
  const format = useFormat();
  const { dates, changeDates, problem, filters, changeFilters, stepLink, linkTo } = useReportState(
    kind,
    today,
  );
  const { fiscalYearEnd } = useRootData();
  const { by } = filters;
  const isDay = sheet.covers === 'day';
  const path = reportPath(kind, dates, filters);
  const { data, error, isOld, retry } = useFetched<SheetRow[]>(
    problem ? null : path,
    null,
    `${kind} ${Object.values(filters).join()}`,
  );
  const table =
    data &&
    withDrillDown(kind, sheetTable(kind, data, { filters, day: dates.endDate, format }), {
      dates,
      filters,
      stepLink,
      linkTo,
    });
  const ties = data && checkTies(kind, data, filters);
  const ledger = useFetched<SheetRow[]>(problem ? null : ledgerPath(kind, dates, filters), null, 'ledger');
  const tie = data && ledger.data && !ledger.isOld && checkLedgerTie(kind, data, ledger.data, format);
  const isComparative = isCompared(kind, filters);
  const remarks =
    isComparative && data && !isOld
      ? comparativeRemarks(data, { fiscalYearEnd: fiscalYearEnd ?? DECEMBER, format })
      : null;
  const { data: numbers } = useFetched<PostingNumbersView>(numbersPath(kind), path);
  const activeFilters = filterLabels(filters, dates.endDate, format);
  const company = useCompany();
  const facts = [
    formatCompanyTitle(company),
    isDay ? `As of ${format.date(dates.endDate)}` : periodFact(format, dates),
    ...(sheet.signs ? [sheet.signs] : []),
    ...(activeFilters.length > 0 ? [`Filtered by ${activeFilters.join(', ')}`] : []),
    ...(remarks
      ? [
          ...remarks.ties.map(({ text }) => text),
          ...remarks.notes,
          ...remarks.changes.map(({ text }) => text),
        ]
      : []),
  ];
  const fileName = reportFileName(
    kind,
    { by, part: filters.only || (isComparative ? 'comparative' : '') },
    isDay ? { asOf: dates.endDate } : dates,
  );
  const exportActions = useExportActions(kind, path, {
    fileName,
    facts,
    by,
    isComparative,
    // Maturity spans are named as on screen. Other tables have subtotals on screen, which a workbook must not add up.
    rows: kind === 'maturities' && table ? table.rows : data,
  });
  const isWide = sheet.isWide === 'always' || (sheet.isWide === 'grouped' && by !== 'total');
  const paper = table && !isOld ? { facts, table, fileName } : null;
  const { print, isPrinting, printed, endPrint } = useSheetPrint(sheet.title, paper);
  return (
    <Dialog
      title={sheet.title}
      description={sheet.signs ? `${sheet.description} ${sheet.signs}.` : sheet.description}
      size={isWide ? 'full' : 'xl'}
      onClose={onClose}
    >
      <DialogBody className="flex flex-col gap-4">
        <SheetFilters
          kind={kind}
          today={today}
          dates={dates}
          isWrong={problem !== null}
          filters={filters}
          changeDates={changeDates}
          changeFilters={changeFilters}
        />
        {data && ties !== null && !isOld && <Ties text={TIE_TEXTS[kind] ?? ''} isTied={ties} />}
        {tie && !isOld && <Ties {...tie} />}
        {remarks?.changes.map(({ text, month }) => (
          <Note key={text} tone="warning">
            {text}. <TextLink to={`/?tab=accretion&month=${month}`}>See what changed</TextLink>
          </Note>
        ))}
        {numbers && !isOld && <Ties {...checkNumbers(numbers, format)} />}
        <Steps filters={filters} activeFilters={activeFilters} stepLink={stepLink} />
        {problem && <PeriodProblem text={problem} period={dates} />}
        {error ? (
          <LoadFailure error={error} text="Couldn’t load this report." onRetry={retry} />
        ) : table ? (
          <ReportTable label={sheet.title} table={table} empty={sheet.empty} isStale={isOld} />
        ) : (
          !problem && <ReportSkeleton />
        )}
        {/* Below the table: on a phone, these would fill the screen above it. */}
        {remarks?.ties.map((columnTie) => (
          <Ties key={columnTie.text} {...columnTie} />
        ))}
        {remarks?.notes.map((note) => (
          <p key={note}>{note}.</p>
        ))}
      </DialogBody>
      <SheetActions
        isReady={paper !== null}
        onClose={onClose}
        print={{ run: print, pending: isPrinting }}
        csv={exportActions.csv}
        workbook={exportActions.workbook}
      />
      {printed && <SheetLedger {...printed} title={sheet.title} empty={sheet.empty} onPrinted={endPrint} />}
    </Dialog>
  );
}

/** Breadcrumb of the drill-down, with links back up. */
function Steps({
  filters: { by },
  activeFilters,
  stepLink,
}: Pick<ReturnType<typeof useReportState>, 'filters' | 'stepLink'> & { activeFilters: readonly string[] }) {
  if (by === 'total' || activeFilters.length === 0) return null;
  return (
    <nav aria-label="Steps" className="flex flex-wrap items-center gap-x-2 text-muted">
      <TextLink {...stepLink({ by: 'total', field: '', span: '', account: '' })}>Total</TextLink>
      {by === 'well' && (
        <>
          <span aria-hidden="true">›</span>
          <TextLink {...stepLink({ by: 'field', field: '' })}>By field</TextLink>
        </>
      )}
      <span aria-hidden="true">›</span>
      <span aria-current="step" className="font-medium text-ink">
        {activeFilters.join(', ')}
      </span>
    </nav>
  );
}

function ReportSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading the report</span>
      <Skeleton className="h-64" />
    </div>
  );
}

/** CSV and workbook exports of the report. */
function useExportActions(
  kind: SheetKind,
  path: string,
  {
    fileName,
    facts,
    by,
    isComparative,
    rows,
  }: {
    fileName: string;
    facts: readonly string[];
    by: ReportGroup;
    isComparative: boolean;
    rows: readonly SheetRow[] | null;
  },
) {
  const api = useApi();
  const printedFacts = usePrintedFacts();
  const companyId = useCompany()?.id ?? null;
  const title = SHEETS[kind].title;
  const csvExport = useExport<Blob>({
    success: `${title} exported successfully`,
    fetchFailure: `Failed to fetch ${title}`,
    exportFailure: `Failed to export ${title}`,
  });
  const workbookExport = useExport<SealView | null>({
    success: `${title} exported successfully`,
    fetchFailure: `Failed to export ${title}`,
    exportFailure: `Failed to export ${title}`,
  });
  return {
    csv: {
      pending: csvExport.pending,
      run: () =>
        void csvExport.run(
          () => fetchCsvFile(path, companyId),
          (file) => saveFile(`${fileName}.csv`, file),
        ),
    },
    workbook: {
      pending: workbookExport.pending,
      run: () =>
        void workbookExport.run(
          () => latestSeal(api),
          (seal) => {
            const heading = [title, ...facts, ...printedFacts(seal, 'Exported')];
            return saveWorkbook(
              `${fileName}.xlsx`,
              isComparative
                ? { kind: 'comparative', heading, columns: comparedColumns(rows ?? []) }
                : { kind: 'report', report: kind, by, heading, rows: rows ?? [] },
            );
          },
        ),
    },
  };
}
