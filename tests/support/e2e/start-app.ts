import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APP_PORT, IDP_PORT } from './address';
import { launchApp } from './launch-app';

/** Starts the application with demo data in its own state directory. Playwright calls the returned function at the end. */
export default async function startApp(): Promise<() => Promise<void>> {
  const stateDir = await mkdtemp(join(tmpdir(), 'aro-e2e-'));
  // For tests that read the database directly, which run in other processes.
  process.env.E2E_STATE_DIR = stateDir;
  const app = await launchApp({ port: APP_PORT, idpPort: IDP_PORT, stateDir, seed: 'demo' });
  return async () => {
    await app.stop();
    await rm(stateDir, { recursive: true, force: true });
  };
}
