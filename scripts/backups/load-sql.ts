import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { withScratchFolder } from './scratch';
import { splitSql } from './split-sql';

/** What an export consists of. Anything else, such as ATTACH, has no business in a file that is run as it is. */
const PART_OF_AN_EXPORT =
  /^(pragma (defer_foreign_keys|foreign_keys)\b|create (unique )?(table|index|trigger|view)\b|insert into\b|update "|delete from "?sqlite_sequence"?$|analyze\b)/i;

/** Runs an exported database's statements, one at a time. @throws Error when one is incomplete, fails, or is no part of an export */
export async function loadSql(database: DatabaseSync, file: string): Promise<void> {
  // Rows come before those that they refer to; what an export forgot is found when all of it is there.
  database.exec('pragma foreign_keys = off; begin');
  for await (const statement of splitSql(createReadStream(file, 'utf8'))) {
    const plain = statement.replace(/^(\s*(--.*\n|\/\*[\s\S]*?\*\/))*\s*/, '');
    if (plain === '') continue;
    if (!PART_OF_AN_EXPORT.test(plain))
      throw new Error(`This is no part of an export: ${plain.slice(0, 60)}`);
    database.exec(statement);
  }
  database.exec('commit');
  const dangling = database.prepare('select "table", parent from pragma_foreign_key_check limit 1').get();
  if (dangling)
    throw new Error(`A row of ${dangling.table} refers to one of ${dangling.parent} that is not there.`);
}

/** A database of its own for as long as `use` takes, on disk, since it may be large. */
export async function withScratchDatabase<T>(
  parent: string,
  use: (database: DatabaseSync) => Promise<T>,
): Promise<T> {
  return withScratchFolder(parent, async (folder) => {
    const database = new DatabaseSync(join(folder, 'scratch.sqlite'));
    try {
      // It is thrown away in any case: nothing in it needs to survive a crash.
      database.exec('pragma journal_mode = off; pragma synchronous = off');
      return await use(database);
    } finally {
      database.close();
    }
  });
}
