import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readPublicKey } from '~/services/audit/seal-key.server';
import type { DataStore } from '../../../scripts/backups/data-store';
import { dumpSql } from '../../../scripts/backups/dump-sql';
import { knownMigrations } from '../../../scripts/backups/facts';
import { failureText } from '../../../scripts/backups/failure';
import { correctLineBreaks } from '../../../scripts/backups/line-breaks';
import { loadSql, withScratchDatabase } from '../../../scripts/backups/load-sql';
import { openLocalDataStore } from '../../../scripts/backups/local-data-store';
import { makeBackup } from '../../../scripts/backups/make-backup';
import { writeSqlFile } from '../../../scripts/backups/sql-file';
import { databaseFile, isMigrated } from '../../../scripts/local/database-file.mjs';
import { NODE } from '../../../scripts/local/processes.mjs';
import { ROOT } from '../../../scripts/local/settings.mjs';
import { filesBelow, restore } from '../../support/backups';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aro-restore-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A database with all migrations except the newest ones left out, and one audit log entry. */
function newDatabase(leftOut: number): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.exec(
    'create table d1_migrations (id integer primary key autoincrement, name text unique, applied_at text default current_timestamp not null)',
  );
  for (const name of knownMigrations().slice(0, knownMigrations().length - leftOut)) {
    database.exec(readFileSync(join(ROOT, 'db/migrations', name), 'utf8'));
    database.prepare('insert into d1_migrations (name) values (?)').run(name);
  }
  database.exec("update d1_migrations set applied_at = '2026-01-01 00:00:00'");
  return database;
}

function addEntry(database: DatabaseSync, action: string): void {
  database
    .prepare(
      "insert into audit_log (user_id, action, entity_type, entity_id, created_at) values ('u', ?, 'e', 'i', '')",
    )
    .run(action);
}

const schemaOf = (database: DatabaseSync) =>
  database
    .prepare("select type, name, sql from sqlite_schema where name not glob '_cf_*' order by type, name")
    .all();

test('the database of a new state directory is distinguished from Miniflare’s own metadata file', () => {
  const bindings = join(folder, 'd1/miniflare-D1DatabaseObject');
  mkdirSync(bindings, { recursive: true });
  writeFileSync(join(bindings, 'metadata.sqlite'), 'longer');
  expect(databaseFile(folder)).toBeNull();
  writeFileSync(join(bindings, 'e735.sqlite'), 'new');
  expect(databaseFile(folder)).toBe(join(bindings, 'e735.sqlite'));
});

test('a backup of a state directory without a database reports that there is none', async () => {
  const backup = makeBackup(openLocalDataStore(join(folder, 'v3'), []), { folder, now: new Date() });
  await expect(backup).rejects.toThrow(`There is no database in ${join(folder, 'v3')}. Run npm start first.`);
});

test('a failed request is reported with its cause', () => {
  const cause = new Error('getaddrinfo ENOTFOUND 0123.r2.cloudflarestorage.com');
  expect(failureText(new TypeError('fetch failed', { cause }))).toBe(
    'fetch failed: getaddrinfo ENOTFOUND 0123.r2.cloudflarestorage.com',
  );
  expect(failureText(new Error('There is no database.'))).toBe('There is no database.');
});

test('a command with invalid arguments prints an error message', async () => {
  const verify = (...args: string[]) => {
    const command = ['--import', 'tsx', '--no-warnings', 'scripts/verify.ts', ...args];
    return new Promise((resolve) =>
      execFile(NODE, command, { cwd: ROOT }, (_, __, stderr) => resolve(stderr)),
    );
  };
  const absent = join(folder, 'absent');
  expect(
    await Promise.all([verify('--kee', 'x'), verify(folder, '--key', 'A'.repeat(43), '--copies', absent)]),
  ).toEqual([expect.stringMatching(/^Unknown option '--kee'.*\n$/), `There is no folder ${absent}.\n`]);
}, 60_000);

test('a public key is accepted in either base64 alphabet', () => {
  const key = `${'A'.repeat(40)}-_8`;
  expect(readPublicKey(key)).toBe(key);
  expect(readPublicKey(`${'A'.repeat(40)}+/8=`)).toBe(key);
  expect(() => readPublicKey(key.slice(1))).toThrow('A seal public key has 43 characters');
});

test('an older backup receives the newer migrations, and newer data is not replaced by accident', async () => {
  const old = newDatabase(1);
  addEntry(old, 'before');
  const place = {
    name: 'an older version',
    exportDatabase: (file: string) => writeSqlFile(file, dumpSql(old)),
    buckets: [],
  } as unknown as DataStore;
  const backup = (await makeBackup(place, { folder, now: new Date('2026-10-31T22:00:00Z') })).directory;
  const stateDir = join(folder, 'state');
  const newest = knownMigrations().at(-1)!;

  const restored = await restore(backup, { stateDir });
  expect(restored.output).toContain(`Migrations that are newer than the backup: ${newest}.\n`);
  expect(restored.output).toContain('Every row matches the backup.\n');
  expect(restored.outcome).toBe('restored');
  const state = new DatabaseSync(databaseFile(join(stateDir, 'v3'))!);
  try {
    expect(schemaOf(state)).toEqual(schemaOf(newDatabase(0)));
    expect(state.prepare('select name from d1_migrations order by id').all()).toEqual(
      knownMigrations().map((name) => ({ name })),
    );
    expect((await restore(backup, { stateDir })).output).toContain('The target already has this backup.');
    addEntry(state, 'after');
  } finally {
    state.close();
  }
  const refused = await restore(backup, { stateDir });
  expect(refused.output).toContain('  audit_log: 2 rows\n');
  expect(refused.output).toContain('Nothing was changed.');
  expect(refused.outcome).toBe('refused');
  const replaced = await restore(backup, { stateDir, replace: true });
  expect(replaced.outcome).toBe('restored');
  expect(replaced.output).toContain(`The previous data is kept in ${join(stateDir, 'local/replaced/v3')}`);
  const kept = new DatabaseSync(databaseFile(join(stateDir, 'local/replaced/v3'))!);
  expect(kept.prepare('select action from audit_log order by id').all()).toEqual([
    { action: 'before' },
    { action: 'after' },
  ]);
  kept.close();
}, 120_000);

test('a stopped backup leaves no data behind, and the next run removes what a killed one left', async () => {
  const database = newDatabase(0);
  database.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000)
    insert into audit_log (user_id, action, entity_type, entity_id, created_at) select 'u', 'a', 'e', i, '' from n`);
  const state = join(folder, 'state/v3/d1');
  mkdirSync(state, { recursive: true });
  database.exec(`vacuum into '${join(state, 'state.sqlite')}'`);
  const to = join(folder, 'backups');
  const command = ['--import', 'tsx', '--no-warnings', 'scripts/backup.ts', '--to', to];
  const env = { ...process.env, ARO_STATE_DIR: join(folder, 'state') };
  const backup = spawn(NODE, command, { cwd: ROOT, env, stdio: 'ignore' });
  const ended = new Promise((resolve) => backup.once('exit', resolve));
  const isLoading = () => filesBelow(folder).some((file) => file.endsWith('scratch.sqlite'));
  await vi.waitFor(() => expect(isLoading()).toBe(true), { timeout: 60_000, interval: 10 });
  backup.kill('SIGTERM');
  expect(await ended).toBe(1);
  expect(readdirSync(to)).toEqual([]);

  mkdirSync(join(to, `aro-scratch-${backup.pid}-x`));
  mkdirSync(join(to, `aro-scratch-${process.ppid}-x`));
  await withScratchDatabase(to, async () => {});
  expect(readdirSync(to)).toEqual([`aro-scratch-${process.ppid}-x`]);
}, 120_000);

test('a fully migrated state directory is distinguished from one that lacks migrations', () => {
  expect(isMigrated(folder)).toBe(false);
  mkdirSync(join(folder, 'd1'));
  const file = join(folder, 'd1/state.sqlite');
  for (const leftOut of [1, 0]) {
    rmSync(file, { force: true });
    newDatabase(leftOut).exec(`vacuum into '${file}'`);
    expect(isMigrated(folder)).toBe(leftOut === 0);
  }
});

/** Text as D1 exports it. */
function asD1Writes(text: string): string {
  let sql = `'${text.replaceAll("'", "''").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;
  if (text.includes('\r')) sql = `replace(${sql},'\\r',char(13))`;
  if (text.includes('\n')) sql = `replace(${sql},'\\n',char(10))`;
  return sql;
}

test('texts in which an export confuses line breaks and backslashes are reread from the database', async () => {
  const database = newDatabase(0);
  const texts = ['C:\\new\nC:\\new', 'a\\r\r\nb\\n', '\\n', 'a\nb\nc', "'\\\n\\r\\n", 'a\r\nb'];
  for (const text of texts) addEntry(database, text);
  const file = join(folder, 'export.sql');
  const rows = texts.map(
    (text, index) =>
      `INSERT INTO "audit_log" ("id","user_id","action","entity_type","entity_id","created_at") VALUES(${index + 1},'u',${asD1Writes(text)},'e','i','');\n`,
  );
  const writeExport = () => {
    const dump = [...dumpSql(newDatabase(0))].map((statement) => `${statement};\n`);
    const triggers = dump.findIndex((statement) => statement.startsWith('CREATE TRIGGER'));
    writeFileSync(file, [...dump.slice(0, triggers), ...rows, ...dump.slice(triggers)].join(''));
  };
  const load = async () => {
    const loaded = new DatabaseSync(':memory:');
    await loadSql(loaded, file);
    return loaded;
  };
  const actionsOf = (from: DatabaseSync) =>
    from
      .prepare('select action from audit_log order by id')
      .all()
      .map(({ action }) => action);
  const queryAll = async (queries: string[]) =>
    queries.map((query) => database.prepare(query).all() as never);

  writeExport();
  expect(actionsOf(await load())).not.toEqual(texts);
  await correctLineBreaks(file, queryAll, folder);
  const corrected = await load();
  expect(actionsOf(corrected)).toEqual(texts);
  expect(() => corrected.exec('delete from audit_log')).toThrow('append-only');

  database.exec('drop trigger audit_log_no_update; update audit_log set action = action || 1 where id = 1');
  writeExport();
  await expect(correctLineBreaks(file, queryAll, folder)).rejects.toThrow(
    'A text in audit_log was changed while D1 exported it.',
  );
});
