import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  addressKey,
  countAgainstLimit,
  RATE_LIMITS,
  type RateLimitName,
} from '~/services/platform/rate-limit.server';
import * as build from '../../../build/server/index.js';
import { CALLS } from '../../support/authorization';
import { sendTo } from '../../support/deployed-worker';
import { recordingBindings } from '../../support/recorded-statements';
import { allRows } from '../../support/tables';
import { anonymous, ORIGIN, type SignedIn, signInToNewCompany } from '../../support/worker';
import { sharedSmallWorlds } from '../../support/world';

/** The deployed limits. */
const DEPLOYED = { RATE_LIMIT_FACTOR: '1' };

/** Limit that each call counts against. If a query or body decides, only some requests count. */
const COUNTED: Record<string, RateLimitName> = {
  'POST /api/companies/select': 'company',
  'PUT /api/wells/:wellId': 'postings',
  'DELETE /api/wells/:wellId': 'postings',
  'POST /api/objects/upload': 'uploads',
  'PUT /api/objects/upload/:token': 'uploads',
  'POST /api/wells/mass-upload': 'uploads',
  'POST /api/wells/mass-upload/check': 'postings',
  'POST /api/wells/mass-upload/:jobId/delete-wells': 'postings',
  'POST /api/wells/mass-upload/preview': 'uploads',
  'POST /api/aro-layers/calculate': 'postings',
  'POST /api/aro-layers/calculate-all': 'postings',
  'GET /api/accretion/preview': 'postings',
  'POST /api/accretion/calculate': 'postings',
  'POST /api/wells/:wellId/missed-accretion': 'postings',
  'POST /api/wells/:wellId/settlements': 'postings',
  'POST /api/wells/:wellId/sales': 'postings',
  'POST /api/settlements': 'postings',
  'POST /api/settlements/preview': 'postings',
  'POST /api/sales': 'postings',
  'POST /api/sales/preview': 'postings',
  'POST /api/revisions': 'postings',
  'POST /api/revisions/estimates': 'postings',
  'POST /api/revisions/preview': 'postings',
  'POST /api/postings/:postingId/reverse': 'postings',
  'PUT /api/companies/:companyId/custom-fields': 'postings',
  'PUT /api/companies/:companyId/settings': 'postings',
  'POST /api/periods/close': 'postings',
  'POST /api/periods/reopen': 'postings',
  'GET /api/closes/:month': 'exports',
  'GET /api/closes/:month/changes': 'exports',
  'POST /api/closes/:month/prepare': 'postings',
  'POST /api/closes/:month/approve': 'postings',
  'PUT /api/closes/:month/tie-out': 'postings',
  'GET /api/closes/:month/reports/:reportId': 'exports',
  'POST /api/evidence': 'uploads',
  'GET /api/evidence/:evidenceId/file': 'exports',
  'DELETE /api/evidence/:evidenceId': 'uploads',
  'GET /api/books/check': 'postings',
  'POST /api/books/verify': 'postings',
  'GET /api/aro-layers': 'exports',
  'GET /api/accretion': 'exports',
  'GET /api/wells': 'exports',
  'GET /api/wells/with-custom-fields': 'exports',
  'GET /api/reports/aro-rollforward': 'exports',
  'GET /api/reports/journal-entries': 'exports',
  'GET /api/reports/journal': 'exports',
  'POST /api/journal-exports': 'exports',
  'GET /api/journal-exports/changes': 'exports',
  'GET /api/journal-exports/:exportId/file': 'exports',
  'GET /api/reports/comparative-disclosure': 'exports',
  'GET /api/reports/disclosure': 'exports',
  'GET /api/reports/arc-rollforward': 'exports',
  'GET /api/reports/maturities': 'exports',
  'GET /api/reports/trial-balance': 'exports',
  'GET /api/reports/balances': 'exports',
  'GET /api/reports/postings': 'exports',
  'GET /api/wells/:wellId/ledger': 'exports',
  'GET /api/admin/wells': 'exports',
  'GET /api/admin/aro-layers': 'exports',
  'GET /api/admin/accretion-records': 'exports',
};

/** Body that makes a call count. */
const COUNTED_WITH: Record<string, object> = { 'PUT /api/wells/:wellId': { wellStatus: 'Plugged' } };

const byPerson = (send: (headers: Headers) => Promise<Response>, client: SignedIn) =>
  send(new Headers({ Cookie: client.cookie, Origin: ORIGIN, 'Content-Type': 'application/json' }));

/** Number of requests before the first is rejected, and that response. */
async function passedUntilRefused(send: () => Promise<Response>, most: number) {
  for (let passed = 0; passed < most; passed += 1) {
    const response = await send();
    if (response.status === 429) return { passed, response };
    await response.body?.cancel();
  }
  throw new Error(`${most} requests passed`);
}

let lastAddress = 0;
const newAddress = () => {
  lastAddress += 1;
  return `203.0.113.${lastAddress}`;
};

afterEach(() => void vi.restoreAllMocks());

const worldOf = sharedSmallWorlds();

describe('a limit by IP address', () => {
  it.each([
    ['/readyz', 'readiness', 'readiness checks'],
    ['/api/openapi.json', 'docs', 'requests for the API reference'],
    ['/api/docs', 'docs', 'requests for the API reference'],
    ['/api/login', 'sign-in', 'sign-ins'],
    ['/api/auth/callback', 'sign-in', 'sign-ins'],
  ] as const)(
    'rejects %s with 429 after its requests per minute',
    { timeout: 60_000 },
    async (path, name, what) => {
      vi.spyOn(console, 'warn').mockImplementation(() => {});
      const line = vi.spyOn(console, 'info').mockImplementation(() => {});
      const ip = newAddress();
      const visit = (from: string) =>
        sendTo(DEPLOYED, ORIGIN + path, { headers: { 'CF-Connecting-IP': from } });
      const { perMinute } = RATE_LIMITS[name];
      // A new minute may start during the loop.
      const { passed, response } = await passedUntilRefused(() => visit(ip), 2 * perMinute + 1);
      expect(passed).toBeGreaterThanOrEqual(perMinute);
      expect(response.headers.get('Retry-After')).toBe('60');
      expect(await response.text()).toContain(`Too many ${what} in a minute. Wait a minute, then try again.`);
      expect(JSON.parse(line.mock.lastCall![0])).toMatchObject({ event: 'limit.exceeded', limit: name, ip });
      expect((await visit(newAddress())).status).not.toBe(429);
    },
  );

  it('counts an IPv6 network as one address', () => {
    expect(addressKey('2001:db8:1:2::1')).toBe(addressKey('2001:db8:1:2:ffff:ffff:ffff:ffff'));
    expect(addressKey('2001:db8::1')).toBe('2001:db8:0:0');
    expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'));
    expect(addressKey('::ffff:192.0.2.1')).not.toBe('192.0.2.1');
    expect(addressKey('192.0.2.1')).toBe('192.0.2.1');
  });
});

describe('a limit by user', () => {
  it('rejects one user, but not a colleague at the same address', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => {});
    const [{ client }, { client: colleague }] = [await signInToNewCompany(), await signInToNewCompany()];
    const select = (person: SignedIn) =>
      byPerson(
        (headers) =>
          sendTo(DEPLOYED, `${ORIGIN}/api/companies/select`, {
            method: 'POST',
            headers,
            body: '{"companyId":"x"}',
          }),
        person,
      );
    const { perMinute } = RATE_LIMITS.company;
    const { passed, response } = await passedUntilRefused(() => select(client), 2 * perMinute + 1);
    expect(passed).toBeGreaterThanOrEqual(perMinute);
    expect(response.headers.get('Retry-After')).toBe('60');
    expect(await response.json()).toEqual({
      message: 'Too many company switches in a minute. Wait a minute, then try again.',
      requestId: expect.any(String),
    });
    expect((await select(colleague)).status).toBe(403);
  });

  it('applies to these calls and no others', () => {
    type Route = { path?: string; module: { loader?: { endpoints?: Record<string, { limit?: unknown }> } } };
    const counted = (Object.values(build.routes) as Route[]).flatMap(({ path, module }) =>
      Object.entries(module.loader?.endpoints ?? {}).flatMap(([method, { limit }]) =>
        limit ? [`${method} /${path}`] : [],
      ),
    );
    expect(counted.sort()).toEqual(Object.keys(COUNTED).sort());
  });

  it.each(Object.entries(COUNTED))('%s changes nothing once %s are used up', async (name, limit) => {
    vi.spyOn(console, 'info').mockImplementation(() => {});
    const call = CALLS.find(({ method, path }) => `${method} ${path}` === name)!;
    const { world, caller: client } = await worldOf(call, false);
    const keys: string[] = [];
    const usedUp = {
      limit: async ({ key }: { key: string }) => {
        keys.push(key);
        return { success: false };
      },
    };
    const params = call.params?.(world) ?? {};
    const path = call.path.replace(/:(\w+)/g, (_, param: string) => params[param]!) + (call.query ?? '');
    const body =
      call.method === 'GET'
        ? undefined
        : (call.file ?? JSON.stringify(Object.assign({}, call.body?.(world), COUNTED_WITH[name])));
    const before = await allRows();
    const response = await byPerson(
      (headers) =>
        sendTo({ ...DEPLOYED, [RATE_LIMITS[limit].binding]: usedUp }, ORIGIN + path, {
          method: call.method,
          headers,
          body,
        }),
      client,
    );
    expect(response.status).toBe(429);
    expect(keys).toEqual([`${client.userId} 0`]);
    expect(await allRows()).toEqual(before);
  });
});

describe('a request over the limit', () => {
  it.each(['admin', 'viewer'] as const)('of a company’s %s reads nothing and is counted', async (role) => {
    vi.spyOn(console, 'info').mockImplementation(() => {});
    const { client } = await signInToNewCompany(role);
    const call = CALLS.find(({ path }) => path === '/api/aro-layers/calculate-all')!;
    const keys: string[] = [];
    const statements: string[] = [];
    const bindings = {
      ...recordingBindings(async ({ sql }) => void statements.push(sql)),
      LIMIT_POSTINGS: {
        limit: async ({ key }: { key: string }) => {
          keys.push(key);
          return { success: false };
        },
      },
    };
    const response = await byPerson(
      (headers) =>
        sendTo({ ...bindings, ...DEPLOYED }, ORIGIN + call.path, {
          method: 'POST',
          headers,
          body: JSON.stringify(call.body!({} as never)),
        }),
      client,
    );
    expect(response.status).toBe(role === 'admin' ? 429 : 403);
    expect(keys).toEqual([`${client.userId} 0`]);
    expect(statements.filter((sql) => /from "?(well|layer)"?/.test(sql))).toEqual([]);
    expect(statements).toHaveLength(3);
  });
});

describe('the limiter', () => {
  const source = { request: { id: 'r', ip: null } };

  it('multiplies the limits by the factor', async () => {
    const { perMinute } = RATE_LIMITS.readiness;
    const key = crypto.randomUUID();
    const tenfold = { ...source, env: { ...env, RATE_LIMIT_FACTOR: '10' } };
    for (let count = 0; count < perMinute * 3; count += 1) await countAgainstLimit(tenfold, 'readiness', key);
  });

  it('allows every request if the binding is missing or broken, and logs it once', async () => {
    const line = vi.spyOn(console, 'error').mockImplementation(() => {});
    const broken = { limit: () => Promise.reject(new Error('no answer')) };
    for (const LIMIT_DOCS of [undefined, broken, broken] as RateLimit[]) {
      await countAgainstLimit({ ...source, env: { ...env, LIMIT_DOCS } }, 'docs', 'someone');
    }
    expect(line).toHaveBeenCalledTimes(1);
    expect(line.mock.lastCall![0]).toContain('Rate limits do not work');
  });

  it('adds no round trip to D1', async () => {
    const { client } = await signInToNewCompany();
    const trips = async (path: string) => (await client.get(path)).headers.get('Server-Timing');
    expect(await trips('/api/accretion')).toMatch(/^d1;desc="2 round trips, 2 calls"/);
    expect((await anonymous.get('/api/openapi.json')).headers.get('Server-Timing')).toMatch(
      /^d1;desc="0 round trips, 0 calls"/,
    );
  });
});
