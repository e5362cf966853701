import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { getPlatformProxy } from 'wrangler';
import { ROOT } from '../../../scripts/local/settings.mjs';

/**
 * Gives the page's person a copy of their session for which they proved an hour ago at the provider who they are. Under a new id,
 * because the Worker remembers for a minute what it has read under the old one.
 */
export async function ageSignIn(page: Page): Promise<void> {
  const context = page.context();
  const cookie = (await context.cookies()).find(({ name }) => name === 'aro_session')!;
  const id = randomBytes(32).toString('hex');
  const { env, dispose } = await getPlatformProxy<{ SESSIONS: KVNamespace }>({
    configPath: join(ROOT, 'wrangler.toml'),
    envFiles: [],
    persist: { path: join(process.env.E2E_STATE_DIR!, 'v3') },
    remoteBindings: false,
  });
  try {
    const own = keyOf(JSON.parse(atob(decodeURIComponent(cookie.value))));
    const record = JSON.parse((await env.SESSIONS.get(own))!);
    record.signIn.authenticatedAt = new Date(Date.now() - 3_600_000).toISOString();
    await env.SESSIONS.put(keyOf(id), JSON.stringify(record));
  } finally {
    await dispose();
  }
  await context.addCookies([{ ...cookie, value: encodeURIComponent(btoa(JSON.stringify(id))) }]);
}

function keyOf(id: string): string {
  return `session:${createHash('sha256').update(id).digest('hex')}`;
}
