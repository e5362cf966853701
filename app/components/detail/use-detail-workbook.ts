import { latestSeal, usePrintedFacts } from '~/components/reports/printed-facts';
import type { WorkbookAccretion } from '~/domain/reports/layer-workbook';
import { formatCompanyTitle } from '~/hooks/company-title';
import { saveWorkbook } from '~/hooks/save-workbook';
import { useApi } from '~/hooks/use-api';
import { useExport } from '~/hooks/use-export';
import { useFormat } from '~/hooks/use-format';
import { fetchAllRows, fetchRowsUpTo } from '~/hooks/use-more-rows';
import { useCompany } from '~/hooks/use-root-data';
import type { ListedLayerView } from '~/schemas/books/layer-views';
import { filterFacts } from './filter-facts';

/** Limits on layers and accretion records in a workbook; larger ones take too long to build in the browser. */
const MAX_LAYERS = 5000;
const MAX_RECORDS = 50_000;

type Fetched = { layers: ListedLayerView[]; accretions: WorkbookAccretion[] | null };

/** Saves the matching layers as a workbook in which present values and accretion are formulas. */
export function useDetailWorkbook(list: string, query: string, today: string) {
  const company = useCompany();
  const companyId = company?.id ?? null;
  const api = useApi();
  const format = useFormat();
  const printedFacts = usePrintedFacts();
  const { run } = useExport<Fetched>({
    success: 'ARO detail data exported successfully',
    fetchFailure: 'Failed to export ARO detail data',
    exportFailure: 'Failed to export ARO detail data',
  });

  const fetchBooks = async (): Promise<Fetched> => {
    const layers = await fetchAllRows<ListedLayerView>(list, companyId);
    const { wellId = '', field = '' } = Object.fromEntries(new URLSearchParams(query));
    const wells = new URLSearchParams({ wellId, field });
    if (layers.length > MAX_LAYERS) return { layers, accretions: null };
    const records = await fetchRowsUpTo<WorkbookAccretion>(`/api/accretion?${wells}`, companyId, MAX_RECORDS);
    const ids = new Set(layers.map(({ id }) => id));
    const accretions = records?.filter(({ aroLayerId }) => ids.has(aroLayerId)) ?? null;
    return { layers, accretions };
  };

  return () =>
    void run(fetchBooks, async ({ layers, accretions }) => {
      const heading = [
        'Asset Retirement Obligation Detail',
        formatCompanyTitle(company),
        ...filterFacts(query, layers),
        ...(accretions
          ? []
          : [
              `Accretion records are left out: a workbook holds at most ${format.integer(MAX_RECORDS)} of them, for ${format.integer(MAX_LAYERS)} layers. Filter by field or well to include them`,
            ]),
        ...printedFacts(await latestSeal(api), 'Exported'),
      ];
      await saveWorkbook(`aro-detail-${today}.xlsx`, {
        kind: 'detail',
        heading,
        layers,
        accretions,
      });
    });
}
