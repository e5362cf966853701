import { Log, LogLevel, Miniflare } from 'miniflare';
import { ROOT, WORKER_BUNDLE } from './settings.mjs';
import { workerOptions } from './worker-options.mjs';

/** Serves the built Worker: `serve.mjs <port> <state directory> <file of variables>`. The Worker's warnings and errors go to stderr. */
const [port, stateDir, envFile] = process.argv.slice(2);

const miniflare = new Miniflare({
  ...workerOptions({
    root: ROOT,
    bundle: WORKER_BUNDLE,
    envFiles: [envFile],
    name: 'aro-system',
    host: 'localhost',
    port: Number(port),
    // Enables cron events at /cdn-cgi/local/scheduled.
    unsafeTriggerHandlers: true,
    // Messages of workerd itself, such as for an error the Worker didn't catch.
    log: new Log(LogLevel.WARN),
    handleStructuredLogs: ({ level, message }) => {
      if (level === 'warn' || level === 'error') console.error(message);
    },
  }),
  resourcePersistencePath: `${stateDir}/v3`,
});
await miniflare.ready;
