import { describe, expect, it } from 'vitest';
import type { DepletionRateView } from '~/schemas/books/depletion-rate';
import type { MonthEndView } from '~/schemas/books/posting-views';
import type { WellView } from '~/schemas/wells/well-views';
import {
  accreteThrough,
  bodyOf,
  close,
  expectBooksToCheck,
  postingsOf,
  reversePosting,
} from '../../support/books';
import {
  arcOf,
  depreciatingCompany,
  EVEN,
  newestOf,
  REVISION,
  ratesPath,
  switchTo,
} from '../../support/depreciating';
import { addLayer, addWell } from '../../support/layers';
import { deliver } from '../../support/month-ends';
import { expectRefusal } from '../../support/refusals';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

describe('units of production', () => {
  const rate = (month: string, percent: string | null, field = 'North') => ({ field, month, percent });

  it('charges the rate of the field and month at month-ends only', async () => {
    const { client, company } = await depreciatingCompany('units-of-production');
    const rates = [rate('2026-01', '7.5'), rate('2026-02', '1.2345')];
    const listed = await bodyOf<DepletionRateView[]>(await client.put(ratesPath(company.id), { rates }));
    expect(listed).toMatchObject([
      { field: 'North', month: '2026-02', percent: '1.2345', isPosted: false },
      { field: 'North', month: '2026-01', percent: '7.5000', isPosted: false },
    ]);
    await accreteThrough(client, '2026-01-15');
    expect(await arcOf(client)).toEqual([['120000.00', '0.00', '120000.00']]);
    await accreteThrough(client, '2026-02-28');
    // 7.5% of 120,000.00, and 1.2345% of the remaining 111,000.00.
    expect(await arcOf(client)).toEqual([['120000.00', '-10370.30', '109629.70']]);
    await expectBooksToCheck(client);

    await expectRefusal(() => client.put(ratesPath(company.id), { rates: [rate('2026-01', '8')] }), 409, {
      message: 'Already posted: North for 2026-01. Reverse that month’s depreciation first.',
    });
    // From here on, straight-line spreads the remainder over the remaining life.
    await switchTo(client, company.id, 'straight-line', '2026-03-01');
    await accreteThrough(client, '2026-03-31');
    expect(await arcOf(client)).toEqual([['120000.00', '-11299.37', '108700.63']]);
    await expectBooksToCheck(client);
  });

  it('can be followed by straight-line or none on the remainder, even with nothing to catch up yet', async () => {
    for (const next of ['straight-line', 'none']) {
      const { client, company } = await depreciatingCompany('units-of-production');
      await bodyOf(await client.put(ratesPath(company.id), { rates: [rate('2026-01', '7.5')] }));
      await accreteThrough(client, '2026-01-31');
      const today = new Date().toISOString().slice(0, 7);
      const [year, month] = today.split('-').map(Number) as [number, number];
      const nextMonth = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
      await switchTo(client, company.id, next, nextMonth);
      expect(await postingsOf(client, 'kind=depreciation')).toHaveLength(1);
      await expectBooksToCheck(client);
    }
  });

  it('blocks an earlier act that could not repost it, until it is reversed', async () => {
    const { client, company, well } = await depreciatingCompany('units-of-production');
    const rates = [rate('2026-01', '7.5'), rate('2026-02', '2.5')];
    await bodyOf(await client.put(ratesPath(company.id), { rates }));
    await accreteThrough(client, '2026-01-31');
    await accreteThrough(client, '2026-02-28');
    await switchTo(client, company.id, 'straight-line', '2026-03-01');
    await bodyOf(await reversePosting(client, (await newestOf(client, 'depreciation')).id), 201);
    const partly = { date: '2026-02-15', cost: '10.00' };
    const settle = () => client.post(`/api/wells/${well.id}/settlements`, partly);
    const message = expect.stringMatching(/later depreciation dated 2026-02-28 .*Reverse that first/);
    await expectRefusal(settle, 409, { message });
    const [february] = await postingsOf(client, 'kind=depreciation&to=2026-02-28');
    await bodyOf(await reversePosting(client, february!.id), 201);
    await expectBooksToCheck(client);
    await bodyOf(await settle(), 201);
    await accreteThrough(client, '2026-03-31');
    // 111,000.00 was left in January, with 119 months to go, two of which have passed.
    expect(await arcOf(client)).toEqual([['120000.00', '-10865.55', '109134.45']]);
    await expectBooksToCheck(client);
  });

  it('charges the same months again after its charge is reversed, whatever happened in between', async () => {
    const between = {
      settlement: async (client: SignedIn, _companyId: string, wellId: string) => {
        const partly = { date: '2026-02-28', cost: '10.00' };
        await bodyOf(await client.post(`/api/wells/${wellId}/settlements`, partly), 201);
        await bodyOf(await reversePosting(client, (await newestOf(client, 'settlement')).id), 201);
      },
      pause: async (client: SignedIn, companyId: string) => {
        await switchTo(client, companyId, 'none', '2026-03-01');
        await switchTo(client, companyId, 'units-of-production', '2025-12-31');
      },
    };
    for (const happen of [between.settlement, between.pause]) {
      const { client, company, well } = await depreciatingCompany('units-of-production');
      const rates = [rate('2026-01', '7.5'), rate('2026-02', '2.5')];
      await bodyOf(await client.put(ratesPath(company.id), { rates }));
      await accreteThrough(client, '2026-02-28');
      await happen(client, company.id, well.id);
      await bodyOf(await reversePosting(client, (await newestOf(client, 'depreciation')).id), 201);
      expect(await arcOf(client)).toEqual([['120000.00', '0.00', '120000.00']]);
      await expectBooksToCheck(client);
      await accreteThrough(client, '2026-02-28');
      // 7.5% of 120,000.00, and 2.5% of the remaining 111,000.00.
      expect(await arcOf(client)).toEqual([['120000.00', '-11775.00', '108225.00']]);
      await expectBooksToCheck(client);
    }
  });

  it('leaves the straight-line basis unchanged after its own charges are reversed', async () => {
    const { client, company, well } = await depreciatingCompany('straight-line');
    await accreteThrough(client, '2026-01-31');
    await switchTo(client, company.id, 'units-of-production', '2026-02-01');
    await bodyOf(await client.put(ratesPath(company.id), { rates: [rate('2026-02', '2.5')] }));
    await accreteThrough(client, '2026-02-28');
    const partly = { date: '2026-02-28', cost: '10.00' };
    await bodyOf(await client.post(`/api/wells/${well.id}/settlements`, partly), 201);
    for (const kind of ['settlement', 'depreciation']) {
      await bodyOf(await reversePosting(client, (await newestOf(client, kind)).id), 201);
    }
    await switchTo(client, company.id, 'straight-line', '2026-02-01');
    expect(await arcOf(client)).toEqual([['120000.00', '-2000.00', '118000.00']]);
    await expectBooksToCheck(client);
  });

  it('charges a well through the last full month before plugging, and requires the rates of those months', async () => {
    const { client, company, well } = await depreciatingCompany('units-of-production');
    const plugged = { ...well, wellStatus: 'Plugged', pluggedOn: '2026-03-15' };
    await bodyOf(await client.put(`/api/wells/${well.id}`, plugged));
    await bodyOf(await client.put(ratesPath(company.id), { rates: [rate('2026-01', '7.5')] }));
    const input = { periodType: 'quarterly', periodEnd: '2026-03-31' };
    await expectRefusal(() => client.post('/api/accretion/calculate', input), 409, {
      message: 'Enter depletion rates under Company → Settings first. Missing for 2026-02: North.',
    });
    await bodyOf(await client.put(ratesPath(company.id), { rates: [rate('2026-02', '2.5')] }));
    await bodyOf(await client.post('/api/accretion/calculate', input));
    // 7.5% of 120,000.00 and 2.5% of 111,000.00.
    expect(await arcOf(client)).toEqual([['120000.00', '-11775.00', '108225.00']]);
    await accreteThrough(client, '2026-04-30');
    expect(await arcOf(client)).toEqual([['120000.00', '-11775.00', '108225.00']]);
    await close(client, '2026-04-30');
    await expectBooksToCheck(client);
  });

  it('charges those months also if the well is plugged after the period is posted', async () => {
    const { client, company, well } = await depreciatingCompany('units-of-production');
    const rates = [rate('2026-01', '7.5'), rate('2026-02', '2.5'), rate('2026-03', '10')];
    await bodyOf(await client.put(ratesPath(company.id), { rates }));
    const input = { periodType: 'quarterly', periodEnd: '2026-03-31' };
    await bodyOf(await client.post('/api/accretion/calculate', input));
    expect(await arcOf(client)).toEqual([['120000.00', '-22597.50', '97402.50']]);
    for (const [pluggedOn, accumulated, left] of [
      ['2026-03-15', '-11775.00', '108225.00'],
      ['2026-02-15', '-9000.00', '111000.00'],
      ['2026-03-15', '-11775.00', '108225.00'],
    ]) {
      const { version } = await bodyOf<WellView>(await client.get(`/api/wells/${well.id}`));
      const plugged = { ...well, version, wellStatus: 'Plugged', pluggedOn };
      await bodyOf(await client.put(`/api/wells/${well.id}`, plugged));
      expect(await arcOf(client)).toEqual([['120000.00', accumulated, left]]);
      await expectBooksToCheck(client);
    }
    expect(await arcOf(client, '2026-03-30')).toEqual([['120000.00', '0.00', '120000.00']]);
    await close(client, '2026-03-31');
  });

  it('does not measure an increase on its day, because nothing is spread over the well’s life', async () => {
    const { client, company, well } = await depreciatingCompany('units-of-production');
    await bodyOf(await client.put(ratesPath(company.id), { rates: [rate('2026-01', '7.5')] }));
    await accreteThrough(client, '2026-01-31');
    const before = await postingsOf(client);
    await addLayer(client, well.id, {
      ...REVISION,
      pAndACost: 150_000,
      wellLifespan: 12,
      calculationDate: '2026-01-15',
    });
    const after = await postingsOf(client);
    expect(after.slice(1)).toEqual(before);
    expect(after[0]).toMatchObject({ kind: 'calculation' });
    await expectBooksToCheck(client);
  });

  it('doesn’t affect a well that was plugged while depreciation was straight-line', async () => {
    const { client, company, well } = await depreciatingCompany('straight-line');
    const kept = await addWell(client, { wellCode: 'KEPT-1', field: 'North' });
    await addLayer(client, kept.id, EVEN);
    await accreteThrough(client, '2026-01-31');
    const plugged = { ...well, wellStatus: 'Plugged', pluggedOn: '2026-01-31' };
    await bodyOf(await client.put(`/api/wells/${well.id}`, plugged));
    await switchTo(client, company.id, 'units-of-production', '2026-02-01');
    await bodyOf(await client.put(ratesPath(company.id), { rates: [rate('2026-02', '7.5')] }));
    await accreteThrough(client, '2026-02-28');
    await switchTo(client, company.id, 'none', '2026-03-01');
    await expectBooksToCheck(client);
  });

  it('posts no month while a field lacks its rate, and names the field', async () => {
    const { client, company } = await depreciatingCompany('units-of-production');
    const other = await addWell(client, { field: 'South' });
    await addLayer(client, other.id, EVEN);
    await bodyOf(await client.put(ratesPath(company.id), { rates: [rate('2026-01', '1')] }));
    const message = 'Enter depletion rates under Company → Settings first. Missing for 2026-01: South.';
    const input = { periodType: 'monthly', periodEnd: '2026-01-31' };
    await expectRefusal(() => client.post('/api/accretion/calculate', input), 409, { message });
    await deliver({ companyId: company.id, periodEnd: '2026-01-31' });
    const [failed] = await bodyOf<MonthEndView[]>(await client.get('/api/accretion/month-ends'));
    expect(failed).toMatchObject({ status: 'failed', reason: message });
    expect(await postingsOf(client, 'kind=accretion')).toEqual([]);
    await bodyOf(await client.put(ratesPath(company.id), { rates: [rate('2026-01', '0', 'South')] }));
    await deliver({ companyId: company.id, periodEnd: '2026-01-31' });
    const [done] = await bodyOf<MonthEndView[]>(await client.get('/api/accretion/month-ends'));
    expect(done).toMatchObject({ status: 'done', totalDepreciation: '1200.00' });
  });

  it.each([
    ['101', 'Rate must be a percentage from 0 to 100 with at most four decimals'],
    ['1.23456', 'Rate must be a percentage from 0 to 100 with at most four decimals'],
    ['-1', 'Rate must be a percentage from 0 to 100 with at most four decimals'],
  ])('rejects a rate of %s %%', async (percent, message) => {
    const { client, company } = await signInToNewCompany();
    await expectRefusal(() => client.put(ratesPath(company.id), { rates: [rate('2026-01', percent)] }), 400, {
      errors: { 'rates.0.percent': [message] },
    });
  });

  it('can remove a rate', async () => {
    const { client, company } = await signInToNewCompany();
    await bodyOf(await client.put(ratesPath(company.id), { rates: [rate('2026-01', '100')] }));
    expect(await bodyOf(await client.put(ratesPath(company.id), { rates: [rate('2026-01', null)] }))).toEqual(
      [],
    );
  });
});
