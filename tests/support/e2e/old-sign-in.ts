import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { NODE, WRANGLER } from '../../../scripts/local/processes.mjs';

/**
 * Gives the page's person a copy of their session for which they proved an hour ago at the provider who they are. Under a new id,
 * because the Worker remembers for a minute what it has read under the old one.
 */
export async function ageSignIn(page: Page): Promise<void> {
  const context = page.context();
  const cookie = (await context.cookies()).find(({ name }) => name === 'aro_session')!;
  const record = JSON.parse(kv('get', keyOf(JSON.parse(atob(decodeURIComponent(cookie.value))))));
  record.signIn.authenticatedAt = new Date(Date.now() - 3_600_000).toISOString();
  const id = randomBytes(32).toString('hex');
  kv('put', keyOf(id), JSON.stringify(record));
  await context.addCookies([{ ...cookie, value: encodeURIComponent(btoa(JSON.stringify(id))) }]);
}

function keyOf(id: string): string {
  return `session:${createHash('sha256').update(id).digest('hex')}`;
}

function kv(...command: string[]): string {
  return execFileSync(
    NODE,
    [
      ...['--no-warnings', WRANGLER, 'kv', 'key', ...command],
      ...['--binding', 'SESSIONS', '--local', '--persist-to', process.env.E2E_STATE_DIR ?? ''],
    ],
    {
      encoding: 'utf8',
      env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG: 'error' },
    },
  );
}
