import { type SQLWrapper, sql } from 'drizzle-orm';
import { aroLayer, company, well } from '#db/schema';
import type { SystemDataSort, SystemDataTable } from '~/schemas/people/admin';
import { layerTypeColumn } from '~/services/books/layer-view.server';
import { m, p } from '~/services/books/unreversed.server';
import {
  afterCursor,
  inOneDirection,
  type ListOrder,
  orderBy,
  readSort,
} from '~/services/platform/keyset.server';

const periodEnd = p.day;

/**
 * Companies, then the wells of each, and so on: an index has each level in order, and SQLite preserves the order of a cross
 * join. A page in this order reads only what it shows and sorts nothing.
 */
const LEVELS: SQLWrapper[] = [company.codeKey, well.wellCodeKey, aroLayer.layerNumber, periodEnd];
const DEPTH: Record<SystemDataTable, number> = { wells: 2, 'aro-layers': 3, 'accretion-records': 4 };

type SortKey<Table extends SystemDataTable> = Exclude<SystemDataSort<Table>, `-${string}`>;

const COLUMNS: { [Table in SystemDataTable]: Record<SortKey<Table>, SQLWrapper> } = {
  wells: {
    wellCode: well.wellCodeKey,
    wellName: sql`(${well.wellName} collate nocase)`,
    companyName: sql`(${company.name} collate nocase)`,
    field: sql`(${well.field} collate nocase)`,
    wellStatus: well.wellStatus,
    activeDate: well.activeDate,
  },
  'aro-layers': {
    wellCode: well.wellCodeKey,
    layerNumber: aroLayer.layerNumber,
    layerType: layerTypeColumn,
    pAndACost: aroLayer.pAndACostCents,
    aroValue: aroLayer.aroValueCents,
    currentAroValue: aroLayer.currentAroCents,
    calculationDate: aroLayer.calculationDate,
  },
  'accretion-records': {
    wellCode: well.wellCodeKey,
    layerNumber: aroLayer.layerNumber,
    periodStart: sql`coalesce(${m.since}, ${aroLayer.calculationDate})`,
    periodEnd,
    beginningAro: sql`${m.base}`,
    accretionExpense: sql`${m.liability}`,
    endingAro: sql`(${m.base} + ${m.liability})`,
  },
};

/** A row's keys on each level. */
export type RowPosition = { companyKey: string; wellKey: string; layerNumber?: number; periodEnd?: string };

/**
 * The order of a page of system-wide data, and where the page begins. Without a sort, the order is that of LEVELS. Any
 * other order scans the whole table for each page: no index spans companies, and for the few system administrators none is
 * worth its upkeep.
 * @throws AppError invalid for a cursor that isn't one of this table's
 */
export function systemOrder<Table extends SystemDataTable>(
  table: Table,
  { sort, cursor }: { sort: SystemDataSort<Table> | undefined; cursor: string | undefined },
) {
  const levels = LEVELS.slice(0, DEPTH[table]);
  const requestedSort = sort ? readSort<SortKey<Table>>(sort as SortKey<Table>) : null;
  const sortColumn = requestedSort && COLUMNS[table][requestedSort.key];
  const order: ListOrder = inOneDirection(
    requestedSort?.descending ?? false,
    sortColumn ? [sortColumn, ...levels] : levels,
  );
  return {
    sortValue: sql<string | number>`${sortColumn ?? sql`''`}`.as('sort_value'),
    orderBy: orderBy(order),
    after: afterCursor(order, cursor, { byLevel: !sortColumn }),
    positionOf: ({
      sortValue,
      companyKey,
      wellKey,
      layerNumber,
      periodEnd: end,
    }: RowPosition & { sortValue: string | number }) =>
      order.map((orderPart) => {
        if (orderPart.by === LEVELS[0]) return companyKey;
        if (orderPart.by === LEVELS[1]) return wellKey;
        if (orderPart.by === LEVELS[2]) return layerNumber ?? null;
        return orderPart.by === LEVELS[3] ? (end ?? null) : sortValue;
      }),
  };
}
