import { DatabaseSync } from 'node:sqlite';
import { monthsOf, newLayer, postMonth, send, TERMS } from './ledger-calls';
import { type BenchWorker, type Bundle, startWorker } from './worker';

const WELLS = 100_000;
const MONTHS = 24;
/** Layers added one by one, each in a separate act. */
const SINGLE = 1_000;
/** D1's limit for one database. */
const D1_BYTES = 10_000_000_000;

/**
 * Size of the ledger in one D1, including indexes, and the number of rows written, with 100,000 wells: a layer each with its movement,
 * posting and audit row; month-ends; and layers calculated one by one.
 */
export async function benchStorage(bundle: Bundle): Promise<void> {
  const worker = await startWorker(
    bundle,
    { wells: WELLS, withLayers: false },
    { entry: 'counting-entry.mjs' },
  );
  const measured = async (count: number, work: () => Promise<unknown>) => {
    const before = { bytes: bytesOf(worker), rows: await rowsWritten(worker) };
    await work();
    return {
      bytes: (bytesOf(worker) - before.bytes) / count,
      rows: ((await rowsWritten(worker)) - before.rows) / count,
    };
  };
  try {
    const wellBytes = bytesOf(worker) / WELLS;
    const layer = await measured(WELLS, () =>
      send(worker, 'POST', '/api/aro-layers/calculate-all', {
        ...TERMS,
        scope: 'all',
        calculationDate: '2022-12-31',
      }),
    );
    const month = await measured(WELLS * MONTHS, async () => {
      for (const periodEnd of monthsOf(2023, MONTHS)) await postMonth(worker, periodEnd);
    });
    printTables(worker);
    const { id } = await worker.query<{ id: string }>('select id from well limit 1 offset 5000');
    const single = await measured(SINGLE, async () => {
      const body = () => newLayer(id, '2024-12-31');
      for (let i = 0; i < SINGLE; i += 1) await send(worker, 'POST', '/api/aro-layers/calculate', body());
    });
    console.log(`(storage) ${count(WELLS)} layers, ${MONTHS} month-ends, indexes included
  per layer and month-end: ${month.bytes.toFixed(1)} bytes (aim: at most 45), ${month.rows.toFixed(2)} rows written (aim: at most 2)
  per layer with its movement, posting and audit row, calculated together: ${layer.bytes.toFixed(0)} bytes (aim: at most 450), ${layer.rows.toFixed(2)} rows written
  the same, calculated one by one: ${single.bytes.toFixed(0)} bytes, ${single.rows.toFixed(2)} rows written
  per well: ${wellBytes.toFixed(0)} bytes`);
    for (const years of [1, 5, 10, 20]) {
      const fitting = D1_BYTES / (wellBytes + layer.bytes + years * 12 * month.bytes);
      console.log(
        `  in 10 GB, with ${years} years of month-ends: ${count(Math.floor(fitting / 1000) * 1000)} wells with a layer`,
      );
    }
  } finally {
    await worker.stop();
  }
}

function printTables(worker: BenchWorker): void {
  for (const { name, rows, bytes } of tableSizes(worker)) {
    if (rows < 1000) continue;
    console.log(`  ${name}: ${count(rows)} rows, ${(bytes / rows).toFixed(1)} bytes a row`);
  }
}

async function rowsWritten({ url }: BenchWorker): Promise<number> {
  const counts = (await (await fetch(`${url}/counts`)).json()) as { rowsWritten: number };
  return counts.rowsWritten;
}

type TableSize = { name: string; rows: number; bytes: number };

/** Size of each table with its indexes, largest first. D1 does not report this itself. */
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

/** Total size of all tables in the database. */
export function bytesOf(worker: BenchWorker): number {
  return tableSizes(worker).reduce((sum, { bytes }) => sum + bytes, 0);
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
