import { parseRows, selectAsText } from '#db/json-array';
import { aroLayer, well } from '#db/schema';
import type { CsvValue } from '~/domain/files/csv-line';
import { formatCents } from '~/domain/money/money';
import { formatRate } from '~/domain/money/rate';
import type { LayerQuery } from '~/schemas/books/aro-layer';
import type { CompanyContext } from '~/services/platform/context.server';
import { encodeCursor } from '~/services/platform/keyset.server';
import { ROWS_AT_A_TIME } from '~/services/platform/page.server';
import { layerList } from './aro-layer.server';
import { isHistorical } from './layer-view.server';

/** Columns of a layer file, in order. */
export const LAYER_COLUMNS = [
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
  'retirementDate',
  'discountRate',
  'inflationRate',
  'calculationDate',
  'aroValue',
  'currentAroValue',
  'accretedThrough',
  'status',
] as const;

/** Stored columns behind a line; fewer than a list of layers needs. */
const STORED = {
  wellCode: well.wellCode,
  wellName: well.wellName,
  field: well.field,
  activeDate: well.activeDate,
  layerNumber: aroLayer.layerNumber,
  measurement: aroLayer.measurement,
  pAndACostCents: aroLayer.pAndACostCents,
  totalEstimateCents: aroLayer.totalEstimateCents,
  wellLifespanYears: aroLayer.wellLifespanYears,
  retirementDate: aroLayer.retirementDate,
  discountRateBp: aroLayer.discountRateBp,
  inflationRateBp: aroLayer.inflationRateBp,
  calculationDate: aroLayer.calculationDate,
  aroValueCents: aroLayer.aroValueCents,
  currentAroCents: aroLayer.currentAroCents,
  accretedThrough: aroLayer.accretedThrough,
  isHistorical: isHistorical.as('is_historical'),
  codeKey: well.wellCodeKey,
};

/** Yields the cells of all layers that match a query, in its order and in batches. Ignores `limit` and `cursor`. */
export async function* readLayerCells(ctx: CompanyContext, query: LayerQuery): AsyncGenerator<CsvValue[][]> {
  for (let cursor: string | undefined; ; ) {
    const { positionOf, ...list } = layerList(ctx, { ...query, cursor });
    const rows = parseRows(await rowsQuery(ctx, list));
    yield rows.map(toCells);
    if (rows.length < ROWS_AT_A_TIME) return;
    cursor = encodeCursor(positionOf(rows.at(-1)!));
  }
}

function rowsQuery(
  { db }: CompanyContext,
  { where, orderBy, sortValue }: Omit<ReturnType<typeof layerList>, 'positionOf'>,
) {
  return selectAsText(
    db,
    db
      .select({ ...STORED, sortValue: sortValue.as('sort_value') })
      .from(well)
      .crossJoin(aroLayer)
      .where(where)
      .orderBy(...orderBy)
      .limit(ROWS_AT_A_TIME),
  );
}

type StoredRow = NonNullable<Awaited<ReturnType<typeof rowsQuery>>[number]['row']>;

function toCells(row: StoredRow): CsvValue[] {
  return [
    row.wellCode,
    row.wellName,
    row.field,
    row.activeDate,
    row.layerNumber,
    row.measurement === null ? 'initial' : 'additional',
    row.measurement,
    formatCents(row.pAndACostCents),
    formatCents(row.totalEstimateCents),
    row.wellLifespanYears,
    row.retirementDate ?? '',
    formatRate(row.discountRateBp),
    formatRate(row.inflationRateBp),
    row.calculationDate,
    formatCents(row.aroValueCents),
    formatCents(row.currentAroCents),
    row.accretedThrough,
    row.isHistorical ? 'Historical' : 'Current',
  ];
}
