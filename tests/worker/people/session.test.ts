import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { addWell } from '../../support/layers';
import { signIn, signInToNewCompany } from '../../support/worker';

describe('a session', () => {
  it('is of no use once it is signed out', async () => {
    const person = await signIn();
    expect((await person.get('/api/auth/user')).status).toBe(200);
    await person.get('/api/logout');
    expect((await person.get('/api/auth/user')).status).toBe(401);
  });

  it('follows a change of role in the tables at the next request', async () => {
    const { client } = await signInToNewCompany('admin');
    await addWell(client);
    await env.DB.prepare(`update user_company set role = 'viewer' where user_id = ?`)
      .bind(client.userId)
      .run();
    expect((await client.post('/api/wells', {})).status).toBe(403);
  });
});
