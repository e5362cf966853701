import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { countRoundTrips } from '../../../workers/round-trips';
import { CALLS } from '../../support/authorization';
import type { Call } from '../../support/calls/call';
import { sendCall, sharedSmallWorlds } from '../../support/world';

/** A call of the authorization table, or a page. */
type Visit = Call & { headers?: Record<string, string> };

const page = (path: string, may: Visit['may'] = 'company admin', success = 200): Visit => ({
  method: 'GET',
  path,
  may,
  success,
});

const PAGES: Visit[] = [
  page('/'),
  page('/?search=a&sort=-field'),
  page('/?view=fields'),
  { ...page('/?tab=wells&well=:wellId'), params: ({ wellId }) => ({ wellId }) },
  page('/?tab=calculate'),
  page('/?sort=-custom.depth'),
  page('/?tab=accretion'),
  page('/?tab=accretion&sort=-endingAro'),
  page('/?tab=detail'),
  page('/?tab=company'),
  page('/?tab=company&view=audit'),
  page('/?tab=company&view=audit&sort=user'),
  page('/?tab=company&view=members'),
  page('/?tab=company&view=tokens'),
  page('/settings'),
  page('/admin', 'system admin'),
  page('/admin?search=a', 'system admin'),
  page('/admin?search=a&sort=-companies', 'system admin'),
  page('/admin?tab=companies', 'system admin'),
  page('/admin?tab=companies&search=a', 'system admin'),
  page('/admin?tab=system', 'system admin'),
  page('/admin?tab=audit', 'system admin'),
  page('/no/such/page', 'company admin', 404),
  page('/api/no-such-call', 'company admin', 404),
  page('/api/logout', 'company admin', 302),
  page('/healthz'),
  page('/readyz'),
];

/** Calls that do more work with certain options. */
const VARIANTS: Visit[] = CALLS.flatMap((call): Visit[] => {
  if (call.may === 'system admin' && call.method === 'GET') return [{ ...call, query: '?search=a' }];
  if (call.path === '/api/accretion/calculate') return [{ ...call, query: '?limit=10' }];
  const isWaiting = call.method === 'POST' && call.path === '/api/wells/mass-upload';
  return isWaiting ? [{ ...call, headers: { Prefer: 'respond-async' }, success: 202 }] : [];
});

/** Each POST with an idempotency key. */
const REPEATABLE: Visit[] = [...CALLS, ...VARIANTS]
  .filter(({ method }) => method === 'POST')
  .map((call: Visit) => ({ ...call, headers: { ...call.headers, 'Idempotency-Key': crypto.randomUUID() } }));

type Most = { calls: number; sequential: number; why: string };
const TWICE: Most = { calls: 2, sequential: 2, why: '' };

/** The only requests with more round trips: total calls, calls in sequence, and the reason. */
const MORE: Record<string, Most> = {
  'GET /admin?tab=system': {
    calls: 4,
    sequential: 2,
    why: 'its three tables are three reads, which are on the way at the same time',
  },
  'GET /api/books/check': {
    calls: 3,
    sequential: 3,
    why: 'after layers and postings it reads every movement, in pages; here they fit into one',
  },
  'POST /api/books/verify': {
    calls: Number.POSITIVE_INFINITY,
    sequential: Number.POSITIVE_INFINITY,
    why: 'it reads everything that is sealed again, in pages',
  },
  'POST /api/journal-exports': {
    calls: 3,
    sequential: 3,
    why: 'the journal is read, in pages, before what it is can be recorded; here it fits into one',
  },
  'GET /api/journal-exports/:exportId/file': {
    calls: 3,
    sequential: 3,
    why: 'the journal is read, in pages, to see that the file is still the same before any of it is sent; here it fits into one',
  },
  'POST /api/periods/close': {
    calls: 9,
    sequential: 9,
    why: 'the books are checked before they are closed, which reads every movement, in pages, and each report that the close keeps is read after the other, so that only one is in memory',
  },
  'PUT /api/objects/upload/:token': {
    calls: 3,
    sequential: 3,
    why: 'its address is used up before the file comes, and the file is known after it has come',
  },
  'POST /api/wells/mass-upload': {
    calls: Number.POSITIVE_INFINITY,
    sequential: Number.POSITIVE_INFINITY,
    why: 'it waits for the end of the upload, for which it looks again and again; asked to respond-async it does not',
  },
};

describe('a request makes at most two D1 round trips', () => {
  it.each([...CALLS, ...VARIANTS, ...PAGES, ...REPEATABLE].map((visit) => [nameOf(visit), visit] as const))(
    '%s',
    async (_, visit) => {
      const asked = roundTripsOf(await send(visit));
      const { calls, sequential } = mostOf(visit);
      expect(asked.sequential).toBeLessThanOrEqual(sequential);
      expect(asked.calls).toBeLessThanOrEqual(calls);
    },
  );

  it.each(Object.keys(MORE))('and %s still needs its exception', async (name) => {
    const visit = [...CALLS, ...PAGES].find(({ method, path }) => `${method} ${path}` === name)!;
    expect(roundTripsOf(await send(visit)).calls).toBeGreaterThan(TWICE.calls);
  });
});

function mostOf({ method, path, headers }: Visit): Most {
  return (headers?.Prefer ? undefined : MORE[`${method} ${path}`]) ?? TWICE;
}

const worldOf = sharedSmallWorlds();

async function send(visit: Visit): Promise<Response> {
  const changes = visit.method !== 'GET' || visit.path === '/api/logout';
  const { world, caller } = await worldOf(visit, changes);
  const response = await sendCall(caller, visit, world, visit.headers);
  expect(response.status, await response.clone().text()).toBe(visit.success);
  return response;
}

function nameOf({ method, path, query = '', headers = {} }: Visit): string {
  return [`${method} ${path}${query}`, ...Object.keys(headers)].join(' with ');
}

function roundTripsOf(response: Response): { sequential: number; calls: number } {
  const timing = response.headers.get('Server-Timing') ?? '';
  const [, sequential, calls] = /^d1;desc="(\d+) round trips, (\d+) calls";dur=\d+$/.exec(timing) ?? [];
  return { sequential: Number(sequential), calls: Number(calls) };
}

describe('the round-trip counter', () => {
  const open = () => countRoundTrips(env.DB.withSession());

  it('counts a batch or a single statement as one call', async () => {
    const { d1, trips } = open();
    const one = d1.prepare('select ? as n').bind(1);
    await d1.batch([one, one, one]);
    expect(trips).toMatchObject({ calls: 1, sequential: 1 });
    expect((await one.all()).results).toEqual([{ n: 1 }]);
    expect((await one.run()).success).toBe(true);
    expect(await one.first('n')).toBe(1);
    expect(await one.first()).toEqual({ n: 1 });
    expect(await one.raw()).toEqual([[1]]);
    expect(await one.raw({ columnNames: true })).toEqual([['n'], [1]]);
    expect(trips).toMatchObject({ calls: 7, sequential: 7 });
  });

  it('distinguishes concurrent from sequential calls', async () => {
    const { d1, trips } = open();
    const quick = () => d1.prepare('select 1').all();
    await Promise.all([quick(), quick(), quick()]);
    expect(trips).toMatchObject({ calls: 3, sequential: 1 });
    // The second quick call starts when the first returns, while the slow one is still running.
    const slow =
      'with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000) select count(*) from n';
    await Promise.all([quick().then(quick), d1.prepare(slow).all()]);
    expect(trips).toMatchObject({ calls: 6, sequential: 3 });
  });

  it('counts failed calls', async () => {
    const { d1, trips } = open();
    await expect(d1.prepare('select * from no_such_table').all()).rejects.toThrow();
    expect(trips).toMatchObject({ calls: 1, sequential: 1 });
  });
});
