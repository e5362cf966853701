import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { readCachedRecord, writeRecord } from '~/services/people/session-store.server';
import { addWell } from '../../support/layers';
import { signIn, signInToNewCompany } from '../../support/worker';

describe('a session', () => {
  it('is read as last written, even if KV still returns the previous record', async () => {
    const former = {
      userId: crypto.randomUUID(),
      logoutHint: null,
      signIn: { acr: null, amr: [], authenticatedAt: null },
      signedInAt: '2026-01-01T00:00:00.000Z',
      lastSeenAt: '2026-01-01T00:00:00.000Z',
      ip: null,
      device: '',
    };
    const hash = crypto.randomUUID();
    const store = {
      env: { ...env, SESSIONS: { get: async () => former, put: async () => {} } as unknown as KVNamespace },
      now: new Date('2026-01-01T00:11:00.000Z'),
    };
    expect(await readCachedRecord(store, hash)).toEqual(former);
    const seen = { ...former, lastSeenAt: store.now.toISOString() };
    await writeRecord(store, hash, seen);
    expect(await readCachedRecord(store, hash)).toEqual(seen);
  });

  it('can’t be used after sign-out', async () => {
    const person = await signIn();
    expect((await person.get('/api/auth/user')).status).toBe(200);
    await person.get('/api/logout');
    expect((await person.get('/api/auth/user')).status).toBe(401);
  });

  it('applies a role change at the next request', async () => {
    const { client } = await signInToNewCompany('admin');
    await addWell(client);
    await env.DB.prepare(`update user_company set role = 'viewer' where user_id = ?`)
      .bind(client.userId)
      .run();
    expect((await client.post('/api/wells', {})).status).toBe(403);
  });
});
