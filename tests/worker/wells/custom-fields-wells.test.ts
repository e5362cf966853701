import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { WellView } from '~/schemas/wells/well-views';
import { updateReads, updateWell } from '~/services/books/update-well.server';
import { companyReads } from '~/services/people/change-company.server';
import { readTogether } from '~/services/platform/reads.server';
import { createWell } from '~/services/wells/create-well.server';
import { listAllWellsWithCustomFields } from '~/services/wells/well.server';
import { wellListReads } from '~/services/wells/well-order.server';
import { companyWithFields, putFields, TEXT_FIELDS, valuesOf, WELL } from '../../support/custom-fields';
import { addWell, contextInterrupted } from '../../support/layers';
import { expectRefusal } from '../../support/refusals';
import { auditOf } from '../../support/tables';
import { db, makeCompany, signIn } from '../../support/worker';

const [a] = TEXT_FIELDS;

describe('wells with custom fields', () => {
  const fields = [
    { ...a, fieldName: 'operator', displayName: 'Operator', required: true },
    { ...a, id: 'n', fieldName: 'depth', displayName: 'Depth', fieldType: 'number', validation: { min: 0 } },
    {
      ...a,
      id: 's',
      fieldName: 'basin',
      displayName: 'Basin',
      fieldType: 'select',
      options: ['North', 'South'],
    },
    { ...a, id: 'c', fieldName: 'subsea', displayName: 'Subsea', fieldType: 'checkbox' },
    { ...a, id: 'p', fieldName: 'api_no', displayName: 'API', validation: { pattern: '(\\d+)+' } },
  ];
  const stored = { operator: 'Equinor', depth: 2500.5, subsea: true };

  it('are converted, stored and audited', async () => {
    const { client } = await companyWithFields(fields);
    const response = await client.post('/api/wells', {
      ...WELL,
      wellCode: 'A-1',
      customFields: {
        operator: ' Equinor ',
        depth: '2500.5',
        subsea: 'on',
        basin: '',
        api_no: null,
        other: 'x',
      },
    });
    expect(response.status).toBe(201);
    const created = (await response.json()) as WellView;
    expect(created).toMatchObject({ ...WELL, wellCode: 'A-1', version: 1, customFields: stored });
    expect(await (await client.get('/api/wells/with-custom-fields')).json()).toEqual([created]);
    expect((await auditOf(created.id))[0]?.newValues).toEqual({
      ...WELL,
      wellCode: 'A-1',
      customFields: stored,
    });

    const changed = { ...WELL, wellCode: 'A-1', customFields: { operator: 'Aker BP', subsea: false } };
    await client.put(`/api/wells/${created.id}`, changed);
    expect(await valuesOf(client, created.id)).toEqual(changed.customFields);
    expect((await auditOf(created.id))[1]).toMatchObject({
      oldValues: { customFields: stored },
      newValues: changed,
    });
    // A well saved without custom fields keeps its values.
    const renamed = { ...WELL, wellCode: 'A-1', wellName: 'Renamed' };
    expect((await client.put(`/api/wells/${created.id}`, renamed)).status).toBe(200);
    expect(await valuesOf(client, created.id)).toEqual(changed.customFields);
    expect((await auditOf(created.id))[2]?.newValues).toEqual({ ...renamed, pluggedOn: null });
  });

  it.each<[string, unknown, Record<string, string>]>([
    ['nothing where something is required', undefined, { 'customFields.operator': 'Operator is required' }],
    [
      'whatever is wrong, at once',
      { depth: 'deep', basin: 'West', subsea: 'maybe', api_no: 'x' },
      {
        'customFields.operator': 'Operator is required',
        'customFields.depth': 'Depth must be a number',
        'customFields.basin': 'Basin has no option "West"',
        'customFields.subsea': 'Subsea must be true or false',
        'customFields.api_no': 'API isn’t in the required format',
      },
    ],
    ['bounds', { operator: 'x', depth: -1 }, { 'customFields.depth': 'Depth must be at least 0' }],
    ['a list', { operator: ['x'] }, { 'customFields.operator': 'Must be text, a number, true or false' }],
    [
      'an object',
      { operator: { x: 1 } },
      { 'customFields.operator': 'Must be text, a number, true or false' },
    ],
    ['a number for text', { operator: 7 }, { 'customFields.operator': 'Operator must be text' }],
    ['no object', ['x'], { customFields: 'Custom fields must be an object' }],
    ['null', null, { customFields: 'Custom fields must be an object' }],
    [
      'too much',
      { operator: 'x', other: 'x'.repeat(50_000) },
      { customFields: 'Custom fields can’t exceed 50,000 characters in total' },
    ],
  ])('rejects %s', async (_, customFields, errors) => {
    const { client } = await companyWithFields(fields);
    const { id } = await addWell(client, { customFields: { operator: 'x' } });
    const answer = {
      message: Object.values(errors)[0],
      errors: Object.fromEntries(Object.entries(errors).map(([key, text]) => [key, [text]])),
    };
    const body = { ...WELL, wellCode: 'NEW', customFields };
    await expectRefusal(() => client.post('/api/wells', body), 400, answer);
    if (customFields !== undefined)
      await expectRefusal(() => client.put(`/api/wells/${id}`, body), 400, answer);
  });

  it('rejects an option that is no longer offered, but saves the well when the value is omitted', async () => {
    const { client, company } = await companyWithFields(fields);
    const customFields = { operator: 'x', basin: 'South' };
    const { id, wellCode } = await addWell(client, { customFields });
    await putFields(client, company.id, [fields[0], { ...fields[2], options: ['North'] }]);
    const body = { ...WELL, wellCode };
    await expectRefusal(() => client.put(`/api/wells/${id}`, { ...body, customFields }), 400, {
      errors: { 'customFields.basin': ['Basin has no option "South"'] },
    });
    expect((await client.put(`/api/wells/${id}`, body)).status).toBe(200);
    expect(await valuesOf(client, id)).toEqual(customFields);
  });

  it('treats names such as __proto__ as ordinary unknown field names', async () => {
    const { client } = await companyWithFields([a]);
    const body = JSON.stringify({ ...WELL, wellCode: 'P', customFields: { a: 'x' } }).replace(
      '"a":',
      '"__proto__": {"polluted": true}, "constructor": 1, "a":',
    );
    expect((await client.post('/api/wells', body)).status).toBe(400);
    const response = await client.post('/api/wells', body.replace('{"polluted": true}', '"x"'));
    expect(response.status).toBe(201);
    expect(((await response.json()) as WellView).customFields).toEqual({ a: 'x' });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('are validated quickly whatever the pattern', async () => {
    const hostile = ['(a+)+$', '(a|a)*$', '(.*)*(.*)*x'].map((pattern, index) => ({
      ...a,
      id: `${index}`,
      fieldName: `f${index}`,
      validation: { pattern },
    }));
    const { client } = await companyWithFields(hostile);
    const text = `${'a'.repeat(9_999)}!`;
    const start = Date.now();
    const response = await client.post('/api/wells', {
      ...WELL,
      wellCode: 'H',
      customFields: { f0: text, f1: text, f2: text },
    });
    expect(response.status).toBe(400);
    expect(Date.now() - start).toBeLessThan(3_000);
  });

  it('are not written when the company’s fields change in between', async () => {
    const { client, company } = await companyWithFields([a]);
    const { id, wellCode } = await addWell(client, { customFields: { a: 'x' } });
    let version = 0;
    const interrupted = () =>
      contextInterrupted(client, company.id, async () => {
        version += 1;
        await putFields(client, company.id, [{ ...a, fieldName: `a${version}` }]);
      });
    const input = { ...WELL, wellStatus: 'Active', wellCode, customFields: { a: 'y' } } as const;
    const refusal = { code: 'conflict', message: expect.stringContaining('Nothing was saved') };
    const scope = { db, companyId: company.id };
    const rows = await readTogether(db, companyReads(scope));
    const creation = createWell(interrupted(), { ...input, wellCode: 'NEW' }, rows);
    await expect(creation).rejects.toMatchObject(refusal);
    const wellRows = await readTogether(db, updateReads(scope, id));
    await expect(updateWell(interrupted(), id, input, null, wellRows)).rejects.toMatchObject(refusal);
    expect(await valuesOf(client, id)).toEqual({ a2: 'x' });
    expect(await (await client.get('/api/wells?search=NEW')).json()).toEqual([]);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['well.created']);
  });

  it('can’t be changed by viewers or other companies', async () => {
    const { client, company } = await companyWithFields([a]);
    const { id } = await addWell(client, { customFields: { a: 'x' } });
    const viewer = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    const outsider = await signIn({ memberships: [{ companyId: (await makeCompany()).id, role: 'admin' }] });
    const body = { ...WELL, wellCode: 'W', customFields: { a: 'y' } };
    await expectRefusal(() => viewer.put(`/api/wells/${id}`, body), 403, {});
    await expectRefusal(() => outsider.put(`/api/wells/${id}`, body), 404, {});
  });

  it('are streamed in parts when no limit is given', async () => {
    const { client, company } = await companyWithFields([a]);
    const { id } = await addWell(client, { customFields: { a: 'x' } });
    const codes = Array.from({ length: 450 }, (_, index) => `QX${String(index).padStart(3, '0')}`);
    await env.DB.prepare(
      `insert into well (id, company_id, well_code, well_code_key, well_name, search_key, well_status, field, active_date,
         custom_fields, ledger_id, version, created_at, updated_at)
       select lower(hex(randomblob(16))), company_id, code.value, lower(code.value), well_name, lower(code.value), well_status,
         field, active_date, json_object('a', code.value), (select max(ledger_id) from well) + 1 + code.key, 1, created_at,
         updated_at
       from well, json_each(?) code where well.id = ?`,
    )
      .bind(JSON.stringify(codes), id)
      .run();
    const valuesAt = async (path: string) => {
      const response = await client.get(path);
      return {
        response,
        values: ((await response.json()) as WellView[]).map((found) => found.customFields.a),
      };
    };
    const expected = [...codes].reverse();
    const { response, values } = await valuesAt('/api/wells/with-custom-fields?sort=-custom.a&search=qx');
    expect(values).toEqual(expected);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect((await client.get('/api/wells/with-custom-fields?sort=custom.none')).status).toBe(400);

    // Each part is read from the database as it is sent, so a caller that stops early causes no more reads.
    const parts: number[] = [];
    const scope = { db, companyId: company.id };
    const rows = await readTogether(db, wellListReads(scope, { sort: '-custom.a', search: 'qx' }));
    const ctx = contextInterrupted(client, company.id, async () => undefined);
    for await (const part of listAllWellsWithCustomFields(ctx, { sort: '-custom.a', search: 'qx' }, rows)) {
      parts.push(part.length);
    }
    expect(parts).toEqual([200, 250]);
  });
});
