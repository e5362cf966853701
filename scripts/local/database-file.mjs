import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ROOT } from './settings.mjs';

/**
 * The file of a local state's database: the largest, for the bindings keep small ones beside it. A new database is no larger than
 * Miniflare's own file. Null when there is none.
 * @param {string} folder the folder `v3` of the state
 * @returns {string | null}
 */
export function databaseFile(folder) {
  const below = join(folder, 'd1');
  const files = existsSync(below) ? readdirSync(below, { recursive: true, encoding: 'utf8' }) : [];
  const found = files
    .filter((name) => name.endsWith('.sqlite') && basename(name) !== 'metadata.sqlite')
    .map((name) => join(below, name))
    .sort((a, b) => statSync(b).size - statSync(a).size)[0];
  return found ?? null;
}

/**
 * Whether a local state's database lacks no migration.
 * @param {string} folder the folder `v3` of the state
 */
export function isMigrated(folder) {
  const file = databaseFile(folder);
  if (!file) return false;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const isThere = database.prepare("select 1 from sqlite_schema where name = 'd1_migrations'").get();
    if (!isThere) return false;
    const applied = new Set(
      database
        .prepare('select name from d1_migrations')
        .all()
        .map(({ name }) => name),
    );
    const known = readdirSync(join(ROOT, 'db/migrations')).filter((name) => name.endsWith('.sql'));
    return known.every((name) => applied.has(name));
  } finally {
    database.close();
  }
}
