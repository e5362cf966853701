import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import Printer from 'lucide-react/icons/printer';
import { lazy, Suspense, useState } from 'react';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { saveWorkbook } from '~/hooks/save-workbook';
import { useApi } from '~/hooks/use-api';
import { useExport } from '~/hooks/use-export';
import { useFormat } from '~/hooks/use-format';
import { useCompany, useRootData } from '~/hooks/use-root-data';
import type { Pack } from './pack';
import type { PackWords } from './pack-words';

type Gathered = { pack: Pack; words: PackWords };

const loadPaper = () => import('./pack-paper');
const PackPaper = lazy(loadPaper);

/** The month's reports in one document: on paper or as a PDF through the browser's print, and as a workbook. */
export function ReportPack({ month }: { month: string }) {
  const api = useApi();
  const format = useFormat();
  const company = useCompany();
  const { user } = useRootData();
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
  const fileName = `aro-report-pack-${month}`;
  const gather = async (): Promise<Gathered> => {
    const [{ fetchPack }, { packWords }] = await Promise.all([import('./pack'), import('./pack-words')]);
    const pack = await fetchPack(api, company?.id ?? null, month);
    return { pack, words: packWords(pack, format, { company, user }) };
  };
  return (
    <Card
      title="Report Pack"
      description={`Everything about ${format.month(month)} in one document, made from the books as they are now`}
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
