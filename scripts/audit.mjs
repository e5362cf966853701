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
const previous = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { asked: null, open: [] };

let record = previous;
try {
  record = updateRecord(previous, { shipped: runAudit('--omit', 'dev'), all: runAudit(), today });
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
} catch (error) {
  const lastResult = previous.asked
    ? `The registry was last queried on ${previous.asked}. The results below are from then.`
    : 'The registry has never responded, so there are no results yet.';
  console.error(`Not checked: ${error.message}\n${lastResult}`);
  process.exitCode = 2;
}

const overdueEntries = overdue(record, today);
for (const entry of record.open) {
  const state = overdueEntries.includes(entry) ? 'OVERDUE' : 'open';
  console.log(`${state}: ${entry.severity} in ${entry.library}, known since ${entry.since}: ${entry.id}`);
}
if (overdueEntries.length > 0) process.exitCode = 1;
else if (!process.exitCode) console.log(`No library is overdue (${record.open.length} open).`);

/** @throws Error with the registry's message */
function runAudit(...options) {
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
