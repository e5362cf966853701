import { describe, expect, it } from 'vitest';
import type { JournalPageView } from '~/schemas/reports/report-views';
import { readTogether } from '~/services/platform/reads.server';
import { getPostedEntries, journalReads } from '~/services/reports/journal.server';
import { accreteThrough, bodyOf } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { messageContext } from '../../support/mass-upload';
import { signIn, signInToNewCompany } from '../../support/worker';

const DATES = '?beginDate=2026-01-01&endDate=2026-12-31';
type Row = { netValue: string; mainAccount: string; subAccount: string };

describe('GET /api/reports/journal', () => {
  it('shows the rows of the export, their totals by account, and the wells', async () => {
    const { client, company } = await signInToNewCompany();
    const [well, gone] = [await addWell(client, { wellCode: 'A-1' }), await addWell(client)];
    for (const { id } of [well, gone]) await addLayer(client, id, { calculationDate: '2026-01-01' });
    await accreteThrough(client, '2026-01-31');
    expect((await client.delete(`/api/wells/${gone.id}`)).status).toBe(204);
    const viewer = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    const page = await bodyOf<JournalPageView>(await viewer.get(`/api/reports/journal${DATES}`));
    const all = await bodyOf<Row[]>(await viewer.get(`/api/reports/journal-entries${DATES}`));
    expect(page.rows.map(({ wellId, ...row }) => row)).toEqual(all);
    expect(page.rowCount).toBe(all.length);
    expect(new Set(page.rows.map(({ wellId }) => wellId))).toEqual(new Set([well.id, null]));
    const cents = (text: string) => Math.round(Number(text) * 100);
    const sum = (rows: Row[], side: 1 | -1) =>
      rows.reduce((total, row) => total + Math.max(0, side * cents(row.netValue)), 0);
    expect(cents(page.debits)).toBe(sum(all, 1));
    expect(page.credits).toBe(page.debits);
    expect(page.accounts.map(({ account, name }) => [account, name])).toEqual([
      ['1800-100', 'ARO asset'],
      ['2400-100', 'ARO liability'],
      ['6800-100', 'Accretion expense'],
    ]);
    for (const { account, debits, credits } of page.accounts) {
      const own = all.filter((row) => [row.mainAccount, row.subAccount].join('-') === account);
      expect([cents(debits), cents(credits)]).toEqual([sum(own, 1), sum(own, -1)]);
    }
  });

  it('is the same, in the same order, for a day with more movements than one read returns', async () => {
    const { client, company } = await signInToNewCompany();
    const wells = [await addWell(client, { wellCode: 'B-1' }), await addWell(client, { wellCode: 'A-1' })];
    for (const { id } of wells) {
      for (const layerType of ['initial', 'additional']) {
        await addLayer(client, id, { calculationDate: '2026-01-01', layerType, measurement: 'increment' });
      }
    }
    await accreteThrough(client, '2026-01-31');
    const final = { date: '2026-01-31', cost: '30000.00', isFinal: true };
    await bodyOf(await client.post(`/api/wells/${wells[0]!.id}/settlements`, final), 201);
    const ctx = { ...messageContext(), companyId: company.id, role: 'viewer' as const };
    const days = { beginDate: '2026-01-01', endDate: '2026-12-31' };
    const rows = await readTogether(ctx.db, journalReads(ctx, days));
    expect(Math.max(...rows.dates.map(({ events }) => events))).toBeGreaterThan(3);
    for (const order of ['wells', 'vouchers'] as const) {
      const read = async (eventsPerRead?: number) => {
        const entries: unknown[] = [];
        const batches = getPostedEntries(ctx, rows, { order, through: null, eventsPerRead });
        for await (const batch of batches) entries.push(...batch);
        return entries;
      };
      const whole = await read();
      expect(whole.length).toBeGreaterThan(8);
      expect(await read(3)).toEqual(whole);
      expect(await read(1)).toEqual(whole);
    }
  });

  it('stops at 500 rows, but counts and totals all of them', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    await addLayer(client, well.id, { calculationDate: '2000-01-01', wellLifespan: 40 });
    for (let year = 2000; year < 2022; year += 1) {
      for (let month = 1; month <= 12; month += 1) {
        const end = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
        await accreteThrough(client, end);
      }
    }
    const dates = '?beginDate=2000-01-01&endDate=2021-12-31';
    const page = await bodyOf<JournalPageView>(await client.get(`/api/reports/journal${dates}`));
    expect([page.rows.length, page.rowCount, page.voucherCount]).toEqual([500, 530, 265]);
    const all = await bodyOf<Row[]>(await client.get(`/api/reports/journal-entries${dates}`));
    const debits = all.reduce((total, { netValue }) => total + Math.max(0, Number(netValue)), 0);
    expect(Number(page.debits)).toBeCloseTo(debits, 2);
  }, 120_000);

  it('is limited to one company, and rejects dates out of order', async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    await addLayer(client, well.id, { calculationDate: '2026-01-01' });
    const { client: stranger } = await signInToNewCompany();
    const page = await bodyOf<JournalPageView>(await stranger.get(`/api/reports/journal${DATES}`));
    expect(page).toEqual({
      rows: [],
      rowCount: 0,
      voucherCount: 0,
      debits: '0.00',
      credits: '0.00',
      accounts: [],
    });
    const wrong = await client.get('/api/reports/journal?beginDate=2026-12-31&endDate=2026-01-01');
    expect(wrong.status).toBe(400);
  });
});
