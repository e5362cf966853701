import { beforeAll, describe, expect, it } from 'vitest';
import { ACCRETION_SORTS, type AccretionSort } from '~/schemas/books/accretion';
import { LAYER_SORTS, type LayerSort } from '~/schemas/books/aro-layer';
import type { AccretionView, LayerView } from '~/schemas/books/layer-views';
import { getAccretionPage } from '~/services/books/accretion-page.server';
import { addLayer, addWell, contextInterrupted } from '../../support/layers';
import { inOrder, readPages } from '../../support/pages';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const JANUARY = '2024-01-31';
const FEBRUARY = '2024-02-29';
const cents = (amount: string) => Number(amount.replace('.', ''));

let client: SignedIn;
let companyId: string;

/** Seven layers of five wells with repeated figures, names and dates, accreted to two month-ends, plus another company's. */
beforeAll(async () => {
  const signedIn = await signInToNewCompany();
  client = signedIn.client;
  companyId = signedIn.company.id;
  await fill(client);
  await fill((await signInToNewCompany()).client);
});

async function fill(who: SignedIn) {
  const wells = [
    { wellCode: 'C 10', wellName: 'north', field: 'Y', terms: { pAndACost: 100_000, wellLifespan: 10 } },
    { wellCode: 'a-2', wellName: 'North', field: 'X', terms: { pAndACost: 9_000, discountRate: 12 } },
    { wellCode: 'B-1', wellName: 'South', field: 'Y', terms: { pAndACost: 100_000, wellLifespan: 10 } },
    { wellCode: 'Øst 1', wellName: 'Øst', field: 'X', terms: { inflationRate: 0, wellLifespan: 9 } },
    {
      wellCode: 'd-3',
      wellName: 'Zulu',
      field: 'Z',
      terms: { inflationRate: 3.25, calculationDate: '2024-02-01' },
    },
  ];
  for (const { terms, ...given } of wells) {
    const well = await addWell(who, given);
    await addLayer(who, well.id, { calculationDate: '2023-12-31', ...terms });
    if (given.field !== 'Y') continue;
    await addLayer(who, well.id, {
      layerType: 'additional',
      calculationDate: '2024-01-01',
      pAndACost: 80_000,
      wellLifespan: 8,
      discountRate: 7.5,
    });
  }
  for (const periodEnd of [JANUARY, FEBRUARY]) {
    const response = await who.post('/api/accretion/calculate', { periodType: 'monthly', periodEnd });
    expect(response.status).toBe(200);
  }
}

const eachWay = (keys: readonly string[]) => keys.flatMap((key) => [key, `-${key}`]);

describe('the order of layers', () => {
  const list = async (query: string) =>
    (await readPages<LayerView>(client, `/api/aro-layers?${query}`)).flat();
  const label = ({ well, layerNumber }: LayerView) => `${well.wellCode}/${layerNumber}`;

  const VALUE: Record<LayerSort, (layer: LayerView) => string | number> = {
    wellCode: ({ well }) => well.wellCode,
    wellName: ({ well }) => well.wellName,
    field: ({ well }) => well.field,
    layerNumber: (layer) => layer.layerNumber,
    pAndACost: (layer) => cents(layer.pAndACost),
    wellLifespan: (layer) => layer.wellLifespan,
    discountRate: (layer) => cents(layer.discountRate),
    inflationRate: (layer) => cents(layer.inflationRate),
    calculationDate: (layer) => layer.calculationDate,
    aroValue: (layer) => cents(layer.aroValue),
    currentAroValue: (layer) => cents(layer.currentAroValue),
    accretion: (layer) => cents(layer.currentAroValue) - cents(layer.aroValue),
  };

  it.each(eachWay(LAYER_SORTS))('keeps %s from page to page', async (sort) => {
    const down = sort.startsWith('-');
    const key = sort.replace('-', '') as LayerSort;
    const all = await list('');
    expect(all).toHaveLength(7);
    const expected = inOrder(
      all,
      { of: VALUE[key], down },
      { of: VALUE.wellCode, down },
      { of: VALUE.layerNumber, down },
    ).map(label);
    expect((await list(`sort=${sort}`)).map(label)).toEqual(expected);
    for (const limit of [1, 3]) {
      const pages = await readPages<LayerView>(client, `/api/aro-layers?sort=${sort}&limit=${limit}`);
      expect(pages.flat().map(label)).toEqual(expected);
      expect(pages).toHaveLength(Math.ceil(7 / limit));
    }
  });
});

/** Table headings that report their sort order. */
const sortedHeadings = async (path: string) => {
  const page = (await (await client.get(path)).text()).replaceAll('<!-- -->', '');
  return [...page.matchAll(/<th [^>]*aria-sort="ascending"[^>]*>.*?<\/th>/gs)].map(([heading]) => heading);
};

describe('a heading of the layers table', () => {
  it.each<[LayerSort, string]>([
    ['wellCode', 'Code'],
    ['wellName', 'Name'],
    ['field', 'Field'],
    ['pAndACost', 'P&amp;A Cost'],
    ['wellLifespan', 'Lifespan'],
    ['discountRate', 'Discount'],
    ['inflationRate', 'Inflation'],
    ['calculationDate', 'Calc Date'],
    ['aroValue', 'Initial'],
    ['currentAroValue', 'Current'],
    ['accretion', 'Accretion'],
  ])('has a part for %s: %s', async (sort, part) => {
    const [heading, ...others] = await sortedHeadings(`/?tab=detail&sort=${sort}`);
    expect(others).toEqual([]);
    expect(heading?.match(/[^<>]*<span class="sr-only">sorted ascending/g)).toEqual([
      `${part}<span class="sr-only">sorted ascending`,
    ]);
  });

  it('is a single one for layerNumber: Layer', async () => {
    const headings = await sortedHeadings('/?tab=detail&sort=layerNumber');
    expect(headings).toEqual([expect.stringMatching(/<button[^>]*>Layer</)]);
  });
});

describe('the order of accretion', () => {
  const list = async (query: string) =>
    (await readPages<AccretionView>(client, `/api/accretion?${query}`)).flat();
  const label = ({ periodEnd, aroLayer }: AccretionView) =>
    `${periodEnd} ${aroLayer.well.wellCode}/${aroLayer.layerNumber}`;

  const VALUE: Record<AccretionSort, (record: AccretionView) => string | number> = {
    wellCode: ({ aroLayer }) => aroLayer.well.wellCode,
    layerNumber: ({ aroLayer }) => aroLayer.layerNumber,
    beginningAro: (record) => cents(record.beginningAro),
    discountRate: (record) => cents(record.discountRate),
    accretionExpense: (record) => cents(record.accretionExpense),
    endingAro: (record) => cents(record.endingAro),
  };

  it.each(eachWay(ACCRETION_SORTS))('keeps %s from page to page, newest period first', async (sort) => {
    const down = sort.startsWith('-');
    const key = sort.replace('-', '') as AccretionSort;
    const wellId = (await list('search=B-1'))[0]?.aroLayer.well.id;
    for (const filter of [
      '',
      `&periodEnd=${JANUARY}`,
      `&periodEnd=${FEBRUARY}`,
      `&wellId=${wellId}`,
      '&search=o',
    ]) {
      const all = await list(filter);
      const expected = inOrder(
        all,
        { of: ({ periodEnd }) => periodEnd, down: true },
        { of: VALUE[key], down },
        { of: VALUE.wellCode, down },
        { of: VALUE.layerNumber, down },
      ).map(label);
      expect(new Set(expected).size).toBeGreaterThan(3);
      expect((await list(`sort=${sort}${filter}`)).map(label)).toEqual(expected);
      // With one record per page, each page ends at a different record; with a filter, two per page are enough.
      for (const limit of filter === '' ? [1, 3] : [2]) {
        const pages = await readPages<AccretionView>(
          client,
          `/api/accretion?sort=${sort}${filter}&limit=${limit}`,
        );
        expect(pages.flat().map(label)).toEqual(expected);
        expect(pages).toHaveLength(Math.ceil(expected.length / limit));
      }
    }
  });

  it.each(['periodEnd', 'id', '-', 'beginning_aro_cents', 'wellCode desc'])(
    '%s is rejected',
    async (sort) => {
      const response = await client.get(`/api/accretion?sort=${encodeURIComponent(sort)}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ errors: { sort: [expect.any(String)] } });
    },
  );

  it.each(['nonsense', btoa('["a","b"]'), btoa('["2024-01-31","1 B-1"]'), btoa('[1,"0 1 B-1"]')])(
    'the cursor %s is rejected',
    async (cursor) => {
      const response = await client.get(`/api/accretion?limit=1&cursor=${encodeURIComponent(cursor)}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ message: 'The cursor is not valid' });
    },
  );

  it('also applies to the screen, whose totals cover the whole period', async () => {
    const ctx = contextInterrupted(client, companyId, async () => {});
    for (const [periodEnd, sort] of [
      [JANUARY, '-endingAro'],
      [FEBRUARY, 'accretionExpense'],
    ] as const) {
      const page = await getAccretionPage(ctx, { periodEnd, sort });
      const records = await list(`periodEnd=${periodEnd}&sort=${sort}`);
      expect(page.records).toEqual(records);
      const sum = (of: (record: AccretionView) => string) =>
        records.reduce((total, record) => total + cents(of(record)), 0);
      expect(cents(page.summary.totalBeginning)).toBe(sum(({ beginningAro }) => beginningAro));
      expect(cents(page.summary.totalAccretion)).toBe(sum(({ accretionExpense }) => accretionExpense));
      expect(cents(page.summary.totalEnding)).toBe(sum(({ endingAro }) => endingAro));
    }
  });
});

describe('a heading of the accretion table', () => {
  it.each<[AccretionSort, string]>([
    ['wellCode', 'Well Code'],
    ['layerNumber', 'Layer'],
    ['beginningAro', 'Beginning ARO'],
    ['discountRate', 'Discount Rate'],
    ['accretionExpense', 'Accretion'],
    ['endingAro', 'Ending ARO'],
  ])('is a single one for %s: %s', async (sort, name) => {
    const headings = await sortedHeadings(`/?tab=accretion&sort=${sort}`);
    expect(headings).toEqual([expect.stringMatching(new RegExp(`<button[^>]*>${name}<`))]);
  });
});
