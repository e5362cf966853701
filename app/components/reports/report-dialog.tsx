import Printer from 'lucide-react/icons/printer';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { Button } from '~/components/ui/button';
import { Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { reportFileName } from '~/domain/reports/report-file-name';
import { formatCompanyTitle } from '~/hooks/company-title';
import { fetchCsvFile, saveFile } from '~/hooks/csv-file';
import { useDialogAddress } from '~/hooks/use-address';
import { useApi } from '~/hooks/use-api';
import { useExport } from '~/hooks/use-export';
import { useFormat } from '~/hooks/use-format';
import { useCompany } from '~/hooks/use-root-data';
import type { SealView } from '~/schemas/audit/seal';
import type { ReportQuery } from '~/schemas/reports/report';
import type { RollforwardView } from '~/schemas/reports/report-views';
import { JournalDialog } from './journal-dialog';
import { PeriodFields, PeriodProblem } from './period-fields';
import { latestSeal, periodFact } from './printed-facts';
import { REPORTS, type ReportKind } from './report-kinds';
import { wellRollforward } from './sheets';
import { useReportPeriod } from './use-report-period';

const loadLedger = () => import('./sheet-ledger');
const SheetLedger = lazy(loadLedger);

const report = REPORTS.rollforward;

type Props = { today: string; onClose: () => void };

/** Dialog for a report that downloads as a file. */
export default function ReportDialog({ kind, ...props }: Props & { kind: ReportKind }) {
  return kind === 'journal' ? <JournalDialog {...props} /> : <RollforwardDialog {...props} />;
}

/** Dialog to choose the dates of the rollforward, then save it as a file, open it on screen or print it. */
function RollforwardDialog({ today, onClose }: Props) {
  const api = useApi();
  const format = useFormat();
  const company = useCompany();
  const { open } = useDialogAddress();
  const { run, pending } = useExport<Blob>(report);
  const printing = useExport<RollforwardView[]>({
    success: null,
    fetchFailure: report.fetchFailure,
    exportFailure: 'Failed to print rollforward data',
  });
  const [printed, setPrinted] = useState<{
    period: ReportQuery;
    rows: RollforwardView[];
    seal: SealView | null;
  } | null>(null);
  const { period, periodError, beginInput, choose, submit: submitPeriod } = useReportPeriod();
  /** Why the last export failed. */
  const [failure, setFailure] = useState<string | null>(null);

  const problem = periodError ?? failure;

  const choosePeriod = (changes: Partial<ReportQuery>) => {
    choose(changes);
    setFailure(null);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const dates = submitPeriod();
    if (!dates) return;
    const text = await run(
      () => fetchCsvFile(`${report.path}?${new URLSearchParams(dates)}`, company?.id ?? null),
      (file) => saveFile(`${buildFileName(dates)}.csv`, file),
    );
    if (text === null) onClose();
    else setFailure(text);
  };

  const view = () => {
    const dates = submitPeriod();
    if (dates) open(report.view.sheet, dates);
  };

  const print = async () => {
    const dates = submitPeriod();
    if (!dates) return;
    const text = await printing.run(
      () => api<RollforwardView[]>(`${report.path}?${new URLSearchParams(dates)}`),
      async (rows) => {
        const [seal] = await Promise.all([latestSeal(api), loadLedger()]);
        setPrinted({ period: dates, rows, seal });
      },
    );
    setFailure(text);
  };

  return (
    <Dialog title={report.title} description={report.description} size="sm" onClose={onClose}>
      <form noValidate className="flex min-h-0 flex-col" onSubmit={submit}>
        <DialogBody className="flex flex-col gap-4">
          {problem && <PeriodProblem text={problem} period={period} />}
          <PeriodFields
            period={period}
            today={today}
            isWrong={periodError !== null}
            beginInput={beginInput}
            onChange={choosePeriod}
          />
          <p className="text-xs text-muted">Both dates are included. Exports a CSV file.</p>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={view}>{report.view.label}</Button>
          <Button
            icon={<Printer aria-hidden="true" className="size-4" />}
            pending={printing.pending}
            onPointerEnter={() => void loadLedger().catch(() => {})}
            onClick={() => void print()}
          >
            Print
          </Button>
          <Button type="submit" variant="primary" pending={pending}>
            Export
          </Button>
        </DialogFooter>
      </form>
      <Suspense>
        {printed && (
          <SheetLedger
            title={report.title}
            facts={[formatCompanyTitle(company), periodFact(format, printed.period)]}
            table={wellRollforward(printed.rows)}
            empty="No ARO activity through the end date."
            seal={printed.seal}
            isRequested
            fileName={buildFileName(printed.period)}
            onPrinted={onClose}
          />
        )}
      </Suspense>
    </Dialog>
  );
}

function buildFileName(period: ReportQuery): string {
  return reportFileName('aro-rollforward', { by: 'well' }, period);
}
