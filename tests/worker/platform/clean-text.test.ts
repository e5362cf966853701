import { describe, it } from 'vitest';
import { fieldsPath, TEXT_FIELDS } from '../../support/custom-fields';
import { expectRefusal } from '../../support/refusals';
import { makeCompany, signIn } from '../../support/worker';

const LINE = 'Must not contain line breaks, control characters or direction marks';
const LINES = 'Must not contain control characters or direction marks';
const [field] = TEXT_FIELDS;

describe('control characters and direction marks', () => {
  it.each([
    ['company name', '/api/admin/companies', { name: 'A\nB', code: 'C' }, 'name', LINE],
    ['company code', '/api/admin/companies', { name: 'A', code: 'C\u202ED' }, 'code', LINE],
    [
      'company description',
      '/api/admin/companies',
      { name: 'A', code: 'C', description: 'x\u0007' },
      'description',
      LINES,
    ],
    [
      'file name',
      '/api/wells/mass-upload',
      { uploadURL: 'x', fileName: 'wells\u202Evsc.exe' },
      'fileName',
      LINE,
    ],
    ['reason', '/api/postings/none/reverse', { reason: 'x\u2066y' }, 'reason', LINES],
  ])('are rejected in a %s', async (_, path, body, name, message) => {
    const company = await makeCompany();
    const client = await signIn({
      isAdmin: true,
      memberships: [{ companyId: company.id, role: 'admin' }],
    });
    await expectRefusal(() => client.post(path, body), 400, { message, errors: { [name]: [message] } });
  });

  it.each([
    ['label', { displayName: 'A\u200FB' }, 'displayName', LINE],
    ['help', { helpText: 'x\u0000' }, 'helpText', LINES],
    ['option', { fieldType: 'select', options: ['a\tb'] }, 'options', LINE],
  ])('are rejected in the %s of a custom field', async (_, part, name, message) => {
    const company = await makeCompany();
    const client = await signIn({ memberships: [{ companyId: company.id, role: 'admin' }] });
    const path = name === 'options' ? 'customFieldTemplates.0.options.0' : `customFieldTemplates.0.${name}`;
    await expectRefusal(
      () => client.put(fieldsPath(company.id), { customFieldTemplates: [{ ...field, ...part }] }),
      400,
      { message, errors: { [path]: [message] } },
    );
  });
});
