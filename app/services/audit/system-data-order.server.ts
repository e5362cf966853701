import { and, type Column, type SQL, sql } from 'drizzle-orm';
import { accretionRecord, aroLayer, company, well } from '#db/schema';
import { AppError } from '~/errors';
import type { SystemDataSort, SystemDataTable } from '~/schemas/people/admin';
import { after, orderBy, readSort } from '~/services/platform/keyset.server';
import { decodeCursor } from '~/services/platform/page.server';

/**
 * From the companies to the wells of each, and so on: an index has each level in order, and SQLite keeps a cross join's
 * order. A page of this walk reads what it shows and sorts nothing.
 */
const LEVELS = [company.codeKey, well.wellCodeKey, aroLayer.layerNumber, accretionRecord.periodEnd];
const DEPTH: Record<SystemDataTable, number> = { wells: 2, 'aro-layers': 3, 'accretion-records': 4 };

type SortKey<Table extends SystemDataTable> = Exclude<SystemDataSort<Table>, `-${string}`>;

const COLUMNS: { [Table in SystemDataTable]: Record<SortKey<Table>, Column> } = {
  wells: {
    wellCode: well.wellCodeKey,
    wellName: well.wellName,
    companyName: company.name,
    field: well.field,
    wellStatus: well.wellStatus,
    activeDate: well.activeDate,
  },
  'aro-layers': {
    wellCode: well.wellCodeKey,
    layerNumber: aroLayer.layerNumber,
    layerType: aroLayer.layerType,
    pAndACost: aroLayer.pAndACostCents,
    aroValue: aroLayer.aroValueCents,
    currentAroValue: aroLayer.currentAroCents,
    calculationDate: aroLayer.calculationDate,
  },
  'accretion-records': {
    wellCode: well.wellCodeKey,
    layerNumber: aroLayer.layerNumber,
    periodStart: accretionRecord.periodStart,
    periodEnd: accretionRecord.periodEnd,
    beginningAro: accretionRecord.beginningAroCents,
    accretionExpense: accretionRecord.accretionExpenseCents,
    endingAro: accretionRecord.endingAroCents,
  },
};

/**
 * The order of a page of the system's data, and where it begins. Without a sort it is the walk. Any other order has to look
 * at the whole table for each page: no index goes across companies, and for the few who administer none is worth its upkeep.
 * @throws AppError invalid for a cursor that is none of this table's
 */
export function systemOrder<Table extends SystemDataTable>(
  table: Table,
  { sort, cursor }: { sort: SystemDataSort<Table> | undefined; cursor: string | undefined },
) {
  const levels = LEVELS.slice(0, DEPTH[table]);
  const last = cursor ? decodePosition(cursor, levels) : undefined;
  if (!sort) {
    return {
      sortValue: sql<string | number>`''`.as('sort_value'),
      orderBy: levels.map((level) => sql`${level}`),
      after: last && behind(last.position),
    };
  }
  const { key, descending } = readSort<SortKey<Table>>(sort as SortKey<Table>);
  const by = COLUMNS[table][key];
  const order = { by, unique: levels, descending };
  return {
    sortValue: sql<string | number>`${by}`.as('sort_value'),
    orderBy: orderBy(order),
    after: last && after(order, last.value, last.position),
  };
}

/**
 * What the walk comes to behind a position: each level goes on after the position's value as long as the row is still in its
 * company, well or layer, and from its very beginning in the later ones. Other than a comparison of whole positions, each
 * level's index can use it.
 */
function behind(position: readonly (string | number)[]): SQL | undefined {
  return and(
    ...position.map((value, depth) => {
      const level = LEVELS[depth]!;
      const comparison = depth === position.length - 1 ? sql`>` : sql`>=`;
      if (depth === 0) return sql`${level} ${comparison} ${value}`;
      const isSamePlace = and(
        ...position.slice(0, depth).map((part, index) => sql`${LEVELS[index]} = ${part}`),
      );
      const start = typeof value === 'number' ? 0 : '';
      return sql`${level} ${comparison} case when ${isSamePlace} then ${value} else ${start} end`;
    }),
  );
}

function decodePosition(cursor: string, levels: readonly Column[]) {
  const [value, key] = decodeCursor(cursor);
  const position = parseJson(key);
  if (!Array.isArray(position) || position.length !== levels.length) throw invalidCursor();
  for (const [index, level] of levels.entries()) {
    if (typeof position[index] !== level.dataType) throw invalidCursor();
  }
  return { value, position: position as (string | number)[] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function invalidCursor(): AppError {
  return new AppError('invalid', 'The cursor is not valid');
}
