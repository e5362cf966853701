import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import { getMovementName } from '~/components/books/posting-names';
import { fileNamePart } from '~/components/detail/file-name-part';
import { latestSeal, usePrintedFacts } from '~/components/reports/printed-facts';
import { Button } from '~/components/ui/button';
import { formatCompanyTitle } from '~/hooks/company-title';
import { actorName } from '~/hooks/person-name';
import { saveWorkbook } from '~/hooks/save-workbook';
import { useApi } from '~/hooks/use-api';
import { useExport } from '~/hooks/use-export';
import { useCompany } from '~/hooks/use-root-data';
import type { AccretionView, ListedLayerView } from '~/schemas/books/layer-views';
import type { WellLedgerView } from '~/schemas/reports/report-views';
import type { WellView } from '~/schemas/wells/well-views';

/** Exports the well as a workbook: its layers, accretion and ledger, as formulas that an auditor can trace. */
export function WellWorkbookButton({ well }: { well: Pick<WellView, 'id' | 'wellCode' | 'wellName'> }) {
  const api = useApi();
  const printedFacts = usePrintedFacts();
  const company = useCompany();
  const { run, pending } = useExport({
    success: 'Workbook exported successfully',
    fetchFailure: 'Failed to fetch the well’s books',
    exportFailure: 'Failed to export the workbook',
  });
  const id = encodeURIComponent(well.id);
  const fetchBooks = () =>
    Promise.all([
      api<ListedLayerView[]>(`/api/aro-layers?wellId=${id}`),
      api<AccretionView[]>(`/api/accretion?wellId=${id}`),
      api<WellLedgerView[]>(`/api/wells/${id}/ledger`),
      latestSeal(api),
    ]);
  const save = () =>
    void run(fetchBooks, (books) => {
      const [layers, accretions, movements, seal] = books as Awaited<ReturnType<typeof fetchBooks>>;
      return saveWorkbook(`well-${fileNamePart(well.wellCode)}.xlsx`, {
        kind: 'well',
        heading: [
          `${well.wellCode}: ${well.wellName}`,
          formatCompanyTitle(company),
          ...printedFacts(seal, 'Exported'),
        ],
        layers,
        accretions,
        movements: movements.map((row) => ({ ...row, kind: getMovementName(row), by: actorName(row) })),
      });
    });
  return (
    <Button
      icon={<FileSpreadsheet aria-hidden="true" className="size-4" />}
      pending={pending}
      aria-label="Download XLSX of the Well"
      onClick={save}
    >
      Download XLSX
    </Button>
  );
}
