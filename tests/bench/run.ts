import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchFirstLoad } from './first-load';
import { benchImport } from './import';
import { benchLargeCompany } from './large-company';
import { benchMassUpload } from './mass-upload';
import { benchMonthEnd } from './month-end';
import { benchPosting } from './posting';
import { benchRevision } from './revision';
import { benchRollforward } from './rollforward';
import { benchScaling } from './scaling';
import { benchServerRender } from './server-render';
import { benchSinglePage } from './single-page';
import { benchSpreadsheet } from './spreadsheet';
import { benchStorage } from './storage';
import { benchWellList } from './well-list';
import { bundleCheckout, bundleWorker } from './worker';

/** All benchmarks, or the named ones: `npm run bench -- a c`. Those with a letter compare themselves with a peer in the same run. */
const benchmarks = {
  a: benchWellList,
  b: benchPosting,
  c: benchFirstLoad,
  d: benchSpreadsheet,
  e: benchSinglePage,
  f: benchLargeCompany,
  g: benchRollforward,
  h: benchServerRender,
  i: benchRevision,
  upload: benchMassUpload,
  'month-end': benchMonthEnd,
  storage: benchStorage,
  import: benchImport,
};
/** Runs only when named: it takes minutes and has no peer. */
const onRequest = { scaling: benchScaling };

// `--before <path>`: another checkout, installed and built, that (b) and (g) also measure in alternation with this one.
const { positionals: chosen, values } = parseArgs({
  allowPositionals: true,
  options: { before: { type: 'string' } },
});

const bundle = await bundleWorker();
const before = values.before ? await bundleCheckout(resolve(values.before)) : null;
try {
  for (const [letter, benchmark] of Object.entries({ ...benchmarks, ...onRequest })) {
    const isChosen = chosen.length === 0 ? letter in benchmarks : chosen.includes(letter);
    if (isChosen) await benchmark(bundle, before);
  }
} finally {
  for (const made of [bundle, before]) if (made) rmSync(made.folder, { recursive: true, force: true });
}
