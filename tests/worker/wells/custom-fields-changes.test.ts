import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { companyWithFields, putFields, TEXT_FIELDS, valuesOf, WELL } from '../../support/custom-fields';
import { addManyWells, addWell } from '../../support/layers';
import { auditOf } from '../../support/tables';

const [a, b] = TEXT_FIELDS;

describe('wells’ custom field values when the field list changes', () => {
  const values = { a: 'one', b: 'two' };

  it('move with a renamed field', async () => {
    const { client, company } = await companyWithFields([a, b]);
    const { id, version } = await addWell(client, { customFields: values });
    const bare = await addWell(client);
    await putFields(client, company.id, [{ ...a, fieldName: 'renamed' }, b]);
    expect(await valuesOf(client, id)).toEqual({ renamed: 'one', b: 'two' });
    expect(await (await client.get(`/api/wells/${bare.id}`)).json()).toEqual(bare);
    // A user who has the well open with the old names gets 412.
    const stale = await client.put(
      `/api/wells/${id}`,
      { ...WELL, wellCode: 'W', customFields: values },
      { 'If-Match': `"${version}"` },
    );
    expect(stale.status).toBe(412);
  });

  it('are swapped when two field names are swapped', async () => {
    const { client, company } = await companyWithFields([a, b]);
    const { id } = await addWell(client, { customFields: values });
    const half = await addWell(client, { customFields: { a: 'only' } });
    await putFields(client, company.id, [
      { ...a, fieldName: 'b' },
      { ...b, fieldName: 'a' },
    ]);
    expect(await valuesOf(client, id)).toEqual({ b: 'one', a: 'two' });
    expect(await valuesOf(client, half.id)).toEqual({ b: 'only' });
  });

  it('are removed with a deleted field, and remain in the audit log', async () => {
    const { client, company } = await companyWithFields([a, b]);
    const { id } = await addWell(client, { customFields: values });
    const other = await companyWithFields([a]);
    const foreign = await addWell(other.client, { customFields: { a: 'theirs' } });
    // A new field with the old name doesn't take over its values.
    await putFields(client, company.id, [{ ...b, fieldName: 'a' }]);
    expect(await valuesOf(client, id)).toEqual({ a: 'two' });
    expect(await valuesOf(other.client, foreign.id)).toEqual({ a: 'theirs' });
    await putFields(client, company.id, [{ ...a, id: 'another' }]);
    expect(await valuesOf(client, id)).toEqual({});
    expect((await auditOf(id)).slice(1)).toMatchObject([
      { action: 'well.custom_fields_removed', oldValues: { customFields: { a: 'one' } }, newValues: null },
      { action: 'well.custom_fields_removed', oldValues: { customFields: { a: 'two' } }, newValues: null },
    ]);
    expect(await auditOf(foreign.id)).toHaveLength(1);
  });

  it('keep their types and special characters', async () => {
    const list = [
      a,
      { ...b, fieldType: 'number' },
      { ...a, id: 'c', fieldName: 'c', fieldType: 'checkbox' },
      { ...a, id: 'd', fieldName: 'd', fieldType: 'checkbox' },
    ];
    const { client, company } = await companyWithFields(list);
    const given = { a: `O'Brien "7" \\ {"x": 1} Ø😀`, b: 0.1, c: true, d: false };
    const { id } = await addWell(client, { customFields: given });
    await putFields(
      client,
      company.id,
      list.map((field) => ({ ...field, fieldName: `${field.fieldName}_2` })),
    );
    expect(await valuesOf(client, id)).toEqual({ a_2: given.a, b_2: 0.1, c_2: true, d_2: false });
  });

  it('remain when the field type changes, and are rejected when the well is saved', async () => {
    const { client, company } = await companyWithFields([a]);
    const { id } = await addWell(client, { customFields: { a: 'much' } });
    await putFields(client, company.id, [{ ...a, fieldType: 'number' }]);
    expect(await valuesOf(client, id)).toEqual({ a: 'much' });
    const response = await client.put(`/api/wells/${id}`, {
      ...WELL,
      wellCode: 'W',
      customFields: { a: 'much' },
    });
    expect(await response.json()).toMatchObject({ errors: { 'customFields.a': ['A must be a number'] } });
  });
});

// Runs last, because its rows would slow down the other tests.
describe('values of 100,000 wells', () => {
  it('move within seconds', async () => {
    const { client, company } = await companyWithFields([a, b]);
    await addManyWells(company.id, 100_000);
    await env.DB.prepare(
      `update well set custom_fields = json_object('a', well_code, 'b', json('true'), 'c', 1.5) where company_id = ?`,
    )
      .bind(company.id)
      .run();
    const start = Date.now();
    const swapped = await putFields(client, company.id, [
      { ...a, fieldName: 'b' },
      { ...b, fieldName: 'a' },
    ]);
    const swappedAfter = Date.now() - start;
    expect(swapped.status).toBe(200);
    expect((await putFields(client, company.id, [{ ...b, fieldName: 'a' }])).status).toBe(200);
    console.log(
      `100,000 wells: exchanged ${swappedAfter} ms, deleted ${Date.now() - start - swappedAfter} ms`,
    );
    const count = await env.DB.prepare(
      `select count(*) as wells from well where company_id = ? and custom_fields = '{"a":true,"c":1.5}'`,
    )
      .bind(company.id)
      .first();
    expect(count).toEqual({ wells: 100_000 });
  }, 60_000);
});
