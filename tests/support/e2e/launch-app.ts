import { execFileSync, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { requireFreePort } from '../../../scripts/local/processes.mjs';

export type LaunchedApp = {
  /** Like Ctrl+C. */
  stop: () => Promise<void>;
  /** Like a power failure, with no chance to clean up. */
  kill: () => Promise<void>;
};

/** Runs the script of `npm start` with its own ports and state directory. Resolves once the application is serving. */
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
      // Enables the component page, one of the screens that tests and pictures visit.
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
    // Parent first, so that it can't react to the exit of its children.
    for (const pid of [app.pid, ...descendantsOf(app.pid)]) killIfThere(pid as number);
    await ended;
    // Processes that are still exiting hold their ports until they are gone.
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
    // Some processes end along with their parent.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Descendants of a process, the youngest generation first. */
function descendantsOf(pid: number | undefined): number[] {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const childrenOf = (parent: number): number[] =>
    processes.filter(([, ppid]) => ppid === parent).flatMap(([child]) => [...childrenOf(child), child]);
  return pid === undefined ? [] : childrenOf(pid);
}
