import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { columnsOf, dumpSql, quoteName, tableNames } from './dump-sql';
import { loadSql, withScratchDatabase } from './load-sql';
import { writeSqlFile } from './sql-file';

type Row = Record<string, SQLInputValue>;
type Table = { name: string; keys: string[]; texts: string[] };

/**
 * Corrects texts in D1's export. D1 writes a line break as a backslash and a letter, and the reader of the export must turn these two
 * characters into a line break. That also affects texts that contained the two characters themselves, as in `C:\new`. A text with one
 * line break is unambiguous. For texts with several, this queries the database.
 *
 * @param queryAll returns the rows of each query, from the exported database
 * @throws Error when such a text has changed since the export
 */
export async function correctLineBreaks(
  file: string,
  queryAll: (queries: string[]) => Promise<Row[][]>,
  scratchFolder: string,
): Promise<void> {
  await withScratchDatabase(scratchFolder, async (database) => {
    await loadSql(database, file);
    const doubtful = tableNames(database)
      .map((name) => describe(database, name))
      .filter((table) => table.texts.length > 0)
      .map((table) => ({ table, rows: database.prepare(selectInDoubt(table)).all() as Row[] }))
      .filter(({ rows }) => rows.length > 0);
    if (doubtful.length === 0) return;
    const deployedRows = await queryAll(doubtful.map(({ table }) => selectInDoubt(table)));
    const triggers = database.prepare("select name, sql from sqlite_schema where type = 'trigger'").all();
    // Triggers would refuse to correct ledger rows.
    for (const { name } of triggers) database.exec(`drop trigger ${quoteName(String(name))}`);
    for (const [index, { table, rows }] of doubtful.entries())
      correctRows(database, table, { exported: rows, actual: deployedRows[index]! });
    for (const { sql } of triggers) database.exec(String(sql));
    await writeSqlFile(file, dumpSql(database));
  });
}

function describe(database: DatabaseSync, name: string): Table {
  const columns = columnsOf(database, name);
  const getNames = (selected: typeof columns) => selected.map((column) => column.name);
  return {
    name,
    keys: getNames(columns.filter(({ key }) => key > 0)),
    texts: getNames(columns.filter(({ type, key }) => key === 0 && type.toLowerCase() === 'text')),
  };
}

/** Rows with a text that has, or after the export appears to have, several line breaks of the same kind. */
function selectInDoubt({ name, keys, texts }: Table): string {
  const isInDoubt = texts.map(quoteName).flatMap((text) =>
    [
      ['n', 'char(10)'],
      ['r', 'char(13)'],
    ].map(
      ([letter, character]) =>
        `(instr(${text}, ${character}) and replace(${text}, '\\${letter}', ${character}) like '%' || ${character} || '%' || ${character} || '%')`,
    ),
  );
  const columns = [...keys, ...texts].map(quoteName);
  return `select ${columns.join(', ')} from ${quoteName(name)} where ${isInDoubt.join(' or ')}`;
}

function correctRows(
  database: DatabaseSync,
  { name, keys, texts }: Table,
  { exported, actual }: { exported: Row[]; actual: Row[] },
): void {
  if (keys.length === 0) throw new Error(`A text in ${name} is in doubt, and the table has no key.`);
  const keyOf = (row: Row) => JSON.stringify(keys.map((key) => row[key]));
  const actualByKey = new Map(actual.map((row) => [keyOf(row), row]));
  const assignments = texts.map((text) => `${quoteName(text)} = ?`).join(', ');
  const where = keys.map((key) => `${quoteName(key)} = ?`).join(' and ');
  const update = database.prepare(`update ${quoteName(name)} set ${assignments} where ${where}`);
  for (const row of exported) {
    const actualRow = actualByKey.get(keyOf(row));
    const isSame = texts.every(
      (text) => row[text] === actualRow?.[text] || row[text] === simulateExport(actualRow?.[text]),
    );
    if (!actualRow || !isSame)
      throw new Error(`A text in ${name} was changed while D1 exported it. Run it again.`);
    update.run(...texts.map((text) => actualRow[text]!), ...keys.map((key) => actualRow[key]!));
  }
}

/** The text that reading the export produces. */
function simulateExport(value: SQLInputValue | undefined): SQLInputValue | undefined {
  if (typeof value !== 'string') return value;
  const text = value.includes('\r') ? value.replaceAll('\\r', '\r') : value;
  return value.includes('\n') ? text.replaceAll('\\n', '\n') : text;
}
