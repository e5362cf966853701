import { describe, expect, it } from 'vitest';
import { DEFAULT_JOURNAL_SETTINGS, type JournalRow } from '~/domain/books/journal';
import type { AccretionView } from '~/schemas/books/layer-views';
import type { CompanySettingsView } from '~/schemas/people/people-views';
import { addLayer, addWell } from '../../support/layers';
import { allRows, auditOf } from '../../support/tables';
import { signIn, signInToNewCompany } from '../../support/worker';

const pathOf = (companyId: string) => `/api/companies/${companyId}/settings`;
const settlements = {
  depreciation: 'none',
  depreciationFrom: null,
  settlementOrder: 'proportion',
  settlementDifference: 'result',
  downwardRate: 'average',
  changeBasis: 'stated',
  approval: 'none',
  monthEnd: 'posts',
  tieOut: 'optional',
  fiscalYearEnd: 12,
  reasonAbove: null,
  fileAbove: null,
};
const defaults = {
  accretionMethod: 'simple',
  ...settlements,
  fieldAccounts: [],
  journal: DEFAULT_JOURNAL_SETTINGS,
};

describe('/api/companies/{companyId}/settings', () => {
  it('returns every setting, changes the given ones and audits them', async () => {
    const { client, company } = await signInToNewCompany();
    const before = await client.get(pathOf(company.id));
    expect(await before.json()).toEqual({ ...defaults, version: 1 });
    expect(before.headers.get('ETag')).toBe('"1"');

    const journal = { assetMain: ' 1900 ', cashDate: '2024-01-31', entity: 'E-7' };
    const changed = await client.put(pathOf(company.id), { accretionMethod: 'effective', journal });
    expect(changed.status).toBe(200);
    const after: CompanySettingsView = await changed.json();
    expect(after).toEqual({
      accretionMethod: 'effective',
      ...settlements,
      fieldAccounts: [],
      journal: { ...DEFAULT_JOURNAL_SETTINGS, ...journal, assetMain: '1900' },
      version: 2,
    });
    const [trace] = await auditOf(company.id);
    expect(trace).toMatchObject({
      action: 'company_settings.updated',
      userId: client.userId,
      oldValues: defaults,
    });
    const { version: _, ...given } = after;
    expect(trace?.newValues).toEqual(given);

    // Omitted settings remain; a blank account resets to the default, a blank column is saved as blank.
    await client.put(pathOf(company.id), { journal: { assetMain: '', cashDate: ' ' } });
    expect(await (await client.get(pathOf(company.id))).json()).toEqual({
      accretionMethod: 'effective',
      ...settlements,
      fieldAccounts: [],
      journal: { ...DEFAULT_JOURNAL_SETTINGS, entity: 'E-7' },
      version: 3,
    });
  });

  it('takes effect immediately in postings and journals', async () => {
    const { client, company } = await signInToNewCompany();
    const { id } = await addWell(client, { wellCode: 'A-1' });
    await addLayer(client, id, { calculationDate: '2020-12-31' });
    await client.put(pathOf(company.id), {
      accretionMethod: 'effective',
      journal: { expenseMain: '7000', liabilitySub: '9', afe: 'AFE-1', cashDate: '2021-07-01' },
    });
    const posted = await client.post('/api/accretion/calculate', {
      periodType: 'quarterly',
      periodEnd: '2021-03-31',
    });
    const [record] = (await posted.json()) as AccretionView[];
    // 27,070.90 × (1.08^(1/4) − 1); under `simple` it would be 541.42.
    expect(record).toMatchObject({ method: 'effective', accretionExpense: '525.89' });
    const journal = await client.get('/api/reports/journal-entries?beginDate=2021-01-01&endDate=2021-12-31');
    expect((await journal.json()) as JournalRow[]).toMatchObject([
      { mainAccount: '7000', subAccount: '100', afe: 'AFE-1', cashDate: '2021-07-01', netValue: '525.89' },
      { mainAccount: '2400', subAccount: '9', afe: 'AFE-1', cashDate: '2021-07-01', netValue: '-525.89' },
    ]);
  });

  it('stores accounts per field, used by the journal and the trial balance', async () => {
    const { client, company } = await signInToNewCompany();
    for (const field of ['North', 'South']) {
      const { id } = await addWell(client, { wellCode: `${field}-1`, field });
      await addLayer(client, id);
    }
    const given = [
      { field: 'North', expenseMain: ' 6801 ', assetMain: '' },
      { field: 'South', assetMain: ' ' },
    ];
    const changed = await client.put(pathOf(company.id), { fieldAccounts: given });
    expect(changed.status).toBe(200);
    expect(await changed.json()).toMatchObject({ fieldAccounts: [{ field: 'North', expenseMain: '6801' }] });
    await client.post('/api/accretion/calculate', { periodType: 'annually', periodEnd: '2020-12-31' });

    const range = 'beginDate=2020-12-01&endDate=2020-12-31';
    const journal = (await (
      await client.get(`/api/reports/journal-entries?${range}`)
    ).json()) as JournalRow[];
    expect(journal.map(({ well, mainAccount }) => [well, mainAccount])).toEqual([
      ['North-1', '6801'],
      ['North-1', '2400'],
      ['South-1', '6800'],
      ['South-1', '2400'],
    ]);
    const trial = (await (await client.get(`/api/reports/trial-balance?${range}`)).json()) as {
      mainAccount: string;
      debits: string;
    }[];
    const expenses = trial.filter(({ mainAccount }) => mainAccount.startsWith('680'));
    expect(expenses.map(({ mainAccount }) => mainAccount)).toEqual(['6800', '6801']);
    const [first, second] = expenses.map(({ debits }) => debits);
    expect(first).toBe(second);

    // Omitted accounts remain; an empty list removes them.
    await client.put(pathOf(company.id), { accretionMethod: 'simple' });
    const kept = (await (await client.get(pathOf(company.id))).json()) as CompanySettingsView;
    expect(kept.fieldAccounts).toHaveLength(1);
    const cleared = await client.put(pathOf(company.id), { fieldAccounts: [] });
    expect(await cleared.json()).toMatchObject({ fieldAccounts: [] });
  });

  it.each<[string, object, string, string]>([
    [
      'a method',
      { accretionMethod: 'straight' },
      'accretionMethod',
      'Accretion method must be simple or effective',
    ],
    ['no object', { journal: 'x' }, 'journal', 'Journal settings must be an object'],
    ['accounts that are no list', { fieldAccounts: 'x' }, 'fieldAccounts', 'Field accounts must be a list'],
    [
      'a field twice',
      { fieldAccounts: [{ field: 'North' }, { field: 'North ' }] },
      'fieldAccounts',
      'List each field only once',
    ],
    ['no field', { fieldAccounts: [{ field: ' ' }] }, 'fieldAccounts.0.field', 'Field is required'],
    ['a number', { journal: { assetMain: 1800 } }, 'journal.assetMain', 'Must be text'],
    [
      'a long account',
      { journal: { assetMain: '1'.repeat(101) } },
      'journal.assetMain',
      'Use 100 characters or fewer',
    ],
    [
      'a line break',
      { journal: { entity: 'a\nb' } },
      'journal.entity',
      'Must not contain line breaks, control characters or direction marks',
    ],
    ...['2024-02-30', '31.01.2024', '1066-10-14'].map((cashDate): [string, object, string, string] => [
      cashDate,
      { journal: { cashDate } },
      'journal.cashDate',
      'Must be a valid date (YYYY-MM-DD) between 1900-01-01 and 2199-12-31',
    ]),
  ])('rejects %s', async (_, body, field, message) => {
    const { client, company } = await signInToNewCompany();
    const before = await allRows();
    const response = await client.put(pathOf(company.id), { accretionMethod: 'effective', ...body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message, errors: { [field]: [message] } });
    expect(await allRows()).toEqual(before);
  });

  it('changes nothing but settings', async () => {
    const { client, company } = await signInToNewCompany();
    await client.put(
      pathOf(company.id),
      `{"accretionMethod": "effective", "name": "Mine", "code": "X", "version": 99, "customFieldTemplates": [{}],
        "journal": {"company": "X", "__proto__": {"entity": "x"}, "constructor": "x", "netValue": "0"}}`,
    );
    const row = (await allRows()).company?.find((found) => (found as { id: string }).id === company.id);
    expect(row).toMatchObject({
      name: company.name,
      code: company.code,
      accretion_method: 'effective',
      journal_settings: '{}',
      custom_field_templates: '[]',
      version: 2,
    });
  });

  it('rejects the slower of two concurrent edits', async () => {
    const { client, company } = await signInToNewCompany();
    const put = (entity: string) =>
      client.put(pathOf(company.id), { journal: { entity } }, { 'If-Match': '"1"' });
    const answers = await Promise.all([put('a'), put('b')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const before = await allRows();
    expect((await put('c')).status).toBe(412);
    expect(await allRows()).toEqual(before);
    expect((await auditOf(company.id)).length).toBe(1);
  });

  it('is restricted to admins of the selected company', async () => {
    const { client, company } = await signInToNewCompany();
    const other = await signInToNewCompany();
    const viewer = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    const before = await allRows();
    expect((await client.get(pathOf(other.company.id))).status).toBe(404);
    expect((await client.put(pathOf(other.company.id), { accretionMethod: 'effective' })).status).toBe(404);
    expect((await viewer.get(pathOf(company.id))).status).toBe(200);
    expect((await viewer.put(pathOf(company.id), { accretionMethod: 'effective' })).status).toBe(403);
    expect(await allRows()).toEqual(before);
  });

  it('sets the last month of the fiscal year, used for annual accretion periods', async () => {
    const { client, company } = await signInToNewCompany();
    const refused = await client.put(pathOf(company.id), { fiscalYearEnd: 13 });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      errors: { fiscalYearEnd: ['Fiscal year end must be a month from 1 to 12'] },
    });
    expect((await client.put(pathOf(company.id), { fiscalYearEnd: 6 })).status).toBe(200);
    expect(await (await client.get(pathOf(company.id))).json()).toMatchObject({ fiscalYearEnd: 6 });
    const well = await addWell(client, { activeDate: '2022-01-01' });
    await addLayer(client, well.id, { calculationDate: '2022-01-01' });
    const preview = await client.get('/api/accretion/preview?periodType=annually&periodEnd=2024-06-30');
    expect(await preview.json()).toMatchObject({ layersWithGap: 1, firstPeriodEnd: '2022-06-30' });
  });
});
