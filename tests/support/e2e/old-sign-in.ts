import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { NODE, WRANGLER } from '../../../scripts/local/processes.mjs';

/** Sets back by an hour when the page's person proved at the provider who they are, where the application keeps it. */
export async function ageSignIn(page: Page): Promise<void> {
  const cookies = await page.context().cookies();
  const value = cookies.find(({ name }) => name === 'aro_session')?.value ?? '';
  const id: string = JSON.parse(atob(decodeURIComponent(value)));
  const key = `session:${createHash('sha256').update(id).digest('hex')}`;
  const record = JSON.parse(kv('get', key));
  record.signIn.authenticatedAt = new Date(Date.now() - 3_600_000).toISOString();
  kv('put', key, JSON.stringify(record));
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
