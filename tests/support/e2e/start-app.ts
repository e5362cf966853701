import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APP_PORT, IDP_PORT } from './address';

/** Starts the application with demo data in a state directory of its own; Playwright calls what is returned at the end. */
export default async function startApp(): Promise<() => Promise<void>> {
  const stateDir = await mkdtemp(join(tmpdir(), 'aro-e2e-'));
  const app = spawn(process.execPath, ['scripts/start.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(APP_PORT),
      IDP_PORT: String(IDP_PORT),
      ARO_STATE_DIR: stateDir,
      ARO_SEED: 'demo',
      SYSTEM_ADMIN_EMAILS: 'admin@example.com',
    },
  });
  const ended = new Promise<void>((resolve) => app.once('close', () => resolve()));
  const running = new Promise<boolean>((resolve) => {
    app.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('is running at')) resolve(true);
    });
  });
  const stop = async () => {
    app.kill('SIGTERM');
    await ended;
    await rm(stateDir, { recursive: true, force: true });
  };
  if (await Promise.race([running, ended.then(() => false)])) return stop;
  await stop();
  throw new Error('The application did not start.');
}
