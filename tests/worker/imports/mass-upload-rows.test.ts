import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { LayerHistoryView, LayerView, WellView } from '~/schemas/platform/views';
import { accrete, addLayer, addWell } from '../../support/layers';
import { type CsvRow, csvOf, LAYER_ROW, rejectedBy, upload, WELL_ROW } from '../../support/mass-upload';
import { auditOf } from '../../support/tables';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const ADDITIONAL: CsvRow = {
  ...WELL_ROW,
  ...LAYER_ROW,
  layerType: 'additional',
  calculationDate: '2021-01-01',
};

async function wellsOf(client: SignedIn): Promise<WellView[]> {
  return (await client.get('/api/wells/with-custom-fields')).json();
}

async function layersOf(client: SignedIn): Promise<LayerView[]> {
  return (await client.get('/api/aro-layers')).json();
}

/** Refused rows as `row: error`. */
async function refusals(rows: CsvRow[], given: Awaited<ReturnType<typeof signInToNewCompany>>) {
  const { rejected } = await upload(given.client, given.company.id, rows);
  return rejected.map(({ row, error }) => `${row}: ${error}`);
}

describe('a row of an upload', () => {
  it('adds a well as its form would, with an audit row by who sent the file', async () => {
    const { client, company } = await signInToNewCompany();
    const { status, rejected } = await upload(client, company.id, [
      { ...WELL_ROW, wellCode: ' Å/1-A ', wellName: 'Åsgard, "A"', wellStatus: 'PLUGGED' },
    ]);
    expect({ status, rejected }).toEqual({ status: 'done', rejected: [] });
    const [well] = await wellsOf(client);
    expect(well).toMatchObject({
      wellCode: 'Å/1-A',
      wellName: 'Åsgard, "A"',
      wellStatus: 'Plugged',
      field: 'OSELVAR',
      activeDate: '2019-07-01',
      version: 1,
      customFields: {},
    });
    expect(await (await client.get('/api/wells?search=åsgard')).json()).toHaveLength(1);
    expect(await auditOf(well!.id)).toMatchObject([
      {
        action: 'well.created',
        userId: client.userId,
        companyId: company.id,
        newValues: { wellCode: 'Å/1-A', wellName: 'Åsgard, "A"', wellStatus: 'Plugged', customFields: {} },
      },
    ]);
  });

  it('adds a layer, calculated, with its input and its audit row', async () => {
    const { client, company } = await signInToNewCompany();
    await upload(client, company.id, [{ ...WELL_ROW, ...LAYER_ROW, wellCode: 'A-1' }]);
    const [layer] = await layersOf(client);
    expect(layer).toMatchObject({
      layerNumber: 1,
      layerType: 'initial',
      measurement: null,
      discountRate: '8.00',
      inflationRate: '2.50',
      pAndACost: '100000.00',
      totalEstimate: '100000.00',
      wellLifespan: 25,
      calculationDate: '2020-01-01',
      aroValue: '27070.90',
      currentAroValue: '27070.90',
      accretedThrough: null,
    });
    expect(await auditOf(layer!.id)).toMatchObject([
      { action: 'aro_layer.calculated', userId: client.userId, newValues: { aroValueCents: 2_707_090 } },
    ]);
    const history: LayerHistoryView = await (await client.get(`/api/aro-layers/${layer!.id}/history`)).json();
    expect(history.calculation).toMatchObject({
      userId: client.userId,
      parameters: { pAndACost: '100000.00', discountRate: '8.00', massUploadId: expect.any(String) },
    });
    expect(history.calculation?.parameters).not.toHaveProperty('aroValue');
    expect(history.accretion).toEqual([]);
  });

  it('takes a value that is given, and books what it carries beyond it as accretion up to the date', async () => {
    const { client, company } = await signInToNewCompany();
    await upload(
      client,
      company.id,
      [
        { ...WELL_ROW, ...LAYER_ROW, wellCode: 'A-1', aroValue: '25000', currentAroValue: '30000.50' },
        { ...WELL_ROW, ...LAYER_ROW, wellCode: 'A-2', aroValue: '25000', currentAroValue: '25000.00' },
        { ...WELL_ROW, ...LAYER_ROW, wellCode: 'A-3', currentAroValue: '27000' },
      ],
      { asOf: '2022-06-30' },
    );
    const [first, second, third] = await layersOf(client);
    expect(first).toMatchObject({
      aroValue: '25000.00',
      currentAroValue: '30000.50',
      accretedThrough: '2022-06-30',
    });
    expect(second).toMatchObject({ currentAroValue: '25000.00', accretedThrough: null });
    expect(third).toMatchObject({ aroValue: '27070.90', currentAroValue: '27000.00' });
    expect(await auditOf(first!.id)).toMatchObject([{ action: 'aro_layer.imported' }]);
    expect(await auditOf(third!.id)).toMatchObject([{ action: 'aro_layer.calculated' }]);
    const history: LayerHistoryView = await (await client.get(`/api/aro-layers/${first!.id}/history`)).json();
    expect(history.calculation?.parameters).toMatchObject({
      aroValue: '25000.00',
      currentAroValue: '30000.50',
      asOf: '2022-06-30',
    });
    expect(history.formula.at(-1)).toBe('Recorded as given: 25,000.00');
    expect(history.accretion).toMatchObject([
      {
        periodStart: '2020-01-01',
        periodEnd: '2022-06-30',
        beginningAro: '25000.00',
        accretionExpense: '5000.50',
        endingAro: '30000.50',
        source: 'import',
        timeYears: '2.500000000000',
        posted: { userId: client.userId },
      },
    ]);
    const [{ accretionExpense }] = (await (
      await client.get(`/api/accretion?wellId=${third!.wellId}`)
    ).json()) as [{ accretionExpense: string }];
    expect(accretionExpense).toBe('-70.90');
    expect(await auditOf(history.accretion[0]!.postingId)).toMatchObject([
      {
        action: 'accretion.imported',
        newValues: { periodEnd: '2022-06-30', layers: 2, totalAccretion: '4929.60', source: 'import' },
      },
    ]);
  });

  it('stops the accretion of an open balance where the well’s life ends', async () => {
    const { client, company } = await signInToNewCompany();
    const row = { ...WELL_ROW, ...LAYER_ROW, wellCode: 'A-1', wellLifespan: '2', currentAroValue: '95000' };
    await upload(client, company.id, [row], { asOf: '2025-12-31' });
    const [layer] = await layersOf(client);
    const history: LayerHistoryView = await (await client.get(`/api/aro-layers/${layer!.id}/history`)).json();
    expect(history.accretion).toMatchObject([{ timeYears: '2.000000000000' }]);
  });

  it('keeps custom fields, checked as those of a form', async () => {
    const given = await signInToNewCompany();
    const { client, company } = given;
    await client.put(`/api/companies/${company.id}/custom-fields`, {
      customFieldTemplates: [
        { fieldName: 'water_depth', displayName: 'Depth', fieldType: 'number', required: true },
        { fieldName: 'subsea', displayName: 'Subsea?', fieldType: 'checkbox' },
      ],
    });
    expect(
      await refusals(
        [
          { ...WELL_ROW, wellCode: 'A-1', 'Water Depth': '120.5', 'Subsea?': 'TRUE' },
          { ...WELL_ROW, wellCode: 'A-2', 'Water Depth': 'deep', 'Subsea?': '' },
          { ...WELL_ROW, wellCode: 'A-3', 'Water Depth': '', 'Subsea?': 'maybe' },
        ],
        given,
      ),
    ).toEqual(['3: Depth must be a number', '4: Depth is required; Subsea? must be true or false']);
    const [well] = await wellsOf(client);
    expect(well?.customFields).toEqual({ water_depth: 120.5, subsea: true });
    expect(await auditOf(well!.id)).toMatchObject([
      { newValues: { customFields: { water_depth: 120.5, subsea: true } } },
    ]);
  });

  it('is kept as the file had it where it is refused, to be mended and sent again', async () => {
    const { client, company } = await signInToNewCompany();
    const rows = [
      { ...WELL_ROW, wellCode: "'=A-1", wellName: ' two\r\nlines ', activeDate: '', Operator: 'X' },
    ];
    const { job } = await upload(client, company.id, rows);
    const header = ['wellCode', 'wellName', 'wellStatus', 'field', 'activeDate', 'Operator'];
    expect(
      await (await client.get(`/api/wells/mass-upload/${job.massUploadId}/rejected-rows`)).json(),
    ).toEqual({
      header,
      rows: [
        {
          row: 2,
          error: 'Active date is required',
          cells: ['=A-1', ' two\nlines ', 'Active', 'OSELVAR', '', 'X'],
        },
      ],
    });
  });
});

describe('a code that is there already', () => {
  it('fails its row, in whatever case, and says where it is', async () => {
    const given = await signInToNewCompany();
    await addWell(given.client, { wellCode: 'Ø-1' });
    const rows = [
      { ...WELL_ROW, wellCode: 'ø-1' },
      { ...WELL_ROW, wellCode: 'B-1' },
      { ...WELL_ROW, wellCode: 'b-1' },
      { ...WELL_ROW, ...LAYER_ROW, wellCode: 'B-1' },
    ];
    expect(await refusals(rows, given)).toEqual([
      '2: Well code "ø-1" already exists',
      '4: Well code "b-1" is already in row 3 of this file',
      '5: Well code "B-1" is already in row 3 of this file',
    ]);
    expect(await layersOf(given.client)).toEqual([]);
  });

  it('is known of rows in chunks before', async () => {
    const { client, company } = await signInToNewCompany();
    const rows = ['A', 'B', 'a', 'C', 'b'].map((wellCode) => ({ ...WELL_ROW, wellCode }));
    const { rejected } = await upload(client, company.id, rows, { rowsAtATime: 1 });
    expect(rejected).toEqual([
      { row: 4, wellCode: 'a', error: 'Well code "a" is already in row 2 of this file' },
      { row: 6, wellCode: 'b', error: 'Well code "b" is already in row 3 of this file' },
    ]);
  });

  it('goes in where the row that had it before was refused', async () => {
    const given = await signInToNewCompany();
    const rows = [
      { ...WELL_ROW, wellCode: 'A', activeDate: '' },
      { ...WELL_ROW, wellCode: 'A' },
    ];
    expect(await refusals(rows, given)).toEqual(['2: Active date is required']);
  });

  it('is another company’s, and does not matter', async () => {
    const other = await signInToNewCompany();
    await addWell(other.client, { wellCode: 'A' });
    const given = await signInToNewCompany();
    expect(await refusals([{ ...WELL_ROW, wellCode: 'A' }], given)).toEqual([]);
  });
});

describe('an additional layer', () => {
  it('goes to the well in the books, as an increment', async () => {
    const given = await signInToNewCompany();
    const well = await addWell(given.client, { ...WELL_ROW, wellCode: 'A' } as Partial<WellView>);
    await addLayer(given.client, well.id);
    expect(await refusals([{ ...ADDITIONAL, wellCode: 'a', pAndACost: '20000' }], given)).toEqual([]);
    const layers = await layersOf(given.client);
    expect(layers).toHaveLength(2);
    expect(layers[1]).toMatchObject({
      wellId: well.id,
      layerNumber: 2,
      measurement: 'increment',
      pAndACost: '20000.00',
      totalEstimate: '120000.00',
      aroValue: '5414.18',
    });
  });

  it.each([1, 2, 5_000])('goes to a well of the same file, %d rows at a time', async (rowsAtATime) => {
    const { client, company } = await signInToNewCompany();
    const rows = [
      { ...WELL_ROW, ...LAYER_ROW, wellCode: 'A' },
      { ...ADDITIONAL, wellCode: 'A', pAndACost: '20000' },
      { ...ADDITIONAL, wellCode: 'A', pAndACost: '30000', calculationDate: '2022-01-01' },
    ];
    const { rejected } = await upload(client, company.id, rows, { rowsAtATime });
    expect(rejected).toEqual([]);
    expect((await layersOf(client)).map((layer) => [layer.layerNumber, layer.totalEstimate])).toEqual([
      [1, '100000.00'],
      [2, '120000.00'],
      [3, '150000.00'],
    ]);
  });

  it('takes a value that is given: an increase adds its cost, a decrease revises the estimate', async () => {
    const { client, company } = await signInToNewCompany();
    const rows = [
      { ...WELL_ROW, ...LAYER_ROW, wellCode: 'A' },
      { ...ADDITIONAL, wellCode: 'A', pAndACost: '20000', aroValue: '6000' },
      { ...ADDITIONAL, wellCode: 'A', pAndACost: '90000', aroValue: '-3000', currentAroValue: '-3100' },
    ];
    expect((await upload(client, company.id, rows)).rejected).toEqual([]);
    expect(
      (await layersOf(client)).map((layer) => [
        layer.measurement,
        layer.aroValue,
        layer.currentAroValue,
        layer.totalEstimate,
      ]),
    ).toEqual([
      [null, '27070.90', '27070.90', '100000.00'],
      ['increment', '6000.00', '6000.00', '120000.00'],
      ['change', '-3000.00', '-3100.00', '90000.00'],
    ]);
  });

  it('is refused for the reasons that a calculation gives, and no other row with it', async () => {
    const given = await signInToNewCompany();
    const bare = await addWell(given.client, { wellCode: 'BARE' });
    const late = await addWell(given.client, { ...WELL_ROW, wellCode: 'LATE' } as Partial<WellView>);
    await addLayer(given.client, late.id, { calculationDate: '2024-05-05' });
    const rows = [
      { ...ADDITIONAL, wellCode: bare.wellCode },
      { ...ADDITIONAL, wellCode: 'NOWHERE' },
      { ...ADDITIONAL, wellCode: 'LATE' },
      { ...ADDITIONAL, wellCode: 'LATE', calculationDate: '2025-01-01', aroValue: '-27070.91' },
      { ...ADDITIONAL, wellCode: 'LATE', calculationDate: '2025-01-01', aroValue: '-27070.90' },
      { ...WELL_ROW, ...LAYER_ROW, wellCode: 'HUGE', inflationRate: '999', wellLifespan: '200' },
      { ...WELL_ROW, ...LAYER_ROW, wellCode: 'FUTURE', calculationDate: '2026-03-01', currentAroValue: '1' },
      { ...WELL_ROW, ...LAYER_ROW, wellCode: 'FUTURE', calculationDate: '2026-03-01' },
    ];
    expect(await refusals(rows, given)).toEqual([
      '2: Calculate the initial layer first',
      '3: Calculate the initial layer first',
      "4: Calculation date must not be before the previous layer's, 2024-05-05",
      '5: ARO value must not take away more than the 27070.90 that the well carries',
      '7: The amount is beyond the largest one allowed, 9,999,999,999.99',
      '8: Current ARO value is as of 2025-12-31, before the calculation date, and must equal the ARO value',
    ]);
    expect(await wellsOf(given.client)).toHaveLength(3);
  });

  it('is refused where its row tells something else of the well', async () => {
    const given = await signInToNewCompany();
    const { client, company } = given;
    await client.put(`/api/companies/${company.id}/custom-fields`, {
      customFieldTemplates: [{ fieldName: 'operator', displayName: 'Operator', fieldType: 'text' }],
    });
    const rows = [
      { ...WELL_ROW, ...LAYER_ROW, wellCode: 'A', operator: 'Equinor' },
      { ...ADDITIONAL, wellCode: 'A', wellStatus: 'Inactive', activeDate: '2019-07-02', operator: '' },
      { ...ADDITIONAL, wellCode: 'A', operator: 'Aker' },
      { ...ADDITIONAL, wellCode: 'A', operator: ' Equinor ' },
    ];
    expect(await refusals(rows, given)).toEqual([
      '3: wellStatus "Inactive" differs from the well\'s "Active"; activeDate "2019-07-02" differs from the well\'s "2019-07-01"',
      '4: operator "Aker" differs from the well\'s "Equinor"',
    ]);
  });

  it('is measured against what the well carries by then', async () => {
    const given = await signInToNewCompany();
    const well = await addWell(given.client, { ...WELL_ROW, wellCode: 'A' } as Partial<WellView>);
    const layer = await addLayer(given.client, well.id);
    await accrete(layer, given.company.id, { periodEnd: '2020-12-31', cents: 100_000 });
    const rows = [
      { ...ADDITIONAL, wellCode: 'A', aroValue: '-28070.91' },
      { ...ADDITIONAL, wellCode: 'A', aroValue: '-28070.90' },
    ];
    expect(await refusals(rows, given)).toEqual([
      '2: ARO value must not take away more than the 28070.90 that the well carries',
    ]);
  });
});

it('a file of 12,000 rows is written in chunks, with every row counted', async () => {
  const { client, company } = await signInToNewCompany();
  const rows = Array.from({ length: 12_000 }, (_, index) => ({
    ...WELL_ROW,
    wellCode: `W-${index}`,
    activeDate: index % 100 === 0 ? '' : '2019-07-01',
  }));
  const { job, ...state } = await upload(client, company.id, csvOf(rows));
  expect(state).toMatchObject({
    status: 'done',
    total_rows: 12_000,
    processed_rows: 12_000,
    successful_rows: 11_880,
    failed_rows: 120,
  });
  expect((await rejectedBy(job)).map(({ row }) => row)).toEqual(
    Array.from({ length: 120 }, (_, index) => index * 100 + 2),
  );
  const [wells] = (
    await env.DB.prepare('select count(*) as wells from well where company_id = ?').bind(company.id).all()
  ).results;
  expect(wells).toEqual({ wells: 11_880 });
  expect(await auditOf(job.massUploadId)).toMatchObject([
    {
      action: 'mass_upload.finished',
      userId: client.userId,
      newValues: { asOf: '2025-12-31', totalProcessed: 12_000, successful: 11_880, failed: 120 },
    },
  ]);
});
