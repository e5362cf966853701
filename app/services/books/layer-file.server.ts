import { sql } from 'drizzle-orm';
import { aroLayer, well } from '#db/schema';
import type { CsvValue } from '~/domain/files/csv-line';
import { formatCents } from '~/domain/money/money';
import { formatRate } from '~/domain/money/rate';
import type { LayerQuery } from '~/schemas/books/aro-layer';
import type { CompanyContext } from '~/services/platform/context.server';
import { encodeCursor } from '~/services/platform/keyset.server';
import { ROWS_AT_A_TIME } from '~/services/platform/page.server';
import { layerList } from './aro-layer.server';

/** The columns of a file of layers, in their order. */
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
  'discountRate',
  'inflationRate',
  'calculationDate',
  'aroValue',
  'currentAroValue',
  'accretedThrough',
  'status',
] as const;

/** What a line is made of, by position: rows of nothing else, as JSON arrays, are read three times as fast as layers are. */
const STORED = [
  well.wellCode,
  well.wellName,
  well.field,
  well.activeDate,
  aroLayer.layerNumber,
  aroLayer.measurement,
  aroLayer.pAndACostCents,
  aroLayer.totalEstimateCents,
  aroLayer.wellLifespanYears,
  aroLayer.discountRateBp,
  aroLayer.inflationRateBp,
  aroLayer.calculationDate,
  aroLayer.aroValueCents,
  aroLayer.currentAroCents,
  aroLayer.accretedThrough,
  aroLayer.isReversed,
  well.wellCodeKey,
];
type StoredRow = [
  wellCode: string,
  wellName: string,
  field: string,
  activeDate: string,
  layerNumber: number,
  measurement: string | null,
  pAndACostCents: number,
  totalEstimateCents: number,
  wellLifespanYears: number,
  discountRateBp: number,
  inflationRateBp: number,
  calculationDate: string,
  aroValueCents: number,
  currentAroCents: number,
  accretedThrough: string | null,
  isReversed: 0 | 1,
  codeKey: string,
  sortValue: string | number,
];

/** The cells of all layers that a query finds, in its order and in batches; `limit` and `cursor` play no part. */
export async function* readLayerCells(ctx: CompanyContext, query: LayerQuery): AsyncGenerator<CsvValue[][]> {
  for (let cursor: string | undefined; ; ) {
    const { positionOf, ...list } = layerList(ctx, { ...query, cursor });
    const rows = await readRows(ctx, list);
    yield rows.map(toCells);
    if (rows.length < ROWS_AT_A_TIME) return;
    const last = rows.at(-1)!;
    cursor = encodeCursor(positionOf({ layerNumber: last[4], codeKey: last[16], sortValue: last[17] }));
  }
}

async function readRows(
  { db }: CompanyContext,
  { where, orderBy, sortValue }: Omit<ReturnType<typeof layerList>, 'positionOf'>,
): Promise<StoredRow[]> {
  const columns = [...STORED, sortValue];
  const names = sql.raw(columns.map((_, index) => `c${index}`).join(', '));
  const [page] = await db.all<{ rows: string }>(sql`
    with found(${names}) as (
      select ${sql.join(columns, sql`, `)} from ${well} cross join ${aroLayer} where ${where}
      order by ${sql.join(orderBy, sql`, `)} limit ${ROWS_AT_A_TIME}
    )
    select json_group_array(json_array(${names}) order by place) as rows
    from (select *, row_number() over () as place from found)`);
  return JSON.parse(page!.rows);
}

function toCells([
  wellCode,
  wellName,
  field,
  activeDate,
  layerNumber,
  measurement,
  pAndACostCents,
  totalEstimateCents,
  wellLifespanYears,
  discountRateBp,
  inflationRateBp,
  calculationDate,
  aroValueCents,
  currentAroCents,
  accretedThrough,
  isReversed,
]: StoredRow): CsvValue[] {
  return [
    wellCode,
    wellName,
    field,
    activeDate,
    layerNumber,
    measurement === null ? 'initial' : 'additional',
    measurement,
    formatCents(pAndACostCents),
    formatCents(totalEstimateCents),
    wellLifespanYears,
    formatRate(discountRateBp),
    formatRate(inflationRateBp),
    calculationDate,
    formatCents(aroValueCents),
    formatCents(currentAroCents),
    accretedThrough,
    isReversed ? 'Historical' : 'Current',
  ];
}
