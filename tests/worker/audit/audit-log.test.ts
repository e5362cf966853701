import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { AuditQuery } from '~/schemas/audit/audit';
import type { AuditView } from '~/schemas/audit/audit-views';
import type { WellView } from '~/schemas/wells/well-views';
import { getAuditPage } from '~/services/audit/audit-log.server';
import type { CompanyContext } from '~/services/platform/context.server';
import { makeToken, tokenClient } from '../../support/api-tokens';
import { accreteThrough, bodyOf, postingsOf, reversePosting } from '../../support/books';
import { addNote } from '../../support/evidence';
import { addLayer, addWell } from '../../support/layers';
import { csvOf, deliver, LAYER_ROW, queueUpload, WELL_ROW } from '../../support/mass-upload';
import { type Client, db, signIn, signInToNewCompany } from '../../support/worker';

type Entry = Partial<Record<'action' | 'userId' | 'entityType' | 'createdAt', string>> & {
  newValues?: string | null;
};

/** Inserts rows directly into the log. */
async function log(companyId: string, entries: Entry[]) {
  await env.DB.batch(
    entries.map(
      (
        {
          action = 'well.created',
          userId = 'system',
          entityType = 'well',
          createdAt = '2024-05-01',
          newValues = null,
        },
        index,
      ) =>
        env.DB.prepare(
          `insert into audit_log (user_id, company_id, action, entity_type, entity_id, created_at, new_values)
         values (?, ?, ?, ?, ?, ?, ?)`,
        ).bind(userId, companyId, action, entityType, `${index}`, `${createdAt}T12:00:00.000Z`, newValues),
    ),
  );
}

const entitiesOf = async (response: Response) =>
  ((await response.json()) as AuditView[]).map(({ entityId }) => entityId);

describe('GET /api/audit-logs', () => {
  it('shows who did what, newest first', async () => {
    const { client, company } = await signInToNewCompany();
    const well = await addWell(client);
    const response = await client.delete(`/api/wells/${well.id}`, {
      'User-Agent': 'Browser',
      'CF-Connecting-IP': '192.0.2.7',
    });
    expect(response.status).toBe(204);
    await log(company.id, [{ action: 'accretion.posted' }, { userId: 'gone' }]);
    const rows: AuditView[] = await (await client.get('/api/audit-logs')).json();
    const user = { id: client.userId, name: 'Test Person', email: client.email };
    expect(rows).toEqual([
      expect.objectContaining({ userId: 'gone', user: null }),
      expect.objectContaining({ userId: 'system', user: null, action: 'accretion.posted' }),
      {
        id: expect.any(Number),
        createdAt: expect.any(String),
        userId: client.userId,
        companyId: company.id,
        user,
        action: 'well.deleted',
        entityType: 'well',
        entityId: well.id,
        oldValues: {
          well: expect.objectContaining({ id: well.id }),
          layers: [],
          movements: [],
          movementCount: 0,
        },
        newValues: null,
        well: null,
        token: null,
        concerned: null,
        ipAddress: '192.0.2.7',
        userAgent: 'Browser',
      },
      expect.objectContaining({ action: 'well.created', user, oldValues: null }),
    ]);
  });

  it.each([
    ['', ['3', '2', '1', '0']],
    ['action=well.updated', ['1']],
    ['action=', ['3', '2', '1', '0']],
    ['entityType=company', ['2']],
    ['entityType=well&entityId=3', ['3']],
    ['userId=somebody', ['2']],
    ['from=2024-06-01', ['3', '2']],
    ['to=2024-06-01', ['2', '1', '0']],
    ['from=2024-06-01&to=2024-06-01', ['2']],
    ['action=nothing', []],
    ['action=%27%20or%201=1', []],
  ])('%s', async (query, expected) => {
    const { client, company } = await signInToNewCompany();
    await log(company.id, [
      {},
      { action: 'well.updated', createdAt: '2024-05-31' },
      { entityType: 'company', userId: 'somebody', createdAt: '2024-06-01' },
      { createdAt: '2024-06-02' },
    ]);
    expect(await entitiesOf(await client.get(`/api/audit-logs?${query}`))).toEqual(expected);
  });

  it('pages through every row once, fifty per page by default', async () => {
    const { client, company } = await signInToNewCompany();
    await log(
      company.id,
      Array.from({ length: 120 }, () => ({})),
    );
    for (const [query, pages] of [
      ['', [50, 50, 20]],
      ['limit=100&action=well.created', [100, 20]],
    ] as const) {
      const seen: string[] = [];
      const sizes: number[] = [];
      let next: string | undefined = `/api/audit-logs?${query}`;
      while (next) {
        const page: Response = await client.get(next);
        const entities = await entitiesOf(page);
        seen.push(...entities);
        sizes.push(entities.length);
        next = /<(.*)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1];
      }
      expect(sizes).toEqual(pages);
      expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => `${119 - index}`));
    }
  });

  it('ends a page early when its rows total millions of characters, and continues on the next page', async () => {
    const { client, company } = await signInToNewCompany();
    const newValues = JSON.stringify('x'.repeat(1_000_000));
    await log(
      company.id,
      Array.from({ length: 8 }, () => ({ newValues })),
    );
    for (const sort of ['-createdAt', 'user']) {
      const sizes: number[] = [];
      for (let next: string | undefined = `/api/audit-logs?sort=${sort}&limit=100`; next; ) {
        const page: Response = await client.get(next);
        const entries = (await page.json()) as AuditView[];
        sizes.push(entries.length);
        for (const { newValues } of entries) expect(newValues).toHaveLength(1_000_000);
        next = /<(.*)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1];
      }
      expect(sizes).toEqual([5, 3]);
    }
  });

  describe('in a different order', () => {
    /** Eight rows of three actors and two actions. */
    async function loggedCompany() {
      const { client, company } = await signInToNewCompany();
      const userIds = ['system', client.userId, 'gone'];
      await log(
        company.id,
        Array.from({ length: 8 }, (_, index) => ({
          userId: userIds[index % 3],
          action: index % 2 ? 'well.updated' : 'well.created',
        })),
      );
      return client;
    }

    it.each([
      ['sort=createdAt', '01234567'],
      ['sort=-createdAt', '76543210'],
      // By displayed name: Former user, System, Test Person; newest first within each.
      ['sort=user', '52' + '630' + '741'],
      ['sort=-user', '741' + '630' + '52'],
      ['sort=action', '6420' + '7531'],
      ['sort=-action', '7531' + '6420'],
      ['sort=user&action=well.created', '2' + '60' + '4'],
    ])('sorts by %s, in full and in pages of two', async (query, expected) => {
      const client = await loggedCompany();
      expect((await entitiesOf(await client.get(`/api/audit-logs?${query}`))).join('')).toBe(expected);
      const seen: string[] = [];
      for (let next: string | undefined = `/api/audit-logs?${query}&limit=2`; next; ) {
        const page: Response = await client.get(next);
        seen.push(...(await entitiesOf(page)));
        next = /<(.*)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1];
      }
      expect(seen.join('')).toBe(expected);
      expect((await client.get(`/?tab=company&view=audit&${query}`)).status).toBe(200);
    });
  });

  it.each([
    'sort=values',
    'sort=oldValues',
    'sort=',
    'limit=0',
    'limit=501',
    'limit=x',
    'from=yesterday',
    'to=2024-02-30',
    'from=2024-02-01&to=2024-01-31',
    'cursor=x',
    'cursor=WyJhIiwiIl0',
  ])('rejects %s', async (query) => {
    const { client } = await signInToNewCompany();
    expect((await client.get(`/api/audit-logs?${query}`)).status).toBe(400);
  });

  it('hides IP addresses and user agents from viewers, and rejects tokens', async () => {
    const { client, company } = await signInToNewCompany();
    const from = { 'CF-Connecting-IP': '192.0.2.7', 'User-Agent': 'Browser' };
    const added = {
      wellCode: 'A-1',
      wellName: 'A',
      wellStatus: 'Active',
      field: 'F',
      activeDate: '2024-01-01',
    };
    expect((await client.post('/api/wells', added, from)).status).toBe(201);
    const viewer = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    const created = '/api/audit-logs?action=well.created';
    expect(await bodyOf<AuditView[]>(await viewer.get(created))).toMatchObject([
      { user: { id: client.userId }, newValues: { wellCode: 'A-1' }, ipAddress: null, userAgent: null },
    ]);
    expect(await bodyOf<AuditView[]>(await client.get(created))).toMatchObject([
      { ipAddress: '192.0.2.7', userAgent: 'Browser' },
    ]);
    const { token } = await makeToken(client, company.id, { scope: 'write' });
    expect((await tokenClient(token).get(created)).status).toBe(403);
    const page = await getAuditPage(
      { db, companyId: company.id, role: 'viewer' } as CompanyContext,
      AuditQuery.parse({}),
    );
    expect(page.entries.map(({ ipAddress }) => ipAddress)).toEqual(page.entries.map(() => null));
  });

  it('names the member concerned, until the account is deleted', async () => {
    const { company } = await signInToNewCompany();
    const admin = await signIn({ isAdmin: true });
    const person = await signIn({ firstName: 'Pat', lastName: 'Viewer' });
    const auditor = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    const owner = await signIn({ memberships: [{ companyId: company.id, role: 'admin' }] });
    await admin.post(`/api/admin/users/${person.userId}/companies`, { companyId: company.id });
    const path = `/api/admin/users/${person.userId}/companies/${company.id}`;
    await admin.put(path, { role: 'admin' });
    await admin.delete(path);
    const invited = { email: 'nina@example.com', companyId: company.id, role: 'viewer' };
    expect((await admin.post('/api/admin/invitations', invited)).status).toBe(201);
    const told = async (reader: Client) =>
      (await bodyOf<AuditView[]>(await reader.get('/api/audit-logs'))).map(({ action, concerned }) => [
        action,
        concerned,
      ]);
    expect((await told(auditor))[0]).toEqual(['invitation.created', null]);
    expect(await told(owner)).toEqual([
      ['invitation.created', 'nina@example.com'],
      ['member.removed', 'Pat Viewer'],
      ['member.role_changed', 'Pat Viewer'],
      ['member.added', 'Pat Viewer'],
    ]);
    expect((await person.delete('/api/user/permanent')).status).toBe(204);
    expect((await told(auditor)).map(([, concerned]) => concerned)).toEqual([null, null, null, null]);
  });

  it('marks an unverified address, which could belong to anyone', async () => {
    const { client, company } = await signInToNewCompany();
    const admin = await signIn({ isAdmin: true });
    const person = await signIn({ firstName: null, lastName: null, emailVerified: false });
    await admin.post(`/api/admin/users/${person.userId}/companies`, { companyId: company.id });
    const [added] = await bodyOf<AuditView[]>(await client.get('/api/audit-logs'));
    expect(added).toMatchObject({ action: 'member.added', concerned: `${person.email} (unverified)` });
  });

  it('is restricted to members of the company', async () => {
    const { client, company } = await signInToNewCompany();
    await log(company.id, [{}]);
    expect((await (await signIn({ isAdmin: true })).get('/api/audit-logs')).status).toBe(400);
    const other = await signInToNewCompany();
    expect(await entitiesOf(await other.client.get('/api/audit-logs?entityId=0'))).toEqual([]);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await client.send('/api/audit-logs', { method })).status).toBe(405);
    }
  });
});

describe('getAuditPage', () => {
  it('returns the first rows and the filter options in one round trip', async () => {
    const { client, company } = await signInToNewCompany();
    await log(company.id, [{ userId: client.userId }, { userId: 'gone', action: 'b' }, { entityType: 'a' }]);
    await log((await signInToNewCompany()).company.id, [{ action: 'foreign', userId: 'foreign' }]);
    let trips = 0;
    const counted = Object.create(db, {
      batch: {
        value: (statements: Parameters<typeof db.batch>[0]) => {
          trips += 1;
          return db.batch(statements);
        },
      },
    });
    const ctx = {
      db: counted,
      companyId: company.id,
      role: 'admin',
      actor: { kind: 'user' },
    } as CompanyContext;
    const page = await getAuditPage(ctx, AuditQuery.parse({ limit: 2 }));
    expect(trips).toBe(1);
    expect(page.entries.map(({ entityId }) => entityId)).toEqual(['2', '1']);
    expect(page.nextCursor).toEqual(expect.any(String));
    expect(page).toMatchObject({
      actions: ['b', 'well.created'],
      entityTypes: ['a', 'well'],
      well: null,
      people: [
        { id: 'gone', name: 'gone' },
        { id: 'system', name: 'system' },
        { id: client.userId, name: 'Test Person' },
      ],
    });
    // Batching must not mix up the columns of rows and of their users.
    expect(page.entries[0]).toMatchObject({ userId: 'system', user: null });
  });

  it('loads quickly with 100,000 rows', async () => {
    const { client, company } = await signInToNewCompany();
    await env.DB.prepare(
      `with recursive serial(i) as (select 1 union all select i + 1 from serial where i < 100000)
       insert into audit_log (user_id, company_id, action, entity_type, entity_id, new_values, created_at)
       select ?1, ?2, 'well.' || (i % 20), 'well', i, json_object('text', hex(zeroblob(150))), strftime('%Y-%m-%dT12:00:00.000Z', '2020-01-01', (i / 60) || ' days')
       from serial`,
    )
      .bind(client.userId, company.id)
      .run();
    const ctx = { db, companyId: company.id, role: 'admin', actor: { kind: 'user' } } as CompanyContext;
    const time = async (work: () => Promise<unknown>) => {
      const start = Date.now();
      await work();
      return Date.now() - start;
    };
    const page = await time(() => getAuditPage(ctx, AuditQuery.parse({})));
    const rare = await time(() => getAuditPage(ctx, AuditQuery.parse({ to: '2020-01-02' })));
    const first = await time(() => client.get('/api/audit-logs'));
    const none = await time(() => client.get('/api/audit-logs?action=nothing'));
    const sorted = await time(() => client.get('/api/audit-logs?sort=user'));
    console.log(
      `100,000 audit rows: page ${page} ms, oldest ${rare} ms, list ${first} ms, no match ${none} ms, sorted ${sorted} ms`,
    );
    expect(Math.max(page, rare, first, none, sorted)).toBeLessThan(2_000);
  }, 60_000);
});

describe('GET /api/audit-logs?wellId=', () => {
  it('lists what was done to a well, including every posting that moved its balance', async () => {
    const { client } = await signInToNewCompany();
    const [well, other] = [await addWell(client, { wellCode: 'A-1' }), await addWell(client)];
    await addLayer(client, well.id, { calculationDate: '2026-01-01' });
    await addLayer(client, other.id, { calculationDate: '2026-01-01' });
    await accreteThrough(client, '2026-01-31');
    await accreteThrough(client, '2026-02-28', other.id);
    const settlement = { date: '2026-01-31', cost: '100', isFinal: false };
    await bodyOf(await client.post(`/api/wells/${well.id}/settlements`, settlement), 201);
    const [latest] = await postingsOf(client, `wellId=${well.id}&kind=settlement`);
    await bodyOf(await reversePosting(client, latest!.id), 201);
    const rows = await bodyOf<AuditView[]>(await client.get(`/api/audit-logs?wellId=${well.id}`));
    const named = { id: well.id, wellCode: 'A-1' };
    expect(rows.map((row) => [row.action, row.well])).toEqual([
      ['posting.reversed', named],
      ['well.partly_settled', named],
      ['accretion.posted', null],
      ['aro_layer.calculated', named],
      ['well.created', named],
    ]);
  });

  it('omits a posting’s partial reversal on another well', async () => {
    const { client } = await signInToNewCompany();
    const [well, other] = [await addWell(client, { wellCode: 'A-1' }), await addWell(client)];
    for (const { id } of [well, other]) await addLayer(client, id, { calculationDate: '2026-01-01' });
    await accreteThrough(client, '2026-01-31');
    const [accretion] = await postingsOf(client, 'kind=accretion');
    await bodyOf(await reversePosting(client, accretion!.id, { wellId: other.id }), 201);
    const actionsOf = async (wellId: string) =>
      (await bodyOf<AuditView[]>(await client.get(`/api/audit-logs?wellId=${wellId}`))).map(
        ({ action }) => action,
      );
    const both = ['accretion.posted', 'aro_layer.calculated', 'well.created'];
    expect(await actionsOf(well.id)).toEqual(both);
    expect(await actionsOf(other.id)).toEqual(['posting.reversed', ...both]);
  });

  it('includes evidence of the well and of its postings', async () => {
    const { client } = await signInToNewCompany();
    const [well, other] = [await addWell(client, { wellCode: 'A-1' }), await addWell(client)];
    for (const { id } of [well, other]) await addLayer(client, id, { calculationDate: '2026-01-01' });
    await accreteThrough(client, '2026-01-31');
    const numberOf = async (query: string) => (await postingsOf(client, query))[0]!.id;
    const accretion = await numberOf('kind=accretion');
    const removed = await addNote(client, { subject: 'well', id: well.id }, 'Quote');
    await addNote(
      client,
      { subject: 'posting', id: await numberOf(`kind=calculation&wellId=${well.id}`) },
      'Why',
    );
    await addNote(
      client,
      { subject: 'posting', id: await numberOf(`kind=calculation&wellId=${other.id}`) },
      'No',
    );
    await addNote(client, { subject: 'posting', id: accretion }, 'All wells');
    await addNote(client, { subject: 'act', id: accretion }, 'All of it');
    await addNote(client, { subject: 'close', id: '2026-01' }, 'No');
    expect((await client.delete(`/api/evidence/${removed.id}`)).status).toBe(204);
    const rows = await bodyOf<AuditView[]>(await client.get(`/api/audit-logs?wellId=${well.id}`));
    const named = { id: well.id, wellCode: 'A-1' };
    expect(
      rows.filter(({ entityType }) => entityType === 'evidence').map((row) => [row.action, row.well]),
    ).toEqual([
      ['evidence.removed', named],
      ['evidence.added', null],
      ['evidence.added', null],
      ['evidence.added', named],
      ['evidence.added', named],
    ]);
  });

  it('shows only the well’s own rows of an upload', async () => {
    const { client, company } = await signInToNewCompany();
    const balance = { ...LAYER_ROW, currentAroValue: '28000.00' };
    const codes = ['A-1', 'A-2', 'A-3'];
    const rows = codes.map((wellCode) => ({ ...WELL_ROW, wellCode, ...balance }));
    await deliver(await queueUpload(client, company.id, csvOf(rows)), 1);
    const wells = await bodyOf<WellView[]>(await client.get('/api/wells'));
    const second = wells.find(({ wellCode }) => wellCode === 'A-2')!;
    const trail = await bodyOf<AuditView[]>(await client.get(`/api/audit-logs?wellId=${second.id}`));
    expect(trail.map(({ action, newValues }) => [action, newValues])).toEqual([
      ['mass_upload.posted', expect.objectContaining({ firstRow: 3, lastRow: 3, openingBalances: 1 })],
    ]);
  });

  it('shows nothing for another company’s well', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    await addLayer(client, well.id);
    const { client: stranger } = await signInToNewCompany();
    await addWell(stranger);
    expect(await bodyOf(await stranger.get(`/api/audit-logs?wellId=${well.id}`))).toEqual([]);
  });
});
