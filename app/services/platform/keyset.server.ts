import { Column, is, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { AppError } from '~/errors';
import { fromBase64, toBase64Url } from './bytes.server';

/** One part of the order of a list. */
export type OrderPart = {
  by: SQLWrapper;
  descending?: boolean;
  /** Rows without a value come last in either direction. Any other part must never be null. */
  nullsLast?: boolean;
};

/** The order of a list from its first part to its last. The last parts make it total: no two rows may share all values. */
export type ListOrder = readonly OrderPart[];

/** Where a page ended: the last row's values of the order's parts. */
export type Position = readonly (string | number | null)[];

/** A sort as the calls take it: the key alone, or with `-` in front for descending. */
export function readSort<Key extends string>(sort: Key | `-${Key}`): { key: Key; descending: boolean } {
  return sort.startsWith('-')
    ? { key: sort.slice(1) as Key, descending: true }
    : { key: sort as Key, descending: false };
}

/** An order by several columns that all go in the same direction. A column named twice counts once. */
export function inOneDirection(descending: boolean, columns: readonly SQLWrapper[]): ListOrder {
  return [...new Set(columns)].map((by) => ({ by, descending }));
}

/** What to write behind `order by`. */
export function orderBy(order: ListOrder): SQL[] {
  return order.flatMap(({ by, descending, nullsLast }) => [
    ...(nullsLast ? [sql`${by} is null`] : []),
    sql`${by} ${descending ? sql`desc` : sql`asc`}`,
  ]);
}

/**
 * The condition of the rows after a cursor, in the given order.
 *
 * @param byLevel for an order whose parts are columns of joined tables, outermost table first, all ascending and none
 * negative: the condition is then written so that each table's own index can use it
 * @returns undefined without a cursor: the list begins at its first row
 * @throws AppError invalid when the text is not a cursor of this order
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

/** Cursors travel in addresses, so they are base64url. Clients should treat them as opaque. */
export function encodeCursor(position: Position): string {
  return toBase64Url(new TextEncoder().encode(JSON.stringify(position)));
}

/**
 * The position in a cursor, for lists that need it for more than afterCursor's condition.
 * @throws AppError invalid when the text is not a cursor of this order
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
  // Adds nothing to the condition, but an index on the first part can use it where it cannot use the rest. Where an
  // index can use the rest, SQLite would choose this shorter condition and read more rows.
  const bound = first.descending ? sql`<=` : sql`>=`;
  return sql`(${first.by} ${bound} ${position[0]} and ${condition})`;
}

/** Whether the order is compared as one row value of one table's columns, which an index of that table can use. */
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
    const rest = beyond(order.slice(1), position.slice(1));
    const [value] = position;
    if (value === null) return sql`(${first.by} is null and ${rest})`;
    const isLater = sql`${first.by} ${comparison} ${value} or ${first.by} is null`;
    return sql`(${isLater} or (${first.by} = ${value} and ${rest}))`;
  }
  // As many parts as go in the same direction are compared as one row value.
  const end = order.findIndex(
    (part) => part.nullsLast || Boolean(part.descending) !== Boolean(first.descending),
  );
  const length = end === -1 ? order.length : end;
  const parts = tuple(order.slice(0, length).map(({ by }) => by));
  const values = tuple(position.slice(0, length).map((value) => sql`${value}`));
  const isBeyond = sql`${parts} ${comparison} ${values}`;
  if (length === order.length) return isBeyond;
  const rest = beyond(order.slice(length), position.slice(length));
  return sql`(${isBeyond} or (${parts} = ${values} and ${rest}))`;
}

/**
 * Each level goes on after its own value while the row is in the same place of the levels above, and starts from its
 * beginning in later places.
 */
function afterByLevel(order: ListOrder, position: Position): SQL {
  const conditions = order.map(({ by }, depth) => {
    const value = position[depth];
    const comparison = depth === order.length - 1 ? sql`>` : sql`>=`;
    if (depth === 0) return sql`${by} ${comparison} ${value}`;
    const isSamePlace = sql.join(
      order.slice(0, depth).map((above, index) => sql`${above.by} = ${position[index]}`),
      sql` and `,
    );
    const start = typeof value === 'number' ? 0 : '';
    return sql`${by} ${comparison} case when ${isSamePlace} then ${value} else ${start} end`;
  });
  return sql`(${sql.join(conditions, sql` and `)})`;
}

function tuple(parts: readonly SQLWrapper[]): SQL {
  const list = sql.join([...parts], sql`, `);
  return parts.length === 1 ? list : sql`(${list})`;
}
