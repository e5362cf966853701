import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Runs test files in workerd. @returns vitest's output; on failure, prints it with the command to repeat it, and exits */
export function runWorkerTests(args: string[], environment: Record<string, string>): Promise<string> {
  return run('npx', ['vitest', 'run', '--config', 'vitest.worker.config.ts', ...args], environment);
}

/** Builds the Worker that the tests run against. */
export async function build(): Promise<void> {
  await run('npm', ['run', 'build'], {});
}

const running = new Set<ChildProcess>();

async function run(command: string, args: string[], environment: Record<string, string>): Promise<string> {
  const child = spawn(command, args, { env: { ...process.env, ...environment }, detached: true });
  running.add(child);
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  running.delete(child);
  if (status === 0) return stdout;
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value} `);
  console.error(`${stdout}\n${stderr}\nFailed: ${variables.join('')}${command} ${args.join(' ')}`);
  process.exit(1);
}

// Terminates child processes that are still running, with all of their own children, when this process exits.
process.on('exit', () => {
  for (const { pid } of running) if (pid) process.kill(-pid);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
