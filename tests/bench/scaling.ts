import { DatabaseSync } from 'node:sqlite';
import { COMPANY_ID } from './data';
import { median, time } from './measure';
import { type BenchWorker, startWorker } from './worker';

const WELLS = 100_000;
const MONTHS = 24;
/** D1's limit for one database. */
const D1_BYTES = 10_000_000_000;
const ROUNDS = 15;
const WRITES = 1_500;
const AT_ONCE = 16;

/**
 * What one D1 carries: bytes a row, calls and writes a second, with 100,000 wells, a layer for each, and two years of
 * month-ends. Figures for docs/scaling.md; there is no peer to hold them against.
 */
export async function benchScaling(bundle: string): Promise<void> {
  const worker = await startWorker(bundle, { wells: WELLS, withLayers: false });
  try {
    console.log(`One D1 with ${count(WELLS)} wells in one company`);
    await calculateLayers(worker);
    for (let month = 1; month <= MONTHS; month += 1) await post(worker, month);
    printSizes(worker);
    await printTimes(worker);
    await printRates(worker);
  } finally {
    await worker.stop();
  }
}

async function calculateLayers(worker: BenchWorker): Promise<void> {
  const terms = {
    layerType: 'initial',
    discountRate: 8,
    inflationRate: 2.5,
    pAndACost: 100_000,
    wellLifespan: 25,
  };
  const body = { ...terms, scope: 'all', calculationDate: '2022-12-31' };
  const milliseconds = await time(() => send(worker, 'POST', '/api/aro-layers/calculate-all', body));
  console.log(`  a layer for each of them: ${seconds(milliseconds)}`);
}

async function post(worker: BenchWorker, month: number): Promise<void> {
  const periodEnd = new Date(Date.UTC(2023, month, 0)).toISOString().slice(0, 10);
  const body = { periodType: 'monthly', periodEnd };
  const milliseconds = await time(() => send(worker, 'POST', '/api/accretion/calculate?limit=1', body));
  if ([1, 12, 24].includes(month)) {
    console.log(
      `  month-end ${month}: ${seconds(milliseconds)}, the database then has ${megabytes(sizeOf(worker))}`,
    );
  }
}

type TableSize = { name: string; rows: number; bytes: number };

/** Bytes a row with its share of the table's indexes, and how many companies of which size fit into one database. */
function printSizes(worker: BenchWorker): void {
  const sizes = tableSizes(worker);
  const perRow = new Map(sizes.map(({ name, rows, bytes }) => [name, bytes / rows]));
  for (const { name, rows, bytes } of sizes) {
    if (rows < 1000) continue;
    console.log(
      `  ${name}: ${count(rows)} rows, ${megabytes(bytes)}, ${Math.round(bytes / rows)} bytes a row`,
    );
  }
  const of = (name: string) => perRow.get(name) ?? Number.NaN;
  // A well's own audit row is as large as that of a layer, which stands for it here.
  const once = of('well') + of('aro_layer') + of('calculation_input') + 2 * of('audit_log');
  for (const years of [1, 5, 10, 20]) {
    const fitting = D1_BYTES / (once + years * 12 * of('accretion_record'));
    console.log(
      `  in 10 GB, with ${years} years of month-ends: ${count(Math.floor(fitting / 1000) * 1000)} wells with a layer`,
    );
  }
}

function tableSizes({ databaseFile }: BenchWorker): TableSize[] {
  const db = new DatabaseSync(databaseFile, { readOnly: true });
  try {
    const tables = db
      .prepare(
        `select s.tbl_name as name, sum(d.pgsize) as bytes from dbstat d join sqlite_schema s on s.name = d.name
         group by s.tbl_name order by bytes desc`,
      )
      .all() as { name: string; bytes: number }[];
    return tables.map(({ name, bytes }) => {
      const { rows } = db.prepare(`select count(*) as rows from "${name}"`).get() as { rows: number };
      return { name, rows, bytes };
    });
  } finally {
    db.close();
  }
}

function sizeOf(worker: BenchWorker): number {
  return tableSizes(worker).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Medians of what people and programs call most, from the request to the last byte of the answer, and the part of D1. */
async function printTimes(worker: BenchWorker): Promise<void> {
  const { id: wellId } = await worker.query<{ id: string }>('select id from well limit 1 offset 5000');
  const { id: layerId } = await worker.query<{ id: string }>('select id from aro_layer limit 1 offset 5000');
  const calls: Record<string, () => Promise<number>> = {
    'GET /api/auth/user': () => send(worker, 'GET', '/api/auth/user'),
    'GET /api/wells?limit=100': () => send(worker, 'GET', '/api/wells?limit=100'),
    'GET /api/wells?search=…': () => send(worker, 'GET', '/api/wells?limit=100&search=w-0999'),
    'GET /api/wells/{id}': () => send(worker, 'GET', `/api/wells/${wellId}`),
    'POST /api/wells': () => send(worker, 'POST', '/api/wells', newWell()),
    'POST /api/aro-layers/calculate': () =>
      send(worker, 'POST', '/api/aro-layers/calculate', additionalLayer(wellId)),
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
    // Long ones are long enough to be measured few times.
    for (let round = 0; round < ROUNDS && times.reduce((sum, ms) => sum + ms, 0) < 10_000; round += 1)
      times.push(await time(async () => waits.push(await call())));
    console.log(`  ${name}: ${median(times).toFixed(1)} ms, of which D1 ${median(waits)} ms`);
  }
}

/** Writes and reads a second, one after the other and at the same time: D1 does one at a time either way. */
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

function additionalLayer(wellId: string) {
  serial += 1;
  const terms = { layerType: 'additional', measurement: 'increment', discountRate: 8, inflationRate: 2.5 };
  return { ...terms, wellId, pAndACost: serial, wellLifespan: 25, calculationDate: '2024-12-31' };
}

/** @returns the milliseconds that the call waited for D1 until its answer began */
async function send(
  { directUrl, headers }: BenchWorker,
  method: string,
  path: string,
  body?: unknown,
): Promise<number> {
  const response = await fetch(directUrl + path, {
    method,
    headers: { ...headers, 'X-Company-Id': COMPANY_ID, 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
  return Number(/dur=(\d+)/.exec(response.headers.get('Server-Timing') ?? '')?.[1]);
}

async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < times; i += 1) await work();
}

const count = (value: number) => value.toLocaleString('en-US');
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;
