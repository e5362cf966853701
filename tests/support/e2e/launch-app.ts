import { execFileSync, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { requireFreePort } from '../../../scripts/local/processes.mjs';

export type LaunchedApp = {
  /** As Ctrl+C does. */
  stop: () => Promise<void>;
  /** As a power failure does: nothing gets to say a last word. */
  kill: () => Promise<void>;
};

/** Runs `npm start`'s script on ports and a state directory of its own. Resolves once the application serves. */
export async function launchApp(settings: {
  port: number;
  idpPort: number;
  stateDir: string;
  seed: 'demo' | 'none';
}): Promise<LaunchedApp> {
  const app = spawn(process.execPath, ['scripts/start.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(settings.port),
      IDP_PORT: String(settings.idpPort),
      ARO_STATE_DIR: settings.stateDir,
      ARO_SEED: settings.seed,
      SYSTEM_ADMIN_EMAILS: 'admin@example.com',
      // One of the screens that tests and pictures go through.
      ARO_COMPONENT_PAGE: '1',
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
  };
  const kill = async () => {
    // The first one first: nobody is to see the others go.
    for (const pid of [app.pid, ...descendantsOf(app.pid)]) killIfThere(pid as number);
    await ended;
    // Those that are still on their way out have their ports until they are gone.
    for (const port of [settings.port, settings.idpPort]) await untilFree(port);
  };
  if (await Promise.race([running, ended.then(() => false)])) return { stop, kill };
  await stop();
  throw new Error('The application did not start.');
}

async function untilFree(port: number): Promise<void> {
  const isTaken = () =>
    requireFreePort(port, 'PORT').then(
      () => false,
      () => true,
    );
  for (let tries = 0; tries < 100 && (await isTaken()); tries += 1) await wait(50);
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // Processes also end with the one that started them.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The processes that a process has started, with theirs, the youngest generation first. */
function descendantsOf(pid: number | undefined): number[] {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const childrenOf = (parent: number): number[] =>
    processes.filter(([, ppid]) => ppid === parent).flatMap(([child]) => [...childrenOf(child), child]);
  return pid === undefined ? [] : childrenOf(pid);
}
