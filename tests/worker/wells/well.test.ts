import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { WellView } from '~/schemas/wells/well-views';
import { addLayer } from '../../support/layers';
import { allRows, auditOf } from '../../support/tables';
import { anonymous, makeCompany, type SignedIn, signIn, signInToNewCompany } from '../../support/worker';

const input = {
  wellCode: 'A-1',
  wellName: 'Alpha 1',
  wellStatus: 'Active',
  field: 'OSELVAR',
  activeDate: '2020-02-29',
};

const UNCLEAN = 'Must not contain line breaks, control characters or direction marks';

type Given = Partial<typeof input> & { pluggedOn?: string | null };

async function addWell(client: SignedIn, given: Given = {}): Promise<WellView> {
  const response = await client.post('/api/wells', { ...input, ...given });
  expect(response.status).toBe(201);
  return response.json();
}

const codesOf = async (response: Response) =>
  ((await response.json()) as WellView[]).map((well) => well.wellCode);

describe('POST /api/wells', () => {
  it('adds the well to the selected company and audits it', async () => {
    const { client, company } = await signInToNewCompany();
    const well = await addWell(client, { wellCode: '  A-1 ' });
    expect(well).toMatchObject({
      ...input,
      companyId: company.id,
      pluggedOn: null,
      version: 1,
      customFields: {},
    });
    expect(await (await client.get('/api/wells')).json()).toEqual([
      Object.fromEntries(
        Object.entries(well).filter(([key]) => key !== 'customFields' && key !== 'workingInterests'),
      ),
    ]);
    expect(await (await client.get('/api/wells/with-custom-fields')).json()).toEqual([well]);
    expect(await auditOf(well.id)).toEqual([
      {
        action: 'well.created',
        userId: client.userId,
        companyId: company.id,
        oldValues: null,
        newValues: input,
      },
    ]);
  });

  it.each([
    ['no code', { wellCode: '' }, 'wellCode', 'Well code is required'],
    ['a blank code', { wellCode: ' \t ' }, 'wellCode', 'Well code is required'],
    ['no name', { wellName: undefined }, 'wellName', 'Well name is required'],
    ['no field', { field: null }, 'field', 'Field is required'],
    ['no date', { activeDate: '' }, 'activeDate', 'Active date is required'],
    [
      'an unknown status',
      { wellStatus: 'Drilling' },
      'wellStatus',
      'Well status must be Active, Inactive or Plugged',
    ],
    ['a day that never was', { activeDate: '2023-02-29' }, 'activeDate', 'Must be a valid date (YYYY-MM-DD)'],
    [
      'a date in another form',
      { activeDate: '01/02/2020' },
      'activeDate',
      'Must be a valid date (YYYY-MM-DD)',
    ],
    [
      'a year out of reach',
      { activeDate: '0020-01-01' },
      'activeDate',
      'Must be between 1900-01-01 and 2199-12-31',
    ],
    ['a number for a text', { wellCode: 17 }, 'wellCode', 'Well code is required'],
    ['100 KB of text', { wellName: 'x'.repeat(100_000) }, 'wellName', 'Use 200 characters or fewer'],
    ['a NUL', { wellName: 'a\0b' }, 'wellName', UNCLEAN],
    ['half a character', { wellName: 'a\ud800' }, 'wellName', UNCLEAN],
    ['a line break', { wellCode: 'a\r\nb' }, 'wellCode', UNCLEAN],
    ['a direction mark', { field: 'a\u202Eb' }, 'field', UNCLEAN],
  ])('rejects %s and writes nothing', async (_, given, field, message) => {
    const { client } = await signInToNewCompany();
    const before = await allRows();
    const response = await client.post('/api/wells', { ...input, ...given });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      message,
      errors: { [field]: [message] },
      requestId: expect.any(String),
    });
    expect(await allRows()).toEqual(before);
  });

  it('sets the plugging date of a new Plugged well as given, or to today', async () => {
    const { client } = await signInToNewCompany();
    const plugged = { wellStatus: 'Plugged' };
    const given = await addWell(client, { ...plugged, pluggedOn: '2021-03-04' });
    expect(given.pluggedOn).toBe('2021-03-04');
    expect(await auditOf(given.id)).toMatchObject([{ newValues: { ...plugged, pluggedOn: '2021-03-04' } }]);
    const today = new Date().toISOString().slice(0, 10);
    for (const [index, pluggedOn] of ([undefined, null, ''] as const).entries()) {
      const well = await addWell(client, { wellCode: `P-${index}`, ...plugged, pluggedOn });
      expect(well.pluggedOn).toBe(today);
    }
    const open = await addWell(client, { wellCode: 'OPEN', pluggedOn: '2021-03-04' });
    expect(open.pluggedOn).toBeNull();
  });

  it.each([
    ['2021-02-29', 'Must be a valid date (YYYY-MM-DD)'],
    ['2199-01-01', expect.stringContaining('the end of next month')],
  ])('rejects plugging a new well on %s', async (pluggedOn, message) => {
    const { client } = await signInToNewCompany();
    const before = await allRows();
    const response = await client.post('/api/wells', { ...input, wellStatus: 'Plugged', pluggedOn });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message, errors: { pluggedOn: [message] } });
    expect(await allRows()).toEqual(before);
  });

  it('accepts any single-line text: quotes, formulas, emoji, right-to-left', async () => {
    const { client } = await signInToNewCompany();
    const names = [`O'Brien "7"`, '=cmd()', '🛢️ well', 'بئر ١', "'; drop table well; --"];
    for (const [index, wellName] of names.entries()) {
      expect((await addWell(client, { wellCode: `W${index}`, wellName })).wellName).toBe(wellName);
    }
    const listed = (await (await client.get('/api/wells')).json()) as WellView[];
    expect(listed.map((well) => well.wellName)).toEqual(names);
  });

  it.each([
    ['the same code', 'A-1'],
    ['another case', 'a-1'],
    ['blanks around it', ' A-1 '],
  ])('rejects a duplicate: %s', async (_, wellCode) => {
    const { client } = await signInToNewCompany();
    await addWell(client);
    const before = await allRows();
    const response = await client.post('/api/wells', { ...input, wellCode });
    expect(response.status).toBe(409);
    const message = `Well code "${wellCode.trim()}" already exists`;
    expect(await response.json()).toMatchObject({ message, errors: { wellCode: [message] } });
    expect(await allRows()).toEqual(before);
  });

  it('detects duplicates in every alphabet', async () => {
    const { client } = await signInToNewCompany();
    await addWell(client, { wellCode: 'ØST-1' });
    expect((await client.post('/api/wells', { ...input, wellCode: 'øst-1' })).status).toBe(409);
  });

  it('detects duplicates that look identical', async () => {
    const { client } = await signInToNewCompany();
    await addWell(client, { wellCode: 'A-1\u200b', field: '\u2060North' });
    expect((await client.post('/api/wells', { ...input, wellCode: '\u200bA-1' })).status).toBe(409);
    const invisible = await client.post('/api/wells', { ...input, wellCode: '\u200b' });
    expect(await invisible.json()).toMatchObject({ message: 'Well code is required' });
    expect(await (await client.get('/api/wells')).json()).toMatchObject([
      { wellCode: 'A-1', field: 'North' },
    ]);
    expect(
      await (await client.get(`/api/wells?search=${encodeURIComponent('a-1\u200b')}`)).json(),
    ).toHaveLength(1);
  });

  it('lets two companies use the same code', async () => {
    for (let i = 0; i < 2; i += 1) await addWell((await signInToNewCompany()).client);
  });

  it('adds one well when two requests with the same code race', async () => {
    const { client } = await signInToNewCompany();
    const answers = await Promise.all([client.post('/api/wells', input), client.post('/api/wells', input)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
    expect(await codesOf(await client.get('/api/wells'))).toEqual(['A-1']);
  });

  it('ignores keys that are not in the form', async () => {
    const { client, company } = await signInToNewCompany();
    const other = await makeCompany();
    const well = await addWell(client, { id: 'mine', companyId: other.id, version: 99 } as never);
    const row = await env.DB.prepare('select id, company_id, version from well where id = ?')
      .bind(well.id)
      .first();
    expect(row).toEqual({ id: well.id, company_id: company.id, version: 1 });
    expect(well.id).not.toBe('mine');
  });
});

describe('GET /api/wells', () => {
  async function companyWithWells() {
    const { client } = await signInToNewCompany();
    await addWell(client, { wellCode: 'b-2', wellName: 'Ørn', field: 'Z', wellStatus: 'Plugged' });
    await addWell(client, { wellCode: 'A-1', wellName: 'alpha', field: 'Y' });
    await addWell(client, { wellCode: 'C_3', wellName: '100% gas', field: 'Z', activeDate: '2001-01-01' });
    return client;
  }

  it.each([
    ['', ['A-1', 'b-2', 'C_3']],
    ['sort=-wellCode', ['C_3', 'b-2', 'A-1']],
    ['sort=activeDate', ['C_3', 'A-1', 'b-2']],
    ['sort=-field', ['C_3', 'b-2', 'A-1']],
    ['search=ØRN', ['b-2']],
    ['search=%25', ['C_3']],
    ['search=_', ['C_3']],
    ['search=nothing', []],
    ['status=Plugged', ['b-2']],
    ['status=', ['A-1', 'b-2', 'C_3']],
    ['field=Z', ['b-2', 'C_3']],
    ['field=Z&status=Active&search=c', ['C_3']],
  ])('%s', async (query, codes) => {
    const client = await companyWithWells();
    expect(await codesOf(await client.get(`/api/wells?${query}`))).toEqual(codes);
  });

  it.each(['', 'sort=-wellCode', 'sort=field', 'sort=-activeDate', 'sort=wellStatus'])(
    'pages through everything once: %s',
    async (query) => {
      const client = await companyWithWells();
      const expected = await codesOf(await client.get(`/api/wells?${query}`));
      const seen: string[] = [];
      let next: string | undefined = `/api/wells?${query}&limit=1`;
      while (next) {
        const page: Response = await client.get(next);
        seen.push(...(await codesOf(page)));
        next = /<(.*)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1];
      }
      expect(seen).toEqual(expected);
    },
  );

  it.each(['limit=0', 'limit=ten', 'sort=id', 'status=Gone', 'cursor=nonsense', 'cursor=W10'])(
    'rejects %s',
    async (query) => {
      const { client } = await signInToNewCompany('viewer');
      expect((await client.get(`/api/wells?${query}`)).status).toBe(400);
    },
  );
});

describe('PUT /api/wells/{id}', () => {
  it('replaces the well and keeps the old values in the audit log', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    const workingInterests = [{ from: '2020-01-01', percent: '62.50' }];
    await client.put(`/api/wells/${well.id}`, { ...input, workingInterests });
    const response = await client.put(`/api/wells/${well.id}`, {
      ...input,
      wellName: 'Renamed',
      workingInterests,
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ id: well.id, wellName: 'Renamed', version: 3 });
    const [, first, updated] = await auditOf(well.id);
    expect(first).toMatchObject({ oldValues: { workingInterests: [] }, newValues: { workingInterests } });
    // Unchanged values are the same before and after.
    expect(updated).toMatchObject({
      action: 'well.updated',
      oldValues: { wellName: 'Alpha 1', customFields: {}, version: 2, workingInterests },
      newValues: { wellName: 'Renamed', workingInterests },
    });
    expect(await codesOf(await client.get('/api/wells?search=renamed'))).toEqual(['A-1']);
    expect(await codesOf(await client.get('/api/wells?search=alpha'))).toEqual([]);
  });

  it('accepts the well’s own code, and rejects another well’s', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    await addWell(client, { wellCode: 'A-2' });
    expect((await client.put(`/api/wells/${well.id}`, { ...input, wellCode: 'a-1' })).status).toBe(200);
    const before = await allRows();
    const response = await client.put(`/api/wells/${well.id}`, { ...input, wellCode: 'a-2' });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ message: 'Well code "a-2" already exists' });
    expect(await allRows()).toEqual(before);
  });

  it('rejects a stale version', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    const write = (version: string) =>
      client.put(`/api/wells/${well.id}`, { ...input, wellName: version }, { 'If-Match': version });
    expect((await write('"1"')).status).toBe(200);
    const before = await allRows();
    for (const version of ['"1"', '"7"', 'nonsense']) expect((await write(version)).status).toBe(412);
    expect(await allRows()).toEqual(before);
    expect((await write('"2"')).status).toBe(200);
  });
});

describe('DELETE /api/wells/{id}', () => {
  it('hides the well and its layers, and keeps them in the audit log', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    const layer = await addLayer(client, well.id);
    const response = await client.delete(`/api/wells/${well.id}`);
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect((await auditOf(well.id)).at(-1)).toMatchObject({
      action: 'well.deleted',
      oldValues: {
        well: { wellCode: 'A-1', customFields: {} },
        layers: [{ id: Number(layer.id), aroValueCents: 2_707_090 }],
        movements: [{ layer: Number(layer.id), liability: 2_707_090 }],
      },
    });
    for (const path of ['', '?search=alpha', '?field=OSELVAR', '?limit=10']) {
      expect(await codesOf(await client.get(`/api/wells${path}`))).toEqual([]);
    }
    expect(await codesOf(await client.get('/api/wells/with-custom-fields'))).toEqual([]);
    const answers = [
      await client.get(`/api/wells/${well.id}`),
      await client.put(`/api/wells/${well.id}`, input),
      await client.delete(`/api/wells/${well.id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('frees the code', async () => {
    const { client } = await signInToNewCompany();
    const first = await addWell(client);
    await client.delete(`/api/wells/${first.id}`);
    const second = await addWell(client);
    expect(second.id).not.toBe(first.id);
    expect(await codesOf(await client.get('/api/wells'))).toEqual(['A-1']);
  });
});

describe('access to wells', () => {
  it('can’t find another company’s well', async () => {
    const owner = await signInToNewCompany();
    const well = await addWell(owner.client);
    const { client } = await signInToNewCompany();
    const before = await allRows();
    const answers = [
      await client.get(`/api/wells/${well.id}`),
      await client.put(`/api/wells/${well.id}`, input),
      await client.put(`/api/wells/${well.id}`, input, { 'If-Match': '"1"' }),
      await client.delete(`/api/wells/${well.id}`),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404]);
    expect(await codesOf(await client.get('/api/wells'))).toEqual([]);
    expect(await allRows()).toEqual(before);
  });

  it('a viewer can read but not write', async () => {
    const { client: owner, company } = await signInToNewCompany();
    const well = await addWell(owner);
    const viewer = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    expect(await codesOf(await viewer.get('/api/wells'))).toEqual(['A-1']);
    const before = await allRows();
    for (const response of [
      await viewer.post('/api/wells', { ...input, wellCode: 'A-9' }),
      await viewer.put(`/api/wells/${well.id}`, input),
      await viewer.delete(`/api/wells/${well.id}`),
    ]) {
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ message: 'Company admin role required' });
    }
    expect(await allRows()).toEqual(before);
  });

  it('requires a sign-in, a company, and an account that is not marked for deletion', async () => {
    const company = await makeCompany();
    const memberships = [{ companyId: company.id, role: 'admin' as const }];
    const deleted = await signIn({ memberships, isDeleted: true });
    const homeless = await signIn({ isAdmin: true });
    for (const [client, status, message] of [
      [anonymous, 401, 'Unauthorized'],
      [deleted, 403, 'Account is marked for deletion'],
      [homeless, 400, 'No company selected'],
    ] as const) {
      for (const response of [await client.get('/api/wells'), await client.post('/api/wells', input)]) {
        expect(response.status).toBe(status);
        expect(await response.json()).toMatchObject({ message });
      }
    }
  });
});
