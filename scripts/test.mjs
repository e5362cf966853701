import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { NODE, TSX, WRANGLER } from './local/processes.mjs';
import { ROOT } from './local/settings.mjs';

/**
 * `npm test`: all checks, cheapest first, with one total at the end. A step that runs no
 * tests counts as one.
 */
const reports = mkdtempSync(join(tmpdir(), 'aro-test-'));
const bin = (path) => join(ROOT, 'node_modules', path);
const VITEST = bin('vitest/vitest.mjs');

const STEPS = [
  { name: 'Format and lint', commands: [[bin('@biomejs/biome/bin/biome'), 'check']] },
  { name: 'Unused code', commands: [[bin('knip/bin/knip.js'), '--no-progress']] },
  { name: 'Documents', commands: [[TSX, 'scripts/docs.ts', '--check']] },
  { name: 'Migrations', commands: [['scripts/check-migrations.mjs']] },
  {
    name: 'Types',
    commands: [
      [WRANGLER, 'types', '--include-runtime=false', '--strict-vars=false'],
      [bin('typescript/bin/tsc')],
    ],
  },
  // Worker and browser tests run what was built: without a build they would test something else.
  {
    name: 'Build',
    commands: [['scripts/build.mjs']],
    env: { ARO_COMPONENT_PAGE: '1' },
    isRequired: true,
  },
  vitest('Domain tests', 'vitest.domain.config.ts'),
  vitest('Worker tests', 'vitest.worker.config.ts'),
  {
    name: 'Browser tests',
    commands: [
      ['scripts/ensure-chromium.mjs'],
      [bin('@playwright/test/cli.js'), 'test', '--reporter=list,json'],
    ],
    // The build of a moment ago is what the tests are about.
    env: { ARO_SKIP_BUILD: '1', PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'browser.json') },
    count: () => countPlaywright(join(reports, 'browser.json')),
  },
];

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
let current = null;
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => {
    current?.kill(signal);
    process.exit(1);
  });
}

for (const step of STEPS) {
  console.log(`\n── ${step.name} ──`);
  const began = Date.now();
  const isSuccess = await runAll(step);
  const counts = countStep(step, isSuccess);
  for (const key of Object.keys(total)) total[key] += counts[key];
  if (counts.failed > 0) failures.push(step.name, ...(counts.names ?? []).map((name) => `  ${name}`));
  console.log(`── ${step.name}: ${summary(counts)} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  if (counts.failed > 0 && step.isRequired) break;
}

rmSync(reports, { recursive: true, force: true });
// Repeated at the end, for readers of the last lines only.
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
console.log(`\n${summary(total)}`);
process.exit(total.failed > 0 ? 1 : 0);

function vitest(name, config) {
  const report = join(reports, `${config}.json`);
  return {
    name,
    commands: [
      [
        VITEST,
        'run',
        '--config',
        config,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
    ],
    count: () => countVitest(report),
  };
}

async function runAll({ commands, env = {} }) {
  for (const args of commands) {
    current = spawn(NODE, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
    const code = await new Promise((resolve) => {
      current.once('error', () => resolve(1));
      current.once('close', resolve);
    });
    if (code !== 0) return false;
  }
  return true;
}

function countStep({ name, count }, isSuccess) {
  if (!count) return { passed: isSuccess ? 1 : 0, failed: isSuccess ? 0 : 1, skipped: 0 };
  const counts = count() ?? { passed: 0, failed: 0, skipped: 0 };
  if (isSuccess && counts.passed + counts.failed === 0) {
    console.error(`${name} ran no tests.`);
    return { ...counts, failed: 1 };
  }
  // A runner may fail apart from its tests: a file that does not load, an application that does not start.
  return isSuccess ? counts : { ...counts, failed: Math.max(counts.failed, 1) };
}

function countVitest(report) {
  if (!existsSync(report)) return null;
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = readJson(report);
  const names = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file may fail without a test of its own that did: it does not load, or its cleaning up fails.
    if (status === 'failed' && failed.length === 0) return [file];
    return failed.map(({ fullName }) => `${file}: ${fullName}`);
  });
  return {
    passed: numPassedTests,
    failed: names.length,
    skipped: numPendingTests + (numTodoTests ?? 0),
    names,
  };
}

function countPlaywright(report) {
  if (!existsSync(report)) return null;
  const { stats, suites } = readJson(report);
  const { expected, unexpected, flaky, skipped } = stats;
  const namesOf = (status) => suites.flatMap((suite) => testNames(suite, status));
  if (flaky > 0) console.log(`Passed only at the second try:\n${namesOf('flaky').join('\n')}`);
  return { passed: expected + flaky, failed: unexpected, skipped, names: namesOf('unexpected') };
}

function testNames({ specs = [], suites = [] }, status) {
  return [
    ...specs
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map(({ file, title }) => `${file}: ${title}`),
    ...suites.flatMap((suite) => testNames(suite, status)),
  ];
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
