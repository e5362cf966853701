import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { MAX_CUSTOM_FIELDS_TEXT } from '~/schemas/wells/well';
import { readTogether } from '~/services/platform/reads.server';
import { toWellsPage, wellsPageReads } from '~/services/wells/well.server';
import { companyWithFields, TEXT_FIELDS } from '../../support/custom-fields';
import { addWell } from '../../support/layers';
import { db } from '../../support/worker';

async function pageOfWells(headers: Record<string, string> = {}) {
  const { client } = await companyWithFields([]);
  await addWell(client, { wellName: 'A well' });
  return (await client.get('/', headers)).text();
}

/** Which row layouts the page contains, and whether the style sheet hides one of them. */
async function rowsSent(mobile?: string) {
  const page = await pageOfWells(mobile ? { 'Sec-CH-UA-Mobile': mobile } : {});
  const [, body = ''] = /<tbody>(.*?)<\/tbody>/s.exec(page) ?? [];
  expect(body).toContain('A well');
  return {
    columns: body.includes('row-action'),
    phone: body.includes('flex justify-between'),
    hidden: /sm:hidden/.test(body),
  };
}

describe('the page of wells', () => {
  it('renders columns for a browser that is not on a phone', async () => {
    expect(await rowsSent('?0')).toEqual({ columns: true, phone: false, hidden: false });
  });

  it('renders phone rows for a phone', async () => {
    expect(await rowsSent('?1')).toEqual({ columns: false, phone: true, hidden: false });
  });

  it('renders both when the browser doesn’t say, and the style sheet hides one', async () => {
    expect(await rowsSent()).toEqual({ columns: true, phone: true, hidden: true });
  });

  it('has links without route discovery', async () => {
    const page = await pageOfWells();
    expect(page).toContain('<a ');
    expect(page).not.toContain('data-discover');
  });

  it('returns all remaining wells from a cursor when no limit is given', async () => {
    const { client } = await companyWithFields([]);
    for (const wellCode of ['A-1', 'A-2', 'A-3']) await addWell(client, { wellCode });
    for (const path of ['/api/wells', '/api/wells/with-custom-fields']) {
      const first = await client.get(`${path}?limit=1`);
      const [, cursor] = /[?&]cursor=([^&>]+)/.exec(first.headers.get('Link') ?? '') ?? [];
      const rest = await (await client.get(`${path}?cursor=${cursor}`)).json<{ wellCode: string }[]>();
      expect(rest.map(({ wellCode }) => wellCode)).toEqual(['A-2', 'A-3']);
    }
  });

  it('has the same data for each well as the list API', async () => {
    const { client, company } = await companyWithFields([...TEXT_FIELDS]);
    const custom = { a: 'ünï "quoted" <b>' };
    await addWell(client, { wellCode: 'B-1', field: 'Zeta', customFields: custom });
    await addWell(client, {
      wellCode: 'A-1',
      field: 'Alpha',
      workingInterests: [{ from: '2020-01-01', percent: '62.5' }],
    });
    const query = { limit: 100 };
    const scope = { db, companyId: company.id };
    const page = toWellsPage(query, await readTogether(db, wellsPageReads(scope, query)));
    expect(page.wells).toEqual(await (await client.get('/api/wells/with-custom-fields')).json());
    expect(page).toMatchObject({ total: 2, matching: 2, fields: ['Alpha', 'Zeta'], nextCursor: null });
  });

  it('can hold wells whose custom fields have the maximum length', async () => {
    const { client, company } = await companyWithFields([...TEXT_FIELDS]);
    const wells = 25;
    for (let i = 0; i < wells; i++) await addWell(client, { wellCode: `L-${100 + i}` });
    const longest = JSON.stringify({ a: '界'.repeat(MAX_CUSTOM_FIELDS_TEXT) });
    await db.run(sql`update well set custom_fields = ${longest} where company_id = ${company.id}`);
    const query = { limit: 100 };
    const rows = await readTogether(db, wellsPageReads({ db, companyId: company.id }, query));
    // The local D1 returns longer values than the deployed one.
    for (const { items } of rows.wells) expect(new Blob([items]).size).toBeLessThan(2_000_000);
    const page = toWellsPage(query, rows);
    expect(page.wells.map(({ wellCode }) => wellCode)).toEqual(
      Array.from({ length: wells }, (_, i) => `L-${100 + i}`),
    );
    expect(page.wells.at(-1)!.customFields.a).toHaveLength(MAX_CUSTOM_FIELDS_TEXT);
  });
});
