import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { openRequest } from '../../../workers/load-context';
import { CALLS } from '../../support/authorization';
import { ORIGIN, signInToNewCompany } from '../../support/worker';
import { sendCall, sharedSmallWorlds } from '../../support/world';

const well = {
  wellCode: 'A-1',
  wellName: 'Alpha',
  wellStatus: 'Active',
  field: 'F',
  activeDate: '2020-01-01',
};

/** The bookmark cookie of a response, with its attributes. */
function bookmarkOf(response: Response): { name: string; bookmark: string; attributes: string[] } | null {
  const cookie = response.headers.getSetCookie().find((text) => text.includes('aro_d1_bookmark='));
  if (!cookie) return null;
  const [pair = '', ...attributes] = cookie.split('; ');
  return { name: pair.split('=')[0]!, bookmark: pair.split('=')[1]!, attributes };
}

/** Opens a request on the real D1 and returns where its session started. */
function openedAt(init: RequestInit & { path?: string; origin?: string; bindings?: Partial<Env> } = {}) {
  const starts: unknown[] = [];
  const DB = {
    withSession: (start: string) => {
      starts.push(start);
      return env.DB.withSession(start);
    },
  } as D1Database;
  const request = new Request((init.origin ?? ORIGIN) + (init.path ?? '/api/wells'), init);
  const opened = openRequest(request, { ...env, ...init.bindings, DB }, { waitUntil: () => {} });
  return { start: starts[0], opened };
}

const worldOf = sharedSmallWorlds();

describe('the bookmark of a write', () => {
  it('is returned with the response, and the next read starts there', async () => {
    const { client } = await signInToNewCompany();
    const answer = await client.post('/api/wells', well);
    const { bookmark, attributes } = bookmarkOf(answer)!;
    expect(bookmark).toMatch(/^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/);
    expect(attributes).toEqual(['Path=/', 'Max-Age=3600', 'HttpOnly', 'SameSite=Lax']);
    const Cookie = `${client.cookie}; aro_d1_bookmark=${bookmark}`;
    expect(openedAt({ headers: { Cookie } }).start).toBe(bookmark);
    const read = await client.get('/api/wells', { Cookie });
    expect(await read.json()).toMatchObject([{ wellCode: 'A-1' }]);
    expect(bookmarkOf(read)).toBeNull();
  });

  it('advances with each write', async () => {
    const { client } = await signInToNewCompany();
    const first = bookmarkOf(await client.post('/api/wells', well))!.bookmark;
    const second = bookmarkOf(await client.post('/api/wells', { ...well, wellCode: 'A-2' }))!.bookmark;
    // Bookmarks sort from oldest to newest.
    expect(second > first).toBe(true);
  });

  it.each(CALLS.map((call) => [call.method, call.path, call] as const))('%s %s', async (method, _, call) => {
    const { world, caller } = await worldOf(call);
    const answer = await sendCall(caller, call, world);
    expect(answer.status).toBe(call.success);
    expect(bookmarkOf(answer) !== null).toBe(method !== 'GET');
  });

  it('is also returned by the sign-out, a GET that writes', async () => {
    const { client } = await signInToNewCompany();
    expect(bookmarkOf(await client.get('/api/logout'))).not.toBeNull();
  });

  it('is https-only when deployed', async () => {
    const bindings = { ENVIRONMENT: 'production' };
    const { opened } = openedAt({ method: 'POST', origin: 'https://aro.example', bindings });
    const { db } = await opened.loadContext.requestContext();
    await db.run('select 1');
    const { name, bookmark, attributes } = bookmarkOf(opened.complete(new Response()))!;
    expect(name).toBe('__Host-aro_d1_bookmark');
    expect(attributes).toContain('Secure');
    const read = (cookie: string) =>
      openedAt({ headers: { Cookie: `${cookie}=${bookmark}` }, bindings }).start;
    expect(read('__Host-aro_d1_bookmark')).toBe(bookmark);
    // A subdomain could have set this one.
    expect(read('aro_d1_bookmark')).toBe('first-unconstrained');
  });
});

describe('a session with D1', () => {
  it.each([
    ['a read without a bookmark', {}, 'first-unconstrained'],
    [
      'a read with what is no bookmark',
      { headers: { Cookie: 'aro_d1_bookmark=first-primary' } },
      'first-unconstrained',
    ],
    ['a write', { method: 'PUT' }, 'first-primary'],
    [
      'a write with a bookmark',
      { method: 'POST', headers: { Cookie: `aro_d1_bookmark=${'0'.repeat(8)}-${'0'.repeat(8)}` } },
      'first-primary',
    ],
    ['the end of a sign-in', { path: '/api/auth/callback?code=1' }, 'first-primary'],
    ['a sign-out', { path: '/api/logout' }, 'first-primary'],
  ])('for %s starts at the right point', (_, init, start) => {
    expect(openedAt(init).start).toBe(start);
  });
});
