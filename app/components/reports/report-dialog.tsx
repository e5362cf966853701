import { Printer } from 'lucide-react';
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { Button } from '~/components/ui/button';
import { Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { Note } from '~/components/ui/note';
import { fetchCsvFile, saveFile } from '~/hooks/csv-file';
import { useApi } from '~/hooks/use-api';
import { useExport } from '~/hooks/use-export';
import { useCompany } from '~/hooks/use-root-data';
import type { SealView } from '~/schemas/audit/seal';
import type { RollforwardView } from '~/schemas/platform/views';
import { ReportQuery } from '~/schemas/reports/report';
import { latestSeal } from './printed-facts';
import { REPORTS, type ReportKind } from './report-kinds';
import { periodPresets } from './report-periods';

const loadLedger = () => import('./rollforward-ledger');
const RollforwardLedger = lazy(loadLedger);

/** Asks which days a report covers, fetches it and saves it as a file; the rollforward can be printed too. */
export default function ReportDialog({
  kind,
  today,
  onClose,
}: {
  kind: ReportKind;
  today: string;
  onClose: () => void;
}) {
  const report = REPORTS[kind];
  const api = useApi();
  const companyId = useCompany()?.id ?? null;
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
  const [period, setPeriod] = useState({ beginDate: '', endDate: '' });
  /** What is wrong with the dates, once they were submitted; and why the last export came to nothing. */
  const [hasTried, setHasTried] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const beginInput = useRef<HTMLInputElement>(null);

  const checked = ReportQuery.safeParse(period);
  const wrong = hasTried && !checked.success ? (checked.error.issues[0]?.message ?? null) : null;
  const problem = wrong ?? failure;

  const choose = (changes: Partial<typeof period>) => {
    setPeriod({ ...period, ...changes });
    setFailure(null);
  };

  /** The chosen days, unless something is wrong with them, which is then said. */
  const checkPeriod = (): ReportQuery | null => {
    setHasTried(true);
    if (checked.success) return checked.data;
    beginInput.current?.focus();
    return null;
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const chosen = checkPeriod();
    if (!chosen) return;
    const { beginDate, endDate } = chosen;
    const text = await run(
      () => fetchCsvFile(`${report.path}?${new URLSearchParams(chosen)}`, companyId),
      (file) => saveFile(`${report.filePrefix}-${beginDate}-to-${endDate}.csv`, file),
    );
    if (text === null) onClose();
    else setFailure(text);
  };

  const print = async () => {
    const chosen = checkPeriod();
    if (!chosen) return;
    const text = await printing.run(
      () => api<RollforwardView[]>(`${report.path}?${new URLSearchParams(chosen)}`),
      async (rows) => {
        const [seal] = await Promise.all([latestSeal(api), loadLedger()]);
        setPrinted({ period: chosen, rows, seal });
      },
    );
    setFailure(text);
  };

  return (
    <Dialog title={report.title} description={report.description} size="sm" onClose={onClose}>
      <form noValidate className="flex min-h-0 flex-col" onSubmit={submit}>
        <DialogBody className="flex flex-col gap-4">
          {problem && <Note tone="danger" title={problem} />}
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Begin Date" required>
              {(control) => (
                <Input
                  {...control}
                  ref={beginInput}
                  name="beginDate"
                  type="date"
                  value={period.beginDate}
                  aria-invalid={wrong ? true : undefined}
                  onChange={(event) => choose({ beginDate: event.target.value })}
                />
              )}
            </Field>
            <Field label="End Date" required>
              {(control) => (
                <Input
                  {...control}
                  name="endDate"
                  type="date"
                  value={period.endDate}
                  aria-invalid={wrong ? true : undefined}
                  onChange={(event) => choose({ endDate: event.target.value })}
                />
              )}
            </Field>
          </div>
          <fieldset className="flex flex-wrap gap-1.5">
            <legend className="sr-only">Usual periods</legend>
            {periodPresets(today).map(({ label, ...preset }) => (
              <Button
                key={label}
                className="min-h-7 px-2 text-xs"
                aria-pressed={period.beginDate === preset.beginDate && period.endDate === preset.endDate}
                onClick={() => choose(preset)}
              >
                {label}
              </Button>
            ))}
          </fieldset>
          <p className="text-xs text-muted">
            Both days are included. The file is a CSV that opens in any spreadsheet.
          </p>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          {kind === 'rollforward' && (
            <Button
              icon={<Printer aria-hidden="true" className="size-4" />}
              pending={printing.pending}
              onPointerEnter={() => void loadLedger().catch(() => {})}
              onClick={() => void print()}
            >
              Print
            </Button>
          )}
          <Button type="submit" variant="primary" pending={pending}>
            Export
          </Button>
        </DialogFooter>
      </form>
      <Suspense>{printed && <RollforwardLedger {...printed} onPrinted={onClose} />}</Suspense>
    </Dialog>
  );
}
