import { describe, expect, it } from 'vitest';
import type { DisclosureView } from '~/schemas/reports/report-views';
import { bodyOf, expectBooksToCheck } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { LAYER_ROW, upload, WELL_ROW } from '../../support/mass-upload';
import { signInToNewCompany } from '../../support/worker';

/** Lines of a published note, in the note's unit, with their signs. */
type Note = {
  title: string;
  unit: number;
  year: number;
  beginning: number;
  incurred: number;
  acquired: number;
  revisions: number;
  accretion: number;
  settled: number;
  divested: number;
  ending: number;
  /** Zero if not in the note. */
  current: number;
};

const NOTES: Note[] = [
  {
    title: 'RF-APA-2013 (Apache)',
    unit: 1_000_000,
    year: 2013,
    beginning: 4578,
    incurred: 481,
    acquired: 53,
    revisions: 56,
    accretion: 243,
    settled: -497,
    divested: -1692,
    ending: 3222,
    current: 121,
  },
  {
    title: 'RF-KOS-2019 (Kosmos Energy)',
    unit: 1000,
    year: 2019,
    beginning: 151_953,
    incurred: 11_218,
    acquired: 114_395,
    revisions: -49_471,
    accretion: 14_114,
    settled: -7156,
    divested: 0,
    ending: 235_053,
    current: 0,
  },
  {
    title: 'RF-PDCE-2019 (PDC Energy)',
    unit: 1000,
    year: 2019,
    beginning: 115_021,
    incurred: 4605,
    acquired: 2882,
    revisions: 28_991,
    accretion: 6117,
    settled: -23_426,
    divested: -6939,
    ending: 127_251,
    current: 32_200,
  },
  {
    title: 'RF-MTDR-2023 (Matador Resources)',
    unit: 1000,
    year: 2023,
    beginning: 53_741,
    incurred: 6944,
    acquired: 8326,
    revisions: 21_642,
    accretion: 3943,
    settled: -1634,
    divested: -872,
    ending: 92_090,
    current: 4605,
  },
];

/** Estimate of every imported well, whatever its value. */
const ESTIMATE = 5_000_000_000;

describe('the published notes', () => {
  it.each(NOTES)('$title is reproduced exactly through the API', async (note) => {
    const { client, company } = await signInToNewCompany();
    const [opened, day] = [`${note.year - 1}-12-31`, `${note.year}-12-31`];
    const inDollars = (amount: number) => (amount * note.unit).toFixed(2);
    // Amounts already due or sold no longer accrete. The rest accretes at two whole rates, one percent apart.
    const accreting = note.beginning + note.divested - note.current;
    const rate = Math.floor((100 * note.accretion) / accreting);
    const atHigher = 100 * note.accretion - rate * accreting;
    const balance = (wellCode: string, amount: number, discountRate: number, isDue = false) => ({
      ...WELL_ROW,
      ...LAYER_ROW,
      wellCode,
      activeDate: '1990-01-01',
      calculationDate: isDue ? '1990-12-31' : opened,
      wellLifespan: isDue ? '1' : '20',
      inflationRate: '0',
      discountRate: String(discountRate),
      pAndACost: String(ESTIMATE),
      aroValue: inDollars(amount),
      currentAroValue: inDollars(amount),
    });
    const rows = [
      balance('DUE', note.current, rate, true),
      balance('SOLD', 0 - note.divested, rate, true),
      balance('LONG', accreting - atHigher, rate),
      balance('HIGHER', atHigher, rate + 1),
    ].filter(({ currentAroValue }) => currentAroValue !== '0.00');
    expect((await upload(client, company.id, rows, { asOf: opened })).rejected).toEqual([]);
    const wells = await bodyOf<{ id: string; wellCode: string }[]>(await client.get('/api/wells'));
    const idOf = (code: string) => wells.find(({ wellCode }) => wellCode === code)!.id;
    await bodyOf(await client.post('/api/accretion/calculate', { periodType: 'annually', periodEnd: day }));

    // With equal rates, a layer is worth its cost.
    const atCost = { discountRate: 5, inflationRate: 5, calculationDate: day, wellLifespan: 20 };
    for (const origin of ['incurred', 'acquired'] as const) {
      const well = await addWell(client, { activeDate: day });
      await addLayer(client, well.id, { ...atCost, origin, pAndACost: inDollars(note[origin]) });
    }
    await addLayer(client, idOf('LONG'), {
      ...atCost,
      layerType: 'additional',
      measurement: 'change',
      pAndACost: (ESTIMATE + note.revisions * note.unit).toFixed(2),
    });
    const spent = inDollars(0 - note.settled);
    const settlement = { date: day, cost: spent, relief: spent };
    await bodyOf(await client.post(`/api/wells/${idOf('LONG')}/settlements`, settlement), 201);
    if (note.divested !== 0) {
      const sale = { date: day, interestSold: 100, proceeds: '1000000.00' };
      await bodyOf(await client.post(`/api/wells/${idOf('SOLD')}/sales`, sale), 201);
    }

    const path = `/api/reports/disclosure?beginDate=${note.year}-01-01&endDate=${day}&by=total`;
    const [row] = await bodyOf<DisclosureView[]>(await client.get(path));
    const { title: _, unit: __, year: ___, ...lines } = note;
    expect(row).toMatchObject({
      ...Object.fromEntries(Object.entries(lines).map(([line, amount]) => [line, inDollars(amount)])),
      nonCurrent: inDollars(note.ending - note.current),
    });
    await expectBooksToCheck(client);
  });
});
