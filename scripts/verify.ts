import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { copyPrefix, type SignedSeal } from '../app/services/audit/seal.server';
import { failureText } from './backups/failure';
import { loadSql } from './backups/load-sql';
import { localKeys } from './backups/open-places';
import { reportSeals } from './backups/report';
import { databaseFile } from './local/database-file.mjs';
import { readSettings } from './local/settings.mjs';

/**
 * Verifies the seals of every company in an exported database, or in that of `npm start`:
 *
 *     npm run verify -- [export.sql | database.sqlite] [--key <public key>]… [--copies <folder>]
 *
 * Without keys, that of `npm start` is trusted. The folder holds the copies as the bucket does, one folder a company.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'string', multiple: true }, copies: { type: 'string' } },
});
try {
  const settings = readSettings();
  const path = positionals[0] ? resolve(positionals[0]) : databaseFile(join(settings.stateDir, 'v3'));
  if (!path) throw new Error('There is no local database. Run npm start first, or name an exported one.');
  const keys = values.key ?? (await localKeys(settings));
  if (keys.length === 0) throw new Error('Which key may seals be signed with? Pass it as --key.');
  const copiesOf = (companyId: string | null) =>
    values.copies ? readCopies(join(resolve(values.copies), copyPrefix(companyId))) : null;
  if (!(await reportSeals(await open(path), { keys, copiesOf }, console.log))) process.exitCode = 1;
} catch (error) {
  console.error(failureText(error));
  process.exitCode = 1;
}

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
