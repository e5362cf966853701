import { send, TERMS } from './ledger-calls';
import { type Pair, report, time } from './measure';
import { type BenchWorker, type Bundle, startWorker } from './worker';

/** The maximum per request; set a lower number for a quick run. */
const WELLS = Number(process.env.BENCH_WELLS ?? 50_000);
const ROUNDS = 2;

/**
 * Revising the maximum number of wells in one request, previewed and posted, compared with previewing and calculating the same number of
 * additional layers.
 */
export async function benchRevision(bundle: Bundle): Promise<void> {
  const pair: Pair = { ours: [], peers: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    pair.ours.push(await withWorker(bundle, revise));
    pair.peers.push(await withWorker(bundle, calculate));
  }
  report(
    `(i) the estimates of ${WELLS.toLocaleString('en-US')} wells revised, against as many layers calculated, both with preview`,
    pair,
    'aim: at most 1.5',
  );
}

async function withWorker(bundle: Bundle, work: (worker: BenchWorker) => Promise<void>): Promise<number> {
  const worker = await startWorker(bundle, { wells: WELLS, withLayers: true });
  try {
    return await time(() => work(worker));
  } finally {
    await worker.stop();
  }
}

/** Half of the estimates decrease, at derived rates; half increase. */
async function revise(worker: BenchWorker): Promise<void> {
  const rows = Array.from({ length: WELLS }, (_, index) => ({
    wellCode: `W-${String(index + 1).padStart(6, '0')}`,
    wellLifespan: 20,
    reason: 'Annual review',
    ...(index % 2 === 0
      ? { pAndACost: '90000.00' }
      : { pAndACost: '110000.00', discountRate: '8', inflationRate: '2.5' }),
  }));
  const body = { date: '2020-06-30', rows };
  await send(worker, 'POST', '/api/revisions/preview', body);
  await send(worker, 'POST', '/api/revisions', { ...body, mode: 'all' });
}

/** A calculation uses one cost for all wells; here it is a decrease for all of them. */
async function calculate(worker: BenchWorker): Promise<void> {
  const body = {
    ...TERMS,
    scope: 'all',
    layerType: 'additional',
    measurement: 'change',
    pAndACost: 90_000,
    wellLifespan: 20,
    calculationDate: '2020-06-30',
  };
  await send(worker, 'POST', '/api/aro-layers/calculate-all?preview=true', body);
  await send(worker, 'POST', '/api/aro-layers/calculate-all', body);
}
