import { unstable_startWorker } from 'wrangler';

/** Writes the demo data into the local database below the given state directory, unless it holds companies already. */
const stateDir = process.argv[2];
if (!stateDir) throw new Error('Usage: tsx scripts/seed.ts <state directory>');

const worker = await unstable_startWorker({
  config: 'wrangler.toml',
  entrypoint: 'db/seed/worker.ts',
  // None: what developers keep in .dev.vars or .env is no part of the demo data.
  envFiles: [],
  dev: {
    persist: stateDir,
    remote: false,
    watch: false,
    server: { hostname: '127.0.0.1', port: 0 },
    inspector: false,
    logLevel: 'error',
  },
});
try {
  await worker.ready;
  const response = await worker.fetch('http://localhost/');
  if (!response.ok) throw new Error(`The demo data was not written: ${await response.text()}`);
} finally {
  await worker.dispose();
}
