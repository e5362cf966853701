import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { NODE, TSX, WRANGLER } from './local/processes.mjs';
import { ROOT } from './local/settings.mjs';

/** `npm test`: runs all checks, then all tests, with one total at the end. A step without tests counts as one. */
const folder = temporaryFolder();
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.env.TMPDIR = folder;
// Wrangler starts many times. This compiles it once.
process.env.NODE_COMPILE_CACHE = join(folder, 'compiled');
const bin = (path) => join(ROOT, 'node_modules', path);
const VITEST = bin('vitest/vitest.mjs');

/** Checks that need no build, and the build itself. Each keeps at least one core busy, so two run in parallel, longest first. */
const CHECKS = [
  {
    name: 'Types',
    commands: [
      [WRANGLER, 'types', '--include-runtime=false', '--strict-vars=false'],
      // The build runs in parallel. Several threads here would each infer the same types again.
      [bin('typescript/bin/tsc'), '--singleThreaded'],
    ],
  },
  // Worker and browser tests run the build. Without it, they would test something else.
  {
    name: 'Build',
    commands: [['scripts/build.mjs']],
    env: { ARO_COMPONENT_PAGE: '1' },
    isRequired: true,
  },
  vitest('Domain tests', 'vitest.domain.config.ts'),
  { name: 'Unused code', commands: [[bin('knip/bin/knip.js'), '--no-progress']] },
  { name: 'Format and lint', commands: [[bin('@biomejs/biome/bin/biome'), 'check']] },
  { name: 'Documents', commands: [[TSX, 'scripts/docs.ts', '--check']] },
  { name: 'Migrations', commands: [['scripts/check-migrations.mjs']] },
];

/** Mostly waits for the network. */
const CHROMIUM = { name: 'Chromium', commands: [['scripts/ensure-chromium.mjs']] };

const BUILD_TESTS = [
  vitest('Worker tests', 'vitest.worker.config.ts'),
  {
    name: 'Browser tests',
    commands: [[bin('@playwright/test/cli.js'), 'test', '--reporter=list,json']],
    // Tests the build made above.
    env: { ARO_SKIP_BUILD: '1', PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'browser.json') },
    count: () => countPlaywright(join(folder, 'browser.json')),
  },
];

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
let mustStop = false;
const running = new Set();
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(1);
  });
}

const waiting = [...CHECKS];
await Promise.all([checkNext(), checkNext(), runStep(CHROMIUM)]);
for (const step of mustStop ? [] : BUILD_TESTS) {
  console.log(`\n── ${step.name} ──`);
  await runStep(step, 'inherit');
}

// Repeated at the end, for readers who see only the last lines.
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
console.log(`\n${summary(total)}`);
process.exit(total.failed > 0 ? 1 : 0);

/** In memory if there is room. D1 waits for the disk on each write, a third of the worker tests' time. */
function temporaryFolder() {
  const memory = '/dev/shm';
  const MIN_FREE_BYTES = 4 * 2 ** 30;
  const hasRoom = existsSync(memory) && freeBytes(memory) > MIN_FREE_BYTES && freemem() > 2 * MIN_FREE_BYTES;
  return mkdtempSync(join(hasRoom ? memory : tmpdir(), 'aro-test-'));
}

function freeBytes(path) {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

async function checkNext() {
  for (let step = waiting.shift(); step; step = waiting.shift()) await runStep(step);
}

/** Steps that run in parallel print all their output when they end. `stdio` is then a pipe. */
async function runStep(step, stdio = ['ignore', 'pipe', 'pipe']) {
  const startedAt = Date.now();
  const { isSuccess, output } = await runAll(step, stdio);
  if (stdio !== 'inherit') console.log(`\n── ${step.name} ──\n${output.trim()}`);
  const counts = countStep(step, isSuccess);
  for (const key of Object.keys(total)) total[key] += counts[key];
  if (counts.failed > 0) failures.push(step.name, ...(counts.names ?? []).map((name) => `  ${name}`));
  console.log(`── ${step.name}: ${summary(counts)} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  if (counts.failed > 0 && step.isRequired) mustStop = true;
}

function vitest(name, config) {
  const report = join(folder, `${config}.json`);
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

async function runAll({ commands, env = {} }, stdio) {
  let output = '';
  for (const args of commands) {
    const child = spawn(NODE, args, { cwd: ROOT, stdio, env: { ...process.env, ...env } });
    running.add(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    const code = await new Promise((resolve) => {
      child.once('error', () => resolve(1));
      child.once('close', resolve);
    });
    running.delete(child);
    if (code !== 0) return { isSuccess: false, output };
  }
  return { isSuccess: true, output };
}

function countStep({ name, count }, isSuccess) {
  if (!count) return { passed: isSuccess ? 1 : 0, failed: isSuccess ? 0 : 1, skipped: 0 };
  const counts = count() ?? { passed: 0, failed: 0, skipped: 0 };
  if (isSuccess && counts.passed + counts.failed === 0) {
    console.error(`${name} ran no tests.`);
    return { ...counts, failed: 1 };
  }
  // A runner can fail outside its tests: a file doesn't load, or the application doesn't start.
  return isSuccess ? counts : { ...counts, failed: Math.max(counts.failed, 1) };
}

function countVitest(report) {
  if (!existsSync(report)) return null;
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = readJson(report);
  const names = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file can fail without a failed test: it doesn't load, or its cleanup fails.
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
