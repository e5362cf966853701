import { Dialog, DialogBody } from '~/components/ui/dialog';
import { LoadFailure } from '~/components/ui/load-failure';
import { Note } from '~/components/ui/note';
import { Skeleton } from '~/components/ui/skeleton';
import { TextLink } from '~/components/ui/text-link';
import { DECEMBER } from '~/domain/calendar/calendar-date';
import type { ReportGroup } from '~/domain/reports/report-columns';
import { reportFileName } from '~/domain/reports/report-file-name';
import { companyTitle } from '~/hooks/company-title';
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
import { ledgerTie, numbersTie, TIE_TEXTS, tiesOf } from './ties';
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
  const { dates, changeDates, problem, cut, changeCut, stepTo, linkTo } = useReportState(kind, today);
  const { fiscalYearEnd } = useRootData();
  const { by } = cut;
  const isDay = sheet.covers === 'day';
  const path = reportPath(kind, dates, cut);
  const { data, error, isOld, retry } = useFetched<SheetRow[]>(
    problem ? null : path,
    null,
    `${kind} ${Object.values(cut).join()}`,
  );
  const table =
    data &&
    withDrillDown(kind, sheetTable(kind, data, { cut, day: dates.endDate, format }), {
      dates,
      cut,
      stepTo,
      linkTo,
    });
  const ties = data && tiesOf(kind, data, cut);
  const ledger = useFetched<SheetRow[]>(problem ? null : ledgerPath(kind, dates, cut), null, 'ledger');
  const tie = data && ledger.data && !ledger.isOld && ledgerTie(kind, data, ledger.data, format);
  const compares = isCompared(kind, cut);
  const remarks =
    compares && data && !isOld
      ? comparativeRemarks(data, { fiscalYearEnd: fiscalYearEnd ?? DECEMBER, format })
      : null;
  const { data: numbers } = useFetched<PostingNumbersView>(numbersPath(kind), path);
  const narrowedTo = filterLabels(cut, dates.endDate, format);
  const company = useCompany();
  const facts = [
    companyTitle(company),
    isDay ? `As of ${format.date(dates.endDate)}` : periodFact(format, dates),
    ...(sheet.signs ? [sheet.signs] : []),
    ...(narrowedTo.length > 0 ? [`Filtered by ${narrowedTo.join(', ')}`] : []),
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
    { by, part: cut.only || (compares ? 'comparative' : '') },
    isDay ? { asOf: dates.endDate } : dates,
  );
  const exits = useExits(kind, path, {
    fileName,
    facts,
    by,
    compares,
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
          cut={cut}
          changeDates={changeDates}
          changeCut={changeCut}
        />
        {data && ties !== null && !isOld && <Ties text={TIE_TEXTS[kind] ?? ''} isTied={ties} />}
        {tie && !isOld && <Ties {...tie} />}
        {remarks?.changes.map(({ text, month }) => (
          <Note key={text} tone="warning">
            {text}. <TextLink to={`/?tab=accretion&month=${month}`}>See what changed</TextLink>
          </Note>
        ))}
        {numbers && !isOld && <Ties {...numbersTie(numbers, format)} />}
        <Steps cut={cut} narrowedTo={narrowedTo} stepTo={stepTo} />
        {problem && <PeriodProblem text={problem} period={dates} />}
        {error ? (
          <LoadFailure error={error} text="Couldn’t load this report." onRetry={retry} />
        ) : table ? (
          <ReportTable label={sheet.title} table={table} empty={sheet.empty} isStale={isOld} />
        ) : (
          !problem && <Waiting />
        )}
        {/* Below the table: on a phone, these would fill the screen above it. */}
        {remarks?.ties.map((one) => (
          <Ties key={one.text} {...one} />
        ))}
        {remarks?.notes.map((note) => (
          <p key={note}>{note}.</p>
        ))}
      </DialogBody>
      <SheetActions
        isReady={paper !== null}
        onClose={onClose}
        print={{ run: print, pending: isPrinting }}
        csv={exits.csv}
        workbook={exits.workbook}
      />
      {printed && <SheetLedger {...printed} title={sheet.title} empty={sheet.empty} onPrinted={endPrint} />}
    </Dialog>
  );
}

/** Breadcrumb of the drill-down, with links back up. */
function Steps({
  cut: { by },
  narrowedTo,
  stepTo,
}: Pick<ReturnType<typeof useReportState>, 'cut' | 'stepTo'> & { narrowedTo: readonly string[] }) {
  if (by === 'total' || narrowedTo.length === 0) return null;
  return (
    <nav aria-label="Steps" className="flex flex-wrap items-center gap-x-2 text-muted">
      <TextLink {...stepTo({ by: 'total', field: '', span: '', account: '' })}>Total</TextLink>
      {by === 'well' && (
        <>
          <span aria-hidden="true">›</span>
          <TextLink {...stepTo({ by: 'field', field: '' })}>By field</TextLink>
        </>
      )}
      <span aria-hidden="true">›</span>
      <span aria-current="step" className="font-medium text-ink">
        {narrowedTo.join(', ')}
      </span>
    </nav>
  );
}

function Waiting() {
  return (
    <div role="status">
      <span className="sr-only">Loading the report</span>
      <Skeleton className="h-64" />
    </div>
  );
}

/** CSV and workbook exports of the report. */
function useExits(
  kind: SheetKind,
  path: string,
  {
    fileName,
    facts,
    by,
    compares,
    rows,
  }: {
    fileName: string;
    facts: readonly string[];
    by: ReportGroup;
    compares: boolean;
    rows: readonly SheetRow[] | null;
  },
) {
  const api = useApi();
  const printedFacts = usePrintedFacts();
  const companyId = useCompany()?.id ?? null;
  const what = SHEETS[kind].title;
  const saving = useExport<Blob>({
    success: `${what} exported successfully`,
    fetchFailure: `Failed to fetch ${what}`,
    exportFailure: `Failed to export ${what}`,
  });
  const savingWorkbook = useExport<SealView | null>({
    success: `${what} exported successfully`,
    fetchFailure: `Failed to export ${what}`,
    exportFailure: `Failed to export ${what}`,
  });
  return {
    csv: {
      pending: saving.pending,
      run: () =>
        void saving.run(
          () => fetchCsvFile(path, companyId),
          (file) => saveFile(`${fileName}.csv`, file),
        ),
    },
    workbook: {
      pending: savingWorkbook.pending,
      run: () =>
        void savingWorkbook.run(
          () => latestSeal(api),
          (seal) => {
            const heading = [what, ...facts, ...printedFacts(seal, 'Exported')];
            return saveWorkbook(
              `${fileName}.xlsx`,
              compares
                ? { kind: 'comparative', heading, columns: comparedColumns(rows ?? []) }
                : { kind: 'report', report: kind, by, heading, rows: rows ?? [] },
            );
          },
        ),
    },
  };
}
