import { rmSync } from 'node:fs';
import { benchFirstLoad } from './first-load';
import { benchLargeCompany } from './large-company';
import { benchMassUpload } from './mass-upload';
import { benchMonthEnd } from './month-end';
import { benchPosting } from './posting';
import { benchScaling } from './scaling';
import { benchSinglePage } from './single-page';
import { benchSpreadsheet } from './spreadsheet';
import { benchWellList } from './well-list';
import { bundleWorker } from './worker';

/** All benchmarks, or those that are named: `npm run bench -- a c`. Those with a letter measure themselves against a peer in the same run. */
const benchmarks = {
  a: benchWellList,
  b: benchPosting,
  c: benchFirstLoad,
  d: benchSpreadsheet,
  e: benchSinglePage,
  f: benchLargeCompany,
  upload: benchMassUpload,
  'month-end': benchMonthEnd,
};
/** Only when asked for: it takes minutes and is held against nothing. */
const onRequest = { scaling: benchScaling };
const chosen = process.argv.slice(2);

const bundle = await bundleWorker();
try {
  for (const [letter, benchmark] of Object.entries({ ...benchmarks, ...onRequest })) {
    const isChosen = chosen.length === 0 ? letter in benchmarks : chosen.includes(letter);
    if (isChosen) await benchmark(bundle);
  }
} finally {
  rmSync(bundle, { recursive: true, force: true });
}
