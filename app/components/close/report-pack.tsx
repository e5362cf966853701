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

type PreparedPack = { pack: Pack; text: PackText };

const loadPaper = () => import('./pack-paper');
const PackPaper = lazy(loadPaper);

/** Report pack of the month or the fiscal year to date: printed, saved as PDF from the browser's print dialog, or as a workbook. */
export function ReportPack({ month, end }: { month: string; end: string }) {
  const api = useApi();
  const format = useFormat();
  const company = useCompany();
  const { user, fiscalYearEnd } = useRootData();
  const yearBegin = fiscalYearStart(end, fiscalYearEnd ?? DECEMBER);
  const [span, setSpan] = useState<'month' | 'year'>('month');
  const hasYear = yearBegin < `${month}-01`;
  // The choice persists when another month is opened, which may be the first of the fiscal year.
  const isYear = hasYear && span === 'year';
  const [printed, setPrinted] = useState<PreparedPack | null>(null);
  const printing = useExport<PreparedPack>({
    success: null,
    fetchFailure: 'Failed to prepare the report pack',
    exportFailure: 'Failed to print the report pack',
  });
  const saving = useExport<PreparedPack>({
    success: 'Report pack exported successfully',
    fetchFailure: 'Failed to prepare the report pack',
    exportFailure: 'Failed to export the report pack',
  });
  const fileName = isYear ? `aro-report-pack-${yearBegin}-to-${end}` : `aro-report-pack-${month}`;
  const preparePack = async (): Promise<PreparedPack> => {
    const [{ fetchPack }, { buildPackText }] = await Promise.all([import('./pack'), import('./pack-text')]);
    const pack = await fetchPack(api, company?.id ?? null, {
      month,
      beginDate: isYear ? yearBegin : undefined,
    });
    return { pack, text: buildPackText(pack, format, { company, user }) };
  };
  return (
    <Card
      title="Report Pack"
      description={`Everything about ${isYear ? `the year through ${format.date(end)}` : format.month(month)} in one document, based on the current books`}
      actions={
        <>
          <Button
            icon={<Printer aria-hidden="true" className="size-4" />}
            pending={printing.pending}
            onPointerEnter={() => void loadPaper().catch(() => {})}
            onClick={() =>
              void printing.run(preparePack, async (prepared) => {
                await loadPaper();
                setPrinted(prepared);
              })
            }
          >
            Print or Save as PDF
          </Button>
          <Button
            icon={<FileSpreadsheet aria-hidden="true" className="size-4" />}
            pending={saving.pending}
            onClick={() =>
              void saving.run(preparePack, async ({ pack, text }) => {
                const { buildPackRequest } = await import('./pack-request');
                await saveWorkbook(`${fileName}.xlsx`, buildPackRequest(pack, text));
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
          value={span}
          onChange={setSpan}
          className="mb-3 print:hidden"
        />
      )}
      <p className="max-w-3xl text-muted">
        A cover with the sign-offs and the seal, the tie statement, rollforward, disclosure and ARC
        rollforward by field, trial balance by account, the journal by account and voucher, worklist,
        checklist, tie-out with its explanations, and the reports saved at close. In the workbook, totals and
        ties are formulas.
      </p>
      <Suspense>
        {printed && <PackPaper {...printed} fileName={fileName} onPrinted={() => setPrinted(null)} />}
      </Suspense>
    </Card>
  );
}
