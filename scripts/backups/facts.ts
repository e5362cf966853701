import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ROOT } from '../local/settings.mjs';
import { quoteName, tableNames } from './dump-sql';
import type { Manifest } from './manifest';

const MIGRATIONS = join(ROOT, 'db/migrations');

export type Facts = Pick<Manifest, 'schemaVersion' | 'rows' | 'sealedThrough'>;

/** What a manifest says of a database. @throws Error when a table, index or trigger of its migrations is missing */
export function readFacts(database: DatabaseSync): Facts {
  const schemaVersion = appliedMigrations(database).at(-1);
  if (!schemaVersion) throw new Error('The database has no migrations: it is not one of this application.');
  requireWholeSchema(database);
  return { schemaVersion, rows: countAllRows(database), sealedThrough: sealedThrough(database) };
}

/** Rows of each table of the application. */
export function countAllRows(database: DatabaseSync): Record<string, number> {
  const rows = tableNames(database).map((name) => {
    const found = database.prepare(`select count(*) as rows from ${quoteName(name)}`).get();
    return [name, Number(found?.rows)] as const;
  });
  return Object.fromEntries(rows);
}

/** Names of the migrations that the code has, in order. */
export function knownMigrations(): string[] {
  return readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

/**
 * Brings a database that was read from a backup up to the code's version.
 * @returns the migrations that it lacked
 */
export function applyNewerMigrations(database: DatabaseSync): string[] {
  const applied = new Set(appliedMigrations(database));
  const missing = knownMigrations().filter((name) => !applied.has(name));
  for (const name of missing) {
    database.exec(readMigration(name));
    // The same time in each run: a second one recognizes by it what the first one brought.
    database
      .prepare(
        'insert into d1_migrations (name, applied_at) select ?, coalesce(max(applied_at), current_timestamp) from d1_migrations',
      )
      .run(name);
  }
  return missing;
}

/** @throws Error when the database knows a migration that the code does not */
export function requireKnownSchema(schemaVersion: string): void {
  if (knownMigrations().includes(schemaVersion)) return;
  throw new Error(
    `The database has schema ${schemaVersion}, which this version of the application does not know. Use the version that made it, or a later one.`,
  );
}

function appliedMigrations(database: DatabaseSync): string[] {
  if (!tableNames(database).includes('d1_migrations')) return [];
  const rows = database.prepare('select name from d1_migrations order by name').all();
  return rows.map(({ name }) => String(name));
}

/** Compares with what the same migrations make: an export that was cut off lacks what comes last, the triggers. */
function requireWholeSchema(database: DatabaseSync): void {
  const model = new DatabaseSync(':memory:');
  try {
    for (const name of appliedMigrations(database)) {
      requireKnownSchema(name);
      model.exec(readMigration(name));
    }
    const there = new Set(schemaOf(database));
    const missing = schemaOf(model).find((object) => !there.has(object));
    if (missing) throw new Error(`The database is not whole: it lacks the ${missing}.`);
  } finally {
    model.close();
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
