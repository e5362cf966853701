import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { WellView } from '~/schemas/wells/well-views';
import { bodyOf, postingsOf } from '../../support/books';
import { companyWithFields, putFields, TEXT_FIELDS } from '../../support/custom-fields';
import {
  type CsvRow,
  checkRows,
  csvOf,
  deliver,
  LAYER_ROW,
  queueUpload,
  stateOf,
  upload,
  WELL_ROW,
} from '../../support/mass-upload';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

async function wellOf(client: SignedIn, code: string): Promise<WellView> {
  const wells = await (await client.get('/api/wells/with-custom-fields')).json<WellView[]>();
  return wells.find(({ wellCode }) => wellCode === code)!;
}

const TWO_IMPORTS = 'Import the status change and the layer in separate files';

/** A layer measured against its well’s carrying amount on its day. */
const REMEASURED = {
  ...LAYER_ROW,
  layerType: 'additional',
  measurement: 'remeasure',
  calculationDate: '2025-06-30',
};

const well = (code: string, more: CsvRow = {}): CsvRow => ({ ...WELL_ROW, wellCode: code, ...more });

async function auditOf(wellId: string) {
  const { results } = await env.DB.prepare(
    `select action, user_id as userId, old_values as oldValues, new_values as newValues from audit_log
     where entity_type = 'well' and entity_id = ? order by id`,
  )
    .bind(wellId)
    .all<{ action: string; userId: string; oldValues: string; newValues: string }>();
  return results;
}

describe('a row for an existing well', () => {
  it('is rejected unless the user chose to update wells, and then shows old and new values with nothing written', async () => {
    const { client, company } = await signInToNewCompany('admin');
    await upload(client, company.id, [well('A-1'), well('A-2')]);
    const rows = [
      well('a-1', {
        wellName: 'New name',
        retirementDate: '2040-12-31',
        workingInterest: '62.5%',
        workingInterestFrom: '2020-01-01',
      }),
      well('A-2'),
      well('A-3'),
    ];
    const refused = await checkRows(client, rows, {});
    expect(refused.errors.map(({ row, error }) => [row, error])).toEqual([
      [2, 'Well code "a-1" already exists'],
      [3, 'Well code "A-2" already exists'],
    ]);
    expect(refused.updates).toEqual([]);
    const before = await wellOf(client, 'A-1');
    const checked = await checkRows(client, rows);
    expect(checked.errors).toEqual([]);
    expect(checked.updates).toEqual([
      {
        row: 2,
        wellCode: 'A-1',
        version: 1,
        changes: [
          { field: 'wellName', from: 'Well', to: 'New name' },
          { field: 'retirementDate', from: null, to: '2040-12-31' },
          { field: 'workingInterests', from: null, to: '62.50% from 2020-01-01' },
        ],
        addsInitialLayer: false,
      },
    ]);
    expect(checked.unchanged).toEqual([3]);
    expect(checked.groups.map(({ wells }) => wells)).toEqual([1]);
    expect(await wellOf(client, 'A-1')).toEqual(before);
  });

  it('may leave blank what the books have, which the check returns and an upload still requires', async () => {
    const { client, company } = await signInToNewCompany('admin');
    await upload(client, company.id, [well('A-1', { wellStatus: 'Inactive' })]);
    const blank = { wellName: '', wellStatus: '', field: ' ', activeDate: '' };
    const balance = { ...LAYER_ROW, wellCode: 'A-1', ...blank, currentAroValue: '5000' };
    const rows = [balance, { ...balance, wellCode: 'a-1', layerType: 'additional', wellName: 'Well' }];
    const more = { existing: 'update', additionalCost: 'added', asOf: '2025-12-31' };
    const refused = await checkRows(client, rows, more);
    expect(refused.errors.map(({ row }) => row)).toEqual([2, 3]);
    expect(refused.filled).toEqual([]);
    const typo = { ...balance, wellCode: 'A-7' };
    const checked = await checkRows(client, [...rows, typo, well('A-8')], { ...more, wellsInBooks: true });
    expect(checked.errors).toEqual([
      {
        row: 4,
        wellCode: 'A-7',
        error:
          'This well isn’t in the books. Correct its code, or enter its name, status, field and active date.',
      },
    ]);
    const inBooks = { ...WELL_ROW, wellStatus: 'Inactive' };
    expect(checked.filled).toEqual([
      { row: 2, ...inBooks },
      { row: 3, ...inBooks },
    ]);
    expect(checked.updates).toMatchObject([{ row: 2, changes: [], addsInitialLayer: true }]);
    const [first, second] = rows.map((row) => ({ ...row, ...inBooks }));
    const sent = [{ ...first!, wellVersion: '1' }, second!];
    const terms = { additionalCost: 'added' as const, asOf: '2025-12-31' };
    expect(await upload(client, company.id, rows, terms)).toMatchObject({ failed_rows: 2 });
    expect(await upload(client, company.id, sent, terms)).toMatchObject({ successful_rows: 2 });
  });

  it('updates the reviewed version like a user would, with an audit row of old and new values', async () => {
    const { client, company } = await signInToNewCompany('admin');
    await upload(client, company.id, [
      well('A-1', { workingInterest: '50', workingInterestFrom: '2019-07-01' }),
    ]);
    const { id } = await wellOf(client, 'A-1');
    const row = well('A-1', {
      field: 'Bakken',
      workingInterest: '75',
      workingInterestFrom: '2023-01-01',
      wellVersion: '1',
    });
    expect(await upload(client, company.id, [row])).toMatchObject({ successful_rows: 1, failed_rows: 0 });
    const after = await wellOf(client, 'A-1');
    expect(after).toMatchObject({
      id,
      field: 'Bakken',
      wellName: 'Well',
      workingInterests: [
        { from: '2019-07-01', percent: '50.00' },
        { from: '2023-01-01', percent: '75.00' },
      ],
    });
    expect(after.version).toBeGreaterThan(1);
    const [updated] = await auditOf(id);
    expect(updated).toMatchObject({ action: 'well.updated', userId: client.userId });
    expect(JSON.parse(updated!.oldValues)).toMatchObject({
      field: 'OSELVAR',
      version: 1,
      workingInterests: [{ from: '2019-07-01', percent: '50.00' }],
    });
    expect(JSON.parse(updated!.newValues)).toMatchObject({
      field: 'Bakken',
      workingInterests: [
        { from: '2019-07-01', percent: '50.00' },
        { from: '2023-01-01', percent: '75.00' },
      ],
    });
  });

  it('is rejected by name if the well was changed or deleted after the review', async () => {
    const { client, company } = await signInToNewCompany('admin');
    await upload(client, company.id, [well('A-1'), well('A-2'), well('A-3')]);
    const { updates } = await checkRows(client, [
      well('A-1', { wellName: 'Mine' }),
      well('A-2', { wellName: 'Mine' }),
      well('A-3', { wellName: 'Mine' }),
    ]);
    const theirs = await wellOf(client, 'A-1');
    const { id: deleted } = await wellOf(client, 'A-2');
    const put = await client.put(`/api/wells/${theirs.id}`, {
      ...WELL_ROW,
      wellCode: 'A-1',
      wellName: 'Theirs',
    });
    expect(put.status).toBe(200);
    expect((await client.delete(`/api/wells/${deleted}`)).ok).toBe(true);
    const versionOf = (code: string) => String(updates.find(({ wellCode }) => wellCode === code)!.version);
    const result = await upload(
      client,
      company.id,
      ['A-1', 'A-2', 'A-3'].map((code) => well(code, { wellName: 'Mine', wellVersion: versionOf(code) })),
    );
    expect(result).toMatchObject({ successful_rows: 1, failed_rows: 2 });
    expect(result.rejected.map(({ wellCode, error }) => [wellCode, error.slice(0, 44)])).toEqual([
      ['A-1', 'Someone changed this well after you reviewed'],
      ['A-2', 'Well "A-2" no longer exists. Choose the file'],
    ]);
    expect((await wellOf(client, 'A-1')).wellName).toBe('Theirs');
    expect((await wellOf(client, 'A-3')).wellName).toBe('Mine');
  });

  it('keeps values that it leaves blank, and is validated with the well’s values', async () => {
    const [remark] = TEXT_FIELDS;
    const { client, company } = await companyWithFields([
      { ...remark, required: true },
      { ...remark, id: 'field_b', fieldName: 'b', displayName: 'B', order: 1 },
    ]);
    await upload(client, company.id, [well('A-1', { a: 'one', b: 'two' })]);
    const row = well('A-1', { b: 'three' });
    const checked = await checkRows(client, [row]);
    expect(checked.errors).toEqual([]);
    expect(checked.updates[0]?.changes).toEqual([{ field: 'custom.b', from: 'two', to: 'three' }]);
    expect(await upload(client, company.id, [{ ...row, wellVersion: '1' }])).toMatchObject({
      failed_rows: 0,
    });
    expect((await wellOf(client, 'A-1')).customFields).toEqual({ a: 'one', b: 'three' });
  });

  it('plugs its well today and posts the accretion through today, as previewed', async () => {
    const { client, company } = await signInToNewCompany('admin');
    await upload(client, company.id, [well('A-1', { ...LAYER_ROW })]);
    const row = well('A-1', { wellStatus: 'Plugged' });
    const checked = await checkRows(client, [row]);
    expect(checked.updates[0]?.changes.map(({ field }) => field)).toEqual(['wellStatus', 'pluggedOn']);
    expect(Number(checked.pluggingAccretion)).toBeGreaterThan(0);
    expect(await upload(client, company.id, [{ ...row, wellVersion: '1' }])).toMatchObject({
      failed_rows: 0,
    });
    // The job runs with its own date.
    expect(await wellOf(client, 'A-1')).toMatchObject({ wellStatus: 'Plugged', pluggedOn: '2026-01-15' });
    const report = await (await client.get('/api/books/check')).json<{ ok: boolean }>();
    expect(report.ok).toBe(true);
  });

  it('adds its additional layer with the change, and is rejected as a whole if the layer is', async () => {
    const { client, company } = await signInToNewCompany('admin');
    await upload(client, company.id, [well('A-1', { ...LAYER_ROW }), well('A-2')]);
    const layer = {
      ...LAYER_ROW,
      layerType: 'additional',
      measurement: 'increment',
      calculationDate: '2021-01-01',
    };
    const result = await upload(client, company.id, [
      well('A-1', { ...layer, wellName: 'Renamed', wellVersion: '1' }),
      well('A-2', { ...layer, wellName: 'Renamed', wellVersion: '1' }),
    ]);
    expect(result).toMatchObject({ successful_rows: 1, failed_rows: 1 });
    expect((await wellOf(client, 'A-1')).wellName).toBe('Renamed');
    expect((await wellOf(client, 'A-2')).wellName).toBe('Well');
  });

  it.each([
    ['before', [0, 1]],
    ['after', [1, 0]],
  ])(
    'that plugs it allows no layer from a row %s it, because each is measured on its day',
    async (_, order) => {
      const { client, company } = await signInToNewCompany('admin');
      await upload(client, company.id, [well('A-1', { ...LAYER_ROW })]);
      const [layer, change] = [
        { ...REMEASURED, wellStatus: order[0] === 0 ? 'Active' : 'Plugged' },
        { wellStatus: 'Plugged', wellVersion: '1' },
      ];
      const rows = order.map((place) => well('A-1', place === 0 ? layer : change));
      expect((await checkRows(client, rows)).errors).toMatchObject([{ row: 3 }]);
      expect(await upload(client, company.id, rows)).toMatchObject({
        successful_rows: 1,
        rejected: [{ row: 3, error: TWO_IMPORTS }],
      });
      expect(await bodyOf(await client.get('/api/books/check'))).toMatchObject({ ok: true, differences: [] });
    },
  );

  it('only adds its layer if it repeats the well, even if a field became required, in review and upload', async () => {
    const { client, company } = await companyWithFields([...TEXT_FIELDS]);
    await upload(client, company.id, [well('A-1', { ...LAYER_ROW, a: 'x' })]);
    const required = TEXT_FIELDS.map((field) => ({ ...field, required: true }));
    expect((await putFields(client, company.id, required)).status).toBe(200);
    const added = { ...LAYER_ROW, layerType: 'additional', measurement: 'increment', a: 'x' };
    const row = well('A-1', { ...added, calculationDate: '2025-06-30' });
    expect(await checkRows(client, [row])).toMatchObject({ errors: [], updates: [], unchanged: [] });
    // A row that changes the well is validated like a user's change.
    expect((await checkRows(client, [{ ...row, wellName: 'New' }])).errors).toMatchObject([
      { error: 'B is required' },
    ]);
    expect(await upload(client, company.id, [row])).toMatchObject({ successful_rows: 1, failed_rows: 0 });
  });

  it('that plugs it leaves nothing posted if its layer is rejected', async () => {
    const { client, company } = await signInToNewCompany('admin');
    await upload(client, company.id, [well('A-1', { ...LAYER_ROW })]);
    const row = well('A-1', { ...REMEASURED, wellStatus: 'Plugged', wellVersion: '1' });
    const checked = await checkRows(client, [row]);
    expect(checked.errors).toMatchObject([{ row: 2, error: TWO_IMPORTS }]);
    expect(checked.pluggingAccretion).toBe('0.00');
    expect(await upload(client, company.id, [row])).toMatchObject({ successful_rows: 0, failed_rows: 1 });
    expect(await wellOf(client, 'A-1')).toMatchObject({ wellStatus: 'Active', version: 1 });
    expect(await postingsOf(client, 'kind=accretion')).toEqual([]);
  });

  it('is rejected with a second initial layer, and so is a second row for the same well', async () => {
    const { client, company } = await signInToNewCompany('admin');
    await upload(client, company.id, [well('A-1', LAYER_ROW), well('A-2', LAYER_ROW)]);
    const { errors } = await checkRows(client, [
      well('A-1', { ...LAYER_ROW, wellName: 'New' }),
      well('A-2', { wellName: 'New' }),
      well('A-2', { wellName: 'Newer' }),
    ]);
    expect(errors.map(({ row, error }) => [row, error])).toEqual([
      [
        2,
        'Well "A-1" already has an initial layer. To import it again, reverse the upload that added it. To update only the well, leave out the layer columns.',
      ],
      [4, 'Well code "A-2" is a duplicate of row 3 in this file'],
    ]);
  });

  it('imports the balance of a well without a layer, also after a wrong import was reversed', async () => {
    const { client, company } = await signInToNewCompany('admin');
    await upload(client, company.id, [well('A-1'), well('A-2')]);
    const balance = { ...LAYER_ROW, currentAroValue: '28000.00' };
    const rows = [well('A-1', balance), well('a-2', { ...balance, wellName: 'New' })];
    expect((await checkRows(client, rows, {})).errors).toHaveLength(2);
    const checked = await checkRows(client, rows);
    expect(checked.errors).toEqual([]);
    expect(checked.updates).toEqual([
      {
        row: 3,
        wellCode: 'A-2',
        version: 1,
        changes: [{ field: 'wellName', from: 'Well', to: 'New' }],
        addsInitialLayer: true,
      },
      { row: 2, wellCode: 'A-1', version: 1, changes: [], addsInitialLayer: true },
    ]);
    expect(checked.groups.map(({ wells, layers, liability }) => [wells, layers, liability])).toEqual([
      [0, 2, '56000.00'],
    ]);
    const reviewed = rows.map((row) => ({ ...row, wellVersion: '1' }));
    expect(await upload(client, company.id, reviewed)).toMatchObject({ successful_rows: 2 });
    const [wrong] = await postingsOf(client, 'kind=opening');
    expect(wrong!.totals.liability).toBe('56000.00');
    const again = await checkRows(client, rows);
    expect(again.errors.map(({ row }) => row)).toEqual([2, 3]);

    await bodyOf(await client.post(`/api/postings/${wrong!.id}/reverse`, { reason: 'Wrong balances' }), 201);
    const { updates } = await checkRows(client, rows);
    const corrected = rows.map((row, index) => ({
      ...row,
      currentAroValue: '27500.00',
      wellVersion: String(updates.find((update) => update.row === index + 2)!.version),
    }));
    expect(await upload(client, company.id, corrected)).toMatchObject({ successful_rows: 2 });
    const [posted] = await postingsOf(client, 'kind=opening');
    expect(posted!.movements.map(({ layerNumber, liability }) => [layerNumber, liability])).toEqual([
      [2, '27500.00'],
      [2, '27500.00'],
    ]);
    expect(await bodyOf(await client.get('/api/books/check'))).toMatchObject({ ok: true });
  });

  it('is applied once, however often the message is delivered', async () => {
    const { client, company } = await signInToNewCompany('admin');
    await upload(client, company.id, [well('A-1'), well('A-2')]);
    const rows = ['A-1', 'A-2'].map((code) => well(code, { wellName: 'New', wellVersion: '1' }));
    const job = await queueUpload(client, company.id, csvOf(rows));
    await Promise.all([deliver(job, 1), deliver(job, 1)]);
    await deliver(job, 1);
    expect(await stateOf(job)).toMatchObject({ status: 'done', successful_rows: 2, failed_rows: 0 });
    for (const code of ['A-1', 'A-2']) {
      const { id, version } = await wellOf(client, code);
      expect(version).toBe(2);
      expect(await auditOf(id)).toHaveLength(1);
    }
  });
});

describe('a working interest in a file', () => {
  it('has its own date, and further rows of the file may add others', async () => {
    const { client, company } = await signInToNewCompany('admin');
    const interest = (percent: string, from: string) => ({
      workingInterest: percent,
      workingInterestFrom: from,
    });
    const rows = [
      well('A-1', interest('87.5', '2020-01-01')),
      well('A-1', interest('73.4375%', '2023-01-01')),
      well('A-2', { ...LAYER_ROW, ...interest('50', '2020-01-01') }),
    ];
    const another = { ...well('A-1', interest('60', '2024-01-01')), wellName: 'Another well' };
    const result = await upload(client, company.id, [...rows, another], { rowsAtATime: 1 });
    expect(result).toMatchObject({ successful_rows: 3, failed_rows: 1 });
    expect(result.rejected[0]?.error).toMatch(/^wellName is "Another well" in the file/);
    expect((await wellOf(client, 'A-1')).workingInterests).toEqual([
      { from: '2020-01-01', percent: '87.50' },
      { from: '2023-01-01', percent: '73.4375' },
    ]);
    expect((await wellOf(client, 'A-2')).workingInterests).toEqual([
      { from: '2020-01-01', percent: '50.00' },
    ]);
  });

  it('is rejected with a message if undated, zero, above 100%, or different from the well’s', async () => {
    const { client, company } = await signInToNewCompany('admin');
    const layer = {
      ...LAYER_ROW,
      layerType: 'additional',
      measurement: 'increment',
      calculationDate: '2021-01-01',
    };
    const { rejected } = await upload(client, company.id, [
      well('A-1', { workingInterest: '50' }),
      well('A-2', { workingInterestFrom: '2020-01-01' }),
      well('A-3', { workingInterest: '0', workingInterestFrom: '2020-01-01' }),
      well('A-4', { workingInterest: '100.5', workingInterestFrom: '2020-01-01' }),
      well('A-5', { ...LAYER_ROW, workingInterest: '50', workingInterestFrom: '2020-01-01' }),
      well('A-5', { ...layer, workingInterest: '60', workingInterestFrom: '2020-01-01' }),
    ]);
    expect(rejected.map(({ row, error }) => [row, error])).toEqual([
      [2, 'Working interest from is required if you enter a working interest'],
      [3, 'Working interest is required if you enter its date'],
      [4, 'Working interest must be more than 0'],
      [5, 'Working interest must be at most 100'],
      [
        7,
        'workingInterest is "60.00% from 2020-01-01" in the file but "50.00% from 2020-01-01" on the existing well',
      ],
    ]);
  });

  it('of a sold well can’t change before the sale', async () => {
    const { client, company } = await signInToNewCompany('admin');
    await upload(client, company.id, [well('A-1', { ...LAYER_ROW })]);
    const { id } = await wellOf(client, 'A-1');
    const sold = await client.post(`/api/wells/${id}/sales`, { date: '2025-06-30', interestSold: '40' });
    expect(sold.status).toBe(201);
    const { errors } = await checkRows(client, [
      well('A-1', { workingInterest: '70', workingInterestFrom: '2024-01-01' }),
    ]);
    expect(errors[0]?.error).toMatch(/was sold on 2025-06-30/);
  });
});

it('stores a retirement date without a layer as the well’s own', async () => {
  const { client, company } = await signInToNewCompany('admin');
  const { failed_rows } = await upload(client, company.id, [well('A-1', { retirementDate: '2041-06-30' })]);
  expect(failed_rows).toBe(0);
  expect(await wellOf(client, 'A-1')).toMatchObject({ retirementDate: '2041-06-30' });
});
