import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import Printer from 'lucide-react/icons/printer';
import { lazy, Suspense, useState } from 'react';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Segmented } from '~/components/ui/choice';
import { DECEMBER, fiscalYearStart } from '~/domain/calendar/calendar-date';
import { saveWorkbook } from '~/hooks/save-workbook';
import { useApi } from '~/hooks/use-api';
import { useExport } from '~/hooks/use-export';
import { useFormat } from '~/hooks/use-format';
import { useCompany, useRootData } from '~/hooks/use-root-data';
import type { Pack } from './pack';
import type { PackText } from './pack-text';

type Gathered = { pack: Pack; words: PackText };

const loadPaper = () => import('./pack-paper');
const PackPaper = lazy(loadPaper);

/** Report pack of the month or the fiscal year to date: printed, saved as PDF from the browser's print dialog, or as a workbook. */
export function ReportPack({ month, end }: { month: string; end: string }) {
  const api = useApi();
  const format = useFormat();
  const company = useCompany();
  const { user, fiscalYearEnd } = useRootData();
  const yearBegin = fiscalYearStart(end, fiscalYearEnd ?? DECEMBER);
  const [days, setDays] = useState<'month' | 'year'>('month');
  const hasYear = yearBegin < `${month}-01`;
  // The choice persists when another month is opened, which may be the first of the fiscal year.
  const isYear = hasYear && days === 'year';
  const [printed, setPrinted] = useState<Gathered | null>(null);
  const printing = useExport<Gathered>({
    success: null,
    fetchFailure: 'Failed to gather the report pack',
    exportFailure: 'Failed to print the report pack',
  });
  const saving = useExport<Gathered>({
    success: 'Report pack exported successfully',
    fetchFailure: 'Failed to gather the report pack',
    exportFailure: 'Failed to export the report pack',
  });
  const fileName = isYear ? `aro-report-pack-${yearBegin}-to-${end}` : `aro-report-pack-${month}`;
  const gather = async (): Promise<Gathered> => {
    const [{ fetchPack }, { packText }] = await Promise.all([import('./pack'), import('./pack-text')]);
    const pack = await fetchPack(api, company?.id ?? null, {
      month,
      beginDate: isYear ? yearBegin : undefined,
    });
    return { pack, words: packText(pack, format, { company, user }) };
  };
  return (
    <Card
      title="Report Pack"
      description={`Everything about ${isYear ? `the year through ${format.date(end)}` : format.month(month)} in one document, made from the books as they are now`}
      actions={
        <>
          <Button
            icon={<Printer aria-hidden="true" className="size-4" />}
            pending={printing.pending}
            onPointerEnter={() => void loadPaper().catch(() => {})}
            onClick={() =>
              void printing.run(gather, async (gathered) => {
                await loadPaper();
                setPrinted(gathered);
              })
            }
          >
            Print or Save as PDF
          </Button>
          <Button
            icon={<FileSpreadsheet aria-hidden="true" className="size-4" />}
            pending={saving.pending}
            onClick={() =>
              void saving.run(gather, async ({ pack, words }) => {
                const { packRequest } = await import('./pack-request');
                await saveWorkbook(`${fileName}.xlsx`, packRequest(pack, words));
              })
            }
          >
            Download XLSX
          </Button>
        </>
      }
    >
      {hasYear && (
        <Segmented
          legend="Days of the pack"
          name="pack-days"
          choices={[
            { value: 'month', label: format.month(month) },
            { value: 'year', label: `${format.date(yearBegin)} – ${format.date(end)}` },
          ]}
          value={days}
          onChange={setDays}
          className="mb-3 print:hidden"
        />
      )}
      <p className="max-w-3xl text-muted">
        A cover with the sign-offs and the seal, the tie statement, rollforward, disclosure and ARC
        rollforward by field, trial balance by account, the journal by account and voucher, worklist,
        checklist, tie-out with its explanations, and the reports the close kept. In the workbook, totals and
        ties are formulas.
      </p>
      <Suspense>
        {printed && <PackPaper {...printed} fileName={fileName} onPrinted={() => setPrinted(null)} />}
      </Suspense>
    </Card>
  );
}
