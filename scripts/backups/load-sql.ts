import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { withScratchFolder } from './scratch';
import { splitSql } from './split-sql';

/** Statements an export consists of. Anything else, such as ATTACH, doesn't belong in a file that is executed as is. */
const PART_OF_AN_EXPORT =
  /^(pragma (defer_foreign_keys|foreign_keys)\b|create (unique )?(table|index|trigger|view)\b|insert into\b|update "|delete from "?sqlite_sequence"?$|analyze\b)/i;

/** Runs an exported database's statements one by one. @throws Error when one is incomplete, fails, or doesn't belong in an export */
export async function loadSql(database: DatabaseSync, file: string): Promise<void> {
  // Rows come before those they refer to. Missing ones are detected once everything is loaded.
  database.exec('pragma foreign_keys = off; begin');
  for await (const statement of splitSql(createReadStream(file, 'utf8'))) {
    const plain = statement.replace(/^(\s*(--.*\n|\/\*[\s\S]*?\*\/))*\s*/, '');
    if (plain === '') continue;
    if (!PART_OF_AN_EXPORT.test(plain))
      throw new Error(`Unexpected statement in an export: ${plain.slice(0, 60)}`);
    database.exec(statement);
  }
  database.exec('commit');
  const dangling = database.prepare('select "table", parent from pragma_foreign_key_check limit 1').get();
  if (dangling)
    throw new Error(`A row of ${dangling.table} refers to one of ${dangling.parent} that doesn't exist.`);
}

/** Passes a temporary database to `use`, on disk because it may be large. */
export async function withScratchDatabase<T>(
  parent: string,
  use: (database: DatabaseSync) => Promise<T>,
): Promise<T> {
  return withScratchFolder(parent, async (folder) => {
    const database = new DatabaseSync(join(folder, 'scratch.sqlite'));
    try {
      // The database is temporary, so it doesn't have to survive a crash.
      database.exec('pragma journal_mode = off; pragma synchronous = off');
      return await use(database);
    } finally {
      database.close();
    }
  });
}
