import { beforeAll, describe, expect, it } from 'vitest';
import * as build from '../../../build/server/index.js';
import {
  CALLERS,
  CALLS,
  type Caller,
  expectedStatus,
  GUARDS,
  unnamedForeigners,
} from '../../support/authorization';
import type { Call, World } from '../../support/calls/call';
import { emptyStorage } from '../../support/empty-storage';
import { keptWorlds } from '../../support/kept-worlds';
import { allRows } from '../../support/tables';
import { anonymous } from '../../support/worker';
import { makeWorld, sendCall } from '../../support/world';

type Endpoints = Record<string, { guard: { name: string } }>;
type BuiltRoute = { path?: string; id: string; module: { loader?: { endpoints?: Endpoints } } };

/** Every JSON call of the built Worker, with the guard that its route declares. */
function builtCalls(): Map<string, string> {
  const calls = new Map<string, string>();
  for (const { path, module } of Object.values(build.routes) as BuiltRoute[]) {
    for (const [method, { guard }] of Object.entries(module.loader?.endpoints ?? {}))
      calls.set(`${method} /${path}`, guard.name);
  }
  return calls;
}

/** What is the Worker's own and no JSON route: sign-in and out, the reference of the calls, and the answer to unknown addresses. */
const NOT_JSON_ROUTES = [
  'api/login',
  'api/logout',
  'api/auth/callback',
  'api/backchannel-logout',
  'api/docs',
  'api/openapi.json',
  'api/*',
];

describe('the table of authorizations', () => {
  it('has every call of every route, with the guard that the route declares, and no other', () => {
    const table = new Map(
      CALLS.map(({ method, path, may }) => [`${method} ${path}`, may === 'anyone' ? '' : GUARDS[may]]),
    );
    expect(Object.fromEntries([...table].sort())).toEqual(Object.fromEntries([...builtCalls()].sort()));
  });

  it('has every call of the published API, and no other', async () => {
    const { paths } = await (await anonymous.get('/api/openapi.json')).json<{
      paths: Record<string, object>;
    }>();
    const published = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(CALLS.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(published.sort());
  });

  it('says of each call that names something of a company what others get', () => {
    expect(unnamedForeigners(CALLS)).toEqual([]);
    const [well] = CALLS.filter(({ path }) => path === '/api/wells/:wellId');
    expect(unnamedForeigners([{ ...well!, foreign: undefined }])).toEqual(['GET /api/wells/:wellId']);
  });

  it('knows every route below /api', () => {
    const paths = (Object.values(build.routes) as BuiltRoute[]).filter(({ path }) => path?.startsWith('api'));
    const withoutEndpoints = paths.filter(({ module }) => !module.loader?.endpoints).map(({ path }) => path);
    expect(withoutEndpoints.sort()).toEqual([...NOT_JSON_ROUTES].sort());
  });
});

/** Calls that need the same find the same world. */
const CALLS_OF_A_WORLD = Object.groupBy(CALLS, ({ needs }) => needs ?? 'a layer');

describe.each(Object.entries(CALLS_OF_A_WORLD) as [string, Call[]][])('in a world with %s', (_, calls) => {
  beforeAll(emptyStorage);
  const worldOf = keptWorlds(makeWorld);
  /** All rows after the test before, which left them as they were. */
  let rows: Rows | undefined;

  const cases = calls.flatMap((call) =>
    (Object.keys(CALLERS) as Caller[]).map((caller) => ({
      call,
      caller,
      name: `${call.method} ${call.path}: ${CALLERS[caller]}`,
    })),
  );
  it.each(cases)('$name', async ({ call, caller }) => {
    const changesNothing = call.method === 'GET' || expectedStatus(call, caller) >= 400;
    const { world, callers, otherCompanyId } = await worldOf(call, !changesNothing);
    const before = rows ?? (await allRows());
    rows = undefined;
    const response = await sendCall(callers[caller], call, world);
    expect(await statusOf(response)).toBe(expectedStatus(call, caller));
    const after = await allRows();
    if (changesNothing) {
      expect(after).toEqual(before);
      rows = after;
    }
    // Whoever calls from another company, and whatever comes of it, this one's rows stay as they are; and the other way.
    const notTheirs = caller === 'outsider' ? world.companyId : otherCompanyId;
    expect(rowsOf(after, notTheirs)).toEqual(rowsOf(before, notTheirs));
  });

  const writes = calls.filter(({ body }) => body);
  it.each(writes.map((call) => ({ call, name: `${call.method} ${call.path}` })))(
    'keys that no form has change nothing: $name',
    async ({ call }) => {
      const { world, callers, otherCompanyId } = await worldOf(call);
      const before = await allRows();
      const smuggled = {
        id: 'smuggled',
        companyId: otherCompanyId,
        company_id: otherCompanyId,
        userId: world.strangerId,
        version: 99,
        isDeleted: true,
        selectedCompanyId: otherCompanyId,
        createdAt: '1999-01-01T00:00:00.000Z',
      };
      // What the call itself takes stays as it is; isAdmin is such a key of one call only.
      const body = (given: World) => ({ isAdmin: true, ...smuggled, ...(call.body?.(given) as object) });
      const caller = callers[call.may === 'system admin' ? 'systemAdmin' : 'companyAdmin'];
      const response = await sendCall(caller, { ...call, body }, world);
      expect(await statusOf(response)).toBe(call.success);
      const after = await allRows();
      expect(rowsOf(after, otherCompanyId)).toEqual(rowsOf(before, otherCompanyId));
      expect(JSON.stringify(after)).not.toContain('smuggled');
      expect(JSON.stringify(after)).not.toContain('1999-01-01');
      if (!call.path.endsWith('/admin')) expect(flagsOf(after)).toEqual(flagsOf(before));
    },
  );
});

type Rows = Awaited<ReturnType<typeof allRows>>;

/** Who is system administrator. */
function flagsOf(rows: Record<string, unknown[]>) {
  return rows.user
    ?.filter((row) => (row as { is_admin: number }).is_admin)
    .map((row) => (row as { id: string }).id);
}

/** The status, with the text in the failure's message when it is not the expected one. */
async function statusOf(response: Response): Promise<number> {
  if (response.status === 500) throw new Error(await response.text());
  return response.status;
}

function rowsOf(rows: Record<string, unknown[]>, companyId: string) {
  type Row = { id: string; ledger_id: number; company_id?: string; company?: number };
  const company = (rows.company as Row[]).find(({ id }) => id === companyId);
  const ofLedger = ['layer', 'posting', 'period_event'].map((table) =>
    (rows[table] as Row[]).filter((row) => row.company === company?.ledger_id),
  );
  const ofCompany = ['user_company', 'well', 'audit_log'].map((table) =>
    (rows[table] as Row[]).filter((row) => row.company_id === companyId),
  );
  return [company, ...ofLedger, ...ofCompany];
}
