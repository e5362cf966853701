import { describe, expect, it } from 'vitest';
import type { LayerView } from '~/schemas/books/layer-views';
import { bodyOf, expectBooksToCheck } from '../../support/books';
import {
  type CsvRow,
  checkRows,
  LAYER_ROW,
  type UploadTerms,
  upload,
  WELL_ROW,
} from '../../support/mass-upload';
import { signInToNewCompany } from '../../support/worker';

const { pAndACost: _, ...BARE } = { ...WELL_ROW, ...LAYER_ROW };
const HALF = { workingInterest: '50', workingInterestFrom: '2020-01-01' };
const INITIAL: CsvRow = {
  ...BARE,
  wellCode: 'A',
  ...HALF,
  grossCost: '200000',
  calculationDate: '2020-01-01',
};
const ADDITIONAL: CsvRow = {
  ...BARE,
  wellCode: 'A',
  layerType: 'additional',
  calculationDate: '2021-01-01',
};

type Given = Awaited<ReturnType<typeof signInToNewCompany>>;

async function uploaded({ client, company }: Given, rows: CsvRow[], terms?: UploadTerms) {
  const { rejected } = await upload(client, company.id, rows, terms);
  const layers = await bodyOf<LayerView[]>(await client.get('/api/aro-layers'));
  return {
    refusals: rejected.map(({ row, error }) => `${row}: ${error}`),
    layers: layers.map(({ pAndACost, grossCost, totalEstimate, aroValue }) => [
      pAndACost,
      grossCost,
      totalEstimate,
      aroValue,
    ]),
  };
}

describe('a gross cost in a file', () => {
  it('is converted with the interest on the layer’s date, and the layer keeps both figures', async () => {
    const given = await signInToNewCompany();
    const { refusals, layers } = await uploaded(given, [
      INITIAL,
      { ...ADDITIONAL, measurement: 'increment', grossCost: '40000' },
      { ...ADDITIONAL, measurement: 'change', calculationDate: '2022-01-01', grossCost: '300000' },
      { ...INITIAL, wellCode: 'B', workingInterest: '73.4375', grossCost: '250000.00' },
      { ...INITIAL, wellCode: 'C', pAndACost: '100000.00' },
      { ...BARE, wellCode: 'D', grossCost: '100000', calculationDate: '2020-01-01' },
    ]);
    expect(refusals).toEqual([]);
    expect(layers).toEqual([
      ['100000.00', '200000.00', '100000.00', '27070.90'],
      ['20000.00', '40000.00', '120000.00', '5414.18'],
      ['150000.00', '300000.00', '150000.00', '8121.27'],
      ['183593.75', '250000.00', '183593.75', '49700.49'],
      ['100000.00', '200000.00', '100000.00', '27070.90'],
      ['100000.00', '100000.00', '100000.00', '27070.90'],
    ]);
    await expectBooksToCheck(given.client);
  });

  it('lowers the estimate by the company’s share if negative', async () => {
    const given = await signInToNewCompany();
    const { refusals, layers } = await uploaded(given, [
      INITIAL,
      { ...ADDITIONAL, grossCost: '-20000' },
      { ...INITIAL, wellCode: 'B', currentAroValue: '40000' },
      { ...ADDITIONAL, wellCode: 'B', grossCost: '-20000', aroValue: '-5000', currentAroValue: '-6500' },
    ]);
    expect(refusals).toEqual([]);
    expect(layers.map(([cost, gross, total]) => [cost, gross, total])).toEqual([
      ['100000.00', '200000.00', '100000.00'],
      ['90000.00', null, '90000.00'],
      ['100000.00', '200000.00', '100000.00'],
      ['90000.00', null, '90000.00'],
    ]);
    await expectBooksToCheck(given.client);
  });

  it('is rejected without an interest by that date, if it contradicts the company’s cost, or below one cent', async () => {
    const given = await signInToNewCompany();
    const { refusals, layers } = await uploaded(given, [
      { ...INITIAL, workingInterestFrom: '2020-01-02' },
      { ...INITIAL, wellCode: 'B', pAndACost: '100000.01' },
      { ...INITIAL, wellCode: 'C', workingInterest: '0.00000001', grossCost: '1.00' },
    ]);
    expect(refusals).toEqual([
      '2: Gross P&A cost requires a working interest on 2020-01-01, but the well’s first interest begins on 2020-01-02',
      '3: The company’s share of the gross P&A cost is 100000.00, not 100000.01. Leave one of the two blank.',
      '4: The company’s share of this cost is less than one cent',
    ]);
    expect(layers).toEqual([]);
  });

  it('is converted with the interest that the row itself gives an existing well', async () => {
    const given = await signInToNewCompany();
    await upload(given.client, given.company.id, [{ ...WELL_ROW, wellCode: 'A' }]);
    const { refusals, layers } = await uploaded(given, [{ ...INITIAL, wellVersion: '1' }]);
    expect(refusals).toEqual([]);
    expect(layers).toEqual([['100000.00', '200000.00', '100000.00', '27070.90']]);
  });

  it('is recognized as repeated when its file is uploaded again, even if the well already has such a layer', async () => {
    const given = await signInToNewCompany();
    const rows = [INITIAL, { ...ADDITIONAL, measurement: 'increment', grossCost: '40000' }];
    await uploaded(given, rows);
    const { repeated } = await checkRows(given.client, rows, {});
    expect(repeated.map(({ row }) => row)).toEqual([2, 3]);
  });
});
