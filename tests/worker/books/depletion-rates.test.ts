import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { DepletionRateView } from '~/schemas/books/depletion-rate';
import { depletionRatesReads, setDepletionRates } from '~/services/books/depletion-rates.server';
import { companyBooksQuery } from '~/services/books/well-books.server';
import { readTogether } from '~/services/platform/reads.server';
import { accreteThrough, bodyOf, expectBooksToCheck, postingsOf, reversePosting } from '../../support/books';
import { addLayer, addWell, contextInterrupted } from '../../support/layers';
import { expectRefusal } from '../../support/refusals';
import { balances } from '../../support/reports';
import { auditOf } from '../../support/tables';
import { db, type SignedIn, signInToNewCompany } from '../../support/worker';

const JANUARY = '2026-01';
const LAYER = {
  discountRate: 10,
  inflationRate: 10,
  pAndACost: 120_000,
  wellLifespan: 10,
  calculationDate: '2025-12-31',
};

const rate = (field: string, percent: string | null = '7.5', month = JANUARY) => ({ field, month, percent });

/** A company with a well in North, depreciated by units of production. */
async function companyWithNorth() {
  const { client, company } = await signInToNewCompany();
  const given = { depreciation: 'units-of-production', depreciationFrom: '2025-12-31' };
  await bodyOf(await client.put(`/api/companies/${company.id}/settings`, given));
  const well = await addWell(client, { field: 'North' });
  await addLayer(client, well.id, LAYER);
  const path = `/api/companies/${company.id}/depletion-rates`;
  const set = async (...rates: ReturnType<typeof rate>[]) =>
    bodyOf<DepletionRateView[]>(await client.put(path, { rates }));
  return { client, company, well, path, set };
}

async function netArc(client: SignedIn) {
  return (await balances(client, '2026-12-31')).map(({ arcNet }) => arcNet);
}

describe('the field of a depletion rate', () => {
  it('takes the spelling of the wells, whatever its case', async () => {
    const { client, set } = await companyWithNorth();
    expect(await set(rate('NORTH'))).toMatchObject([{ field: 'North', hasWells: true, closestField: null }]);
    await accreteThrough(client, '2026-01-31');
    expect(await netArc(client)).toEqual(['111000.00']);
  });

  it('may be entered before its wells, in another case', async () => {
    const { client, path, set, well } = await companyWithNorth();
    expect(await set(rate('EAST'))).toMatchObject([{ field: 'EAST', hasWells: false }]);
    await bodyOf(await client.put(`/api/wells/${well.id}`, { ...well, field: 'East' }));
    await accreteThrough(client, '2026-01-31');
    expect(await netArc(client)).toEqual(['111000.00']);
    // Both spellings are one rate.
    await expectRefusal(() => client.put(path, { rates: [rate('east', '8')] }), 409, {
      message: `Already posted: EAST for ${JANUARY}. Reverse that month’s depreciation first.`,
    });
    await expectBooksToCheck(client);
  });

  it('can be given only once per month, in any case', async () => {
    const { client, path } = await companyWithNorth();
    await expectRefusal(() => client.put(path, { rates: [rate('North'), rate('north', '8')] }), 400, {
      errors: { 'rates.1.month': [`Duplicate rate for north in ${JANUARY}`] },
    });
  });

  it('comes with the closest existing field if no well is in it', async () => {
    const { set } = await companyWithNorth();
    expect(await set(rate('Nroth'), rate('Permian'), rate('North'))).toMatchObject([
      { field: 'North', hasWells: true, closestField: null },
      { field: 'Nroth', hasWells: false, closestField: 'North' },
      { field: 'Permian', hasWells: false, closestField: null },
    ]);
  });

  it('doesn’t lock a rate that charged nothing, though the month is posted', async () => {
    const { client, path, set } = await companyWithNorth();
    await set(rate('North'), rate('Nroth'));
    await accreteThrough(client, '2026-01-31');
    expect(await set(rate('Nroth', '8'))).toMatchObject([
      { field: 'North', isPosted: true },
      { field: 'Nroth', percent: '8.0000', isPosted: false },
    ]);
    expect(await set(rate('Nroth', null))).toMatchObject([{ field: 'North' }]);
    await expectRefusal(() => client.put(path, { rates: [rate('North', null)] }), 409, {});
  });

  it('stays locked when the charged well moves to another field, until the charge is reversed', async () => {
    const { client, path, set, well } = await companyWithNorth();
    await set(rate('North'), rate('South', '1'));
    await accreteThrough(client, '2026-01-31');
    await bodyOf(await client.put(`/api/wells/${well.id}`, { ...well, field: 'South' }));
    await expectRefusal(() => client.put(path, { rates: [rate('North', '8')] }), 409, {
      message: `Already posted: North for ${JANUARY}. Reverse that month’s depreciation first.`,
    });
    const [charge] = await postingsOf(client, 'kind=depreciation');
    await bodyOf(await reversePosting(client, charge!.id), 201);
    expect(await set(rate('North', '8'))).toMatchObject([
      { field: 'North', percent: '8.0000' },
      { field: 'South' },
    ]);
  });
});

describe('a depletion rate that someone else changes just before', () => {
  const saved = async (client: SignedIn, path: string) =>
    (await bodyOf<DepletionRateView[]>(await client.get(path))).map(({ field, percent }) => [field, percent]);

  it.each([
    ['is set', [rate('North', '7')], [['North', '7.0000']]],
    ['is removed', [rate('North', null)], []],
    [
      'is added in another case',
      [rate('EAST', '7')],
      [
        ['EAST', '7.0000'],
        ['North', '1.0000'],
      ],
    ],
  ])('is not overwritten when it %s', async (_, theirs, left) => {
    const { client, company, path, set } = await companyWithNorth();
    await set(rate('North', '1'), rate('North', '2', '2026-02'));
    const ctx = contextInterrupted(client, company.id, async () => {
      await set(...theirs);
    });
    const rows = await readTogether(db, depletionRatesReads({ db, companyId: company.id }));
    const mine = theirs.map(({ field, month }) => ({
      field: field === 'EAST' ? 'East' : field,
      month,
      percent: 50_000,
    }));
    await expect(setDepletionRates(ctx, company.id, { rates: mine }, rows)).rejects.toMatchObject({
      code: 'conflict',
      message:
        'Someone else changed depletion rates for the same month while you were editing. Nothing was saved. Try again.',
    });
    expect(await saved(client, path)).toEqual([['North', '2.0000'], ...left]);
    expect((await auditOf(company.id)).at(-1)).toMatchObject({
      action: 'depletion_rates.updated',
      newValues: { rates: [{ percent: left.length === 0 ? null : '7.0000' }] },
    });
  });

  it('is saved if the other change concerns another month', async () => {
    const { client, company, path, set } = await companyWithNorth();
    await set(rate('North', '1'));
    const ctx = contextInterrupted(client, company.id, async () => {
      await set(rate('North', '2', '2026-02'));
    });
    const rows = await readTogether(db, depletionRatesReads({ db, companyId: company.id }));
    const mine = { field: 'North', month: JANUARY, percent: 50_000 };
    await setDepletionRates(ctx, company.id, { rates: [mine] }, rows);
    expect(await saved(client, path)).toEqual([
      ['North', '2.0000'],
      ['North', '5.0000'],
    ]);
  });
});

describe('very many depletion rates', () => {
  /** Adds monthly rates since 1950 for fields with long names, as if entered over the years. */
  async function addRates(companyId: string, fields: number) {
    await env.DB.prepare(
      `with recursive month(i) as (select 0 union all select i + 1 from month where i < 1199),
         field(i) as (select 1 union all select i + 1 from field where i < ?2)
       insert or ignore into depletion_rate (company, field, month, percent_e4)
       select ledger_id, printf('A field with a long name, number %04d', field.i),
         strftime('%Y-%m', '1950-01-01', '+' || month.i || ' months'), 12345
       from company, field, month where id = ?1`,
    )
      .bind(companyId, fields)
      .run();
  }

  it('can be posted, and more are rejected if a company couldn’t store them', {
    timeout: 120_000,
  }, async () => {
    const { client, company, path, set } = await companyWithNorth();
    await set(rate('North'));
    // 48,000 rates, 2.6 MB if each named its field.
    await addRates(company.id, 40);
    await accreteThrough(client, '2026-01-31');
    expect(await netArc(client)).toEqual(['111000.00']);
    await addRates(company.id, 87);
    await set(rate('North', '7.5', '2026-02'));
    await accreteThrough(client, '2026-02-28');
    expect(await netArc(client)).toEqual(['102675.00']);
    // All rates are read as one value, which D1 limits to 2 MB. The local D1 accepts more.
    const [books] = await companyBooksQuery({ db, companyId: company.id });
    expect(new TextEncoder().encode(books!.depletionRates!).length).toBeLessThan(2_000_000);
    await addRates(company.id, 88);
    await expectRefusal(() => client.put(path, { rates: [rate('North', '7.5', '2026-03')] }), 400, {
      message: expect.stringContaining('about 100,000 depletion rates'),
    });
    // Existing rates can still be posted and removed.
    await set(rate('North', null, '2026-03'), rate('A field with a long name, number 0088', null));
    await expectBooksToCheck(client);
  });
});
