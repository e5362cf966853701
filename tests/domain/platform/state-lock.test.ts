import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { NODE } from '../../../scripts/local/processes.mjs';
import { ROOT } from '../../../scripts/local/settings.mjs';

const stateDir = mkdtempSync(join(tmpdir(), 'aro-lock-'));
afterAll(() => rmSync(stateDir, { recursive: true }));

/** Locks the state directory, reports it, and holds the lock for the given time. */
const PROGRAM = `
  const { lockState } = await import('./scripts/local/state-lock.mjs');
  lockState({ stateDir: ${JSON.stringify(stateDir)}, localDir: ${JSON.stringify(join(stateDir, 'local'))} });
  console.log('taken');
  await new Promise((resolve) => setTimeout(resolve, Number(process.argv[1])));`;
const args = (milliseconds: number) => ['--input-type=module', '--eval', PROGRAM, String(milliseconds)];
const take = () => execFileSync(NODE, args(0), { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' });

it('a state directory is locked by one copy at a time, and a killed copy releases it', async () => {
  const first = spawn(NODE, args(60_000), { cwd: ROOT });
  await once(first.stdout, 'data');
  expect(take).toThrow(`${stateDir} is in use by another copy. Stop that one, or set another directory`);
  first.kill('SIGKILL');
  await once(first, 'exit');
  expect(take()).toBe('taken\n');
  expect(take()).toBe('taken\n');
});
