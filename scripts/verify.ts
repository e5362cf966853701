import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { copyPrefix, type SignedSeal } from '../app/services/audit/seal.server';
import { trustedKeys } from '../app/services/audit/seal-key.server';
import { verifySeals } from '../app/services/audit/verify-seals.server';
import { openDatabase } from '../db/client';
import { readSettings } from './local/settings.mjs';
import { readAsD1 } from './local/sqlite-d1';

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
const settings = readSettings();
const path = positionals[0] ? resolve(positionals[0]) : localDatabase(settings.stateDir);
const db = openDatabase(readAsD1(open(path)));
const keys = values.key ?? (await localKeys(join(settings.localDir, 'seal-key')));
if (keys.length === 0) throw new Error('Which key may seals be signed with? Pass it as --key.');

const companies = await db.all<{ id: string; code: string }>('select id, code from company order by code');
const chains = [...companies, { id: null, code: 'No company' }];
for (const { id, code } of chains) {
  const copies = values.copies ? readCopies(join(resolve(values.copies), copyPrefix(id))) : null;
  const { ok, seals, verifiedThrough, unsealed, difference } = await verifySeals(
    { db, companyId: id },
    { trustedKeys: keys, copies },
  );
  const through = verifiedThrough ? `verified through ${verifiedThrough.createdAt}` : 'nothing sealed';
  const waiting = `${unsealed.auditRows} audit entries and ${unsealed.postings} postings not sealed yet`;
  console.log(`${code}: ${difference ? difference.message : through}. Seals: ${seals}; ${waiting}.`);
  if (!ok) process.exitCode = 1;
}

function open(file: string): DatabaseSync {
  if (!existsSync(file)) throw new Error(`There is no database at ${file}.`);
  if (!file.endsWith('.sql')) return new DatabaseSync(file, { readOnly: true });
  const database = new DatabaseSync(':memory:');
  database.exec(readFileSync(file, 'utf8'));
  return database;
}

/** The database of `npm start`: the largest file, for the bindings keep small ones beside it. */
function localDatabase(stateDir: string): string {
  const folder = join(stateDir, 'v3/d1');
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const found = files
    .filter((name) => name.endsWith('.sqlite'))
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(b).size - statSync(a).size)[0];
  if (!found) throw new Error('There is no local database. Run npm start first, or name an exported one.');
  return found;
}

async function localKeys(file: string): Promise<string[]> {
  return existsSync(file) ? trustedKeys({ SEAL_SIGNING_KEY: readFileSync(file, 'utf8') }) : [];
}

function readCopies(folder: string): SignedSeal[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as SignedSeal);
}
