import { type CsvRow, saveCsv } from '~/hooks/csv-file';
import { useExport } from '~/hooks/use-export';
import { fetchAllRows } from '~/hooks/use-more-rows';
import { useCompany } from '~/hooks/use-root-data';
import type { LayerView } from '~/schemas/platform/views';

const COLUMNS = [
  'wellCode',
  'wellName',
  'field',
  'activeDate',
  'layerNumber',
  'layerType',
  'measurement',
  'pAndACost',
  'totalEstimate',
  'wellLifespan',
  'discountRate',
  'inflationRate',
  'calculationDate',
  'aroValue',
  'currentAroValue',
  'accretedThrough',
  'status',
];

/** Saves every layer that the filters let through, whether its row is here yet or not. */
export function useDetailExport(list: string, today: string) {
  const companyId = useCompany()?.id ?? null;
  const { run, pending } = useExport<LayerView>({
    success: 'ARO detail data exported successfully',
    fetchFailure: 'Failed to export ARO detail data',
    exportFailure: 'Failed to export ARO detail data',
  });
  const exportDetail = () =>
    void run(
      () => fetchAllRows<LayerView>(list, companyId),
      (layers) => saveCsv(`aro-detail-${today}.csv`, COLUMNS, layers.map(toRow)),
    );
  return { exportDetail, pending };
}

function toRow({ well, ...layer }: LayerView): CsvRow {
  return {
    ...layer,
    wellCode: well.wellCode,
    wellName: well.wellName,
    field: well.field,
    activeDate: well.activeDate,
    status: 'Current',
  };
}
