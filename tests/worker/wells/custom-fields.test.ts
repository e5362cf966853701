import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { companyReads } from '~/services/people/change-company.server';
import { readTogether } from '~/services/platform/reads.server';
import { replaceCustomFields } from '~/services/wells/custom-field.server';
import { companyWithFields, fieldsPath, putFields, TEXT_FIELDS, valuesOf } from '../../support/custom-fields';
import { addWell, contextInterrupted } from '../../support/layers';
import { expectRefusal } from '../../support/refusals';
import { auditOf } from '../../support/tables';
import { db, signIn, signInToNewCompany } from '../../support/worker';

const [a, b] = TEXT_FIELDS;

describe('PUT /api/companies/{companyId}/custom-fields', () => {
  it('replaces the list and audits both versions', async () => {
    const { client, company } = await signInToNewCompany();
    const first = await client.get(fieldsPath(company.id));
    expect(await first.json()).toEqual([]);
    expect(first.headers.get('ETag')).toBe('"1"');

    const response = await putFields(client, company.id, [a, b]);
    expect(response.status).toBe(200);
    expect(response.headers.get('ETag')).toBe('"2"');
    expect(await response.json()).toEqual([a, b]);
    expect(await (await client.get(fieldsPath(company.id))).json()).toEqual([a, b]);

    await putFields(client, company.id, [b]);
    expect(await auditOf(company.id)).toMatchObject([
      {
        action: 'custom_fields.updated',
        userId: client.userId,
        companyId: company.id,
        oldValues: { customFieldTemplates: [] },
        newValues: { customFieldTemplates: [a, b] },
      },
      {
        oldValues: { customFieldTemplates: [a, b] },
        newValues: { customFieldTemplates: [{ ...b, order: 0 }] },
      },
    ]);
    // Saving the list exactly as returned changes nothing.
    const list = await (await client.get(fieldsPath(company.id))).json<object[]>();
    expect((await putFields(client, company.id, list)).status).toBe(200);
    expect(await auditOf(company.id)).toHaveLength(2);
  });

  it('stores only the properties that apply to each field type, and assigns ids and positions', async () => {
    const { client, company } = await signInToNewCompany();
    const rules = { minLength: '2', maxLength: 5, min: -1, max: '1.5', pattern: '[A-Z]+' };
    const given = {
      displayName: ' It ',
      validation: rules,
      options: [' x ', '', 'y'],
      helpText: ' ',
      owner: 'me',
    };
    const response = await putFields(client, company.id, [
      { ...given, fieldName: ' t ', fieldType: 'text', order: 5 },
      { ...given, fieldName: 'n', fieldType: 'number', required: true, order: 4 },
      { ...given, fieldName: 's', fieldType: 'select', helpText: 'Help', order: 3 },
      { ...given, fieldName: 'd', fieldType: 'date', validation: null, options: null, order: 2 },
    ]);
    const list = (await response.json()) as CustomFieldTemplate[];
    expect(list).toEqual([
      {
        id: expect.any(String),
        fieldName: 'd',
        displayName: 'It',
        fieldType: 'date',
        required: false,
        order: 0,
      },
      {
        id: expect.any(String),
        fieldName: 's',
        displayName: 'It',
        fieldType: 'select',
        required: false,
        options: ['x', 'y'],
        helpText: 'Help',
        order: 1,
      },
      {
        id: expect.any(String),
        fieldName: 'n',
        displayName: 'It',
        fieldType: 'number',
        required: true,
        validation: { min: -1, max: 1.5 },
        order: 2,
      },
      {
        id: expect.any(String),
        fieldName: 't',
        displayName: 'It',
        fieldType: 'text',
        required: false,
        validation: { minLength: 2, maxLength: 5, pattern: '[A-Z]+' },
        order: 3,
      },
    ]);
    const ids = list.map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^field_\d+$/);
  });

  it('accepts a hundred fields and a thousand options', async () => {
    const { client, company } = await signInToNewCompany();
    const options = Array.from({ length: 1000 }, (_, index) => `Option ${index} ${'x'.repeat(150)}`);
    const many = Array.from({ length: 99 }, (_, index) => ({
      ...a,
      id: `f${index}`,
      fieldName: `f${index}`,
    }));
    const response = await putFields(client, company.id, [{ ...a, fieldType: 'select', options }, ...many]);
    expect(response.status).toBe(200);
    expect(((await response.json()) as CustomFieldTemplate[])[0]?.options).toEqual(options);
  });

  it.each<[string, unknown, string, string]>([
    ['no list', { 0: a }, 'customFieldTemplates', 'Custom fields must be a list'],
    ['no field', ['a'], 'customFieldTemplates.0', 'A custom field must be an object'],
    ['no name', [{ ...a, fieldName: ' ' }], 'customFieldTemplates.0.fieldName', 'Field name is required'],
    [
      'a name with a blank',
      [a, { ...b, fieldName: 'two words' }],
      'customFieldTemplates.1.fieldName',
      'Use only letters, numbers and underscores',
    ],
    [
      'a long name',
      [{ ...a, fieldName: 'x'.repeat(51) }],
      'customFieldTemplates.0.fieldName',
      'Use 50 characters or fewer',
    ],
    ...['__proto__', 'constructor', 'prototype', 'toString'].map(
      (fieldName): [string, unknown, string, string] => [
        `the name ${fieldName}`,
        [{ ...a, fieldName }],
        'customFieldTemplates.0.fieldName',
        'This field name is reserved. Choose another.',
      ],
    ),
    [
      'a name twice, in another case',
      [a, { ...b, fieldName: 'A' }],
      'customFieldTemplates.1.fieldName',
      'Field name "A" is already in use',
    ],
    ['an id twice', [a, { ...b, id: a.id }], 'customFieldTemplates.1.id', 'Duplicate id "field_1"'],
    [
      'no display name',
      [{ ...a, displayName: undefined }],
      'customFieldTemplates.0.displayName',
      'Display name is required',
    ],
    [
      'a long display name',
      [{ ...a, displayName: 'x'.repeat(101) }],
      'customFieldTemplates.0.displayName',
      'Use 100 characters or fewer',
    ],
    [
      'an unknown type',
      [{ ...a, fieldType: 'colour' }],
      'customFieldTemplates.0.fieldType',
      'Field type must be text, number, date, select, textarea or checkbox',
    ],
    [
      'required in words',
      [{ ...a, required: 'yes' }],
      'customFieldTemplates.0.required',
      'Required must be true or false',
    ],
    [
      'a dropdown without options',
      [{ ...a, fieldType: 'select', options: [' ', ''] }],
      'customFieldTemplates.0.options',
      'At least one option is required',
    ],
    [
      'an option twice',
      [{ ...a, fieldType: 'select', options: ['x', ' x'] }],
      'customFieldTemplates.0.options',
      'Duplicate option "x"',
    ],
    [
      'a long option',
      [{ ...a, fieldType: 'select', options: ['x'.repeat(201)] }],
      'customFieldTemplates.0.options.0',
      'An option can’t exceed 200 characters',
    ],
    [
      'too many options',
      [{ ...a, fieldType: 'select', options: Array.from({ length: 1001 }, (_, index) => `${index}`) }],
      'customFieldTemplates.0.options',
      'You can add up to 1000 options',
    ],
    [
      'too many fields',
      Array.from({ length: 101 }, (_, index) => ({ ...a, id: `${index}`, fieldName: `f${index}` })),
      'customFieldTemplates',
      'You can add up to 100 custom fields',
    ],
    [
      'more than a row can hold',
      Array.from({ length: 4 }, (_, field) => ({
        ...a,
        id: `${field}`,
        fieldName: `f${field}`,
        fieldType: 'select',
        options: Array.from({ length: 1000 }, (_, index) => `${index} ${'x'.repeat(150)}`),
      })),
      'customFieldTemplates',
      'Your custom fields exceed the size limit. Remove some options or shorten the help text.',
    ],
    [
      'a length that is no number',
      [{ ...a, validation: { minLength: 'two' } }],
      'customFieldTemplates.0.validation.minLength',
      'Minimum length must be a number',
    ],
    [
      'a length out of reach',
      [{ ...a, validation: { maxLength: 10_001 } }],
      'customFieldTemplates.0.validation.maxLength',
      'Maximum length must be at most 10000',
    ],
    [
      'lengths out of order',
      [{ ...a, validation: { minLength: 3, maxLength: 2 } }],
      'customFieldTemplates.0.validation.maxLength',
      'Maximum length can’t be less than minimum length',
    ],
    [
      'bounds out of order',
      [{ ...a, fieldType: 'number', validation: { min: 3, max: 2 } }],
      'customFieldTemplates.0.validation.max',
      'Maximum value can’t be less than minimum value',
    ],
    [
      'a pattern that is none',
      [{ ...a, validation: { pattern: '(' } }],
      'customFieldTemplates.0.validation.pattern',
      'Missing closing )',
    ],
    [
      'a pattern with a back-reference',
      [{ ...a, validation: { pattern: '(a)\\1' } }],
      'customFieldTemplates.0.validation.pattern',
      '\\1 isn’t supported',
    ],
    [
      'a help text of pages',
      [{ ...a, helpText: 'x'.repeat(501) }],
      'customFieldTemplates.0.helpText',
      'Use 500 characters or fewer',
    ],
  ])('rejects %s', async (_, list, path, message) => {
    const { client, company } = await signInToNewCompany();
    await expectRefusal(() => putFields(client, company.id, list), 400, {
      message,
      errors: { [path]: [message] },
    });
  });

  it('rejects patterns that would take too long together, and accepts them with a maximum length', async () => {
    const { client, company } = await signInToNewCompany();
    const withPatterns = (count: number, rules: Record<string, unknown>) =>
      Array.from({ length: count }, (_, index) => ({
        ...a,
        id: `${index}`,
        fieldName: `f${index}`,
        validation: rules,
      }));
    const message =
      'The patterns together take too long to check. Set maximum lengths for the fields, or use fewer or smaller repetitions.';
    const heavy = '[A-Z ]{1,255}';
    await expectRefusal(() => putFields(client, company.id, withPatterns(5, { pattern: heavy })), 400, {
      message,
      errors: { customFieldTemplates: [message] },
    });
    await expectRefusal(
      () => putFields(client, company.id, withPatterns(100, { pattern: heavy, maxLength: 10 })),
      400,
      { message },
    );
    const taken = [
      withPatterns(1, { pattern: heavy }),
      withPatterns(5, { pattern: heavy, maxLength: 255 }),
      withPatterns(100, { pattern: '\\d{2}-\\d{3}-\\d{5}' }),
    ];
    for (const list of taken) expect((await putFields(client, company.id, list)).status).toBe(200);
  });

  it('rejects an edit of an older list, and keeps the newer one', async () => {
    const { client, company } = await companyWithFields([a]);
    const match = { 'If-Match': '"2"' };
    const answers = await Promise.all([
      putFields(client, company.id, [a, b], match),
      putFields(client, company.id, [b], match),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    await expectRefusal(() => putFields(client, company.id, [], match), 412, {
      message: 'Someone else changed this while you were editing. Nothing was saved.',
    });
    expect((await putFields(client, company.id, [], { 'If-Match': '"3"' })).status).toBe(200);
  });

  it('is planned again when the list changes in between, unless a version was given', async () => {
    const { client, company } = await companyWithFields([a]);
    const { id: wellId } = await addWell(client, { customFields: { a: 'x' } });
    const renamed = { customFieldTemplates: [{ ...a, fieldName: 'c' } as CustomFieldTemplate] };
    const interrupted = () =>
      contextInterrupted(client, company.id, async () => {
        await putFields(client, company.id, [{ ...a, fieldName: 'b' }]);
      });
    const read = () => readTogether(db, companyReads({ db, companyId: company.id }));
    await replaceCustomFields(interrupted(), company.id, renamed, null, await read());
    expect(await valuesOf(client, wellId)).toEqual({ c: 'x' });

    const { version } = (await env.DB.prepare('select version from company where id = ?')
      .bind(company.id)
      .first<{ version: number }>())!;
    const rows = await read();
    await expect(
      replaceCustomFields(interrupted(), company.id, renamed, version, rows),
    ).rejects.toMatchObject({ code: 'stale' });
    expect(await valuesOf(client, wellId)).toEqual({ b: 'x' });
  });

  it('rejects a new name that is an upload column, and leaves an existing one alone', async () => {
    const { client, company } = await companyWithFields([a]);
    for (const fieldName of ['Well_Name', 'aro_value', 'layerType', 'FIELD']) {
      const message = `Uploads already have a column named "${fieldName}". Choose another name.`;
      await expectRefusal(() => putFields(client, company.id, [a, { ...b, fieldName }]), 400, {
        message,
        errors: { 'customFieldTemplates.1.fieldName': [message] },
      });
    }
    // Other upload columns yield to a custom field of the same name.
    const retirement = { ...b, fieldName: 'retirement_date' };
    expect((await putFields(client, company.id, [a, retirement])).status).toBe(200);

    const old = { ...b, fieldName: 'Well_Name' };
    await env.DB.prepare('update company set custom_field_templates = ? where id = ?')
      .bind(JSON.stringify([a, old]), company.id)
      .run();
    const renamed = [{ ...a, fieldName: 'c' }, old];
    expect(await (await putFields(client, company.id, renamed)).json()).toEqual(renamed);
    expect((await putFields(client, company.id, [{ ...old, fieldName: 'Name' }])).status).toBe(200);
  });

  it('is restricted to admins of the selected company', async () => {
    const { client, company } = await companyWithFields([a]);
    const other = await companyWithFields([b]);
    const unknown = crypto.randomUUID();
    for (const id of [other.company.id, unknown]) {
      expect((await client.get(fieldsPath(id))).status).toBe(404);
      await expectRefusal(() => putFields(client, id, []), 404, { message: 'Company not found' });
    }
    const viewer = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    expect(await (await viewer.get(fieldsPath(company.id))).json()).toEqual([a]);
    await expectRefusal(() => putFields(viewer, company.id, []), 403, {
      message: 'Company admin role required',
    });
  });
});
