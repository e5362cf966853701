import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { NODE } from './local/processes.mjs';
import { ROOT } from './local/settings.mjs';

/**
 * Migrations may only add. SQLite can alter little of a table, so the generator offers to build a new one and drop the old. On D1, that
 * drop cascades into child tables, deletes their rows, and reports success.
 */
const REFUSED = [
  [/__new_/i, 'rebuilds a table (`__new_…`)'],
  [/\bdrop\s+table\b/i, 'drops a table'],
  [/\bdrop\s+column\b/i, 'drops a column'],
  [/\balter\s+table\b[^;]*\brename\s+to\b/i, 'renames a table, which is how a rebuild ends'],
];

/**
 * Intended drops: nothing refers to what they drop, so nothing cascades. Besides additions, a migration may contain exactly these
 * statements.
 */
const INTENDED = {
  // The migration's own scratch tables.
  '0006_ledger.sql': [
    'DROP TABLE ledger_carry_over',
    'DROP TABLE ledger_carry_over_calculation',
    'DROP TABLE ledger_carry_over_layer',
  ],
  // The tables the ledger replaced, children before parents, and the column that referred to one of them.
  '0007_ledger_only.sql': [
    'DROP TABLE `accretion_record`',
    'DROP TABLE `calculation_input`',
    'DROP TABLE `aro_layer`',
    'ALTER TABLE `month_end_run` DROP COLUMN `after_layer_id`',
  ],
  // SQLite can add a check only by rebuilding the table. No foreign key refers to layers.
  '0023_layer_checks.sql': ['DROP TABLE `layer`', 'ALTER TABLE `layer_with_checks` RENAME TO `layer`'],
};

const MIGRATIONS = join(ROOT, 'db/migrations');
const problems = [];

const names = readdirSync(MIGRATIONS)
  .filter((name) => name.endsWith('.sql'))
  .sort();
if (names.length === 0) problems.push('db/migrations has no migration');

const database = new DatabaseSync(':memory:');
for (const name of names) {
  const sql = readFileSync(join(MIGRATIONS, name), 'utf8');
  const statements = sql
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split(';')
    .filter((statement) => !INTENDED[name]?.includes(statement.trim()))
    .join(';');
  for (const [pattern, what] of REFUSED) if (pattern.test(statements)) problems.push(`${name} ${what}`);
  try {
    database.exec(sql);
  } catch (error) {
    problems.push(`${name} cannot be applied: ${error.message}`);
    break;
  }
}

problems.push(...findUnmigratedChanges());

for (const problem of problems) console.error(`✗ ${problem}`);
if (problems.length > 0) process.exit(1);
console.log(
  `${names.length} migrations: they apply, only add (except for intended drops), and match db/schema.ts`,
);

/** Runs the generator on a copy of the migrations. Anything it adds there is missing from the original. */
function findUnmigratedChanges() {
  const copy = mkdtempSync(join(tmpdir(), 'aro-migrations-'));
  try {
    cpSync(MIGRATIONS, copy, { recursive: true });
    const generator = join(ROOT, 'node_modules/drizzle-kit/bin.cjs');
    // The generator accepts only relative folders.
    const out = relative(ROOT, copy);
    const { stdout, stderr } = spawnSync(
      NODE,
      [generator, 'generate', '--dialect=sqlite', '--schema=./db/schema.ts', `--out=${out}`],
      {
        cwd: ROOT,
        encoding: 'utf8',
        env: { ...process.env, NO_COLOR: '1' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const added = readdirSync(copy).filter((name) => name.endsWith('.sql') && !names.includes(name));
    if (added.length > 0) {
      const sql = added.map((name) => readFileSync(join(copy, name), 'utf8')).join('\n');
      return [`db/schema.ts has changes without a migration (npm run migrate:new):\n${sql}`];
    }
    // The exit code is 0 even on failure, or when it would ask whether a column was renamed. Only this text means success.
    if (stdout.includes('No schema changes')) return [];
    return [`db/schema.ts and the migrations could not be compared:\n${stdout}${stderr}`];
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
