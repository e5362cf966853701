import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ROOT } from '../local/settings.mjs';
import { quoteName, tableNames } from './dump-sql';
import type { Manifest } from './manifest';

const MIGRATIONS = join(ROOT, 'db/migrations');

export type Facts = Pick<Manifest, 'schemaVersion' | 'rows' | 'sealedThrough'>;

/** Facts about a database for its manifest. @throws Error when a table, index or trigger of its migrations is missing */
export function readFacts(database: DatabaseSync): Facts {
  const schemaVersion = appliedMigrations(database).at(-1);
  if (!schemaVersion)
    throw new Error('The database has no migrations, so it does not belong to this application.');
  requireCompleteSchema(database);
  return { schemaVersion, rows: countAllRows(database), sealedThrough: sealedThrough(database) };
}

/** Row count of each of the application's tables. */
export function countAllRows(database: DatabaseSync): Record<string, number> {
  const rows = tableNames(database).map((name) => {
    const result = database.prepare(`select count(*) as rows from ${quoteName(name)}`).get();
    return [name, Number(result?.rows)] as const;
  });
  return Object.fromEntries(rows);
}

/** Names of the code's migrations, in order. */
export function knownMigrations(): string[] {
  return readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

/**
 * Migrates a database loaded from a backup to the code's version.
 * @returns the migrations it lacked
 */
export function applyNewerMigrations(database: DatabaseSync): string[] {
  const applied = new Set(appliedMigrations(database));
  const missing = knownMigrations().filter((name) => !applied.has(name));
  for (const name of missing) {
    database.exec(readMigration(name));
    // The same time in each run, so a second run recognizes what the first one restored.
    database
      .prepare(
        'insert into d1_migrations (name, applied_at) select ?, coalesce(max(applied_at), current_timestamp) from d1_migrations',
      )
      .run(name);
  }
  return missing;
}

/** @throws Error when the database has a migration that the code doesn't */
export function requireKnownSchema(schemaVersion: string): void {
  if (knownMigrations().includes(schemaVersion)) return;
  throw new Error(
    `The database has schema ${schemaVersion}, which this version of the application does not support. Use the version that created it, or a later one.`,
  );
}

function appliedMigrations(database: DatabaseSync): string[] {
  if (!tableNames(database).includes('d1_migrations')) return [];
  const rows = database.prepare('select name from d1_migrations order by name').all();
  return rows.map(({ name }) => String(name));
}

/** Compares the schema with the one its migrations create. A truncated export lacks what comes last: the triggers. */
function requireCompleteSchema(database: DatabaseSync): void {
  const expected = new DatabaseSync(':memory:');
  try {
    for (const name of appliedMigrations(database)) {
      requireKnownSchema(name);
      expected.exec(readMigration(name));
    }
    const existing = new Set(schemaOf(database));
    const missing = schemaOf(expected).find((object) => !existing.has(object));
    if (missing) throw new Error(`The database is incomplete. Missing: ${missing}.`);
  } finally {
    expected.close();
  }
}

function schemaOf(database: DatabaseSync): string[] {
  const rows = database
    .prepare(`select type || ' ' || name as object from sqlite_schema where name not glob 'sqlite_*'`)
    .all();
  return rows.map(({ object }) => String(object));
}

function readMigration(name: string): string {
  return readFileSync(join(MIGRATIONS, name), 'utf8');
}

function sealedThrough(database: DatabaseSync): Facts['sealedThrough'] {
  if (!tableNames(database).includes('seal')) return {};
  const seals = database
    .prepare(`
      select coalesce((select id from company where ledger_id = seal.company), 'none') as chain, number, created_at, hash
      from seal where number = (select max(number) from seal last where last.company = seal.company) order by company`)
    .all();
  return Object.fromEntries(
    seals.map(({ chain, number, created_at, hash }) => [
      String(chain),
      { number: Number(number), createdAt: String(created_at), hash: String(hash) },
    ]),
  );
}
