import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { median, report } from './measure';
import { type BenchWorker, type Bundle, startWorker } from './worker';

const LAYERS = 100_000;
const COMPANIES = 100;
/** Times of the cron trigger; the first catches up on all earlier months and is not counted. */
const FIRST_DAYS = ['2024-02-01', '2024-03-01', '2024-04-01', '2024-05-01'];
const PAUSE_MS = 20;
/**
 * The limit of an isolate on Cloudflare. Without a limit, V8 delays collecting hundreds of megabytes of garbage, and the peak would
 * reflect the machine's memory.
 */
const ISOLATE_LIMIT = '--max-heap-size=128';

/**
 * Month-ends by the cron trigger and the queue, from the event until all runs are finished: one large company, the same with
 * depreciation, and many companies.
 */
export async function benchMonthEnd(bundle: Bundle): Promise<void> {
  const peers = await measure('one company × 100,000 layers', bundle, { companies: 1 });
  const ours = await measure('the same with straight-line depreciation', bundle, {
    companies: 1,
    depreciates: true,
  });
  const names = { ours: 'with depreciation', peers: 'without' };
  report('(month-end) with depreciation, against without', { ours, peers }, 'aim: at most 1.7', names);
  await measure('100 companies × 1,000 layers', bundle, { companies: COMPANIES });
}

async function measure(
  title: string,
  bundle: Bundle,
  { companies, depreciates = false }: { companies: number; depreciates?: boolean },
): Promise<number[]> {
  const data = { wells: LAYERS, withLayers: true, companies, depreciates };
  process.env.MINIFLARE_WORKERD_V8_FLAGS = ISOLATE_LIMIT;
  const worker = await startWorker(bundle, data, { entry: 'counting-entry.mjs' });
  delete process.env.MINIFLARE_WORKERD_V8_FLAGS;
  try {
    const times: number[] = [];
    const idle = megabytes(worker, 'VmRSS');
    let before = await countsOf(worker);
    for (const [round, day] of FIRST_DAYS.entries()) {
      if (round === 1) {
        before = await countsOf(worker);
        forgetPeak(worker);
      }
      const start = performance.now();
      await worker.cron(`${day}T02:00:00Z`);
      while ((await countsOf(worker)).messages < companies * (round + 1)) await setTimeout(PAUSE_MS);
      if (round > 0) times.push(performance.now() - start);
      await check(worker, LAYERS * (round + 1), depreciates);
    }
    const after = await countsOf(worker);
    const each = (name: keyof Counts) => (after[name] - before[name]) / times.length;
    console.log(`(month-end) ${title}
  ${median(times).toFixed(0)} ms a month; ${each('statements')} statements in ${each('calls')} calls to D1; workerd with its D1 and Miniflare's workers at most ${megabytes(worker, 'VmHWM')} MB (aim: at most 250), ${idle} MB before it began, and ${megabytes(worker, 'RssFile')} MB of it their program;
  ${(each('rowsWritten') / LAYERS).toFixed(2)} rows written a layer (aim: at most 2 for accretion alone)`);
    return times;
  } finally {
    await worker.stop();
  }
}

/** Checks that the runs report what was posted, and that every layer was posted. */
async function check(worker: BenchWorker, layers: number, depreciates: boolean): Promise<void> {
  const { isRight } = await worker.query<{ isRight: number }>(
    `select sum(status = 'done') = count(*) and sum(layers) = ${layers}
       and sum(layers) = (select count(*) from movement where kind = 5)
       and sum(total_accretion_cents) = (select sum(liability) from movement where kind = 5)
       and sum(total_depreciation_cents) = (select abs(coalesce(sum(arc_accumulated), 0)) from movement where kind = 6)
       and (sum(total_depreciation_cents) > 0) = ${depreciates} as isRight
     from month_end_run`,
  );
  if (isRight !== 1) throw new Error(`not ${layers} movements, or not as the runs tell`);
}

type Counts = { statements: number; calls: number; rowsWritten: number; messages: number };

async function countsOf(worker: BenchWorker): Promise<Counts> {
  return (await fetch(`${worker.url}/counts`)).json() as Promise<Counts>;
}

/** Resets the peak memory that Linux records for the process. */
function forgetPeak({ processId }: BenchWorker): void {
  writeFileSync(`/proc/${processId}/clear_refs`, '5');
}

function megabytes({ processId }: BenchWorker, name: 'VmRSS' | 'VmHWM' | 'RssFile'): string {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  return (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024).toFixed(0);
}
