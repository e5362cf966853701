import { beforeAll, describe, expect, it } from 'vitest';
import type {
  AdminAccretionView,
  AdminCompanyView,
  AdminLayerView,
  AdminUserView,
  AdminWellView,
} from '~/schemas/people/admin';
import { accrete, addLayer, addWell } from '../../support/layers';
import { makeCompany, type SignedIn, signIn } from '../../support/worker';

/** Search text that finds only this test's rows in every list. */
const MARK = crypto.randomUUID().slice(0, 8);
let admin: SignedIn;

/** Rows with distinct and repeated values in every column. */
beforeAll(async () => {
  admin = await signIn({ isAdmin: true, firstName: 'b', lastName: 'Boss', email: `m-${MARK}@example.com` });
  const companies = [
    await makeCompany({ name: `Same ${MARK}`, code: `b${MARK}` }),
    await makeCompany({ name: `same ${MARK}`, code: `A${MARK}` }),
    await makeCompany({ name: `another ${MARK}`, code: `C${MARK}` }),
  ];
  for (const { of, ...person } of [
    { firstName: 'B', lastName: null, email: `z-${MARK}@example.com`, of: [0, 1] },
    { firstName: null, lastName: null, email: `a-${MARK}@example.com`, of: [] },
    { firstName: null, lastName: null, email: `k-${MARK}@example.com`, of: [2], isAdmin: true },
    { firstName: 'a', lastName: 'a', email: `c-${MARK}@example.com`, of: [1] },
    { firstName: 'a', lastName: 'A', email: `b-${MARK}@example.com`, of: [] },
  ]) {
    const memberships = of.map((index) => ({ companyId: companies[index]!.id, role: 'viewer' as const }));
    await signIn({ ...person, memberships });
  }
  for (const [index, company] of companies.slice(0, 2).entries()) {
    const client = await signIn({ memberships: [{ companyId: company.id, role: 'admin' }] });
    for (const [wellCode, field, wellStatus, pAndACost] of [
      ['b-2', 'Same', 'Active', 90_000],
      ['A-1', 'Same', 'Inactive', 1_000_000],
      ['C-3', 'other', 'Active', 90_000],
    ] as const) {
      const activeDate = wellCode === 'b-2' ? '2019-07-01' : '2020-01-01';
      const well = await addWell(client, {
        wellCode,
        wellName: `${index === 0 ? 'Well' : 'another well'} ${index}`,
        field,
        wellStatus,
        activeDate,
      });
      const layer = await addLayer(client, well.id, { pAndACost });
      await accrete(layer, company.id, { periodEnd: '2020-01-31', cents: pAndACost / 1000 });
      await accrete(layer, company.id, { periodEnd: '2020-02-29', cents: 200 });
      if (wellCode !== 'b-2') continue;
      await addLayer(client, well.id, {
        layerType: 'additional',
        pAndACost: 120_000,
        calculationDate: '2021-01-01',
      });
    }
  }
});

type Value = string | number;

const folded = (text: string) => text.toLowerCase();

/** Tests every sort of a list; `sorts` reads the compared value from a returned row. */
function describeSorts<Row extends { id: string | number }>(
  list: string,
  sorts: Record<string, (row: Row) => Value>,
) {
  const path = (query: string) => `/api/admin/${list}?search=${MARK}${query}`;
  const rowsOf = async (address: string) => {
    const response = await admin.get(address);
    expect(response.status).toBe(200);
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
    return { rows: (await response.json()) as Row[], next };
  };
  const ids = (rows: Row[]) => rows.map(({ id }) => id);

  describe(`GET /api/admin/${list}`, () => {
    const cases = Object.keys(sorts).flatMap((key) => [[key], [`-${key}`]]);

    it.each(cases)('sorts by %s', async (sort) => {
      const { rows: unsorted } = await rowsOf(path(''));
      const { rows } = await rowsOf(path(`&sort=${sort}`));
      expect(ids(rows).sort()).toEqual(ids(unsorted).sort());
      expect(rows.length).toBeGreaterThan(2);
      const value = sorts[sort!.replace('-', '')]!;
      const values = rows.map(value);
      const filled = values.filter((text) => text !== '');
      const upwards = filled.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      const blanks = values.slice(filled.length);
      expect(values).toEqual([...(sort!.startsWith('-') ? upwards.reverse() : upwards), ...blanks]);
      expect(blanks.every((text) => text === '')).toBe(true);
    });

    it.each(cases)('pages through %s in the order of the full list', async (sort) => {
      const { rows: whole } = await rowsOf(path(`&sort=${sort}`));
      const seen: Row[] = [];
      for (let next: string | undefined = path(`&sort=${sort}&limit=2`); next; ) {
        const page = await rowsOf(next);
        expect(page.rows.length).toBeLessThanOrEqual(2);
        seen.push(...page.rows);
        next = page.next;
      }
      expect(ids(seen)).toEqual(ids(whole));
    });

    it.each(['nothing', 'id', '--email', '', 'name desc', 'constructor'])('rejects %j', async (sort) => {
      const response = await admin.get(path(`&sort=${encodeURIComponent(sort)}`));
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        errors: { sort: [expect.stringMatching(/^Sort must/)] },
      });
    });
  });
}

describeSorts<AdminUserView>('users', {
  name: (row) => folded(`${row.firstName ?? ''} ${row.lastName ?? ''}`.trim()),
  email: (row) => row.email,
  isAdmin: (row) => Number(row.isAdmin),
  companies: (row) => row.userCompanies.length,
});

describeSorts<AdminCompanyView>('companies', {
  name: (row) => folded(row.name),
  code: (row) => folded(row.code),
  users: (row) => row.userCompanies.length,
});

describeSorts<AdminWellView>('wells', {
  wellCode: (row) => folded(row.wellCode),
  wellName: (row) => folded(row.wellName),
  companyName: (row) => folded(row.companyName),
  field: (row) => folded(row.field),
  wellStatus: (row) => row.wellStatus,
  activeDate: (row) => row.activeDate,
});

describeSorts<AdminLayerView>('aro-layers', {
  wellCode: (row) => folded(row.wellCode),
  layerNumber: (row) => row.layerNumber,
  layerType: (row) => row.layerType,
  pAndACost: (row) => Number(row.pAndACost),
  aroValue: (row) => Number(row.aroValue),
  currentAroValue: (row) => Number(row.currentAroValue),
  calculationDate: (row) => row.calculationDate,
});

describeSorts<AdminAccretionView>('accretion-records', {
  wellCode: (row) => folded(row.wellCode),
  layerNumber: (row) => row.layerNumber,
  periodStart: (row) => row.periodStart,
  periodEnd: (row) => row.periodEnd,
  beginningAro: (row) => Number(row.beginningAro),
  accretionExpense: (row) => Number(row.accretionExpense),
  endingAro: (row) => Number(row.endingAro),
});

describe('the admin panel with a sort order in its URL', () => {
  it.each([
    '?sort=-companies',
    '?tab=companies&sort=users',
    '?tab=system&wellsSort=-field&layersSort=aroValue&recordsSort=-periodEnd',
    '?tab=system&wellsSort=nothing&recordsSort=-',
  ])('loads %s', async (query) => {
    expect((await admin.get(`/admin${query}`)).status).toBe(200);
  });
});
