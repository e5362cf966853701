import { describe, expect, it } from 'vitest';
import { formatCents, parseCents } from '~/domain/money/money';
import type { LayerView } from '~/schemas/books/layer-views';
import type { PostingView } from '~/schemas/books/posting';
import type { WellLedgerView } from '~/schemas/reports/report-views';
import { bodyOf, expectBooksToCheck } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { disclosure, trialBalance } from '../../support/reports';
import { signInToNewCompany } from '../../support/worker';

type Life = {
  title: string;
  terms: { pAndACost: number; discountRate: number; wellLifespan: number };
  presentValue: string;
  /** By year. */
  accretion: string[];
  /** Annual charge for the cost of the obligation alone. */
  depreciation: string;
  paid: string;
  /** Gain as printed in the source, and the cents by which the source adjusts its last year. */
  gain: string;
  plug: string;
};

const LIVES: Life[] = [
  {
    title: 'ST-CEDAR',
    terms: { pAndACost: 483_153, discountRate: 10, wellLifespan: 5 },
    presentValue: '300000.00',
    accretion: ['30000.00', '33000.00', '36300.00', '39930.00', '43923.00'],
    // Over the five years to the work; depreciation over the plant's four-year life is tested elsewhere.
    depreciation: '60000.00',
    paid: '500000.00',
    gain: '-16847.00',
    plug: '0.00',
  },
  {
    title: 'ST-COPPER',
    terms: { pAndACost: 750_000, discountRate: 5, wellLifespan: 8 },
    presentValue: '507629.52',
    accretion: [
      ...['25381.48', '26650.55', '27983.08', '29382.23', '30851.34', '32393.91', '34013.61'],
      // The source has 35,714.28, so that the last year ends at 750,000.00.
      '35714.29',
    ],
    // Plus one eighth of the other asset's 2,150,000.00, 268,750.00, it is the source's 332,203.69.
    depreciation: '63453.69',
    paid: '720000.00',
    gain: '30000.00',
    plug: '0.01',
  },
];

const BEGINS = 2015;

describe('a whole life, from the obligation to its settlement', () => {
  it.each(LIVES)('$title: accretes, depreciates and is settled, to the cent', async (life) => {
    const { client, company } = await signInToNewCompany();
    const day = `${BEGINS}-12-31`;
    const settings = { depreciation: 'straight-line', depreciationFrom: day };
    await bodyOf(await client.put(`/api/companies/${company.id}/settings`, settings));
    const { id } = await addWell(client, { activeDate: '2000-01-01' });
    const layer: LayerView = await addLayer(client, id, {
      ...life.terms,
      inflationRate: 0,
      calculationDate: day,
    });
    expect(layer.aroValue).toBe(life.presentValue);

    const yearEnds = life.accretion.map((_, index) => `${BEGINS + 1 + index}-12-31`);
    for (const periodEnd of yearEnds) {
      const input = { periodType: 'annually', periodEnd };
      await bodyOf(await client.post('/api/accretion/calculate', input));
    }
    const end = yearEnds.at(-1)!;
    const final = { date: end, cost: life.paid, isFinal: true };
    const settled = await bodyOf<PostingView>(await client.post(`/api/wells/${id}/settlements`, final), 201);
    const gain = formatCents(parseCents(life.gain) + parseCents(life.plug));
    expect(settled.totals.result).toBe(gain);

    const ledger = await bodyOf<WellLedgerView[]>(await client.get(`/api/wells/${id}/ledger`));
    const of = (kind: WellLedgerView['kind']) => ledger.filter((row) => row.kind === kind);
    expect(of('accreted').map(({ liability }) => liability)).toEqual(life.accretion);
    // The last year absorbs the rounding.
    expect(
      new Set(
        of('depreciated')
          .slice(0, -1)
          .map(({ asset }) => asset),
      ),
    ).toEqual(new Set([`-${life.depreciation}`]));
    expect(ledger.at(-1)).toMatchObject({ liabilityBalance: '0.00', arcNet: '0.00' });
    const total = life.accretion.reduce((sum, amount) => sum + parseCents(amount), 0n);
    expect(await disclosure(client, `${BEGINS}-01-01`, end)).toMatchObject([
      { beginning: '0.00', incurred: life.presentValue, accretion: formatCents(total), ending: '0.00' },
    ]);
    const accounts = await trialBalance(client, `${BEGINS}-01-01`, end);
    const gainOrLoss = accounts.find(({ name }) => name === 'Gain or loss on settlement')!;
    // A gain is a credit.
    expect(gainOrLoss.ending).toBe(formatCents(-parseCents(gain)));
    await expectBooksToCheck(client);
  });
});
