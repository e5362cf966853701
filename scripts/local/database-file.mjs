import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ROOT } from './settings.mjs';

/**
 * The database file of a local state, or null if there is none. It is the largest one, because the bindings keep small files next to it.
 * Miniflare's own file is excluded, because a new database is no larger.
 * @param {string} folder the folder `v3` of the state
 * @returns {string | null}
 */
export function databaseFile(folder) {
  const databaseFolder = join(folder, 'd1');
  const files = existsSync(databaseFolder)
    ? readdirSync(databaseFolder, { recursive: true, encoding: 'utf8' })
    : [];
  const largest = files
    .filter((name) => name.endsWith('.sqlite') && basename(name) !== 'metadata.sqlite')
    .map((name) => join(databaseFolder, name))
    .sort((a, b) => statSync(b).size - statSync(a).size)[0];
  return largest ?? null;
}

/**
 * True when a local state's database has every migration.
 * @param {string} folder the folder `v3` of the state
 */
export function isMigrated(folder) {
  const file = databaseFile(folder);
  if (!file) return false;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const hasMigrations = database.prepare("select 1 from sqlite_schema where name = 'd1_migrations'").get();
    if (!hasMigrations) return false;
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
