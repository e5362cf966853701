import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ROOT } from './settings.mjs';

/** The Node version that package.json names, regardless of the one running this script: wrangler and vitest need a recent one. */
export const NODE = join(ROOT, 'node_modules/node/bin/node');

export const REMIX = join(ROOT, 'node_modules/@remix-run/dev/dist/cli.js');
/** Skips wrangler's bin wrapper, which would only add a process. */
export const WRANGLER = join(ROOT, 'node_modules/wrangler/wrangler-dist/cli.js');
export const TSX = join(ROOT, 'node_modules/tsx/dist/cli.mjs');

/** Lines of a program's output kept for when it fails. */
const LAST_LINES = 200;

const running = new Set();

/** Turns off wrangler's prompts, reports and network fetches. */
export const QUIET_WRANGLER = {
  CI: '1',
  NO_COLOR: '1',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
};

/** Also keeps wrangler's logs and registry in the state directory. */
export function wranglerEnv({ localDir }) {
  return {
    ...QUIET_WRANGLER,
    WRANGLER_LOG_PATH: join(localDir, 'logs'),
    WRANGLER_CACHE_DIR: join(localDir, 'cache'),
    // Copies of the application find each other through this folder, which must not happen.
    WRANGLER_REGISTRY_PATH: join(localDir, 'registry'),
    // Wrangler traces every request and D1 query, which takes as long as serving them.
    X_LOCAL_OBSERVABILITY: 'false',
    X_LOCAL_EXPLORER: 'false',
  };
}

/** Runs a program to completion. Its output is shown only on failure. @throws Error with the output */
export async function run(what, args, options = {}) {
  const child = start(what, args, options);
  const code = await child.ended;
  if (code !== 0) throw new Error(`${what} failed:\n${child.lastOutput()}`);
}

/**
 * Starts a program in its own process group, so its descendants end with it.
 * `onLine` receives each line of output. `logFile` stores all of them.
 */
export function start(what, args, { env = {}, onLine = () => {}, logFile = null } = {}) {
  const child = spawn(NODE, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    detached: true,
    // The channel closes if this process dies without a signal (see end-with-parent.mjs).
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const log = logFile ? createWriteStream(logFile) : null;
  const lastLines = [];
  for (const stream of [child.stdout, child.stderr]) {
    let buffer = '';
    stream.setEncoding('utf8');
    stream.on('data', (text) => {
      log?.write(text);
      const lines = (buffer + text).split('\n');
      buffer = lines.pop() ?? '';
      for (const line of lines) {
        lastLines.push(line);
        if (lastLines.length > LAST_LINES) lastLines.shift();
        onLine(line);
      }
    });
    stream.on('end', () => buffer && lastLines.push(buffer));
  }
  const handle = {
    what,
    child,
    lastOutput: () => lastLines.join('\n').trim(),
    ended: new Promise((resolve) => {
      child.once('error', (error) => {
        lastLines.push(error.message);
        resolve(1);
      });
      // Descendants that outlive the program are useless and may hold a port.
      child.once('exit', () => signalGroup(handle, 'SIGKILL'));
      child.once('close', (code) => resolve(code ?? 1));
    }).finally(() => running.delete(handle)),
  };
  running.add(handle);
  return handle;
}

/** Stops everything that was started, with its descendants. Whatever still runs after five seconds is killed. */
export async function stopAll() {
  const handles = [...running];
  for (const handle of handles) signalGroup(handle, 'SIGTERM');
  const allEnded = Promise.all(handles.map((handle) => handle.ended));
  await Promise.race([allEnded, new Promise((resolve) => setTimeout(resolve, 5000).unref())]);
  // Descendants may outlive the leader of their group.
  for (const handle of handles) signalGroup(handle, 'SIGKILL');
}

function signalGroup({ child }, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is empty.
  }
}

/** Calls back when the npm process that runs this script dies without passing on a signal, because nothing else could stop the script. */
export function onNpmGone(callback) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && callback(), 500).unref();
}

/** @throws Error with a one-line message when another program listens on the port */
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
