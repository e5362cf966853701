import { Column, is, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { AppError } from '~/errors';
import { fromBase64, toBase64Url } from './bytes.server';

/** One column or expression of a list's sort order. */
export type OrderPart = {
  by: SQLWrapper;
  descending?: boolean;
  /** Nulls sort last in either direction. Without this flag, the value must never be null. */
  nullsLast?: boolean;
};

/** A list's sort order, most significant part first. The last parts make it total: no two rows may share all values. */
export type ListOrder = readonly OrderPart[];

/** The end of a page: the last row's sort values. */
export type Position = readonly (string | number | null)[];

/** Parses a `sort` parameter: the key alone, or with a leading `-` for descending. */
export function readSort<Key extends string>(sort: Key | `-${Key}`): { key: Key; descending: boolean } {
  return sort.startsWith('-')
    ? { key: sort.slice(1) as Key, descending: true }
    : { key: sort as Key, descending: false };
}

/** Sorts by several columns in the same direction. A column named twice counts once. */
export function inOneDirection(descending: boolean, columns: readonly SQLWrapper[]): ListOrder {
  return [...new Set(columns)].map((by) => ({ by, descending }));
}

/** The terms of the `order by` clause. */
export function orderBy(order: ListOrder): SQL[] {
  return order.flatMap(({ by, descending, nullsLast }) => [
    ...(nullsLast ? [sql`${by} is null`] : []),
    sql`${by} ${descending ? sql`desc` : sql`asc`}`,
  ]);
}

/**
 * SQL condition for the rows after a cursor, in the given order.
 *
 * @param byLevel for an order over columns of joined tables, outermost table first, all ascending and none negative: the
 * condition is written so that each table's own index can serve it
 * @returns undefined without a cursor: the list starts at its first row
 * @throws AppError invalid when the text isn't a cursor of this order
 */
export function afterCursor(
  order: ListOrder,
  cursor: string | undefined,
  { byLevel = false }: { byLevel?: boolean } = {},
): SQL | undefined {
  if (!cursor) return undefined;
  const position = decodeCursor(order, cursor);
  return byLevel ? afterByLevel(order, position) : afterPosition(order, position);
}

/** Cursors are used in URLs, so they are base64url. Clients should treat them as opaque. */
export function encodeCursor(position: Position): string {
  return toBase64Url(new TextEncoder().encode(JSON.stringify(position)));
}

/**
 * Decodes a cursor, for lists that need more than afterCursor's condition.
 * @throws AppError invalid when the text isn't a cursor of this order
 */
export function decodeCursor(order: ListOrder, cursor: string): Position {
  const position = parseCursor(cursor);
  if (
    Array.isArray(position) &&
    position.length === order.length &&
    order.every((part, index) => isValueOf(part, position[index]))
  ) {
    return position;
  }
  throw new AppError('invalid', 'The cursor is not valid');
}

function parseCursor(text: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(fromBase64(text)));
  } catch {
    return null;
  }
}

function isValueOf({ by, nullsLast }: OrderPart, value: unknown): boolean {
  if (value === null) return nullsLast === true;
  if (is(by, Column) && (by.dataType === 'string' || by.dataType === 'number')) {
    return typeof value === by.dataType;
  }
  return typeof value === 'string' || typeof value === 'number';
}

function afterPosition(order: ListOrder, position: Position): SQL {
  const [first] = order;
  const condition = beyond(order, position);
  if (!first || first.nullsLast || isOneRowValue(order)) return condition;
  // Redundant, but lets SQLite use an index on the first part when no index covers the rest. Left out when an index does
  // cover the rest: SQLite would pick this shorter bound and read more rows.
  const bound = first.descending ? sql`<=` : sql`>=`;
  return sql`(${first.by} ${bound} ${position[0]} and ${condition})`;
}

/** True when the order compares as one row value of one table's columns, which an index on that table can serve. */
function isOneRowValue(order: ListOrder): boolean {
  const [first] = order;
  return order.every(
    ({ by, descending, nullsLast }) =>
      is(by, Column) &&
      is(first!.by, Column) &&
      by.table === first!.by.table &&
      Boolean(descending) === Boolean(first!.descending) &&
      !nullsLast,
  );
}

function beyond(order: ListOrder, position: Position): SQL {
  const [first] = order;
  if (!first) return sql`0`;
  const comparison = first.descending ? sql`<` : sql`>`;
  if (first.nullsLast) {
    const remainder = beyond(order.slice(1), position.slice(1));
    const [value] = position;
    if (value === null) return sql`(${first.by} is null and ${remainder})`;
    const isLater = sql`${first.by} ${comparison} ${value} or ${first.by} is null`;
    return sql`(${isLater} or (${first.by} = ${value} and ${remainder}))`;
  }
  // Leading parts with the same direction are compared as one row value.
  const end = order.findIndex(
    (part) => part.nullsLast || Boolean(part.descending) !== Boolean(first.descending),
  );
  const length = end === -1 ? order.length : end;
  const parts = tuple(order.slice(0, length).map(({ by }) => by));
  const values = tuple(position.slice(0, length).map((value) => sql`${value}`));
  const isBeyond = sql`${parts} ${comparison} ${values}`;
  if (length === order.length) return isBeyond;
  const remainder = beyond(order.slice(length), position.slice(length));
  return sql`(${isBeyond} or (${parts} = ${values} and ${remainder}))`;
}

/**
 * Each level continues from its own value while the row matches the position on all levels above, and starts from the
 * beginning once those have moved on.
 */
function afterByLevel(order: ListOrder, position: Position): SQL {
  const conditions = order.map(({ by }, depth) => {
    const value = position[depth];
    const comparison = depth === order.length - 1 ? sql`>` : sql`>=`;
    if (depth === 0) return sql`${by} ${comparison} ${value}`;
    const hasSamePrefix = sql.join(
      order.slice(0, depth).map((precedingPart, index) => sql`${precedingPart.by} = ${position[index]}`),
      sql` and `,
    );
    const start = typeof value === 'number' ? 0 : '';
    return sql`${by} ${comparison} case when ${hasSamePrefix} then ${value} else ${start} end`;
  });
  return sql`(${sql.join(conditions, sql` and `)})`;
}

function tuple(parts: readonly SQLWrapper[]): SQL {
  const list = sql.join([...parts], sql`, `);
  return parts.length === 1 ? list : sql`(${list})`;
}
