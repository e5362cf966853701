import { describe, expect, it } from 'vitest';
import type { LayerView } from '~/schemas/books/layer-views';
import type { WellView } from '~/schemas/wells/well-views';
import { accreteThrough, bodyOf, expectBooksToCheck, postingsOf } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { type CsvRow, LAYER_ROW, type UploadTerms, upload, WELL_ROW } from '../../support/mass-upload';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const INITIAL: CsvRow = { ...WELL_ROW, ...LAYER_ROW };
const ADDITIONAL: CsvRow = { ...INITIAL, layerType: 'additional', calculationDate: '2021-01-01' };
const ADDED: CsvRow = { ...ADDITIONAL, measurement: 'increment' };
const TOTAL: CsvRow = { ...ADDITIONAL, measurement: 'change' };

const NO_MEASUREMENT =
  'Specify whether the P&A cost of this additional layer is the added cost or the revised total. Fill in the measurement column (increment or change), or choose one for the whole upload.';

type Given = Awaited<ReturnType<typeof signInToNewCompany>>;

async function layersOf(client: SignedIn): Promise<LayerView[]> {
  return bodyOf(await client.get('/api/aro-layers'));
}

/** Rejected rows as `row: error`. */
async function refusals({ client, company }: Given, rows: CsvRow[], terms?: UploadTerms): Promise<string[]> {
  const { rejected } = await upload(client, company.id, rows, terms);
  return rejected.map(({ row, error }) => `${row}: ${error}`);
}

/** Adds a well with the file's well data and an initial layer. */
async function wellWithLayer({ client }: Given, given: Record<string, unknown> = {}): Promise<WellView> {
  const well = await addWell(client, { ...WELL_ROW, wellCode: 'A' } as Partial<WellView>);
  await addLayer(client, well.id, given);
  return well;
}

describe('the meaning of an additional layer’s cost', () => {
  it('is set by its row: the added cost, the revised total, or the whole obligation remeasured', async () => {
    const given = await signInToNewCompany();
    await wellWithLayer(given);
    const rows = [
      { ...ADDED, wellCode: 'a', pAndACost: '20000' },
      { ...TOTAL, wellCode: 'A', measurement: 'Change', pAndACost: '150000', calculationDate: '2022-01-01' },
      {
        ...TOTAL,
        wellCode: 'A',
        measurement: 'remeasure',
        pAndACost: '160000',
        calculationDate: '2022-01-01',
      },
    ];
    expect(await refusals(given, rows)).toEqual([]);
    const layers = await layersOf(given.client);
    expect(
      layers.map(({ measurement, totalEstimate, aroValue }) => [measurement, totalEstimate, aroValue]),
    ).toEqual([
      [null, '100000.00', '27070.90'],
      ['increment', '120000.00', '5414.18'],
      ['change', '150000.00', '8121.27'],
      ['remeasure', '160000.00', expect.any(String)],
    ]);
    await expectBooksToCheck(given.client);
  });

  it.each([
    ['added', 'increment', '120000.00', '5414.18'],
    ['total', 'change', '20000.00', '-21656.72'],
  ] as const)(
    'defaults to the upload’s setting: %s',
    async (additionalCost, measurement, totalEstimate, aroValue) => {
      const given = await signInToNewCompany();
      await wellWithLayer(given);
      const rows = [{ ...ADDITIONAL, wellCode: 'A', pAndACost: '20000' }];
      expect(await refusals(given, rows, { additionalCost })).toEqual([]);
      const [, layer] = await layersOf(given.client);
      expect(layer).toMatchObject({ layerNumber: 2, measurement, totalEstimate, aroValue });
      await expectBooksToCheck(given.client);
    },
  );

  it('is never guessed: without a setting, only the rows without a meaning fail', async () => {
    const given = await signInToNewCompany();
    await wellWithLayer(given);
    const rows = [
      { ...ADDITIONAL, wellCode: 'A' },
      { ...ADDED, wellCode: 'A', pAndACost: '20000' },
      { ...ADDITIONAL, wellCode: 'A', aroValue: '5000' },
      { ...ADDITIONAL, wellCode: 'A', currentAroValue: '5000' },
      { ...INITIAL, wellCode: 'B' },
    ];
    expect(await refusals(given, rows)).toEqual([
      `2: ${NO_MEASUREMENT}`,
      `4: ${NO_MEASUREMENT}`,
      `5: ${NO_MEASUREMENT}`,
    ]);
    expect(await layersOf(given.client)).toHaveLength(3);
  });

  it('is the revised total if a negative value is given, whatever the setting', async () => {
    const given = await signInToNewCompany();
    const rows = [
      { ...INITIAL, wellCode: 'A' },
      { ...ADDITIONAL, wellCode: 'A', pAndACost: '20000', aroValue: '6000' },
      { ...ADDITIONAL, wellCode: 'A', pAndACost: '90000', aroValue: '-3000' },
    ];
    expect(await refusals(given, rows, { additionalCost: 'added' })).toEqual([]);
    expect(
      (await layersOf(given.client)).map((layer) => [layer.measurement, layer.aroValue, layer.totalEstimate]),
    ).toEqual([
      [null, '27070.90', '100000.00'],
      ['increment', '6000.00', '120000.00'],
      ['change', '-3000.00', '90000.00'],
    ]);
    await expectBooksToCheck(given.client);
  });
});

describe('a negative cost, as in layer schedules', () => {
  const decreases = { aroValue: '-5000', currentAroValue: '-6500', arcAccumulated: '-1000' };

  it.each([
    ['an ordinary layer', {}, '90000.00'],
    ['of a given value', { aroValue: '-5000' }, '90000.00'],
    ['an opening balance', { currentAroValue: '-6500' }, '90000.00'],
    ['an opening balance with its asset', decreases, '90000.00'],
  ])('lowers the estimate just like its revised total would: %s', async (_, more, totalEstimate) => {
    const given = await signInToNewCompany();
    const opened = { ...INITIAL, currentAroValue: '40000' };
    const first = 'currentAroValue' in more ? opened : INITIAL;
    const lower = { ...ADDITIONAL, ...more, calculationDate: '2022-01-01' };
    const rows = ['A', 'B'].flatMap((wellCode) => [
      { ...first, wellCode },
      { ...ADDED, wellCode, pAndACost: '20000', ...('currentAroValue' in more && { currentAroValue: '9' }) },
      wellCode === 'A'
        ? { ...lower, wellCode, pAndACost: '-30000' }
        : { ...lower, wellCode, pAndACost: '90000', measurement: 'change' },
    ]);
    expect(await refusals(given, rows, { additionalCost: 'added', asOf: '2025-12-31' })).toEqual([]);
    const layers = await layersOf(given.client);
    const newest = layers.filter(({ layerNumber }) => layerNumber === 3);
    const [lowered, revised] = newest.map(({ id: _id, wellId: _well, well: _w, ...layer }) => layer);
    expect(lowered).toEqual(revised);
    expect(lowered).toMatchObject({ measurement: 'change', pAndACost: '90000.00', totalEstimate });
    expect(Number(lowered!.aroValue)).toBeLessThan(0);
    await expectBooksToCheck(given.client);
  });

  it('is rejected if it would use up the estimate, or if there is no estimate', async () => {
    const given = await signInToNewCompany();
    await wellWithLayer(given);
    const rows = [
      { ...ADDITIONAL, wellCode: 'A', pAndACost: '-100000' },
      { ...ADDITIONAL, wellCode: 'NEW', pAndACost: '-5' },
    ];
    expect(await refusals(given, rows, { additionalCost: 'total' })).toEqual([
      '2: P&A cost lowers the well’s estimate of 100000.00 to zero or less. Settle or sell the well instead.',
      '3: Calculate the initial layer first',
    ]);
  });
});

describe('an additional layer', () => {
  it.each([1, 2, 5_000])('is added to a well of the same file, %d rows per chunk', async (rowsAtATime) => {
    const { client, company } = await signInToNewCompany();
    const rows = [
      { ...INITIAL, wellCode: 'A' },
      { ...ADDED, wellCode: 'A', pAndACost: '20000' },
      { ...INITIAL, wellCode: 'B' },
      { ...ADDED, wellCode: 'A', pAndACost: '30000', calculationDate: '2022-01-01' },
      // Both are measured against what the same file has added.
      { ...TOTAL, wellCode: 'A', pAndACost: '100000', calculationDate: '2022-07-01' },
      { ...TOTAL, wellCode: 'A', pAndACost: '90000', calculationDate: '2023-01-01' },
    ];
    const { rejected } = await upload(client, company.id, rows, { rowsAtATime });
    expect(rejected).toEqual([]);
    const layers = (await layersOf(client)).filter(({ well }) => well.wellCode === 'A');
    expect(layers.map((layer) => [layer.layerNumber, layer.totalEstimate, layer.currentAroValue])).toEqual([
      // 27,070.90 accretes at 8% over 2.5 years and a day of July, then over half a year.
      [1, '100000.00', '33790.54'],
      [2, '120000.00', '6307.65'],
      [3, '150000.00', '8785.78'],
      [4, '100000.00', '-14079.78'],
      [5, '90000.00', '-2707.09'],
    ]);
    await expectBooksToCheck(client);
  });

  it('is measured on its day: later postings are reversed and posted again, once', async () => {
    const given = await signInToNewCompany();
    const { client } = given;
    await wellWithLayer(given, { calculationDate: '2024-12-31' });
    for (const month of ['2025-01-31', '2025-02-28', '2025-03-31']) await accreteThrough(client, month);
    const rows = [
      { ...TOTAL, wellCode: 'A', pAndACost: '90000', calculationDate: '2025-02-14' },
      { ...TOTAL, wellCode: 'A', pAndACost: '80000', calculationDate: '2025-03-10' },
    ];
    expect(await refusals(given, rows)).toEqual([]);
    const postings = (await postingsOf(client)).filter(({ source }) => source === 'import').reverse();
    expect(postings.map(({ kind, effectiveOn }) => `${kind} ${effectiveOn}`)).toEqual([
      'reversal 2025-03-31',
      'reversal 2025-02-28',
      'accretion 2025-02-14',
      'calculation 2025-02-14',
      'accretion 2025-02-28',
      'accretion 2025-03-10',
      'calculation 2025-03-10',
      'accretion 2025-03-31',
    ]);
    expect(new Set(postings.map(({ actId }) => actId)).size).toBe(1);
    expect((await layersOf(client)).map(({ accretedThrough }) => accretedThrough)).toEqual(
      Array(3).fill('2025-03-31'),
    );
    await expectBooksToCheck(client);
  });

  it('is rejected for the same reasons as a calculation, without affecting other rows', async () => {
    const given = await signInToNewCompany();
    const { client } = given;
    await addWell(client, { wellCode: 'BARE' });
    await wellWithLayer(given, { calculationDate: '2024-05-01' });
    const late = { ...ADDITIONAL, calculationDate: '2024-12-31' };
    const rows = [
      { ...ADDED, wellCode: 'BARE' },
      { ...ADDITIONAL, wellCode: 'NOWHERE' },
      { ...ADDED, wellCode: 'A' },
      // Includes eight months of accretion.
      { ...late, wellCode: 'A', aroValue: '-28514.69' },
      { ...late, wellCode: 'A', aroValue: '-28514.68' },
      { ...INITIAL, wellCode: 'HUGE', inflationRate: '999', wellLifespan: '200' },
    ];
    expect(await refusals(given, rows)).toEqual([
      '2: Calculate the initial layer first',
      '3: Calculate the initial layer first',
      '4: Calculation date can’t be earlier than the previous layer’s (2024-05-01)',
      '5: ARO value can’t reduce the liability by more than the well’s carrying amount of 28514.68',
      '7: Amount can’t exceed 9,999,999,999.99',
    ]);
    expect((await layersOf(client)).map(({ currentAroValue }) => currentAroValue)).toEqual([
      '28514.68',
      '-28514.68',
    ]);
    await expectBooksToCheck(client);
  });

  it('is rejected if its row contradicts the well', async () => {
    const given = await signInToNewCompany();
    const { client, company } = given;
    await client.put(`/api/companies/${company.id}/custom-fields`, {
      customFieldTemplates: [{ fieldName: 'operator', displayName: 'Operator', fieldType: 'text' }],
    });
    const rows = [
      { ...INITIAL, wellCode: 'A', operator: 'Equinor' },
      { ...ADDED, wellCode: 'A', wellStatus: 'Inactive', activeDate: '2019-07-02', operator: '' },
      { ...ADDED, wellCode: 'A', operator: 'Aker' },
      { ...ADDED, wellCode: 'A', operator: ' Equinor ' },
    ];
    expect(await refusals(given, rows)).toEqual([
      '3: wellStatus is "Inactive" in the file but "Active" on the existing well; activeDate is "2019-07-02" in the file but "2019-07-01" on the existing well',
      '4: operator is "Aker" in the file but "Equinor" on the existing well',
    ]);
  });

  it('may repeat a value stored before its field changed type; a different one is rejected with a shortened quote', async () => {
    const given = await signInToNewCompany();
    const { client, company } = given;
    const fields = `/api/companies/${company.id}/custom-fields`;
    const templates = (depthType: string) => [
      { fieldName: 'depth', displayName: 'Depth', fieldType: depthType },
      { fieldName: 'remarks', displayName: 'Remarks', fieldType: 'textarea' },
    ];
    await client.put(fields, { customFieldTemplates: templates('text') });
    const remarks = 'x'.repeat(5_000);
    expect(await refusals(given, [{ ...INITIAL, wellCode: 'A', depth: '5', remarks }])).toEqual([]);
    const stored = await (await client.get(fields)).json<object[]>();
    const changed = stored.map((field, index) => ({
      ...field,
      ...templates('number')[index],
    }));
    expect((await client.put(fields, { customFieldTemplates: changed })).status).toBe(200);
    const rows = [
      { ...ADDED, wellCode: 'A', depth: '5', remarks },
      { ...ADDED, wellCode: 'A', depth: '6', remarks: 'none' },
    ];
    expect(await refusals(given, rows)).toEqual([
      `3: depth is "6" in the file but "5" on the existing well; remarks is "none" in the file but "${'x'.repeat(100)}…" on the existing well`,
    ]);
  });

  it('is never booked on another company’s well with the same code', async () => {
    const other = await signInToNewCompany();
    await wellWithLayer(other);
    const given = await signInToNewCompany();
    expect(await refusals(given, [{ ...ADDED, wellCode: 'A' }])).toEqual([
      '2: Calculate the initial layer first',
    ]);
  });
});

describe('the books data for the preview', () => {
  it('includes estimates of wells with a layer, closed periods and the method', async () => {
    const given = await signInToNewCompany();
    const { client } = given;
    const well = await wellWithLayer(given);
    await addLayer(client, well.id, {
      layerType: 'additional',
      pAndACost: 120_000,
      calculationDate: '2021-01-01',
    });
    await addWell(client, { wellCode: 'BARE' });
    const ask = (wellCodes: unknown) => client.post('/api/wells/mass-upload/preview', { wellCodes });
    expect(await bodyOf(await ask([' a ', 'BARE', 'NOWHERE']))).toEqual({
      closedThrough: null,
      accretionMethod: 'simple',
      wells: [{ wellCode: 'A', totalEstimate: '120000.00' }],
      reviewed: expect.any(String),
    });
    expect(await bodyOf(await ask([]))).toMatchObject({ wells: [] });
    const { client: stranger } = await signInToNewCompany();
    expect(
      await bodyOf(await stranger.post('/api/wells/mass-upload/preview', { wellCodes: ['A'] })),
    ).toMatchObject({
      wells: [],
    });
    expect((await ask('A')).status).toBe(400);
    expect((await ask(Array(2_001).fill('A'))).status).toBe(400);
  });
});
