import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomFieldValue } from '~/domain/wells/custom-field';
import { WELL_SORTS, WellQuery } from '~/schemas/wells/well';
import type { WellView } from '~/schemas/wells/well-views';
import { readTogether } from '~/services/platform/reads.server';
import { toWellsPage, wellsPageReads } from '~/services/wells/well.server';
import { addWell } from '../../support/layers';
import { inOrder, readPages } from '../../support/pages';
import { db, type SignedIn, signInToNewCompany } from '../../support/worker';

const WITH_FIELDS = '/api/wells/with-custom-fields';

const FIELDS = [
  { fieldName: 'operator', fieldType: 'text' },
  { fieldName: 'depth', fieldType: 'number' },
  { fieldName: 'spud', fieldType: 'date' },
  { fieldName: 'kind', fieldType: 'select', options: ['Oil', 'Gas'] },
  { fieldName: 'notes', fieldType: 'textarea' },
  { fieldName: 'is_subsea', fieldType: 'checkbox' },
  // Names that a JSON path could misread.
  { fieldName: '2024', fieldType: 'number' },
  // Its values are older than its type: see beforeAll.
  { fieldName: 'mixed', fieldType: 'number' },
].map((field, order) => ({ ...field, displayName: `Field ${order}`, required: false, order }));

const LONG = 'x'.repeat(9_000);

/** Every field has repeated values and wells without a value. */
const VALUES: Record<string, CustomFieldValue>[] = [
  { operator: 'equinor', depth: 3_500, spud: '2001-02-03', kind: 'Oil', is_subsea: true, 2024: 1 },
  { operator: 'Equinor', depth: -12.5, spud: '1999-12-31', kind: 'Gas', is_subsea: false, 2024: 10 },
  { operator: 'Aker', depth: 999_999_999_999_999, notes: `${LONG}a`, kind: 'Oil' },
  { operator: '=1+1', depth: 3_500, notes: `${LONG}b`, is_subsea: true, 2024: 9 },
  {},
  { operator: 'Ørsted "A"', depth: 0, spud: '2001-02-03', kind: 'Gas', notes: 'a\nb', is_subsea: false },
  { notes: 'A\nB', 2024: 9 },
  { depth: 1e-7, spud: '2024-02-29', notes: '🛢'.repeat(300) },
  {},
];

let client: SignedIn;
let companyId: string;

beforeAll(async () => {
  const signedIn = await signInToNewCompany();
  client = signedIn.client;
  companyId = signedIn.company.id;
  await putFields(client, companyId);
  for (const [index, customFields] of VALUES.entries()) {
    await addWell(client, {
      // Codes out of order, with repeated names, fields, statuses and dates.
      wellCode: `${'cCaAbB'[index % 6]}-${index}`,
      wellName: ['north', 'South', 'Øst'][index % 3]!,
      wellStatus: (['Active', 'Plugged', 'Inactive'] as const)[index % 3]!,
      field: ['Y', 'X'][index % 2]!,
      activeDate: `201${index % 4}-01-01`,
      customFields,
    });
  }
  // Values stored before a field changed its type.
  await env.DB.batch(
    [`"12"`, '12', '"nine"', 'true', '5', '""', 'null', '"12"'].map((json, index) =>
      env.DB.prepare(
        `update well set custom_fields = json_set(custom_fields, '$.mixed', json(?1))
         where company_id = ?2 and well_code like ?3`,
      ).bind(json, companyId, `%-${index}`),
    ),
  );
  const other = await signInToNewCompany();
  await putFields(other.client, other.company.id);
  await addWell(other.client, { wellCode: 'OTHER', customFields: { operator: 'Aker', depth: 1 } });
});

async function putFields(who: SignedIn, id: string) {
  const response = await who.put(`/api/companies/${id}/custom-fields`, { customFieldTemplates: FIELDS });
  expect(response.status).toBe(200);
}

const list = async (query: string) => (await readPages<WellView>(client, `${WITH_FIELDS}?${query}`)).flat();
const codes = (wells: readonly { wellCode: string }[]) => wells.map(({ wellCode }) => wellCode);

/** Blank text counts as no value; only the first hundred characters of long text are compared. */
const compared = (value: CustomFieldValue | undefined) =>
  typeof value === 'string' ? [...value].slice(0, 100).join('') || null : value;

const CUSTOM_SORTS = FIELDS.map(({ fieldName }) => `custom.${fieldName}`);
const EACH_WAY = [...WELL_SORTS, ...CUSTOM_SORTS].flatMap((key) => [key, `-${key}`]);

describe('the order of wells', () => {
  it.each(EACH_WAY)('keeps %s from page to page', async (sort) => {
    const down = sort.startsWith('-');
    const key = sort.replace('-', '') as keyof WellView;
    const all = await list('');
    expect(all).toHaveLength(VALUES.length);
    const byCode = (isDown: boolean) => ({ of: (well: WellView) => well.wellCode, down: isDown });
    const expected = key.startsWith('custom.')
      ? inOrder(
          all,
          { of: (well) => compared(well.customFields[key.slice('custom.'.length)]), down },
          byCode(false),
        )
      : inOrder(all, { of: (well) => well[key] as string, down }, byCode(down));
    expect(codes(await list(`sort=${sort}`))).toEqual(codes(expected));
    // With one well per page, each page ends at a different well. The other list uses the same query.
    for (const [path, limit] of [
      [WITH_FIELDS, 1],
      ['/api/wells', 2],
    ] as const) {
      const pages = await readPages<WellView>(client, `${path}?sort=${sort}&limit=${limit}`);
      expect(codes(pages.flat())).toEqual(codes(expected));
      expect(pages).toHaveLength(Math.ceil(VALUES.length / limit));
    }
    expect(codes((await readPages<WellView>(client, `/api/wells?sort=${sort}`)).flat())).toEqual(
      codes(expected),
    );
  });

  it('puts wells without a value last in both directions', async () => {
    for (const sort of ['custom.depth', '-custom.depth']) {
      const wells = await list(`sort=${sort}`);
      const depths = wells.map(({ customFields }) => customFields.depth ?? null);
      expect(depths.slice(-3)).toEqual([null, null, null]);
      expect(depths.slice(0, -3)).not.toContain(null);
    }
  });

  it('combines with filters', async () => {
    const wells = await list('sort=-custom.depth&field=X&limit=1');
    expect(codes(wells)).toEqual(['A-3', 'C-7', 'B-5', 'C-1']);
  });

  it('takes no more round trips than other orders', async () => {
    for (const path of ['/api/wells', WITH_FIELDS]) {
      const response = await client.get(`${path}?sort=custom.depth&limit=2`);
      expect(response.headers.get('Server-Timing')).toMatch(/^d1;desc="2 round trips, 2 calls"/);
    }
  });

  it.each([
    'custom.nothing',
    '-custom.nothing',
    'custom.',
    'custom.Depth',
    'custom.__proto__',
    'custom.depth"; drop table well',
    "custom.a') --",
    'custom.depth.x',
    'customFields',
    'depth',
    'custom',
  ])('rejects %s', async (sort) => {
    for (const path of ['/api/wells', WITH_FIELDS]) {
      for (const limit of ['', '&limit=1']) {
        const response = await client.get(`${path}?sort=${encodeURIComponent(sort)}${limit}`);
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({
          errors: { sort: [expect.stringMatching(/^Sort must be one of wellCode,/)] },
        });
      }
    }
  });

  it('accepts only the company’s own fields', async () => {
    const { client: stranger } = await signInToNewCompany();
    expect((await stranger.get('/api/wells?sort=custom.depth')).status).toBe(400);
  });
});

describe('the wells page of an address that sorts by a deleted field', () => {
  const readPage = async (sort: string) => {
    const query = WellQuery.parse({ sort, limit: 4 });
    return toWellsPage(query, await readTogether(db, wellsPageReads({ db, companyId }, query)));
  };

  it.each(['custom.gone', '-custom.gone'])('lists wells by code: %s', async (sort) => {
    const page = await readPage(sort);
    const whole = codes(await list(''));
    expect(codes(page.wells)).toEqual(whole.slice(0, 4));
    // The screen continues without the invalid sort.
    expect(codes(await list(`limit=100&cursor=${page.nextCursor}`))).toEqual(whole.slice(4));
  });

  it('has the same rows as the API for a valid sort', async () => {
    const page = await readPage('-custom.operator');
    expect(page.wells).toEqual((await list('sort=-custom.operator')).slice(0, 4));
    expect(codes(await list(`sort=-custom.operator&limit=100&cursor=${page.nextCursor}`))).toEqual(
      codes(await list('sort=-custom.operator')).slice(4),
    );
  });
});
