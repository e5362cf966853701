import { monthsOf, newLayer, send, TERMS } from './ledger-calls';
import { median, time } from './measure';
import { bytesOf } from './storage';
import { type BenchWorker, type Bundle, startWorker } from './worker';

const WELLS = 100_000;
const MONTHS = 24;
const ROUNDS = 15;
const WRITES = 1_500;
const AT_ONCE = 16;

/**
 * Capacity of one D1: requests and writes per second, with 100,000 wells, a layer on each, and two years of month-ends. These are the
 * figures for docs/scaling.md; there is no peer to compare with.
 */
export async function benchScaling(bundle: Bundle): Promise<void> {
  const worker = await startWorker(bundle, { wells: WELLS, withLayers: false });
  try {
    console.log(`One D1 with ${count(WELLS)} wells in one company`);
    const body = { ...TERMS, scope: 'all', calculationDate: '2022-12-31' };
    const milliseconds = await time(() => send(worker, 'POST', '/api/aro-layers/calculate-all', body));
    console.log(`  a layer for each of them: ${seconds(milliseconds)}`);
    for (const [index, periodEnd] of monthsOf(2023, MONTHS).entries())
      await post(worker, periodEnd, index + 1);
    await printTimes(worker);
    await printRates(worker);
  } finally {
    await worker.stop();
  }
}

async function post(worker: BenchWorker, periodEnd: string, month: number): Promise<void> {
  const body = { periodType: 'monthly', periodEnd };
  const milliseconds = await time(() => send(worker, 'POST', '/api/accretion/calculate?limit=1', body));
  if ([1, 12, 24].includes(month)) {
    const bytes = megabytes(bytesOf(worker));
    console.log(`  month-end ${month}: ${seconds(milliseconds)}, the database then has ${bytes}`);
  }
}

/** Medians of the most frequent requests of users and programs, from the request to the last byte of the response, and D1's share. */
async function printTimes(worker: BenchWorker): Promise<void> {
  const { id: wellId } = await worker.query<{ id: string }>('select id from well limit 1 offset 5000');
  const { id: layerId } = await worker.query<{ id: string }>(
    'select cast(id as text) as id from layer limit 1 offset 5000',
  );
  const calls: Record<string, () => Promise<number>> = {
    'GET /api/auth/user': () => send(worker, 'GET', '/api/auth/user'),
    'GET /api/wells?limit=100': () => send(worker, 'GET', '/api/wells?limit=100'),
    'GET /api/wells?search=…': () => send(worker, 'GET', '/api/wells?limit=100&search=w-0999'),
    'GET /api/wells/{id}': () => send(worker, 'GET', `/api/wells/${wellId}`),
    'POST /api/wells': () => send(worker, 'POST', '/api/wells', newWell()),
    'POST /api/aro-layers/calculate': () =>
      send(worker, 'POST', '/api/aro-layers/calculate', newLayer(wellId, '2024-12-31')),
    'GET /api/aro-layers/{id}/history': () => send(worker, 'GET', `/api/aro-layers/${layerId}/history`),
    'GET /api/audit-logs': () => send(worker, 'GET', '/api/audit-logs?limit=100'),
    'page: wells': () => send(worker, 'GET', '/'),
    'page: calculate': () => send(worker, 'GET', '/?tab=calculate'),
    'page: accretion': () => send(worker, 'GET', '/?tab=accretion'),
    'page: detail': () => send(worker, 'GET', '/?tab=detail'),
    'page: audit log': () => send(worker, 'GET', '/?tab=company&view=audit'),
    'GET /api/wells, all': () => send(worker, 'GET', '/api/wells'),
    'rollforward of a month': () =>
      send(worker, 'GET', '/api/reports/aro-rollforward?beginDate=2024-12-01&endDate=2024-12-31'),
    'journal of a month': () =>
      send(worker, 'GET', '/api/reports/journal-entries?beginDate=2024-12-01&endDate=2024-12-31'),
  };
  for (const [name, call] of Object.entries(calls)) {
    await call();
    const times: number[] = [];
    const waits: number[] = [];
    // Slow requests take long enough to be measured in a few rounds.
    for (let round = 0; round < ROUNDS && times.reduce((sum, ms) => sum + ms, 0) < 10_000; round += 1)
      times.push(await time(async () => waits.push(await call())));
    console.log(`  ${name}: ${median(times).toFixed(1)} ms, of which D1 ${median(waits)} ms`);
  }
}

/** Writes and reads per second, sequential and concurrent: D1 runs one at a time either way. */
async function printRates(worker: BenchWorker): Promise<void> {
  const write = () => send(worker, 'POST', '/api/wells', newWell());
  const read = () => send(worker, 'GET', '/api/wells?limit=20');
  for (const [name, call] of Object.entries({ writes: write, reads: read })) {
    const alone = await time(() => repeat(WRITES / 3, call));
    const together = await time(() =>
      Promise.all(Array.from({ length: AT_ONCE }, () => repeat(Math.ceil(WRITES / AT_ONCE), call))),
    );
    const rate = (calls: number, milliseconds: number) => Math.round((calls / milliseconds) * 1000);
    console.log(
      `  ${name} a second: ${rate(WRITES / 3, alone)} one after the other, ${rate(WRITES, together)} from ${AT_ONCE} people at once`,
    );
  }
}

let serial = 0;

function newWell() {
  serial += 1;
  return {
    wellCode: `NEW-${String(serial).padStart(6, '0')}`,
    wellName: `New well ${serial}`,
    wellStatus: 'Active',
    field: 'FIELD 1',
    activeDate: '2024-12-31',
  };
}

async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < times; i += 1) await work();
}

const count = (value: number) => value.toLocaleString('en-US');
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;
