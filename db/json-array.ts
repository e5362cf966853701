import { and, Column, is, SQL, sql } from 'drizzle-orm';
import { type SQLiteTable, SQLiteTextJson } from 'drizzle-orm/sqlite-core';
import type { Database } from './client';
import { wholeNumber } from './whole-number';

/** D1 returns at most 2 MB per value, which leaves 1.4 KB per row. Code, name and field have at most 400 characters. */
const ROWS_PER_VALUE = 1_500;
/** Statements per batch, read in one transaction and one round trip. */
const VALUES_PER_BATCH = 8;

/** The given columns of a row as one JSON object, built by SQLite. */
export function jsonObject(columns: Record<string, Column | SQL>): SQL {
  const pairs = Object.entries(columns).map(([key, column]) => {
    const value = column instanceof SQLiteTextJson ? sql`json(${column})` : sql`${column}`;
    return sql`${sql.raw(`'${key}'`)}, ${value}`;
  });
  return sql`json_object(${sql.join(pairs, sql`, `)})`;
}

/**
 * Reads rows as JSON built by SQLite, batch by batch, because a long list may not fit in a Worker's memory. For lists of thousands of
 * rows that are returned unchanged, this is twice as fast as making an object of each row and serializing it again.
 *
 * @param rowsAfter query of the rows after a position in a total order, or of all rows without one. Its `item` is a row's JSON text, and
 * its `place` the row's sort key as JSON. Each batch starts after the last row of the previous one, not at an offset, so rows inserted
 * or deleted meanwhile don't cause others to repeat or be skipped
 * @returns the rows of each batch, separated by commas
 */
export async function* readAsJson(
  db: Database,
  rowsAfter: (place: string | null) => SQL,
): AsyncGenerator<string> {
  for (let place: string | null = null; ; ) {
    const rows = rowsAfter(place);
    const values = Array.from({ length: VALUES_PER_BATCH }, (_, index) =>
      db.all<{ items: string | null }>(sql`
        select group_concat(item, ',') as items
        from (${rows} limit ${wholeNumber(ROWS_PER_VALUE)} offset ${wholeNumber(index * ROWS_PER_VALUE)})`),
    );
    const last = db.all<{ place: string }>(sql`
      select place from (${rows} limit 1 offset ${wholeNumber(ROWS_PER_VALUE * VALUES_PER_BATCH - 1)})`);
    const [lastRows, ...texts] = await db.batch([last, ...values]);
    yield texts.flatMap(([row]) => row?.items ?? []).join(',');
    if (!lastRows[0]) return;
    ({ place } = lastRows[0]);
  }
}

/** Rows of a select as JSON, for parseRows: an array of values per row, and the names of the values. */
export type RowsText<Row> = { shape: string; items: string; row?: Row };

type Fields = { [name: string]: Column | SQL | SQL.Aliased | Fields };
type Select<Row> = PromiseLike<Row[]> & { getSQL: () => SQL; _: { selectedFields: unknown } };

/** Names of a row's values with their positions, nested for objects in the row. */
type Shape = [name: string, at: number | Shape][];

/** D1 returns at most 2 MB per value, which leaves 2 KB per row. */
const ROWS_PER_TEXT = 1_000;

/**
 * Runs a select and returns its rows, in order, as a few long texts. D1 takes much longer to return rows value by value, and column names
 * in every row would double the text. Values are as SQLite stores them, not decoded by their columns, except for JSON.
 *
 * @param rowsPerText fewer than a thousand for rows over 2 KB
 */
export function selectAsText<Row>(db: Database, select: Select<Row>, rowsPerText = ROWS_PER_TEXT) {
  const { shape, names, values } = shapeOf(select);
  const text = sql`number / ${wholeNumber(rowsPerText)}`;
  // SQLite buffers all columns of the rows it numbers. Converting rows to text first leaves one column, and `limit -1` makes that step
  // run first.
  return db.all<RowsText<Row>>(sql`
    with found(${names}) as (${select.getSQL()}),
      texts as (select json_array(${values}) as item from found limit -1)
    select ${shape} as shape, '[' || group_concat(item, ',' order by number) || ']' as items
    from (select item, row_number() over () - 1 as number from texts)
    group by ${text} order by ${text}`);
}

/**
 * Like selectAsText, in a third of the time, for all rows of a table in the order of a unique, indexed key. Each text covers a range of
 * keys, so no row needs numbering or sorting.
 *
 * @param select the rows that match `where` and the given condition, ordered by the key, without a limit
 */
export function selectAllAsText<Row>(
  db: Database,
  { table, key, where }: { table: SQLiteTable; key: Column; where: SQL | undefined },
  select: (from: SQL) => Select<Row>,
) {
  const rows = select(sql`${key} >= page.first`);
  const { shape, names, values } = shapeOf(rows);
  const limit = wholeNumber(ROWS_PER_TEXT);
  return db.all<RowsText<Row>>(sql`
    with recursive page(first) as (
      select min(${key}) from ${table} where ${where}
      union all
      select (select ${key} from ${table} where ${and(where, sql`${key} >= page.first`)} order by ${key} limit 1 offset ${limit})
      from page where page.first is not null)
    select ${shape} as shape, (
      with found(${names}) as (${rows.getSQL()} limit ${limit})
      select '[' || group_concat(json_array(${values}), ',') || ']' from found) as items
    from page where page.first is not null`);
}

function shapeOf(select: Select<unknown>): { shape: string; names: SQL; values: SQL } {
  const names: string[] = [];
  const values: string[] = [];
  const addColumn = (field: Column | SQL | SQL.Aliased) => {
    const name = `c${names.length}`;
    values.push(field instanceof SQLiteTextJson ? `json(${name})` : name);
    return names.push(name) - 1;
  };
  const shapeIn = (fields: Fields): Shape =>
    Object.entries(fields).map(([name, field]) => {
      const isValue = is(field, Column) || is(field, SQL) || is(field, SQL.Aliased);
      return [name, isValue ? addColumn(field) : shapeIn(field)];
    });
  const shape = JSON.stringify(shapeIn(select._.selectedFields as Fields));
  return { shape, names: sql.raw(names.join(', ')), values: sql.raw(values.join(', ')) };
}

export function parseRows<Row>(texts: RowsText<Row>[]): Row[] {
  const template = templateOf(JSON.parse(texts[0]?.shape ?? '[]') as Shape);
  return texts.flatMap(({ items }) =>
    (JSON.parse(items) as unknown[][]).map((values) => toObject(template, values) as Row),
  );
}

/** Blank row to copy, and the positions of its values. */
type Template = { blank: Record<string, unknown>; fields: [name: string, at: number | Template][] };

/**
 * V8 stores an object as a hash table when more than a dozen computed names are added one by one. That takes several times the memory and
 * time of an object created with all its names.
 */
function templateOf(shape: Shape): Template {
  return {
    blank: JSON.parse(`{${shape.map(([name]) => `${JSON.stringify(name)}:null`).join(',')}}`),
    fields: shape.map(([name, at]) => [name, typeof at === 'number' ? at : templateOf(at)]),
  };
}

function toObject({ blank, fields }: Template, values: unknown[]): Record<string, unknown> {
  const row = { ...blank };
  for (const [name, at] of fields) row[name] = typeof at === 'number' ? values[at] : toObject(at, values);
  return row;
}
