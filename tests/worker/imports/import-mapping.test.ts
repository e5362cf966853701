import { describe, expect, it } from 'vitest';
import type { ImportMapping } from '~/domain/imports/mapping';
import type { MassUploadView, RejectedRowsView, RowCheckView } from '~/schemas/imports/mass-upload';
import {
  type AccountantsFile,
  accountantsCsv,
  accountantsFile,
  accountantsMapping,
  type FileTotals,
} from '../../support/accountants-file';
import { uploadFile, waitForUpload } from '../../support/upload';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const AS_OF = '2025-12-31';

async function uploadMapped(
  client: SignedIn,
  content: string,
  mapping: ImportMapping,
  more: object = { asOf: AS_OF, additionalCost: 'total' },
): Promise<MassUploadView> {
  const uploadURL = await uploadFile(client, content);
  const started = await client.post(
    '/api/wells/mass-upload',
    { uploadURL, mapping, ...more },
    { Prefer: 'respond-async' },
  );
  expect(started.status).toBe(202);
  const { jobId } = await started.json<{ jobId: string }>();
  return waitForUpload(client, jobId);
}

const cents = (text: string) => BigInt(text.replace('.', ''));

async function expectTotals(client: SignedIn, totals: FileTotals): Promise<void> {
  const get = async <T>(path: string) => (await client.get(path)).json<T>();
  type Disclosure = Record<'group' | 'opening' | 'beginning' | 'incurred' | 'accretion' | 'ending', string>;
  const range = 'beginDate=2025-01-01&endDate=2025-12-31';
  const [total] = await get<Disclosure[]>(`/api/reports/disclosure?${range}&by=total`);
  expect([total!.opening, total!.ending].map(cents)).toEqual([totals.liability, totals.liability]);
  expect([total!.beginning, total!.incurred, total!.accretion].map(cents)).toEqual([0n, 0n, 0n]);
  const fields = await get<Disclosure[]>(`/api/reports/disclosure?${range}&by=field`);
  expect(new Map(fields.map(({ group, ending }) => [group, cents(ending)]))).toEqual(totals.byField);
  const balances = await get<{ arcCost: string; arcAccumulated: string }[]>(
    `/api/reports/balances?asOf=${AS_OF}`,
  );
  expect(balances).toHaveLength(totals.layers);
  const sum = (name: 'arcCost' | 'arcAccumulated') =>
    balances.reduce((before, row) => before + cents(row[name]), 0n);
  expect([sum('arcCost'), 0n - sum('arcAccumulated')]).toEqual([totals.arcCost, totals.arcAccumulated]);
  // The rollforward after the cutover begins with the imported balances.
  const rollforward = await get<{ beginningBalance?: string; beginning?: string }[]>(
    '/api/reports/aro-rollforward?beginDate=2026-01-01&endDate=2026-01-31',
  );
  const beginning = rollforward.reduce(
    (before, row) => before + cents((row.beginning ?? row.beginningBalance)!),
    0n,
  );
  expect(beginning).toBe(totals.liability);
  const journal = await get<unknown[]>(
    '/api/reports/journal-entries?beginDate=2000-01-01&endDate=2025-12-31',
  );
  expect(journal).toEqual([]);
}

describe('a file with custom column titles', () => {
  const cases: [string, () => { file: AccountantsFile; text: string; mapping: ImportMapping }][] = [
    [
      'as accountants have it',
      () => {
        const file = accountantsFile();
        return { file, text: accountantsCsv(file), mapping: accountantsMapping('us') };
      },
    ],
    [
      'with decimal commas',
      () => {
        const file = accountantsFile({ rows: 400, notation: 'comma' });
        return { file, text: accountantsCsv(file), mapping: accountantsMapping('comma') };
      },
    ],
    [
      'with a title row and totals below',
      () => {
        const file = accountantsFile({ rows: 400 });
        const frame = { headerRow: 3, skipRows: [405] };
        return {
          file,
          text: accountantsCsv(file, { isFramed: true }),
          mapping: { ...accountantsMapping('us'), ...frame },
        };
      },
    ],
  ];

  it.each(cases)(
    '%s imports on the first try with a saved profile, to the cent and without expense',
    async (_, make) => {
      const { file, text, mapping } = make();
      const { client } = await signInToNewCompany('admin');
      const saved = await client.post('/api/import-profiles', { name: 'Old spreadsheet', mapping });
      expect(saved.status).toBe(201);
      const [profile] = await (await client.get('/api/import-profiles')).json<{ mapping: ImportMapping }[]>();
      const upload = await uploadMapped(client, text, profile!.mapping);
      expect(upload).toMatchObject({ success: true, results: { successful: file.rows.length, failed: 0 } });
      await expectTotals(client, file.totals);
    },
  );

  const mapping: ImportMapping = {
    columns: [
      { title: 'API', to: 'wellCode' },
      { title: 'Lease', to: 'wellName' },
      { title: 'Stat', to: 'wellStatus', words: { pr: 'Active' } },
      { title: 'Spud', to: 'activeDate' },
    ],
    defaults: { field: 'North' },
  };

  it('fills blanks with a default, and rejects ambiguous cells with their original text', async () => {
    const { client } = await signInToNewCompany('admin');
    const text = 'API,Lease,Stat,Spud\nA,Alpha,PR,6/30/2020\nB,Beta,PR,01/02/2020\nC,Gamma,XX,6/30/2020\n';
    const upload = await uploadMapped(client, text, mapping, {});
    expect(upload.results).toMatchObject({ successful: 1, failed: 2 });
    expect(upload.results!.errors.map(({ row, wellCode, error }) => [row, wellCode, error])).toEqual([
      [
        3,
        'B',
        'Active date: "01/02/2020" could be two dates. Choose whether the month or the day comes first',
      ],
      [4, 'C', 'Well status: choose a meaning for "XX"'],
    ]);
    const rejected = await (
      await client.get(`/api/wells/mass-upload/${upload.jobId}/rejected-rows`)
    ).json<RejectedRowsView>();
    expect(rejected.header).toEqual(['API', 'Lease', 'Stat', 'Spud']);
    expect(rejected.rows[1]!.cells).toEqual(['C', 'Gamma', 'XX', '6/30/2020']);
    const [well] = await (await client.get('/api/wells')).json<object[]>();
    expect(well).toMatchObject({ wellCode: 'A', field: 'North', activeDate: '2020-06-30' });
  });

  it('saves the interpretation of two-digit years in a profile, and reads a file with it', async () => {
    const { client } = await signInToNewCompany('admin');
    const columns = mapping.columns.with(3, {
      title: 'Spud',
      to: 'activeDate',
      format: { dateOrder: 'mdy', shortYears: '1930' },
    });
    const body = { name: 'Short years', mapping: { ...mapping, columns } };
    expect((await client.post('/api/import-profiles', body)).status).toBe(201);
    const [profile] = await (await client.get('/api/import-profiles')).json<{ mapping: ImportMapping }[]>();
    const text = 'API,Lease,Stat,Spud\nA,Alpha,PR,6/30/85\nB,Beta,PR,6/30/05\n';
    await uploadMapped(client, text, profile!.mapping, {});
    const wells = await (await client.get('/api/wells')).json<{ activeDate: string }[]>();
    expect(wells.map(({ activeDate }) => activeDate).sort()).toEqual(['1985-06-30', '2005-06-30']);
  });

  it('doesn’t need the books’ values for existing wells', async () => {
    const { client } = await signInToNewCompany('admin');
    await uploadMapped(client, 'API,Lease,Stat,Spud\nA,Alpha,PR,6/30/2020\n', mapping, {});
    const text =
      'API,Type,Rate,Infl,Cost,Life,Date\na,initial,8,2.5,100000,25,6/30/2020\nZ,initial,8,2.5,1,25,6/30/2020\n';
    const to = [
      'wellCode',
      'layerType',
      'discountRate',
      'inflationRate',
      'pAndACost',
      'wellLifespan',
      'calculationDate',
    ];
    const titles = text.split('\n')[0]!.split(',');
    const layers = {
      columns: titles.map((title, at) => ({ title, to: to[at]!, format: { rate: 'percent' as const } })),
      wellsInBooks: true,
    };
    const upload = await uploadMapped(client, text, layers, {});
    // A mapping names no version, so an initial layer requires a new well.
    expect(upload.results!.errors.map(({ error }) => error)).toEqual([
      'Well code "a" already exists',
      'This well isn’t in the books. Correct its code, or enter its name, status, field and active date.',
    ]);
  });

  it('is rejected as a whole if the mapping doesn’t fit, with nothing written', async () => {
    const { client } = await signInToNewCompany('admin');
    const gone = await uploadMapped(client, 'API,Lease,Status\nA,Alpha,PR\n', mapping, {});
    expect(gone).toMatchObject({
      status: 'failed',
      message:
        'The file has no column "Stat". The file has no column "Spud". Choose a column or a value for: Well status, Active date.',
    });
    const late = await uploadMapped(
      client,
      'API,Lease,Stat,Spud\nA,Alpha,PR,6/30/2020\n',
      { ...mapping, headerRow: 9 },
      {},
    );
    expect(late.message).toBe('The file has no header row where the mapping expects it.');
    expect(await (await client.get('/api/wells')).json()).toEqual([]);
  });

  it.each([
    [{ columns: 'x' }, 'Columns must be a list'],
    [{ columns: [{ title: 'A', to: 7 }] }, 'A target must be text'],
    [{ columns: [{ title: 'A', to: null, format: { decimal: '.' } }] }, 'Decimal must be point or comma'],
    [
      { columns: [{ title: 'A', to: null, format: { shortYears: '1976' } }] },
      'Short years must be 1900, 1930 or 2000',
    ],
  ])('rejects %j as a mapping', async (bad, message) => {
    const { client } = await signInToNewCompany('admin');
    const answer = await client.post('/api/import-profiles', { name: 'X', mapping: bad });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe('POST /api/wells/mass-upload/check', () => {
  const titles = ['wellCode', 'wellName', 'wellStatus', 'field', 'activeDate'];
  const layerTitles = [
    ...titles,
    'layerType',
    'discountRate',
    'inflationRate',
    'pAndACost',
    'wellLifespan',
    'calculationDate',
    'currentAroValue',
  ];
  const well = (code: string) => [code, 'Well', 'Active', 'North', '2020-01-31'];
  const layer = ['initial', '8', '2.5', '100000', '25', '2020-01-31', '5000.00'];

  it('validates rows like an upload, including conflicts among them, and writes nothing', async () => {
    const { client } = await signInToNewCompany('admin');
    await client.post('/api/wells', {
      wellCode: 'OLD',
      wellName: 'Old',
      wellStatus: 'Active',
      field: 'F',
      activeDate: '2020-01-01',
    });
    const rows = [
      { row: 4, cells: [...well('A'), ...layer] },
      { row: 5, cells: [...well('B'), ...layer.with(6, '-1')] },
      { row: 6, cells: [...well('a'), ...layer] },
      { row: 7, cells: [...well('OLD'), ...layer] },
      { row: 8, cells: [...well('C').with(2, 'Plugged'), ...layer.with(5, 'x')] },
    ];
    const answer = await client.post('/api/wells/mass-upload/check', {
      titles: layerTitles,
      rows,
      asOf: AS_OF,
    });
    expect(answer.status).toBe(200);
    const view = await answer.json<RowCheckView>();
    expect(view.errors.map(({ row }) => row)).toEqual([5, 6, 7, 8]);
    expect(view.errors[1]!.error).toMatch(/duplicate of row 4 in this file/);
    expect(view.groups).toEqual([
      {
        field: 'North',
        wellStatus: 'Active',
        wells: 1,
        layers: 1,
        openings: 1,
        liability: '5000.00',
        arcCost: '27070.90',
        arcAccumulated: '0.00',
      },
    ]);
    expect(await (await client.get('/api/wells')).json()).toHaveLength(1);
    expect(await (await client.get('/api/postings')).json()).toEqual([]);
  });

  it('rejects unknown columns, too many rows, and balances dated in the future', async () => {
    const { client } = await signInToNewCompany('admin');
    const check = async (body: object) => {
      const answer = await client.post('/api/wells/mass-upload/check', body);
      return [answer.status, await answer.json<{ error: { message: string } | string; message?: string }>()];
    };
    expect((await check({ titles: ['API'], rows: [] }))[0]).toBe(400);
    const many = Array.from({ length: 1_001 }, (_, row) => ({ row: row + 2, cells: [] }));
    expect((await check({ titles, rows: many }))[0]).toBe(400);
    expect((await check({ titles, rows: [], asOf: '2199-12-31' }))[0]).toBe(400);
  });
});

describe('import profiles', () => {
  const mapping = { columns: [{ title: 'API', to: 'wellCode' }] };
  const path = '/api/import-profiles';

  it('are created, replaced and deleted by name, each with an audit row', async () => {
    const { client } = await signInToNewCompany('admin');
    const made = await client.post(path, { name: 'Quorum', mapping });
    const { id, version } = await made.json<{ id: string; version: number }>();
    const taken = await client.post(path, { name: ' QUORUM', mapping });
    expect([taken.status, await taken.text()]).toEqual([409, expect.stringContaining('already exists')]);
    const other = { columns: [{ title: 'UWI', to: 'wellCode' }] };
    const put = await client.put(
      `${path}/${id}`,
      { name: 'Enertia', mapping: other },
      { 'If-Match': `"${version}"` },
    );
    expect(await put.json()).toMatchObject({ name: 'Enertia', mapping: other, version: 2 });
    const stale = await client.put(
      `${path}/${id}`,
      { name: 'Late', mapping },
      { 'If-Match': `"${version}"` },
    );
    expect(stale.status).toBe(412);
    expect(await (await client.get(path)).json()).toMatchObject([{ id, name: 'Enertia' }]);
    expect((await client.delete(`${path}/${id}`)).status).toBe(204);
    expect((await client.delete(`${path}/${id}`)).status).toBe(404);
    expect(await (await client.get(path)).json()).toEqual([]);
    const rows = await (await client.get('/api/audit-logs')).json<{ action: string; oldValues: unknown }[]>();
    const ours = rows.filter(({ action }) => action.startsWith('import_profile.'));
    expect(ours.map(({ action }) => action)).toEqual([
      'import_profile.deleted',
      'import_profile.updated',
      'import_profile.created',
    ]);
    expect(ours[1]!.oldValues).toEqual({ name: 'Quorum', mapping });
  });

  it('are visible to their own company only', async () => {
    const [{ client }, { client: other }] = [
      await signInToNewCompany('admin'),
      await signInToNewCompany('admin'),
    ];
    const { id } = await (await client.post(path, { name: 'Quorum', mapping })).json<{ id: string }>();
    expect(await (await other.get(path)).json()).toEqual([]);
    expect((await other.put(`${path}/${id}`, { name: 'Mine', mapping })).status).toBe(404);
    expect((await other.delete(`${path}/${id}`)).status).toBe(404);
    const { client: viewer } = await signInToNewCompany('viewer');
    expect((await viewer.post(path, { name: 'Q', mapping })).status).toBe(403);
  });
});
