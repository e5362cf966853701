import { describe, expect, it } from 'vitest';
import type { LayerHistoryView, LayerView, ListedLayerView } from '~/schemas/books/layer-views';
import type { MassUploadView } from '~/schemas/imports/mass-upload';
import type { WellView } from '~/schemas/wells/well-views';
import {
  accreteThrough,
  bodyOf,
  close,
  expectBooksToCheck,
  postingsOf,
  reversePosting,
  rollforward,
} from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { type CsvRow, csvOf, LAYER_ROW, stateOf, upload, WELL_ROW } from '../../support/mass-upload';
import { uploadFile } from '../../support/upload';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const INITIAL: CsvRow = { ...WELL_ROW, ...LAYER_ROW };
const ADDITIONAL: CsvRow = {
  ...INITIAL,
  layerType: 'additional',
  measurement: 'change',
  calculationDate: '2021-01-01',
};

async function layersOf(client: SignedIn): Promise<LayerView[]> {
  return bodyOf(await client.get('/api/aro-layers'));
}

async function wellsOf(client: SignedIn): Promise<WellView[]> {
  return bodyOf(await client.get('/api/wells/with-custom-fields'));
}

async function accretionOf(client: SignedIn): Promise<{ periodStart: string; accretionExpense: string }[]> {
  return bodyOf(await client.get('/api/accretion'));
}

const errorsOf = ({ rejected }: Awaited<ReturnType<typeof upload>>) =>
  rejected.map(({ row, error }) => `${row}: ${error}`);

describe('an opening balance', () => {
  it('is recorded as given on the upload’s as-of date, without expense or journal entries, and accretes from there', async () => {
    const { client, company } = await signInToNewCompany();
    const rows = [
      { ...INITIAL, wellCode: 'A', aroValue: '25000', currentAroValue: '30000.50' },
      { ...INITIAL, wellCode: 'B', currentAroValue: '27070.90' },
      { ...INITIAL, wellCode: 'C', aroValue: '25000', currentAroValue: '0' },
    ];
    const { job, rejected } = await upload(client, company.id, rows, { asOf: '2022-06-30' });
    expect(rejected).toEqual([]);
    expect(
      (await layersOf(client)).map(({ aroValue, currentAroValue, accretedThrough }) => [
        aroValue,
        currentAroValue,
        accretedThrough,
      ]),
    ).toEqual([
      ['25000.00', '30000.50', '2022-06-30'],
      ['27070.90', '27070.90', '2022-06-30'],
      ['25000.00', '0.00', '2022-06-30'],
    ]);
    // Prior accretion is part of the imported balance.
    expect((await layersOf(client)).map(({ accretion }) => accretion)).toEqual(['0.00', '0.00', '0.00']);
    const postings = await postingsOf(client);
    expect(postings).toMatchObject([
      {
        kind: 'opening',
        effectiveOn: '2022-06-30',
        source: 'import',
        userId: client.userId,
        movementCount: 3,
      },
    ]);
    expect(
      postings[0]!.movements.map(({ kind, liability, arcCost, arcAccumulated, cash }) => [
        kind,
        liability,
        arcCost,
        arcAccumulated,
        cash,
      ]),
    ).toEqual([
      ['opening', '30000.50', '25000.00', '0.00', '0.00'],
      ['opening', '27070.90', '27070.90', '0.00', '0.00'],
      ['opening', '0.00', '25000.00', '0.00', '0.00'],
    ]);
    expect(await accretionOf(client)).toEqual([]);
    const dates = 'beginDate=2020-01-01&endDate=2022-12-31';
    expect(await bodyOf(await client.get(`/api/reports/journal-entries?${dates}`))).toEqual([]);
    const [first] = await layersOf(client);
    const history: LayerHistoryView = await bodyOf(await client.get(`/api/aro-layers/${first!.id}/history`));
    expect(history).toMatchObject({
      origin: 'imported',
      calculation: {
        parameters: { massUploadId: job.massUploadId, asOf: '2022-06-30', aroValue: '25000.00' },
      },
    });

    await accreteThrough(client, '2022-07-31');
    // One twelfth of 8% of each balance; nothing for a zero balance.
    expect(
      (await accretionOf(client)).map((record) => [record.periodStart, record.accretionExpense]),
    ).toEqual([
      ['2022-06-30', '200.00'],
      ['2022-06-30', '180.47'],
    ]);
    const [row] = await rollforward(client, '2022-07-01', '2022-07-31');
    expect(row).toMatchObject({
      wellCode: 'A',
      beginningBalance: '30000.50',
      accretion: '200.00',
      endingBalance: '30200.50',
    });
    await expectBooksToCheck(client);
  });

  it('is separate from what the layer accreted and settled since', async () => {
    const { client, company } = await signInToNewCompany();
    const rows = [
      { ...INITIAL, wellCode: 'A', aroValue: '25000', currentAroValue: '30000' },
      { ...INITIAL, wellCode: 'B', aroValue: '25000', currentAroValue: '24000' },
      { ...INITIAL, wellCode: 'C', aroValue: '25000', currentAroValue: '30000' },
    ];
    await upload(client, company.id, rows, { asOf: '2022-06-30' });
    const calculated = await addWell(client, { wellCode: 'D' });
    await addLayer(client, calculated.id, { ...LAYER_ROW, calculationDate: '2022-06-30' });
    await accreteThrough(client, '2022-07-31');
    const [a, , c] = await wellsOf(client);
    const settlement = { date: '2022-07-31', cost: '100', relief: '200', isFinal: false };
    expect((await client.post(`/api/wells/${a!.id}/settlements`, settlement)).status).toBe(201);
    const opening = (await postingsOf(client)).find(({ kind }) => kind === 'opening')!;
    await reversePosting(client, opening.id, { wellId: c!.id, includeLater: true });

    const layers: ListedLayerView[] = await bodyOf(await client.get('/api/aro-layers'));
    expect(
      layers.map(({ currentAroValue, openingChange, accretion }) => [
        currentAroValue,
        openingChange,
        accretion,
      ]),
    ).toEqual([
      ['30000.00', '5000.00', '200.00'],
      ['24160.00', '-1000.00', '160.00'],
      ['0.00', '0.00', '0.00'],
      [expect.any(String), '0.00', expect.any(String)],
    ]);
  });

  it('includes its asset: the cost and its accumulated depreciation', async () => {
    const { client, company } = await signInToNewCompany();
    const rows = [
      {
        ...INITIAL,
        wellCode: 'A',
        aroValue: '25000',
        currentAroValue: '30000',
        arcCost: '24000',
        arcAccumulated: '9000.25',
      },
      { ...INITIAL, wellCode: 'B', aroValue: '25000', currentAroValue: '30000', arcAccumulated: '25000' },
      { ...INITIAL, wellCode: 'C', currentAroValue: '30000', arcAccumulated: '27070.91' },
    ];
    const outcome = await upload(client, company.id, rows);
    expect(errorsOf(outcome)).toEqual(['4: Accumulated depreciation must be between 0 and the ARC cost']);
    const [posting] = await postingsOf(client);
    expect(
      posting!.movements.map(({ arcCost, arcAccumulated, asset }) => [arcCost, arcAccumulated, asset]),
    ).toEqual([
      ['24000.00', '-9000.25', '14999.75'],
      ['25000.00', '-25000.00', '0.00'],
    ]);
    await expectBooksToCheck(client);
  });

  it('may have either sign as long as its well’s balance stays at or above zero', async () => {
    const { client, company } = await signInToNewCompany();
    const rows = [
      { ...INITIAL, wellCode: 'A', currentAroValue: '1000' },
      { ...ADDITIONAL, wellCode: 'A', pAndACost: '90000', aroValue: '-900', currentAroValue: '-1300' },
      {
        ...ADDITIONAL,
        wellCode: 'A',
        calculationDate: '2022-01-01',
        measurement: 'increment',
        currentAroValue: '300',
      },
      { ...INITIAL, wellCode: 'B', currentAroValue: '1000' },
      { ...ADDITIONAL, wellCode: 'B', pAndACost: '90000', aroValue: '-900', currentAroValue: '-1000.01' },
      { ...INITIAL, wellCode: 'C', currentAroValue: '-1' },
    ];
    const outcome = await upload(client, company.id, rows);
    expect(errorsOf(outcome)).toEqual([
      '6: Current ARO value can’t reduce the liability by more than the well’s carrying amount of 1000.00',
      '7: Current ARO value can’t reduce the liability by more than the well’s carrying amount of 0.00',
    ]);
    expect(
      (await layersOf(client)).map(({ currentAroValue, totalEstimate }) => [currentAroValue, totalEstimate]),
    ).toEqual([
      ['1000.00', '100000.00'],
      ['-1300.00', '90000.00'],
      ['300.00', '190000.00'],
      ['1000.00', '100000.00'],
    ]);
    await expectBooksToCheck(client);
  });

  it('has its value calculated at recognition if none is given, a decrease without regard to the carrying amount then', async () => {
    const { client, company } = await signInToNewCompany();
    const rows = [
      { ...INITIAL, wellCode: 'A', currentAroValue: '30000' },
      { ...ADDITIONAL, wellCode: 'A', pAndACost: '80000', currentAroValue: '-6000' },
      { ...ADDITIONAL, wellCode: 'A', measurement: 'remeasure', currentAroValue: '500' },
    ];
    expect(errorsOf(await upload(client, company.id, rows))).toEqual([
      '4: ARO value is required for a remeasured opening balance',
    ]);
    expect((await layersOf(client)).map(({ aroValue, measurement }) => [aroValue, measurement])).toEqual([
      ['27070.90', null],
      ['-5414.18', 'change'],
    ]);
  });

  it('can’t be dated before its layer', async () => {
    const { client, company } = await signInToNewCompany();
    const rows = [
      { ...INITIAL, wellCode: 'A', calculationDate: '2022-07-01', currentAroValue: '30000' },
      { ...INITIAL, wellCode: 'B', calculationDate: '2022-06-30', currentAroValue: '30000' },
    ];
    expect(errorsOf(await upload(client, company.id, rows, { asOf: '2022-06-30' }))).toEqual([
      '2: Current ARO value is as of 2022-06-30, before the calculation date',
    ]);
  });

  it('is reversed as a whole, after which the well accepts another initial layer', async () => {
    const { client, company } = await signInToNewCompany();
    await upload(client, company.id, [{ ...INITIAL, wellCode: 'A', currentAroValue: '30000' }]);
    const [posting] = await postingsOf(client);
    await bodyOf(await reversePosting(client, posting!.id), 201);
    const [well] = await wellsOf(client);
    await addLayer(client, well!.id);
    expect(await layersOf(client)).toMatchObject([
      { layerNumber: 1, status: 'historical', currentAroValue: '0.00' },
      { layerNumber: 2, layerType: 'initial', status: 'current' },
    ]);
    await expectBooksToCheck(client);
  });

  it('blocks decreases dated before it, in the same file or later', async () => {
    const { client, company } = await signInToNewCompany();
    const decrease = { ...ADDITIONAL, wellCode: 'A', pAndACost: '90000' };
    const rows = [{ ...INITIAL, wellCode: 'A', currentAroValue: '30000' }, decrease];
    expect(errorsOf(await upload(client, company.id, rows))).toEqual([
      '3: An earlier row sets the well’s opening balance as of 2025-12-31, which includes everything before that date. Enter this layer’s current ARO value too.',
    ]);
    const [posting] = await postingsOf(client);
    expect(errorsOf(await upload(client, company.id, [decrease]))).toEqual([
      `2: Well "A" has an opening balance dated 2025-12-31 (posting ${posting!.id}), which includes earlier activity. Use a later date, or reverse the opening balance first.`,
    ]);
  });
});

describe('a well imported as Plugged', () => {
  const PLUGGED = { wellStatus: 'Plugged' };

  it.each([1, 5_000])(
    'is plugged on the day of its newest movement and accretes nothing, %d rows per chunk',
    async (rowsAtATime) => {
      const { client, company } = await signInToNewCompany();
      const rows = [
        { ...INITIAL, ...PLUGGED, wellCode: 'BALANCE', currentAroValue: '30000' },
        { ...INITIAL, ...PLUGGED, wellCode: 'LAYERS', calculationDate: '2020-01-15' },
        { ...WELL_ROW, ...PLUGGED, wellCode: 'NONE' },
        { ...INITIAL, wellCode: 'OPEN', currentAroValue: '30000' },
        {
          ...ADDITIONAL,
          ...PLUGGED,
          wellCode: 'LAYERS',
          measurement: 'increment',
          calculationDate: '2022-03-31',
        },
        // Measured on its day, without any accretion until then.
        { ...ADDITIONAL, ...PLUGGED, wellCode: 'LAYERS', pAndACost: '150000', calculationDate: '2022-06-15' },
      ];
      const { job, rejected } = await upload(client, company.id, rows, { rowsAtATime });
      expect(rejected).toEqual([]);
      const today = '2026-01-15';
      expect((await wellsOf(client)).map(({ wellCode, pluggedOn }) => [wellCode, pluggedOn])).toEqual([
        ['BALANCE', '2025-12-31'],
        ['LAYERS', '2022-06-15'],
        ['NONE', today],
        ['OPEN', null],
      ]);
      await accreteThrough(client, '2026-01-31');
      expect(await accretionOf(client)).toMatchObject([{ aroLayer: { well: { wellCode: 'OPEN' } } }]);
      const view: MassUploadView = await bodyOf(
        await client.get(`/api/wells/mass-upload/${job.massUploadId}`),
      );
      expect(view.results).not.toHaveProperty('catchUp');
      await expectBooksToCheck(client);
    },
  );
});

describe('closed periods', () => {
  async function companyClosedThrough(day: string) {
    const given = await signInToNewCompany();
    const well = await addWell(given.client, { wellCode: 'OLD' });
    await addLayer(given.client, well.id);
    await accreteThrough(given.client, day);
    await close(given.client, day);
    return given;
  }
  const CLOSED = 'The books are closed through 2025-10-31. Use a date from 2025-11-01, or reopen the period.';

  it('reject each row dated in one, as well as dates after the end of next month', async () => {
    const { client, company } = await companyClosedThrough('2025-10-31');
    const rows = [
      { ...INITIAL, wellCode: 'A', calculationDate: '2025-10-31' },
      { ...INITIAL, wellCode: 'B', calculationDate: '2025-11-01' },
      { ...INITIAL, wellCode: 'C', calculationDate: '2026-02-28' },
      { ...INITIAL, wellCode: 'D', calculationDate: '2026-03-01' },
      // An opening balance is checked by its own date.
      { ...INITIAL, wellCode: 'E', calculationDate: '2020-01-01', currentAroValue: '30000' },
      { ...WELL_ROW, wellCode: 'F' },
    ];
    const outcome = await upload(client, company.id, rows, { asOf: '2025-11-30' });
    expect(errorsOf(outcome)).toEqual([
      `2: ${CLOSED}`,
      '5: Calculation date must not be after 2026-02-28, the end of next month',
    ]);
    await expectBooksToCheck(client);
  });

  it('reject a whole file with balances dated in one, but no file without balances', async () => {
    const { client, company } = await companyClosedThrough('2025-10-31');
    const rows = [
      { ...WELL_ROW, wellCode: 'A' },
      { ...INITIAL, wellCode: 'B', currentAroValue: '30000' },
    ];
    const refused = await upload(client, company.id, rows, { asOf: '2025-10-31' });
    expect(refused).toMatchObject({ status: 'failed', failure: CLOSED, processed_rows: 0 });
    const taken = await upload(client, company.id, rows.slice(0, 1), { asOf: '2025-10-31' });
    expect(taken).toMatchObject({ status: 'done', successful_rows: 1 });

    const uploadURL = await uploadFile(client, csvOf(rows));
    const response = await client.post('/api/wells/mass-upload', { uploadURL, asOf: '2025-10-31' });
    expect(await bodyOf(response, 409)).toMatchObject({ message: CLOSED, errors: { asOf: [CLOSED] } });
    expect(await stateOf(refused.job)).toMatchObject({ status: 'failed' });
  });
});
