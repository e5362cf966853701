import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The Worker bundled into one file, as a deployment uploads it. */
export const WORKER_BUNDLE = resolve(ROOT, 'build/worker');

/** File in the local directory with the public seal keys of a restored backup. */
export const FORMER_SEAL_KEYS = 'seal-former-public-keys';

/**
 * Settings of a local copy of the application, from the environment. Two copies can run in parallel if both their ports and their state
 * directories differ.
 */
export function readSettings(env = process.env) {
  const port = readPort(env, 'PORT', 8787);
  const seed = env.ARO_SEED || 'demo';
  if (seed !== 'demo' && seed !== 'none') throw new Error(`ARO_SEED is "${seed}": use demo or none.`);
  const stateDir = resolve(ROOT, env.ARO_STATE_DIR || '.wrangler/state');
  return {
    port,
    idpPort: readPort(env, 'IDP_PORT', port + 1),
    seed,
    stateDir,
    /** Files the scripts keep next to the data: settings for the Worker, keys of the identity provider, logs. */
    localDir: resolve(stateDir, 'local'),
    systemAdminEmails: env.SYSTEM_ADMIN_EMAILS ?? 'admin@example.com',
  };
}

function readPort(env, name, defaultPort) {
  const port = Number(env[name] || defaultPort);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`${name} is "${env[name]}": use a port number.`);
  return port;
}
