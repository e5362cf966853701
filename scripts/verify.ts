import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { copyPrefix, type SignedSeal } from '../app/services/audit/seal.server';
import { readPublicKey } from '../app/services/audit/seal-key.server';
import { loadSql } from './backups/load-sql';
import { localKeys } from './backups/local-keys';
import { DATABASE_FILE } from './backups/manifest';
import { reportSeals } from './backups/report';
import { runScript } from './backups/run-script';
import { databaseFile } from './local/database-file.mjs';
import { readSettings } from './local/settings.mjs';

/**
 * Verifies the seals of every company in a backup, an exported database, or the database of `npm start`:
 *
 *     npm run verify -- [backup | export.sql | database.sqlite] [--key <public key>]… [--copies <folder>]
 *
 * Without keys, those of `npm start` are trusted. The copies folder has the bucket's layout, one folder per company. A backup has its
 * own.
 */
await runScript(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string', multiple: true }, copies: { type: 'string' } },
  });
  const settings = readSettings();
  const path = positionals[0] ? resolve(positionals[0]) : databaseFile(join(settings.stateDir, 'v3'));
  if (!path) throw new Error('There is no local database. Run npm start first, or name an exported one.');
  const isBackup = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  const keys = values.key?.map(readPublicKey) ?? (await localKeys(settings));
  if (keys.length === 0) throw new Error('No trusted seal key. Pass the public key with --key.');
  const folder = values.copies ?? (isBackup ? join(path, 'objects/SEALS') : null);
  if (values.copies && !existsSync(values.copies))
    throw new Error(`There is no folder ${resolve(values.copies)}.`);
  const copiesOf = (companyId: string | null) =>
    folder === null ? null : readCopies(join(resolve(folder), copyPrefix(companyId)));
  const database = await open(isBackup ? join(path, DATABASE_FILE) : path);
  if (!(await reportSeals(database, { keys, copiesOf }, console.log))) process.exitCode = 1;
  if (folder === null)
    console.log(
      'Without --copies, removal of the newest seals along with the records they sealed cannot be detected.',
    );
});

async function open(file: string): Promise<DatabaseSync> {
  if (!existsSync(file)) throw new Error(`There is no database at ${file}.`);
  if (!file.endsWith('.sql')) return new DatabaseSync(file, { readOnly: true });
  const database = new DatabaseSync(':memory:');
  await loadSql(database, file);
  return database;
}

function readCopies(folder: string): SignedSeal[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as SignedSeal);
}
