import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import Papa from 'papaparse';
import { isCalcInstalled, openCalc, type Terms } from './calc-peer';
import { type Pair, report } from './measure';
import { type Bundle, startWorker } from './worker';

const LAYERS = 100_000;
const ROUNDS = 5;
const TERMS: Terms = { pAndACost: 123_456.78, wellLifespan: 25, discountRate: 8, inflationRate: 2.5 };
const PERIOD_END = '2020-01-31';

/**
 * An initial layer for each of 100,000 wells, calculated, posted to a month-end and exported to a file, compared with LibreOffice Calc
 * opening, recalculating and saving a sheet with the same rows.
 */
export async function benchSpreadsheet(bundle: Bundle): Promise<void> {
  if (!isCalcInstalled()) {
    console.log('(d) skipped: LibreOffice Calc is not installed (on Debian: libreoffice-calc-nogui)');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'aro-bench-export-'));
  const exported = join(folder, 'aro-detail.csv');
  const calc = await openCalc({ layers: LAYERS, terms: TERMS, periodEnd: PERIOD_END });
  const pair: Pair = { ours: [], peers: [] };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      pair.ours.push(await calculatePostAndExport(bundle, exported));
      const start = performance.now();
      await calc.recalculate();
      pair.peers.push(performance.now() - start);
      const [ours, peer] = [readTotals(exported), readTotals(await calc.exportSaved())];
      if (ours.layers !== LAYERS || JSON.stringify(ours) !== JSON.stringify(peer)) {
        throw new Error(`exported ${JSON.stringify(ours)}, the peer ${JSON.stringify(peer)}`);
      }
    }
    report(
      '(d) 100,000 layers calculated, posted and exported, against LibreOffice Calc',
      pair,
      'aim: at most 0.2',
    );
  } finally {
    calc.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the time in milliseconds, from the first request until the file is on disk */
async function calculatePostAndExport(bundle: Bundle, path: string): Promise<number> {
  const worker = await startWorker(bundle, { wells: LAYERS, withLayers: false });
  const call = async (address: string, body?: unknown) => {
    const response = await fetch(`${worker.url}${address}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...worker.headers, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok || !response.body) throw new Error(await response.text());
    // The mixed-in DOM types lack the async iterator of Node's streams.
    return response.body as unknown as AsyncIterable<Uint8Array>;
  };
  const post = async (address: string, body: unknown) => text(await call(address, body));
  try {
    // Calc is already open when its clock starts, so the Worker also handles a request first.
    await text(await call('/api/close-status'));
    const start = performance.now();
    await post('/api/aro-layers/calculate-all?limit=1', {
      scope: 'all',
      layerType: 'initial',
      calculationDate: null,
      ...TERMS,
    });
    const calculated = performance.now();
    await post('/api/accretion/calculate?limit=1', { periodType: 'monthly', periodEnd: PERIOD_END });
    const posted = performance.now();
    await pipeline(await call('/api/aro-layers?format=csv'), createWriteStream(path));
    const end = performance.now();
    const parts = [calculated - start, posted - calculated, end - posted].map((part) => part.toFixed(0));
    console.log(`  calculated in ${parts[0]} ms, posted in ${parts[1]} ms, exported in ${parts[2]} ms`);
    return end - start;
  } finally {
    await worker.stop();
  }
}

/** Totals that both must agree on, in cents. */
function readTotals(path: string) {
  const totals = { layers: 0, aroValue: 0, currentAroValue: 0 };
  const { data } = Papa.parse<Record<string, string>>(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  });
  for (const row of data) {
    totals.layers += 1;
    totals.aroValue += Math.round(Number(row.aroValue) * 100);
    totals.currentAroValue += Math.round(Number(row.currentAroValue) * 100);
  }
  return totals;
}
