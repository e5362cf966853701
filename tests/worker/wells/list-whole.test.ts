import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { WellSummary } from '~/schemas/wells/well-views';
import { addManyWells, addWell } from '../../support/layers';
import { recordingClient } from '../../support/recorded-statements';
import { signInToNewCompany } from '../../support/worker';

/** More than D1 is asked for at a time. */
const COUNT = 12_500;

it.each(['', '?sort=-field', '?sort=custom.none'])(
  'the whole list%s has each well once, whoever adds and deletes others meanwhile',
  async (query) => {
    const { client: admin, company } = await signInToNewCompany();
    if (query.includes('custom')) {
      const customFieldTemplates = [{ fieldName: 'none', displayName: 'None', fieldType: 'text' }];
      await admin.put(`/api/companies/${company.id}/custom-fields`, { customFieldTemplates });
    }
    await addManyWells(company.id, COUNT);
    const first = await addWell(admin, { wellCode: 'A-0', field: 'Field 99' });
    // Each of eight texts a batch: the ninth is of the second batch.
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
