import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ROOT } from './settings.mjs';

/** The Node that package.json names, whatever Node started this script: wrangler and vitest need a recent one. */
export const NODE = join(ROOT, 'node_modules/node/bin/node');

export const REMIX = join(ROOT, 'node_modules/@remix-run/dev/dist/cli.js');
/** Without the wrapper in its bin folder, which would only be one more process. */
export const WRANGLER = join(ROOT, 'node_modules/wrangler/wrangler-dist/cli.js');
export const TSX = join(ROOT, 'node_modules/tsx/dist/cli.mjs');

/** How much of a program's output is kept, to be shown when it fails. */
const LAST_LINES = 200;

const running = new Set();

/** Wrangler asks nothing, reports nothing and fetches nothing. */
export const QUIET_WRANGLER = {
  CI: '1',
  NO_COLOR: '1',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
};

/** Besides, its logs and registry stay in the state directory. */
export function wranglerEnv({ localDir }) {
  return {
    ...QUIET_WRANGLER,
    WRANGLER_LOG_PATH: join(localDir, 'logs'),
    WRANGLER_CACHE_DIR: join(localDir, 'cache'),
    // Copies of the application find each other through this folder; they had better not.
    WRANGLER_REGISTRY_PATH: join(localDir, 'registry'),
    // It keeps a trace of every request and call to D1, which takes as long as answering them.
    X_LOCAL_OBSERVABILITY: 'false',
    X_LOCAL_EXPLORER: 'false',
  };
}

/** Runs a program to its end. Its output is shown only when it fails. @throws Error with the output */
export async function run(what, args, options = {}) {
  const child = start(what, args, options);
  const code = await child.ended;
  if (code !== 0) throw new Error(`${what} failed:\n${child.lastOutput()}`);
}

/**
 * Starts a program in a process group of its own, so that what it starts in turn ends with it.
 * `onLine` gets each line of output; `logFile` keeps all of them.
 */
export function start(what, args, { env = {}, onLine = () => {}, logFile = null } = {}) {
  const child = spawn(NODE, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    detached: true,
    // The channel tells the child when this process dies without a word (see end-with-parent.mjs).
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const log = logFile ? createWriteStream(logFile) : null;
  const last = [];
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream.setEncoding('utf8');
    stream.on('data', (text) => {
      log?.write(text);
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        last.push(line);
        if (last.length > LAST_LINES) last.shift();
        onLine(line);
      }
    });
    stream.on('end', () => rest && last.push(rest));
  }
  const handle = {
    what,
    child,
    lastOutput: () => last.join('\n').trim(),
    ended: new Promise((resolve) => {
      child.once('error', (error) => {
        last.push(error.message);
        resolve(1);
      });
      // Processes that a program leaves behind when it exits are useless, and may hold a port.
      child.once('exit', () => signalGroup(handle, 'SIGKILL'));
      child.once('close', (code) => resolve(code ?? 1));
    }).finally(() => running.delete(handle)),
  };
  running.add(handle);
  return handle;
}

/** Ends everything that was started, with its descendants; what does not go in five seconds is killed. */
export async function stopAll() {
  const handles = [...running];
  for (const handle of handles) signalGroup(handle, 'SIGTERM');
  const gone = Promise.all(handles.map((handle) => handle.ended));
  await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 5000).unref())]);
  // A leader that has ended may have left descendants behind.
  for (const handle of handles) signalGroup(handle, 'SIGKILL');
}

function signalGroup({ child }, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Nobody is left in the group.
  }
}

/** Calls back when the npm that runs this script dies without passing a signal on: nobody could stop the script any more. */
export function onNpmGone(callback) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && callback(), 500).unref();
}

/** @throws Error in one line when another program listens there */
export async function requireFreePort(port, variable) {
  for (const host of ['127.0.0.1', '::1']) {
    const code = await new Promise((resolve) => {
      const server = createServer();
      server.once('error', (error) => resolve(error.code));
      server.listen(port, host, () => server.close(() => resolve(null)));
    });
    if (code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} is in use. Stop the process using it, or set another port with ${variable}=<port>.`,
      );
    }
    if (code === 'EACCES')
      throw new Error(`Port ${port} is not allowed here. Choose another with ${variable}=<port>.`);
  }
}
