import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { newClientKey } from './client-key.mjs';
import { databaseFile, isMigrated } from './database-file.mjs';
import {
  onNpmGone,
  QUIET_WRANGLER,
  REMIX,
  requireFreePort,
  run,
  start,
  stopAll,
  TSX,
  WRANGLER,
  wranglerEnv,
} from './processes.mjs';
import { FORMER_SEAL_KEYS, ROOT, WORKER_BUNDLE } from './settings.mjs';

const OIDC_CLIENT_ID = 'aro-system';
/** Records what the build was made from. */
const BUILD_STAMP = join(ROOT, 'build/sources');
const END_WITH_PARENT = ['--import', new URL('./end-with-parent.mjs', import.meta.url).href];

/** Runs a local copy. `main` starts its parts. A signal, a failure, or the end of any part stops everything. */
export async function runLocally(main) {
  let stopping = null;
  const stop = (code) => {
    stopping ??= stopAll().then(() => process.exit(code));
    return stopping;
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(0));
  onNpmGone(() => stop(0));
  try {
    const processes = await main();
    const endedProcess = await Promise.race(processes.map((handle) => handle.ended.then(() => handle)));
    // Stopping ends the parts too. Report only an unexpected end.
    if (!stopping) throw new Error(`${endedProcess.what} has ended:\n${endedProcess.lastOutput()}`);
  } catch (error) {
    if (!stopping) console.error(`\n${error.message}`);
    await stop(1);
  }
}

/** Call before anything slow. @throws Error with a one-line message when a port is in use */
export async function requireFreePorts({ port, idpPort }) {
  if (port === idpPort) throw new Error(`PORT and IDP_PORT are both ${port}: use two ports.`);
  await requireFreePort(port, 'PORT');
  await requireFreePort(idpPort, 'IDP_PORT');
}

/** Prepares everything a copy needs before it can serve, except the build. @throws Error with a message for the terminal */
export async function prepareState(settings) {
  if (existsSync(join(settings.stateDir, 'v3/d1'))) {
    await prepareDatabase(settings, settings.stateDir);
    followIdentityProvider(settings);
    return;
  }
  // The first run fills the database in a separate folder and moves it into place when complete. An interrupted run leaves nothing that
  // the next one would mistake for data.
  const stagingFolder = join(settings.localDir, 'first-run');
  rmSync(stagingFolder, { recursive: true, force: true });
  await prepareDatabase(settings, stagingFolder);
  rmSync(join(settings.stateDir, 'v3'), { recursive: true, force: true });
  renameSync(join(stagingFolder, 'v3'), join(settings.stateDir, 'v3'));
  rmSync(stagingFolder, { recursive: true, force: true });
  followIdentityProvider(settings);
}

/**
 * Users belong to the issuer they signed in with, and the local provider's issuer includes its port. On another port, or after a restore,
 * it is still the same provider. So this clears the old issuer, and the next sign-in claims the users for the new one.
 */
function followIdentityProvider({ stateDir, idpPort }) {
  const database = new DatabaseSync(databaseFile(join(stateDir, 'v3')));
  try {
    database
      .prepare("update user set issuer = null where issuer glob 'http://localhost:*' and issuer <> ?")
      .run(`http://localhost:${idpPort}`);
  } finally {
    database.close();
  }
}

/** Brings the database up to date. Demo data is offered only once, so users may delete it. */
async function prepareDatabase(settings, stateDir) {
  const markerFile = join(stateDir, 'v3/demo-data-offered');
  const isOffered = existsSync(markerFile);
  // The usual case, and a fast check.
  if (isOffered && isMigrated(join(stateDir, 'v3'))) return;
  const isDemo = settings.seed === 'demo' && !isOffered;
  if (isDemo) console.log('Writing the demo data …');
  await run(
    'Preparing the database',
    [TSX, 'scripts/prepare-database.ts', stateDir, ...(isDemo ? ['demo'] : [])],
    { env: wranglerEnv(settings) },
  );
  if (!isOffered) writeFileSync(markerFile, '');
}

/** Builds the application, unless the current build is from the same sources. */
export async function buildIfChanged() {
  const stamp = readText(BUILD_STAMP);
  if (stamp !== null && (process.env.ARO_SKIP_BUILD === '1' || stamp === sourcesState())) return;
  console.log('Building …');
  await build();
}

/** `onLine` receives the compiler's output. @throws Error with that output */
export async function build(onLine) {
  rmSync(BUILD_STAMP, { force: true });
  const sources = sourcesState();
  await run('The build', [REMIX, 'vite:build'], { onLine });
  await writeBundle(ROOT, WORKER_BUNDLE);
  writeFileSync(BUILD_STAMP, sources);
}

/** Bundles the Worker of a built checkout into one file. */
export async function writeBundle(root, folder) {
  const command = [WRANGLER, 'deploy', '--dry-run', '--outdir', folder, '--cwd', root];
  await run('Bundling the Worker', command, { env: QUIET_WRANGLER });
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Fingerprint of the sources: the newest modification time, including folders, whose time changes when a file is deleted. */
function sourcesState() {
  let newest = 0;
  const scan = (path) => {
    const info = statSync(path, { throwIfNoEntry: false });
    if (!info) return;
    newest = Math.max(newest, info.mtimeMs);
    if (info.isDirectory()) for (const name of readdirSync(path)) scan(join(path, name));
  };
  for (const name of [
    'app',
    'db',
    'public',
    'package-lock.json',
    'tsconfig.json',
    'vite.config.ts',
    'remix.config.js',
    'workers',
    'wrangler.toml',
  ])
    scan(join(ROOT, name));
  return `${newest} ${process.env.ARO_COMPONENT_PAGE === '1' ? 'with' : 'without'} the page of components`;
}

/**
 * Writes the variables that a deployment keeps as secrets, for this copy and this run.
 * @returns the file, in .dev.vars format, and the public key for the identity provider
 */
export function writeLocalVars(settings) {
  const clientKey = newClientKey();
  const vars = {
    ENVIRONMENT: 'local',
    OIDC_ISSUER: `http://localhost:${settings.idpPort}`,
    OIDC_CLIENT_ID,
    OIDC_CLIENT_KEY: JSON.stringify(clientKey.privateKey),
    UPLOAD_SIGNING_SECRET: readOrCreate(settings, 'upload-signing-secret', () =>
      randomBytes(32).toString('base64url'),
    ),
    SYSTEM_ADMIN_EMAILS: settings.systemAdminEmails,
    // All users share one address here, and tests are faster than users.
    RATE_LIMIT_FACTOR: '10',
    SEAL_SIGNING_KEY: readOrCreate(settings, 'seal-key', newSealKey),
    SEAL_FORMER_PUBLIC_KEYS: readText(join(settings.localDir, FORMER_SEAL_KEYS)) ?? '',
  };
  const file = join(settings.localDir, 'worker.vars');
  // A key is JSON, and double quotes can't be escaped within double quotes.
  const quote = (value) => (value.includes('"') ? `'${value}'` : `"${value}"`);
  const text = Object.entries(vars).map(([name, value]) => `${name}=${quote(value)}\n`);
  writeFileSync(file, text.join(''), { mode: 0o600 });
  return { file, clientPublicKey: clientKey.publicKey };
}

export async function startIdentityProvider(settings, { clientPublicKey }) {
  const handle = start(
    'The identity provider',
    [fileURLToPath(new URL('../local-idp/main.mjs', import.meta.url))],
    {
      env: {
        PORT: String(settings.port),
        IDP_PORT: String(settings.idpPort),
        OIDC_CLIENT_ID,
        IDP_CLIENT_PUBLIC_KEY: JSON.stringify(clientPublicKey),
      },
      logFile: join(settings.localDir, 'identity-provider.log'),
    },
  );
  const ready = new Promise((resolve) => handle.child.once('message', () => resolve(true)));
  const isReady = await Promise.race([ready, handle.ended.then(() => false)]);
  if (!isReady) throw new Error(handle.lastOutput());
  return handle;
}

/** A secret that outlives the process, because it has signed data in the database, or a URL that a user still has. */
function readOrCreate({ localDir }, name, create) {
  const file = join(localDir, name);
  if (!existsSync(file)) writeFileSync(file, create(), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

function newSealKey() {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64url');
}

/** Starts the built Worker in workerd, with every binding in wrangler.toml. */
export function startWorker(settings, { file }) {
  const serve = fileURLToPath(new URL('serve.mjs', import.meta.url));
  return start(
    'The Worker',
    ['--no-warnings', ...END_WITH_PARENT, serve, String(settings.port), settings.stateDir, file],
    {
      env: { ...wranglerEnv(settings), WRANGLER_LOG: 'warn' },
      onLine: (line) => line.trim() && console.error(stripVTControlCharacters(line)),
      logFile: join(settings.localDir, 'worker.log'),
    },
  );
}

/** Starts Vite with hot reload, with the same bindings on the same state. */
export function startDevServer(settings, { file }) {
  return start(
    'The development server',
    [...END_WITH_PARENT, REMIX, 'vite:dev', '--port', String(settings.port), '--strictPort'],
    {
      env: {
        ...wranglerEnv(settings),
        CI: '',
        WRANGLER_LOG: 'warn',
        ARO_STATE_DIR: settings.stateDir,
        ARO_VARS_FILE: file,
        ARO_COMPONENT_PAGE: '1',
      },
      onLine: (line) => console.log(line),
    },
  );
}

/** @throws Error when the part ends before it responds, or doesn't respond in time */
export async function waitUntilHealthy(settings, handle) {
  const url = `http://localhost:${settings.port}/healthz`;
  const deadline = Date.now() + 90_000;
  let hasEnded = false;
  handle.ended.then(() => {
    hasEnded = true;
  });
  while (Date.now() < deadline) {
    if (hasEnded) throw new Error(`${handle.what} did not start:\n${handle.lastOutput()}`);
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    // It does respond, with an error that it has printed. Polling fast would only repeat it.
    await new Promise((resolve) => setTimeout(resolve, response ? 3000 : 150));
  }
  throw new Error(`${handle.what} did not answer at ${url}:\n${handle.lastOutput()}`);
}

/**
 * Makes the Worker resume jobs that a killed one left unfinished. In a deployment, the queue keeps its messages and the hourly cron event
 * resends lost ones. Here, both are lost with the process, and no earlier job can still be running.
 */
export async function resumeJobs({ port }) {
  const nextHour = Date.now() + 60 * 60_000;
  const event = new URLSearchParams({ cron: '15 * * * *', time: String(nextHour) });
  await fetch(`http://localhost:${port}/cdn-cgi/local/scheduled?${event}`);
}

export function printWelcome(settings) {
  const people =
    settings.seed === 'demo'
      ? `Sign in with any email address; no password needed. Demo accounts:
  accountant@example.com   company admin of both companies
  viewer@example.com       viewer in one company
  admin@example.com        system administrator`
      : `Sign in with any email address; no password needed. System administrator: ${settings.systemAdminEmails}`;
  console.log(
    `\nARO System is running at http://localhost:${settings.port}\n\n${people}\n\nCtrl+C stops it.`,
  );
}
