import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { SalesPosting, SalesPreview } from '~/schemas/books/sale';
import type { WellView } from '~/schemas/wells/well-views';
import {
  accreteThrough,
  bodyOf,
  close,
  expectBooksToCheck,
  layersOf,
  postingsOf,
  reversePosting,
  totalLiability,
} from '../../support/books';
import { addLayer, addManyWells, addWell } from '../../support/layers';
import { expectNothingWritten, expectRefusal } from '../../support/refusals';
import { auditOf, idOfPosting } from '../../support/tables';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

/**
 * The field EKOFISK: A-1, of which the company has three quarters, and A-2, with one layer of 27,070.90 each from
 * 2026-01-01, accreted through February to 27,433.05. B-1 is the same in another field.
 */
async function field() {
  const { client, company } = await signInToNewCompany();
  const wells: Record<string, WellView> = {};
  for (const [wellCode, name, percent] of [
    ['A-1', 'EKOFISK', '75'],
    ['A-2', 'EKOFISK', '100'],
    ['B-1', 'TOR', '100'],
  ] as const) {
    const workingInterests = [{ from: '2020-01-01', percent }];
    wells[wellCode] = await addWell(client, { wellCode, field: name, workingInterests });
    await addLayer(client, wells[wellCode].id, { calculationDate: '2026-01-01' });
  }
  await accreteThrough(client, '2026-01-31');
  await accreteThrough(client, '2026-02-28');
  return { client, company, wells };
}

type Given = Record<string, unknown>;
const THIRD = { date: '2026-02-28', field: 'EKOFISK', shareSold: '33.33333333', proceeds: '10000.01' };

const sell = (client: SignedIn, given: Given, mode = 'all') => client.post('/api/sales', { ...given, mode });
const previewOf = (client: SignedIn, given: Given) => client.post('/api/sales/preview', given);
const previewed = async (client: SignedIn, given: Given) =>
  bodyOf<SalesPreview>(await previewOf(client, given));

async function interestsOf(client: SignedIn, well?: WellView) {
  const { workingInterests }: WellView = await bodyOf(await client.get(`/api/wells/${well?.id}`));
  return workingInterests.map(({ from, percent }) => `${from} ${percent}`);
}

describe('the sale of a field', () => {
  it('derecognizes the same share of every well, as previewed, and allocates the proceeds', async () => {
    const { client, wells } = await field();
    const shown = await bodyOf<SalesPreview>(await expectNothingWritten(() => previewOf(client, THIRD)));
    expect(shown.refusals).toEqual([]);
    expect(shown.assetTo).toBe('accumulated');
    const sold = { carryingAmount: '27433.05', liability: '9144.35', asset: '9023.63' };
    expect(shown.rows).toMatchObject([
      // The odd cent goes to the first.
      { wellCode: 'A-1', interestBefore: '75.00', interestAfter: '50.00', proceeds: '5000.01', ...sold },
      {
        wellCode: 'A-2',
        interestBefore: '100.00',
        interestAfter: '66.66666667',
        proceeds: '5000.00',
        result: '14144.35',
        ...sold,
      },
    ]);
    expect(shown.totals).toEqual({
      liability: '18288.70',
      asset: '18047.26',
      proceeds: '10000.01',
      gains: '28288.71',
      losses: '0.00',
      net: '28288.71',
    });
    expect(shown.act.totals).toMatchObject({ liability: '-18288.70', cash: '10000.01', result: '28288.71' });

    const posting = await bodyOf<SalesPosting>(await sell(client, { ...THIRD, memo: 'Deal 7' }), 201);
    expect(posting).toMatchObject({ kind: 'sale', memo: 'Deal 7', sales: shown.totals, refusals: [] });
    // Each interest has its own posting, in one act.
    const sales = await postingsOf(client, 'kind=sale');
    expect(sales.map(({ actId }) => actId)).toEqual([posting.actId, posting.actId]);
    expect(await interestsOf(client, wells['A-1'])).toEqual(['2020-01-01 75.00', '2026-02-28 50.00']);
    expect(await interestsOf(client, wells['A-2'])).toEqual(['2020-01-01 100.00', '2026-02-28 66.66666667']);
    expect(await interestsOf(client, wells['B-1'])).toEqual(['2020-01-01 100.00']);
    expect(await totalLiability(client)).toBe('64010.45');
    const [entry, ...others] = await auditOf(await idOfPosting(client, posting.actId), 'posting');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      action: 'wells.sold',
      newValues: { field: 'EKOFISK', shareSold: '33.33333333', wells: 2, refused: 0, liability: '18288.70' },
    });
    await expectBooksToCheck(client);

    // One well's sale is reversed, the other well stays sold.
    const ofFirst = sales.find(({ totals }) => totals.cash === '5000.01')!;
    await bodyOf(await reversePosting(client, ofFirst.id), 201);
    expect((await interestsOf(client, wells['A-1'])).at(-1)).toBe('2020-01-01 75.00');
    expect((await interestsOf(client, wells['A-2'])).at(-1)).toBe('2026-02-28 66.66666667');
    await expectBooksToCheck(client);
  });

  it('uses one posting for wells with one interest, and a single well can be reversed', async () => {
    const { client, wells } = await field();
    const given = { date: '2026-02-28', wells: ['a-2', 'B-1'], interestSold: '40' };
    await bodyOf(await sell(client, given), 201);
    const [sale, ...others] = await postingsOf(client, 'kind=sale');
    expect(others).toEqual([]);
    expect(sale).toMatchObject({ movementCount: 2, totals: { liability: '-21946.44', cash: '0.00' } });
    await bodyOf(await reversePosting(client, sale!.id, { wellId: wells['B-1']!.id }), 201);
    expect((await interestsOf(client, wells['A-2'])).at(-1)).toBe('2026-02-28 60.00');
    expect(await interestsOf(client, wells['B-1'])).toEqual(['2020-01-01 100.00']);
    await expectBooksToCheck(client);
  });

  it('separates a well partly sold earlier that day from one with the same interest, so that both can be reversed', async () => {
    const { client, wells } = await field();
    const { 'A-1': whole, 'A-2': sold } = wells;
    const earlier = { date: '2026-02-28', interestSold: '25' };
    await bodyOf(await client.post(`/api/wells/${sold!.id}/sales`, earlier), 201);
    // Both now have three quarters: A-1 since 2020, A-2 since the sale on this day.
    await bodyOf(await sell(client, { date: '2026-02-28', field: 'EKOFISK', interestSold: '25' }), 201);
    const [second, first] = await postingsOf(client, `kind=sale&wellId=${sold!.id}`);
    const [only] = await postingsOf(client, `kind=sale&wellId=${whole!.id}`);
    expect(new Set([first!.id, second!.id, only!.id]).size).toBe(3);
    for (const { id } of [second!, only!, first!]) await bodyOf(await reversePosting(client, id), 201);
    expect(await interestsOf(client, whole)).toEqual(['2020-01-01 75.00']);
    expect(await interestsOf(client, sold)).toEqual(['2020-01-01 100.00']);
    await expectBooksToCheck(client);
  });

  it('skips wells sold before, replays accretion past the day, and ends at zero', async () => {
    const { client, wells } = await field();
    const all = { ...THIRD, shareSold: '100', date: '2026-01-31' };
    await bodyOf(
      await client.post(`/api/wells/${wells['A-1']!.id}/sales`, { date: '2026-02-28', interestSold: '75' }),
      201,
    );
    // On the earlier day the company still had it, but a later sale is in the way.
    const { refusals, rows } = await previewed(client, all);
    expect(rows.map(({ wellCode }) => wellCode)).toEqual(['A-2']);
    expect(refusals).toMatchObject([
      { row: 1, wellCode: 'A-1', message: expect.stringContaining('2026-02-28') },
    ]);
    const later = await previewed(client, { ...all, date: '2026-03-15' });
    expect(later.refusals).toEqual([]);
    expect(later.rows).toMatchObject([
      { row: 1, wellCode: 'A-2', interestAfter: '0.00', proceeds: '10000.01' },
    ]);
    await bodyOf(await sell(client, all, 'accepted'), 201);
    const [layer] = await layersOf(client, wells['A-2']!.id);
    expect(layer).toMatchObject({ currentAroValue: '0.00' });
    await expectBooksToCheck(client);
    await expectRefusal(() => previewOf(client, THIRD), 400, {
      errors: { field: ['The company has no interest in any well in field "EKOFISK" on 2026-02-28'] },
    });
  });

  it('rejects well by well: in mode all nothing is posted, in mode accepted the others are', async () => {
    const { client } = await field();
    await addWell(client, { wellCode: 'A-3', field: 'EKOFISK' });
    const { client: other } = await signInToNewCompany();
    await addWell(other, { wellCode: 'C-1', field: 'VALHALL' });
    const given = {
      date: '2026-02-28',
      interestSold: '80',
      wells: ['A-1', 'A-2', 'A-3', 'C-1', 'a-2'],
    };
    const { refusals, rows } = await previewed(client, given);
    expect(rows.map(({ row, interestAfter }) => [row, interestAfter])).toEqual([[2, '20.00']]);
    expect(refusals.map(({ row, message }) => [row, message])).toEqual([
      [1, 'Interest sold can’t exceed the 75.00% the company owns on 2026-02-28'],
      [3, expect.stringContaining('has no obligation to sell')],
      [4, 'No well has this code'],
      [5, 'An earlier row has the same well'],
    ]);
    await expectRefusal(() => sell(client, given), 409, {
      errors: { 'rows.1': [expect.stringContaining('75.00%')] },
    });
    expect((await sell(client, { ...given, wells: ['C-1'] }, 'accepted')).status).toBe(409);
    const posting = await bodyOf<SalesPosting>(await sell(client, given, 'accepted'), 201);
    expect(posting).toMatchObject({
      movementCount: 1,
      refusals: [{ row: 1 }, { row: 3 }, { row: 4 }, { row: 5 }],
    });
    await expectBooksToCheck(client);
    await expectRefusal(() => previewOf(client, { ...THIRD, field: 'VALHALL' }), 400, {
      errors: { field: ['Field "VALHALL" has no wells'] },
    });
  });

  it('accepts one share and one choice of wells, an open day, and at most 5,000 wells', async () => {
    const { client, company } = await field();
    const { shareSold, field: named, ...rest } = THIRD;
    const part = { interestSold: ['Enter either interestSold or shareSold'] };
    const which = { wells: ['Enter either wells or a field'] };
    for (const [given, errors] of [
      [{ ...rest, field: named }, part],
      [{ ...rest, field: named, shareSold, interestSold: '10' }, part],
      [{ ...rest, shareSold }, which],
      [{ ...rest, shareSold, field: named, wells: ['A-1'] }, which],
      [{ ...THIRD, shareSold: '0' }, { shareSold: ['Share sold must be more than 0'] }],
      [{ ...THIRD, shareSold: '100.1' }, { shareSold: ['Must be at most 100'] }],
      [{ ...THIRD, proceeds: '-1' }, { proceeds: ['Proceeds can’t be negative'] }],
      [{ ...THIRD, date: '2027-01-31' }, { date: [expect.stringContaining('2026-12-31')] }],
    ] as const) {
      await expectRefusal(() => previewOf(client, given), 400, { errors });
    }
    // A share below the smallest interest is rejected, not rounded to zero.
    await addWell(client, { wellCode: 'S-1', workingInterests: [{ from: '2020-01-01', percent: '40' }] });
    const least = { date: THIRD.date, wells: ['S-1'], shareSold: '0.00000001' };
    const { refusals } = await previewed(client, least);
    expect(refusals[0]?.message).toContain('below the smallest possible interest');
    await close(client, '2026-01-31');
    await expectRefusal(() => sell(client, { ...THIRD, date: '2026-01-31' }), 409, {
      message: expect.stringContaining('The books are closed through 2026-01-31'),
    });
    await addManyWells(company.id, 5_000);
    await env.DB.prepare("update well set field = 'EKOFISK' where company_id = ?").bind(company.id).run();
    await expectRefusal(() => previewOf(client, THIRD), 400, {
      errors: { field: ['This field has more than 5,000 wells. Sell them in parts, by well code.'] },
    });
  });
});
