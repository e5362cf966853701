import { type FormEvent, useState } from 'react';
import { Button } from '~/components/ui/button';
import { Segmented } from '~/components/ui/choice';
import { Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Field } from '~/components/ui/field';
import { Select } from '~/components/ui/select';
import { journalFileName } from '~/domain/books/ledger-files/file-name';
import {
  LAYOUT_NAMES,
  type LayoutName,
  LEDGER_LAYOUTS,
  type LineChoice,
} from '~/domain/books/ledger-files/layouts';
import { apiResponse } from '~/hooks/api-fetch';
import { saveFile } from '~/hooks/csv-file';
import { useIntentKey } from '~/hooks/intent-key';
import { useDialogAddress } from '~/hooks/use-address';
import { useApi } from '~/hooks/use-api';
import { useDebouncedFetch } from '~/hooks/use-debounced-fetch';
import { useExport } from '~/hooks/use-export';
import { useFetched } from '~/hooks/use-fetched';
import { useCompany } from '~/hooks/use-root-data';
import type {
  JournalExportView,
  NewJournalExportView,
  SinceLastExportView,
} from '~/schemas/reports/journal-export';
import type { ReportQuery } from '~/schemas/reports/report';
import { EarlierExports } from './earlier-exports';
import { PeriodFields, PeriodProblem } from './period-fields';
import { REPORTS } from './report-kinds';
import { SinceLastExport } from './since-last-export';
import { useReportPeriod } from './use-report-period';

const LAYOUTS = LAYOUT_NAMES.map((value) => ({ value, label: LEDGER_LAYOUTS[value].label }));
const LINES: { value: LineChoice; label: string }[] = [
  { value: 'detail', label: 'Every row' },
  { value: 'summary', label: 'One per account' },
];
const EXPORTS_PATH = '/api/journal-exports?limit=10';
const report = REPORTS.journal;

/** Dialog to choose an export's dates, layout and rows. Shows changes since the last export of these dates, then saves the file. */
export function JournalDialog({ today, onClose }: { today: string; onClose: () => void }) {
  const api = useApi();
  const { keyFor } = useIntentKey();
  const companyId = useCompany()?.id ?? null;
  const { open } = useDialogAddress();
  const { run, pending } = useExport<{ journalExport: JournalExportView; file: Blob }>(report);
  const earlierExports = useFetched<JournalExportView[]>(EXPORTS_PATH).data;
  const { period, valid, periodError, beginInput, choose, submit: submitPeriod } = useReportPeriod();
  const [choices, setChoices] = useState<{ layout?: LayoutName; lines?: LineChoice }>({});
  const [onlyChanges, setOnlyChanges] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  // Default to the choices of the company's last export.
  const layout = choices.layout ?? earlierExports?.[0]?.layout ?? 'standard';
  const lines = choices.lines ?? earlierExports?.[0]?.lines ?? 'detail';
  const since = useSinceLast(valid, layout);
  const isDifference = onlyChanges && since !== null && since.last !== null;

  const choosePeriod = (changes: Partial<ReportQuery>) => {
    choose(changes);
    setOnlyChanges(false);
    setFailure(null);
  };

  const fetchFile = async (journalExport: JournalExportView) => {
    const response = await apiResponse(`/api/journal-exports/${journalExport.id}/file`, { companyId });
    return { journalExport, file: await response.blob() };
  };
  const save = ({ journalExport, file }: { journalExport: JournalExportView; file: Blob }) =>
    saveFile(
      `${journalFileName(journalExport.layout, journalExport)}.${LEDGER_LAYOUTS[journalExport.layout].extension}`,
      file,
    );

  const view = (sheet: string) => {
    const days = submitPeriod();
    if (days) open(sheet, days);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const days = submitPeriod();
    if (!days) return;
    const body = { ...days, layout, lines, difference: isDifference };
    // A retry after a lost response or a failed download reuses the idempotency key, so it is the same export.
    const idempotencyKey = keyFor(JSON.stringify(body));
    const text = await run(
      async () =>
        fetchFile(
          await api<NewJournalExportView>('/api/journal-exports', { method: 'POST', body, idempotencyKey }),
        ),
      save,
    );
    if (text === null) onClose();
    else setFailure(text);
  };

  const problem = periodError ?? failure;
  return (
    <Dialog title={report.title} description={report.description} size="md" onClose={onClose}>
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
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="Layout"
              help={
                layout === 'standard'
                  ? undefined
                  : 'Set its accounts and other required values under Company → Settings.'
              }
            >
              {(control) => (
                <Select
                  {...control}
                  name="layout"
                  value={layout}
                  options={LAYOUTS}
                  onChange={({ target }) => {
                    setChoices({ ...choices, layout: target.value as LayoutName });
                    setOnlyChanges(false);
                    setFailure(null);
                  }}
                />
              )}
            </Field>
            <Segmented
              legend="Lines"
              name="lines"
              choices={LINES}
              value={lines}
              onChange={(next) => {
                setChoices({ ...choices, lines: next });
                setFailure(null);
              }}
            />
          </div>
          {since && <SinceLastExport since={since} onlyChanges={onlyChanges} onChange={setOnlyChanges} />}
          {earlierExports && earlierExports.length > 0 && (
            <EarlierExports
              exports={earlierExports}
              onSave={(journalExport) => void run(() => fetchFile(journalExport), save)}
            />
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={() => view('journal-entries')}>View</Button>
          <Button onClick={() => view(report.view.sheet)}>{report.view.label}</Button>
          <Button type="submit" variant="primary" pending={pending}>
            Export
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** Changes since the last export; null until loaded and while the user is typing the dates. */
function useSinceLast(period: ReportQuery | null, layout: LayoutName): SinceLastExportView | null {
  const query = period && String(new URLSearchParams({ ...period, layout }));
  return useDebouncedFetch<SinceLastExportView>(query && `/api/journal-exports/changes?${query}`).data;
}
