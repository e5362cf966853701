import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './local/settings.mjs';
import { overdue, readReport, updateRecord } from './local/vulnerabilities.mjs';

/**
 * `npm run audit`: queries the npm registry for known vulnerabilities of all libraries, and records in docs/vulnerabilities.json since
 * when each has been known. Exits with 1 if one is overdue for an update, and with 2 if the registry did not respond, because that is no
 * all-clear.
 */
const file = process.env.ARO_AUDIT_RECORD ?? join(ROOT, 'docs/vulnerabilities.json');
const today = new Date().toISOString().slice(0, 10);
const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { asked: null, open: [] };

let record = before;
try {
  record = updateRecord(before, { shipped: ask('--omit', 'dev'), all: ask(), today });
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
} catch (error) {
  const last = before.asked
    ? `The registry was last asked on ${before.asked}. What follows is from then.`
    : 'The registry has never answered, so nothing is known yet.';
  console.error(`Not checked: ${error.message}\n${last}`);
  process.exitCode = 2;
}

const late = overdue(record, today);
for (const each of record.open) {
  const state = late.includes(each) ? 'OVERDUE' : 'open';
  console.log(`${state}: ${each.severity} in ${each.library}, known since ${each.since}: ${each.id}`);
}
if (late.length > 0) process.exitCode = 1;
else if (!process.exitCode) console.log(`No library is overdue (${record.open.length} open).`);

/** @throws Error with the registry's message */
function ask(...options) {
  const { stdout, error } = spawnSync('npm', ['audit', '--json', ...options], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  let report = null;
  try {
    report = JSON.parse(stdout);
  } catch {
    // npm wrote nothing, or something other than JSON.
  }
  return readReport(report);
}
