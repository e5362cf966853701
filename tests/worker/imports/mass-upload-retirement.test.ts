import { expect, it } from 'vitest';
import type { LayerView } from '~/schemas/books/layer-views';
import type { WellView } from '~/schemas/wells/well-views';
import { bodyOf, expectBooksToCheck } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { type CsvRow, LAYER_ROW, upload, WELL_ROW } from '../../support/mass-upload';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const { wellLifespan: _, ...UNDATED } = LAYER_ROW;
const DATED: CsvRow = { ...WELL_ROW, ...UNDATED, retirementDate: '2044-07-16' };

const layersOf = async (client: SignedIn): Promise<LayerView[]> =>
  bodyOf(await client.get('/api/aro-layers'));
const retirements = async (client: SignedIn): Promise<[string, string | null][]> => {
  const wells: WellView[] = await bodyOf(await client.get('/api/wells'));
  return wells.map(({ wellCode, retirementDate }) => [wellCode, retirementDate]);
};

it('a retirement date in a file sets the exact life, as in a calculation, and later layers default to it', async () => {
  const { client, company } = await signInToNewCompany();
  const known = await addWell(client, { ...WELL_ROW, wellCode: 'K' } as Partial<WellView>);
  await addLayer(client, known.id);
  const { rejected } = await upload(client, company.id, [
    { ...DATED, wellCode: 'N' },
    { ...DATED, wellCode: 'O', currentAroValue: '30000.00' },
    {
      ...DATED,
      wellCode: 'K',
      layerType: 'additional',
      measurement: 'increment',
      calculationDate: '2021-01-01',
    },
    { ...WELL_ROW, ...LAYER_ROW, wellCode: 'P' },
  ]);
  expect(rejected).toEqual([]);
  const calculated = await addWell(client, { wellCode: 'Z' });
  const { pAndACost, ...same } = await addLayer(client, calculated.id, {
    wellLifespan: undefined,
    retirementDate: '2044-07-16',
  });
  const layers = await layersOf(client);
  const of = (code: string) => layers.filter(({ well }) => well?.wellCode === code);
  // 24 years, 6 months and 15 of 31 days; not 25 years.
  for (const code of ['N', 'O']) {
    expect(of(code)).toMatchObject([
      { aroValue: same.aroValue, wellLifespan: 25, retirementDate: '2044-07-16', pAndACost },
    ]);
  }
  expect(same.aroValue).not.toBe('27070.90');
  expect(of('K')).toMatchObject([
    { retirementDate: null, wellLifespan: 25 },
    { retirementDate: '2044-07-16', wellLifespan: 24 },
  ]);
  expect(await retirements(client)).toEqual([
    ['K', '2044-07-16'],
    ['N', '2044-07-16'],
    ['O', '2044-07-16'],
    ['P', null],
    ['Z', '2044-07-16'],
  ]);
  const [well] = of('N');
  const later = await client.post('/api/aro-layers/calculate', {
    ...UNDATED,
    wellId: well!.wellId,
    layerType: 'additional',
    measurement: 'increment',
    calculationDate: '2024-07-16',
  });
  expect(await bodyOf<LayerView>(later, 201)).toMatchObject({
    wellLifespan: 20,
    retirementDate: '2044-07-16',
  });
  await expectBooksToCheck(client);
});

it('rejects a row with an invalid retirement date', async () => {
  const { client, company } = await signInToNewCompany();
  const { rejected } = await upload(client, company.id, [
    { ...DATED, wellCode: 'A', retirementDate: '2020-01-01' },
    { ...DATED, wellCode: 'B', wellLifespan: '30' },
    { ...DATED, wellCode: 'C', retirementDate: '' },
    { ...DATED, wellCode: 'D', wellLifespan: '25' },
  ]);
  expect(rejected.map(({ wellCode, error }) => [wellCode, error])).toEqual([
    ['A', 'Retirement date must be after the calculation date, 2020-01-01'],
    ['B', 'A lifespan of 30 doesn’t match the retirement date 2044-07-16. Enter only one of them.'],
    ['C', 'Well lifespan must be at least 1 year'],
  ]);
  expect(await retirements(client)).toEqual([['D', '2044-07-16']]);
});
