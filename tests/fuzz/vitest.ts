import { spawnSync } from 'node:child_process';

/** Runs test files in workerd. @returns what vitest said; when it failed, shows that and how to repeat it, and ends */
export function runWorkerTests(args: string[], environment: Record<string, string>): string {
  return run('npx', ['vitest', 'run', '--config', 'vitest.worker.config.ts', ...args], environment);
}

/** The Worker that tests run against. */
export function build(): void {
  run('npm', ['run', 'build'], {});
}

function run(command: string, args: string[], environment: Record<string, string>): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    maxBuffer: 2 ** 28,
  });
  if (status === 0) return stdout;
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value} `);
  console.error(`${stdout}\n${stderr}\nFailed: ${variables.join('')}${command} ${args.join(' ')}`);
  process.exit(1);
}
