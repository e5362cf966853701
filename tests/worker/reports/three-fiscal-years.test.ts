import { describe, expect, it } from 'vitest';
import type { ComparativeDisclosureView } from '~/schemas/reports/report-views';
import { accreteThrough, bodyOf, expectBooksToCheck } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { signInToNewCompany } from '../../support/worker';

/** Recomputed outside this project with Python’s Decimal, from the terms below and the published formulas alone. */
const YEARS = [
  {
    endDate: '2025-06-30',
    beginning: '2386690.55',
    incurred: '467782.80',
    accretion: '171186.94',
    settled: '-80331.75',
    divested: '-26213.13',
    ending: '2919115.41',
    current: '400516.34',
    nonCurrent: '2518599.07',
  },
  {
    endDate: '2024-06-30',
    beginning: '1469146.73',
    incurred: '786066.80',
    accretion: '131477.02',
    settled: '0.00',
    divested: '0.00',
    ending: '2386690.55',
    current: '223273.47',
    nonCurrent: '2163417.08',
  },
  {
    endDate: '2023-06-30',
    beginning: '1100171.49',
    incurred: '285991.32',
    accretion: '82983.92',
    settled: '0.00',
    divested: '0.00',
    ending: '1469146.73',
    current: '0.00',
    nonCurrent: '1469146.73',
  },
];

const WELLS = 20;
const two = (part: number) => String(part).padStart(2, '0');

/** Terms of the well at an index. Lives of 4 and 5 years end within the years or soon after. */
function termsOf(place: number) {
  const cost = 5_000_000 + 1_345_789 * place;
  return {
    calculationDate: `${2021 + (place % 4)}-${two(1 + ((place * 5) % 12))}-${two(1 + ((place * 7) % 28))}`,
    pAndACost: `${Math.floor(cost / 100)}.${two(cost % 100)}`,
    wellLifespan: place === 8 ? 5 : place === 12 ? 4 : 5 + (place % 9),
    discountRate: 5 + (place % 5) * 0.75,
    inflationRate: 2 + (place % 3) * 0.25,
  };
}

describe('three fiscal years of twenty wells', () => {
  it('match an independent recomputation to the cent', { timeout: 120_000 }, async () => {
    const { client, company } = await signInToNewCompany();
    await bodyOf(await client.put(`/api/companies/${company.id}/settings`, { fiscalYearEnd: 6 }));
    const ids: string[] = [];
    for (let place = 0; place < WELLS; place += 1) {
      const { id } = await addWell(client, { field: `F${place % 3}` });
      await addLayer(client, id, termsOf(place));
      ids.push(id);
    }
    for (let month = 2021 * 12; month < 2025 * 12 + 6; month += 1) {
      const end = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).toISOString().slice(0, 10);
      if (end === '2024-03-31') {
        for (const place of [0, 5, 10]) {
          await addLayer(client, ids[place]!, {
            layerType: 'additional',
            measurement: 'increment',
            pAndACost: 10_000 + place * 100,
            wellLifespan: 4,
            discountRate: 6,
            inflationRate: 2,
            calculationDate: '2024-03-17',
          });
        }
      }
      await accreteThrough(client, end);
      const post = async (place: number, path: string, given: Record<string, unknown>) =>
        bodyOf(await client.post(`/api/wells/${ids[place]}/${path}`, { date: end, ...given }), 201);
      if (end === '2024-12-31') {
        for (const place of [1, 6]) await post(place, 'settlements', { cost: '9000', relief: '8000' });
      }
      if (end === '2025-03-31') await post(2, 'settlements', { cost: '100000', isFinal: true });
      if (end === '2025-05-31') await post(3, 'sales', { interestSold: '40' });
    }
    await expectBooksToCheck(client);
    const path = '/api/reports/comparative-disclosure?beginDate=2024-07-01&endDate=2025-06-30&years=2';
    const columns = await bodyOf<ComparativeDisclosureView[]>(await client.get(path));
    expect(columns).toHaveLength(YEARS.length);
    for (const [place, year] of YEARS.entries()) {
      expect(columns[place]).toMatchObject({ ...year, opening: '0.00', acquired: '0.00', revisions: '0.00' });
    }
  });
});
