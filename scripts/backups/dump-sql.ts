import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';

/** D1 accepts statements of at most 100,000 bytes. */
const MAX_STATEMENT_BYTES = 90_000;
/** Approximate size of the rows in one statement. D1 runs out of memory on thousands of rows together. */
const ROWS_BYTES = 10_000;
/** At worst, a character takes six bytes: three in UTF-8, each as two hexadecimal digits. */
const PIECE_LENGTH = 10_000;
/** Texts up to this length stay in the row when longer ones are split. */
const SHORT_LENGTH = 1_000;

type Table = { name: string; sql: string; hasRowid: number };
type Column = { name: string; type: string; key: number };

/**
 * Statements that recreate a database: tables, then rows, then indexes and triggers, which would refuse a ledger's rows. Tables come
 * after those they refer to, and rows in key order, so equal databases have equal statements. No statement exceeds D1's limit, because
 * long texts are appended piece by piece.
 */
export function* dumpSql(database: DatabaseSync): Generator<string> {
  yield 'PRAGMA defer_foreign_keys=TRUE';
  const tables = tablesInOrder(database);
  for (const { sql } of tables) yield sql;
  for (const table of tables) yield* insertRows(database, table, columnsOf(database, table.name));
  if (hasSequences(database)) {
    yield 'DELETE FROM sqlite_sequence';
    yield* insertRows(database, { name: 'sqlite_sequence', hasRowid: 1 }, [
      { name: 'name', type: 'text', key: 1 },
      { name: 'seq', type: 'integer', key: 0 },
    ]);
  }
  for (const { sql } of others(database)) yield sql;
}

/** Describes the first difference between two databases. Null when they have the same tables, rows, indexes and triggers. */
export function firstDifference(one: DatabaseSync, other: DatabaseSync): string | null {
  const otherStatements = dumpSql(other);
  for (const statement of dumpSql(one)) {
    const { value } = otherStatements.next();
    if (statement === value) continue;
    const table = /^(?:INSERT INTO|UPDATE) ("[^"]+")/.exec(statement)?.[1];
    return table ? `rows of ${table}` : statement.slice(0, 60);
  }
  return otherStatements.next().done ? null : 'it has more at the end';
}

/** Tables of the application and its migrations, without SQLite's and D1's internal ones. */
export function tableNames(database: DatabaseSync): string[] {
  return tablesInOrder(database).map(({ name }) => name);
}

/** Quotes a name for SQL. */
export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

function tablesInOrder(database: DatabaseSync): Table[] {
  const tables = database
    .prepare(`
      select s.name, s.sql, not t.wr as "hasRowid" from sqlite_schema s join pragma_table_list t on t.name = s.name and t.schema = 'main'
      where s.type = 'table' and s.name not glob 'sqlite_*' and s.name not glob '_cf_*' order by s.name`)
    .all() as Table[];
  const parents = database.prepare('select "table" as name from pragma_foreign_key_list(?)');
  const ordered = new Set<Table>();
  const seen = new Set<string>();
  const addTable = (table: Table) => {
    if (seen.has(table.name)) return;
    seen.add(table.name);
    for (const { name } of parents.all(table.name)) {
      const parent = tables.find((candidate) => candidate.name === name);
      if (parent) addTable(parent);
    }
    ordered.add(table);
  };
  for (const table of tables) addTable(table);
  return [...ordered];
}

/** Columns of a table in order. `key` is a column's position in the primary key, starting at 1, or 0. */
export function columnsOf(database: DatabaseSync, table: string): Column[] {
  return database
    .prepare('select name, type, pk as key from pragma_table_info(?) order by cid')
    .all(table) as Column[];
}

function hasSequences(database: DatabaseSync): boolean {
  return database.prepare("select 1 from sqlite_schema where name = 'sqlite_sequence'").get() !== undefined;
}

function others(database: DatabaseSync): { sql: string }[] {
  return database
    .prepare(`
      select sql from sqlite_schema
      where type in ('index', 'trigger', 'view') and sql is not null and name not glob '_cf_*'
      order by type = 'trigger', type = 'view', name`)
    .all() as { sql: string }[];
}

function* insertRows(
  database: DatabaseSync,
  table: Omit<Table, 'sql'>,
  columns: Column[],
): Generator<string> {
  const names = columns.map(({ name }) => quoteName(name)).join(',');
  const keys = columns.filter(({ key }) => key > 0).sort((a, b) => a.key - b.key);
  const order = table.hasRowid ? 'rowid' : keys.map(({ name }) => quoteName(name)).join(',');
  const rows = database.prepare(`select ${names} from ${quoteName(table.name)} order by ${order}`);
  rows.setReadBigInts(true);
  const head = `INSERT INTO ${quoteName(table.name)} (${names}) VALUES `;
  let pendingRows: string[] = [];
  let bytes = 0;
  for (const row of rows.iterate()) {
    const text = `(${columns.map(({ name }) => literal(row[name]!)).join(',')})`;
    const length = Buffer.byteLength(text) + 1;
    if (pendingRows.length > 0 && bytes + length > ROWS_BYTES) {
      yield head + pendingRows.join(',');
      [pendingRows, bytes] = [[], 0];
    }
    if (length > MAX_STATEMENT_BYTES - head.length) {
      yield* insertLongRow(table.name, head, { row, columns, keys });
      continue;
    }
    pendingRows.push(text);
    bytes += length;
  }
  if (pendingRows.length > 0) yield head + pendingRows.join(',');
}

type LongRow = { row: Record<string, SQLOutputValue>; columns: Column[]; keys: Column[] };

/** Inserts the row with its long texts empty, then appends them piece by piece. No trigger exists yet to refuse that. */
function* insertLongRow(table: string, head: string, { row, columns, keys }: LongRow): Generator<string> {
  if (keys.length === 0) throw new Error(`A row of ${table} is too long for D1, and the table has no key.`);
  const isLong = ({ name, key }: Column) =>
    key === 0 && typeof row[name] === 'string' && row[name].length > SHORT_LENGTH;
  const values = columns.map((column) => literal(isLong(column) ? '' : row[column.name]!));
  yield `${head}(${values.join(',')})`;
  const where = keys.map(({ name }) => `${quoteName(name)} = ${literal(row[name]!)}`).join(' AND ');
  for (const column of columns.filter(isLong)) {
    const name = quoteName(column.name);
    for (const piece of splitText(row[column.name] as string)) {
      yield `UPDATE ${quoteName(table)} SET ${name} = ${name} || ${literal(piece)} WHERE ${where}`;
    }
  }
}

function* splitText(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let to = from + PIECE_LENGTH;
    // Keep surrogate pairs together.
    if (/[\uD800-\uDBFF]/.test(text.charAt(to - 1))) to -= 1;
    yield text.slice(from, to);
    from = to;
  }
}

function literal(value: SQLOutputValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return realLiteral(value);
  if (typeof value !== 'string') return `X'${Buffer.from(value).toString('hex')}'`;
  // SQL has no escapes: line breaks would depend on the reader of the file, and a NUL character would end the text.
  if (/\p{Cc}/u.test(value)) return `CAST(X'${Buffer.from(value).toString('hex')}' AS TEXT)`;
  return `'${value.replaceAll("'", "''")}'`;
}

function realLiteral(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? '9e999' : '-9e999';
  return Number.isInteger(value) ? `${value.toFixed(1)}` : String(value);
}
