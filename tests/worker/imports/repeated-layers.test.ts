import { describe, expect, it } from 'vitest';
import { bodyOf, expectBooksToCheck, postingsOf, reversePosting } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { type CsvRow, checkRows, LAYER_ROW, upload, WELL_ROW } from '../../support/mass-upload';
import { signInToNewCompany } from '../../support/worker';

const ADDITIONAL: CsvRow = {
  ...WELL_ROW,
  ...LAYER_ROW,
  layerType: 'additional',
  measurement: 'increment',
  calculationDate: '2021-01-01',
  pAndACost: '20000',
};
const OPENING: CsvRow = {
  ...ADDITIONAL,
  measurement: 'change',
  pAndACost: '120000',
  currentAroValue: '6500',
};

async function wells(codes = ['A-1', 'A-2']) {
  const { client, company } = await signInToNewCompany();
  const initials = codes.map((wellCode) => ({ ...WELL_ROW, ...LAYER_ROW, wellCode }));
  expect((await upload(client, company.id, initials)).rejected).toEqual([]);
  const repeated = async (rows: CsvRow[], more: object = {}) =>
    (await checkRows(client, rows, { asOf: '2025-12-31', ...more })).repeated;
  return { client, company, repeated };
}

describe('a layer that is posted already', () => {
  it.each([
    ['an added cost', ADDITIONAL],
    ['an added value', { ...ADDITIONAL, aroValue: '6000' }],
    ['an opening balance', OPENING],
  ])('is pointed out when its file comes again, and may be posted as a further one: %s', async (_, row) => {
    const { client, company, repeated } = await wells();
    const rows = ['A-1', 'A-2'].map((wellCode) => ({ ...row, wellCode }));
    expect(await repeated(rows)).toEqual([]);
    expect((await upload(client, company.id, rows)).rejected).toEqual([]);
    const again = await repeated(rows);
    expect(again).toEqual([
      { row: 2, wellCode: 'A-1', layerNumber: 2, postedAt: expect.any(String), fileName: 'wells.csv' },
      { row: 3, wellCode: 'A-2', layerNumber: 2, postedAt: again[0]!.postedAt, fileName: 'wells.csv' },
    ]);
    expect((await upload(client, company.id, rows)).rejected).toEqual([]);
    expect((await repeated(rows)).map(({ layerNumber }) => layerNumber)).toEqual([3, 3]);
    await expectBooksToCheck(client);
  });

  it('is pointed out as of a later month too, when its balance has grown', async () => {
    const { client, company, repeated } = await wells();
    await upload(client, company.id, [{ ...OPENING, wellCode: 'A-1' }], { asOf: '2025-10-31' });
    const grown = { ...OPENING, wellCode: 'a-1 ', currentAroValue: '6540' };
    expect(await repeated([grown], { asOf: '2025-11-30' })).toHaveLength(1);
  });

  it('is no longer once it is reversed, and never was one of another well, date, cost or value', async () => {
    const { client, company, repeated } = await wells();
    const given = { ...ADDITIONAL, wellCode: 'A-1', aroValue: '6000' };
    await upload(client, company.id, [given]);
    const others = [
      { ...given, wellCode: 'A-2' },
      { ...given, calculationDate: '2021-01-02' },
      { ...given, pAndACost: '20000.01' },
      { ...given, aroValue: '6000.01' },
    ];
    for (const other of others) expect(await repeated([other])).toEqual([]);
    expect(await repeated([given])).toHaveLength(1);
    const [newest] = await postingsOf(client);
    expect((await reversePosting(client, newest!.id)).status).toBe(201);
    expect(await repeated([given])).toEqual([]);
  });

  it('is not one that would add nothing: a revised total that the well has by now', async () => {
    const { client, company, repeated } = await wells();
    const total = { ...ADDITIONAL, wellCode: 'A-1', measurement: 'change', pAndACost: '120000' };
    await upload(client, company.id, [total]);
    await upload(client, company.id, [total]);
    expect(await repeated([total])).toEqual([]);
  });

  it('is also one that a person calculated, and one of another company is not', async () => {
    const other = await signInToNewCompany();
    const { id: otherId } = await addWell(other.client, { wellCode: 'A-1' });
    const { client, repeated } = await wells(['A-1']);
    const layer = { calculationDate: '2021-01-01', pAndACost: '20000.00' };
    const added = { ...layer, layerType: 'additional', measurement: 'increment' };
    await addLayer(other.client, otherId, { calculationDate: '2020-01-01' });
    await addLayer(other.client, otherId, added);
    const row = { ...ADDITIONAL, wellCode: 'A-1' };
    expect(await repeated([row])).toEqual([]);
    const [well] = await bodyOf<{ id: string }[]>(await client.get('/api/wells'));
    await addLayer(client, well!.id, added);
    expect(await repeated([row])).toMatchObject([{ layerNumber: 2, fileName: null }]);
  });
});
