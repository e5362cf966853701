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
import { sharedWorlds } from '../../support/kept-worlds';
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

/** The Worker's routes that are not JSON calls: sign-in and sign-out, the API reference, and the response to unknown paths. */
const NOT_JSON_ROUTES = [
  'api/login',
  'api/logout',
  'api/auth/callback',
  'api/backchannel-logout',
  'api/docs',
  'api/openapi.json',
  'api/*',
];

describe('the authorization table', () => {
  it('lists every call of every route with the declared guard, and nothing else', () => {
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

  it('states what other companies get, for each call that names a company’s object', () => {
    expect(unnamedForeigners(CALLS)).toEqual([]);
    const [well] = CALLS.filter(({ path }) => path === '/api/wells/:wellId');
    expect(unnamedForeigners([{ ...well!, foreign: undefined }])).toEqual(['GET /api/wells/:wellId']);
  });

  it('lists every route under /api', () => {
    const paths = (Object.values(build.routes) as BuiltRoute[]).filter(({ path }) => path?.startsWith('api'));
    const withoutEndpoints = paths.filter(({ module }) => !module.loader?.endpoints).map(({ path }) => path);
    expect(withoutEndpoints.sort()).toEqual([...NOT_JSON_ROUTES].sort());
  });
});

/** Calls with the same needs share a world. */
const CALLS_OF_A_WORLD = Object.groupBy(CALLS, ({ needs }) => needs ?? 'a layer');

describe.each(Object.entries(CALLS_OF_A_WORLD) as [string, Call[]][])('in a world with %s', (_, calls) => {
  beforeAll(emptyStorage);
  const worldOf = sharedWorlds(makeWorld);
  /** All rows after the previous test, which left them unchanged. */
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
    // A caller from another company never changes this company's rows, nor the reverse.
    const notTheirs = caller === 'outsider' ? world.companyId : otherCompanyId;
    expect(rowsOf(after, notTheirs)).toEqual(rowsOf(before, notTheirs));
  });

  const writes = calls.filter(({ body }) => body);
  it.each(writes.map((call) => ({ call, name: `${call.method} ${call.path}` })))(
    'unknown keys change nothing: $name',
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
      // The call's own keys win over these; only one call accepts isAdmin.
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

/** Ids of the system administrators. */
function flagsOf(rows: Record<string, unknown[]>) {
  return rows.user
    ?.filter((row) => (row as { is_admin: number }).is_admin)
    .map((row) => (row as { id: string }).id);
}

/** Returns the status. A 500 throws with the response text, so it shows in the failure. */
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
