import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { WellSummary, WellView } from '~/schemas/wells/well-views';
import { addManyWells, addWell } from '../../support/layers';
import { recordingClient } from '../../support/recorded-statements';
import { signInToNewCompany } from '../../support/worker';

/** More than one query to D1 returns. */
const COUNT = 12_500;

it.each(['', '?sort=-field', '?sort=custom.none'])(
  'the full list%s has each well once, even if other users add and delete wells meanwhile',
  async (query) => {
    const { client: admin, company } = await signInToNewCompany();
    if (query.includes('custom')) {
      const customFieldTemplates = [{ fieldName: 'none', displayName: 'None', fieldType: 'text' }];
      await admin.put(`/api/companies/${company.id}/custom-fields`, { customFieldTemplates });
    }
    await addManyWells(company.id, COUNT);
    const first = await addWell(admin, { wellCode: 'A-0', field: 'Field 99' });
    // Each batch has eight texts, so the ninth is in the second batch.
    let texts = 0;
    const { client } = recordingClient(admin, async ({ sql }) => {
      if (!sql.includes('group_concat(item')) return;
      texts += 1;
      if (texts !== 9) return;
      expect((await admin.delete(`/api/wells/${first.id}`)).status).toBe(204);
      for (const wellCode of ['A-1', 'A-2']) await addWell(admin, { wellCode, field: 'Field 99' });
    });
    const listed = await (await client.get(`/api/wells${query}`)).json<WellSummary[]>();
    expect(texts).toBe(16);
    const codes = listed.map(({ wellCode }) => wellCode);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => code.startsWith('B-')).length).toBe(COUNT);
    const { results } = await env.DB.prepare(
      `select well_code as code from well where company_id = ? and well_code like 'B-%' order by
       ${query.includes('field') ? 'field desc, well_code_key desc' : 'well_code_key'}`,
    )
      .bind(company.id)
      .all<{ code: string }>();
    expect(codes.filter((code) => code.startsWith('B-'))).toEqual(results.map(({ code }) => code));
  },
);

it('the full list starts streaming before all of it is read', async () => {
  const { client: admin, company } = await signInToNewCompany();
  await addManyWells(company.id, 2 * COUNT);
  let texts = 0;
  const { client } = recordingClient(admin, async ({ sql }) => {
    if (sql.includes('group_concat(item')) texts += 1;
  });
  const response = await client.get('/api/wells');
  expect(response.headers.get('Content-Type')).toBe('application/json');
  // An error in the first two batches can still set the status. The third is read only when the caller reads on.
  expect(texts).toBe(16);
  expect(await response.json<WellSummary[]>()).toHaveLength(2 * COUNT);
  expect(texts).toBe(24);
});

it('the full list with custom fields is sorted once, and read in parts that fit into memory', async () => {
  const { client: admin, company } = await signInToNewCompany();
  await addManyWells(company.id, COUNT);
  // These wells fill a part of their own.
  const long = `update well set well_name = well_code,
    custom_fields = iif(well_code < 'B-000150', json_object('note', printf('%.*c', 40000, 'x')), '{}') where company_id = ?`;
  await env.DB.prepare(long).bind(company.id).run();
  const sorts: string[] = [];
  const parts: string[] = [];
  const { client } = recordingClient(admin, async ({ sql, values }) => {
    const part = values.find((value) => `${value}`.startsWith('['));
    if (sql.includes('json_each(') && part) {
      parts.push(`${part}`);
      // A well in the last part is deleted meanwhile.
      if (parts.length > 1) return;
      const deleted =
        "update well set deleted_at = created_at where company_id = ? and well_code = 'B-000001'";
      await env.DB.prepare(deleted).bind(company.id).run();
    } else if (sql.includes('order by "well"')) sorts.push(sql);
  });
  const response = await client.get('/api/wells/with-custom-fields?sort=-wellName');
  const listed = await response.json<WellView[]>();
  // One for the order of all wells, one for the first wells.
  expect(sorts).toHaveLength(2);
  expect(parts.map((part) => JSON.parse(part).length)).toEqual([5000, 5000, 2276, 24]);
  const { results } = await env.DB.prepare(
    'select well_code as code from well where company_id = ? and deleted_at is null order by well_name collate nocase desc, well_code_key desc',
  )
    .bind(company.id)
    .all<{ code: string }>();
  expect(listed.map(({ wellCode }) => wellCode)).toEqual(results.map(({ code }) => code));
  expect(listed.find(({ wellCode }) => wellCode === 'B-000149')!.customFields).toEqual({
    note: 'x'.repeat(40_000),
  });
});
