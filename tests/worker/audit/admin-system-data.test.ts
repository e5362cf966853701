import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SystemDataViews } from '~/schemas/people/admin';
import { getSystemData } from '~/services/audit/system-data.server';
import type { UserContext } from '~/services/platform/context.server';
import { accrete, addLayer, addManyWells, addWell } from '../../support/layers';
import { db, makeCompany, type SignedIn, signIn } from '../../support/worker';

type Table = keyof SystemDataViews;
const rowsOf = async <T extends Table>(_: T, response: Response) =>
  (await response.json()) as SystemDataViews[T][];

let admin: SignedIn;
const [later, earlier] = [
  { name: 'Ørn Energy', code: 'ZZZ' },
  { name: 'Prairie', code: 'aaa' },
];
const ids: Record<string, string> = {};

/**
 * Two companies whose names sort in the opposite order of their codes; the one with the later code has the lower well
 * codes.
 */
beforeAll(async () => {
  admin = await signIn({ isAdmin: true });
  for (const [index, given] of [later, earlier].entries()) {
    const company = await makeCompany(given);
    ids[given.code] = company.id;
    const client = await signIn({ memberships: [{ companyId: company.id, role: 'admin' }] });
    for (const wellCode of ['b-2', 'A-1', 'C-3']) {
      const well = await addWell(client, {
        wellCode: `${wellCode}${index}`,
        wellName: `Well ${wellCode}`,
        field: 'F',
      });
      if (wellCode === 'A-1') continue;
      const layer = await addLayer(client, well.id);
      await accrete(layer, company.id, { periodEnd: '2020-01-31', cents: 100 });
      if (wellCode === 'b-2') {
        await addLayer(client, well.id, {
          layerType: 'additional',
          pAndACost: 120_000,
          calculationDate: '2021-01-01',
        });
        await accrete(layer, company.id, { periodEnd: '2020-02-29', cents: 200 });
      }
    }
  }
});

const ORDER = {
  wells: ['aaa A-11', 'aaa b-21', 'aaa C-31', 'ZZZ A-10', 'ZZZ b-20', 'ZZZ C-30'],
  'aro-layers': ['aaa b-21 1', 'aaa b-21 2', 'aaa C-31 1', 'ZZZ b-20 1', 'ZZZ b-20 2', 'ZZZ C-30 1'],
  'accretion-records': [
    'aaa b-21 1 2020-01-31',
    'aaa b-21 1 2020-02-29',
    'aaa C-31 1 2020-01-31',
    'ZZZ b-20 1 2020-01-31',
    'ZZZ b-20 1 2020-02-29',
    'ZZZ C-30 1 2020-01-31',
  ],
};

function label(row: SystemDataViews[Table]): string {
  const parts = [row.company.code, row.wellCode];
  if ('layerNumber' in row) parts.push(String(row.layerNumber));
  if ('periodEnd' in row) parts.push(row.periodEnd);
  return parts.join(' ');
}

describe.each(Object.keys(ORDER) as Table[])('GET /api/admin/%s', (table) => {
  it('returns all rows of all companies in order', async () => {
    const response = await admin.get(`/api/admin/${table}`);
    expect(response.status).toBe(200);
    expect((await rowsOf(table, response)).map(label)).toEqual(ORDER[table]);
  });

  it.each([1, 2, 4, 5, 6, 100])('pages by %i and returns the total count', async (limit) => {
    const seen: string[] = [];
    for (let path: string | undefined = `/api/admin/${table}?limit=${limit}`; path; ) {
      const response: Response = await admin.get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('X-Total-Count')).toBe('6');
      const rows = await rowsOf(table, response);
      expect(rows.length).toBeLessThanOrEqual(limit);
      seen.push(...rows.map(label));
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
    }
    expect(seen).toEqual(ORDER[table]);
  });

  it('searches by well code, well name, company code and company name', async () => {
    const search = async (text: string) => {
      const response = await admin.get(`/api/admin/${table}?limit=2&search=${encodeURIComponent(text)}`);
      const whole = await rowsOf(
        table,
        await admin.get(`/api/admin/${table}?search=${encodeURIComponent(text)}`),
      );
      expect(response.headers.get('X-Total-Count')).toBe(String(whole.length));
      return whole.map(label);
    };
    const of = (part: string) => ORDER[table].filter((row) => row.includes(part));
    expect(await search('B-21')).toEqual(of('b-21'));
    expect(await search('well c')).toEqual(of('C-3'));
    expect(await search('øRN')).toEqual(of('ZZZ'));
    expect(await search('AAA')).toEqual(of('aaa'));
    expect(await search('%')).toEqual([]);
    expect(await search("'")).toEqual([]);
  });
});

describe('a row of system data', () => {
  const first = async <T extends Table>(table: T) =>
    (await rowsOf(table, await admin.get(`/api/admin/${table}?limit=1`)))[0];

  it('includes a well’s company', async () => {
    expect(await first('wells')).toEqual({
      id: expect.any(String),
      companyId: ids.aaa,
      wellCode: 'A-11',
      wellName: 'Well A-1',
      wellStatus: 'Active',
      field: 'F',
      activeDate: '2019-07-01',
      pluggedOn: null,
      retirementDate: null,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      companyName: 'Prairie',
      company: { id: ids.aaa, ...earlier },
    });
  });

  it('includes a layer’s well and company', async () => {
    expect(await first('aro-layers')).toMatchObject({
      wellCode: 'b-21',
      layerNumber: 1,
      layerType: 'initial',
      pAndACost: '100000.00',
      aroValue: '27070.90',
      currentAroValue: '27073.90',
      calculationDate: '2020-01-01',
      companyName: 'Prairie',
      company: { id: ids.aaa, ...earlier },
      well: { wellCode: 'b-21', wellName: 'Well b-2', field: 'F' },
    });
  });

  it('includes an accretion record’s layer, well and company', async () => {
    expect(await first('accretion-records')).toMatchObject({
      wellCode: 'b-21',
      layerNumber: 1,
      periodStart: '2020-01-01',
      periodEnd: '2020-01-31',
      beginningAro: '27070.90',
      accretionExpense: '1.00',
      endingAro: '27071.90',
      companyName: 'Prairie',
      company: { id: ids.aaa, ...earlier },
      aroLayer: { layerNumber: 1, layerType: 'initial', well: { wellCode: 'b-21' } },
    });
  });
});

describe('system data in bulk', () => {
  it('returns unsorted pages anywhere in 20,000 wells, and the whole list', async () => {
    const company = await makeCompany({ name: 'Bulk', code: 'mmm' });
    await addManyWells(company.id, 20_000);
    const system = await getSystemData({ db } as UserContext, { limit: 50 });
    expect(system.wells).toMatchObject({ total: 20_006, nextCursor: expect.any(String) });
    expect(system.layers).toMatchObject({ total: 6, nextCursor: null });
    expect(system.records.items).toHaveLength(6);
    const whole = await rowsOf('wells', await admin.get('/api/admin/wells'));
    expect(whole).toHaveLength(20_006);
    expect(new Set(whole.map((row) => row.id)).size).toBe(20_006);
    await env.DB.prepare('delete from well where company_id = ?').bind(company.id).run();
  });
});
