import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { LayerView } from '~/schemas/books/layer-views';
import type { PostingView } from '~/schemas/books/posting';
import type { RevisionPosting, RevisionPreview } from '~/schemas/books/revision';
import type { WellView } from '~/schemas/wells/well-views';
import {
  accreteThrough,
  bodyOf,
  close,
  expectBooksToCheck,
  layersOf,
  postingsOf,
  reversePosting,
  rollforward,
  totalLiability,
} from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { auditOf, idOfPosting, insertCopyOfLayer } from '../../support/tables';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const RATES = { discountRate: '9', inflationRate: '3' };

/** Two wells with one layer of 27,070.90 each from 2026-01-01, accreted through February. */
async function twoWells() {
  const { client, company } = await signInToNewCompany();
  const wells: WellView[] = [];
  for (const wellCode of ['A-1', 'A-2']) {
    const well = await addWell(client, { wellCode });
    await addLayer(client, well.id, { calculationDate: '2026-01-01' });
    wells.push(well);
  }
  await accreteThrough(client, '2026-01-31');
  await accreteThrough(client, '2026-02-28');
  return { client, company, wells: wells as [WellView, WellView] };
}

type Row = Record<string, unknown>;
const preview = (client: SignedIn, rows: Row[], date = '2026-02-15') =>
  client.post('/api/revisions/preview', { date, rows });
const previewed = async (...given: Parameters<typeof preview>) =>
  bodyOf<RevisionPreview>(await preview(...given));
const revise = (client: SignedIn, rows: Row[], mode = 'all', date = '2026-02-15') =>
  client.post('/api/revisions', { date, rows, mode });
const settingsOf = (client: SignedIn, companyId: string, given: object) =>
  client.put(`/api/companies/${companyId}/settings`, given);
const newest = async (client: SignedIn, { id }: WellView): Promise<LayerView> =>
  (await layersOf(client, id)).at(-1)!;

describe('a revision of many wells', () => {
  it('accepts a gross cost per row: the estimate is the company’s share, and the layer keeps both', async () => {
    const { client, wells } = await twoWells();
    for (const [well, from] of [
      [wells[0], '2026-02-01'],
      [wells[1], '2026-02-16'],
    ] as const) {
      const workingInterests = [{ from, percent: '62.5' }];
      await bodyOf(await client.put(`/api/wells/${well.id}`, { ...well, workingInterests }));
    }
    const given = { wellCode: 'A-1', grossCost: '200000', wellLifespan: '15', ...RATES };
    const share = await previewed(client, [given]);
    expect(share.refusals).toEqual([]);
    const net = { ...given, pAndACost: '125000', grossCost: '' };
    const [alone] = (await previewed(client, [net])).rows;
    expect(alone).toMatchObject({ newEstimate: '125000.00', change: '25000.00', grossCost: null });
    expect(share.rows).toEqual([{ ...alone, grossCost: '200000.00' }]);
    expect((await previewed(client, [{ ...given, pAndACost: '125000.00' }])).rows).toEqual(share.rows);

    const faults = await previewed(client, [
      { ...given, pAndACost: '125000.01' },
      { ...given, wellCode: 'A-2' },
      { ...given, wellCode: 'A-3', grossCost: '0' },
      { ...given, wellCode: 'A-4', grossCost: ' ' },
    ]);
    expect(faults.refusals.map(({ message }) => message)).toEqual([
      'The company’s share of the gross P&A cost is 125000.00, not 125000.01. Leave one of the two blank.',
      'Gross P&A cost requires a working interest on 2026-02-15, but the well’s first interest begins on 2026-02-16',
      'New gross P&A cost must be positive',
      'P&A cost is required',
    ]);
    await bodyOf(await revise(client, [given]), 201);
    expect(await newest(client, wells[0])).toMatchObject({
      measurement: 'change',
      pAndACost: '125000.00',
      grossCost: '200000.00',
      totalEstimate: '125000.00',
      aroValue: alone!.aroValue,
    });
    await expectBooksToCheck(client);
  });

  it('accepts a new retirement date per row, measured exactly, which the well keeps', async () => {
    const { client, wells } = await twoWells();
    const given = { pAndACost: '130000', ...RATES };
    const { refusals, rows } = await previewed(client, [
      { ...given, wellCode: 'A-1', retirementDate: '2041-08-16' },
      { ...given, wellCode: 'A-2', retirementDate: '2041-08-16', wellLifespan: '' },
    ]);
    expect(refusals).toEqual([]);
    // 15 years, 6 months and one day of 28 or 31.
    expect(
      rows.map(({ wellLifespan, retirementDate, aroValue }) => [wellLifespan, retirementDate, aroValue]),
    ).toEqual(Array(2).fill([16, '2041-08-16', rows[0]!.aroValue]));
    const faults = await previewed(client, [
      { ...given, wellCode: 'A-1', retirementDate: '2026-02-15' },
      { ...given, wellCode: 'A-2', retirementDate: '2041-08-16', wellLifespan: 15 },
      { ...given, wellCode: 'a-2', retirementDate: '16.8.2041' },
    ]);
    expect(faults.refusals.map(({ message }) => message)).toEqual([
      'Retirement date must be after the calculation date, 2026-02-15',
      'A lifespan of 15 doesn’t match the retirement date 2041-08-16. Enter only one of them.',
      'Retirement date must be a valid date (YYYY-MM-DD)',
    ]);
    const posted = await revise(client, [
      { ...given, wellCode: 'A-1', retirementDate: '2041-08-16', wellLifespan: 16 },
      { ...given, wellCode: 'A-2' },
    ]);
    await bodyOf(posted, 201);
    expect(await newest(client, wells[0])).toMatchObject({
      retirementDate: '2041-08-16',
      wellLifespan: 16,
      aroValue: rows[0]!.aroValue,
    });
    const dates = await Promise.all(
      wells.map(
        async ({ id }) => (await bodyOf<WellView>(await client.get(`/api/wells/${id}`))).retirementDate,
      ),
    );
    expect(dates).toEqual(['2041-08-16', null]);
    // A later row without either keeps that date.
    const again = await previewed(client, [{ wellCode: 'A-1', pAndACost: '130000' }], '2026-02-28');
    expect(again.rows).toMatchObject([{ retirementDate: '2041-08-16' }]);
    await expectBooksToCheck(client);
  });

  it('marks only the decreases that are capped at the carrying amount', async () => {
    const { client } = await twoWells();
    // At 1.00% and 5.00%, the change is worth more than the well carries; at its layers' rates, it isn't.
    const given = { wellCode: 'A-1', pAndACost: '1000' };
    const { rows } = await previewed(client, [
      { ...given, discountRate: '1', inflationRate: '5' },
      { ...given, wellCode: 'A-2' },
    ]);
    expect(rows.map(({ isLimited }) => isLimited)).toEqual([true, false]);
    const increase = { wellCode: 'A-2', pAndACost: '130000', ...RATES };
    expect((await previewed(client, [increase])).rows).toMatchObject([{ isLimited: false }]);
  });

  it('previews each well and posts exactly that: one posting, accretion first, one audit row', async () => {
    const { client, wells } = await twoWells();
    const rows = [
      { wellCode: ' a-2 ', pAndACost: '80000.00', reason: 'Rig rates fell' },
      { wellCode: 'A-1', pAndACost: 130_000, ...RATES, wellLifespan: 20 },
    ];
    const before = await totalLiability(client);
    const shown = await previewed(client, rows);
    expect(shown.refusals).toEqual([]);
    expect(shown.rows).toMatchObject([
      {
        row: 1,
        wellCode: 'A-2',
        previousEstimate: '100000.00',
        newEstimate: '80000.00',
        change: '-20000.00',
        discountRate: '8.00',
        inflationRate: '2.50',
        effectiveRate: '8.0000',
        ratesFrom: 'average',
        wellLifespan: 25,
        previousRetirementDate: '2051-01-01',
        retirementDate: '2051-01-01',
      },
      {
        row: 2,
        wellCode: 'A-1',
        change: '30000.00',
        ratesFrom: null,
        rateReason: 'As entered',
        result: '0.00',
      },
    ]);
    const [down, up] = shown.rows as [RevisionPreview['rows'][0], RevisionPreview['rows'][0]];
    expect(down).toMatchObject({ aroValue: '-5449.67', asset: '-5449.67' });
    // 30,000 × 1.03^20 ÷ 1.09^20
    expect(up).toMatchObject({ aroValue: '9667.98', asset: '9667.98' });
    expect(shown.totals).toEqual({ up: '9667.98', down: '-5449.67', net: '4218.31' });
    expect(shown.estimates).toEqual({ up: '30000.00', down: '-20000.00', net: '10000.00' });
    expect(shown.act.postings.map(({ kind, effectiveOn }) => [kind, effectiveOn])).toEqual([
      ['reversal', '2026-02-28'],
      ['accretion', '2026-02-15'],
      ['calculation', '2026-02-15'],
      ['accretion', '2026-02-28'],
    ]);
    // The preview writes nothing.
    expect(await totalLiability(client)).toBe(before);
    expect(await postingsOf(client, 'from=2026-02-15&kind=calculation')).toEqual([]);

    const posting = await bodyOf<RevisionPosting>(await revise(client, rows), 201);
    expect(posting).toMatchObject({
      kind: 'calculation',
      effectiveOn: '2026-02-15',
      movementCount: 2,
      totals: { liability: '4218.31', asset: '4218.31', cash: '0.00', result: '0.00' },
      refusals: [],
    });
    expect(posting.also).toHaveLength(3);
    expect(await newest(client, wells[1])).toMatchObject({
      aroValue: '-5449.67',
      reason: 'Rig rates fell',
      ratesFrom: 'average',
      accretedThrough: '2026-02-28',
    });
    expect(await newest(client, wells[0])).toMatchObject({ aroValue: '9667.98', wellLifespan: 20 });
    const [entry, ...others] = await auditOf(await idOfPosting(client, posting.actId), 'posting');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      action: 'aro_layers.revised',
      newValues: { date: '2026-02-15', rows: 2, mode: 'all', layers: 2, refused: 0, net: '4218.31' },
    });
    expect(await rollforward(client, '2026-02-01', '2026-02-28')).toMatchObject([
      { wellCode: 'A-1', additions: '9667.98', reductions: '0.00' },
      { wellCode: 'A-2', additions: '0.00', reductions: '5449.67' },
    ]);
    await expectBooksToCheck(client);
  });

  it('rejects row by row, and in mode all nothing is posted', async () => {
    const { client } = await twoWells();
    const { client: other } = await signInToNewCompany();
    await addWell(other, { wellCode: 'B-1' });
    const bare = await addWell(client, { wellCode: 'A-3' });
    const rows = [
      { wellCode: 'A-1', pAndACost: '90000' },
      { wellCode: 'B-1', pAndACost: '90000' },
      { wellCode: 'A-1', pAndACost: '80000' },
      { wellCode: 'A-2', pAndACost: 'lots' },
      { wellCode: 'A-2', pAndACost: '90000', discountRate: '8.125' },
      { wellCode: bare.wellCode, pAndACost: '90000' },
      { wellCode: '', pAndACost: '90000' },
      { wellCode: 'A-2', pAndACost: '0' },
    ];
    const shown = await previewed(client, rows);
    expect(shown.rows.map(({ row }) => row)).toEqual([1]);
    expect(shown.refusals.map(({ wellId: _, ...refusal }) => refusal)).toEqual([
      { row: 2, wellCode: 'B-1', message: 'No well has this code' },
      { row: 3, wellCode: 'A-1', message: 'An earlier row has the same well' },
      { row: 4, wellCode: 'A-2', message: 'New P&A cost must be a valid number' },
      { row: 5, wellCode: 'A-2', message: 'Discount rate must have at most 2 decimal places' },
      {
        row: 6,
        wellCode: 'A-3',
        message: 'The well has no estimate yet. Calculate its initial layer first.',
      },
      { row: 7, wellCode: '', message: 'Well code is required' },
      { row: 8, wellCode: 'A-2', message: 'P&A cost must be positive' },
    ]);
    // A rejected row links to its well if it names one.
    const named = shown.refusals.filter(({ wellId }) => wellId !== null);
    expect(named.map(({ row }) => row)).toEqual([3, 4, 5, 6, 8]);
    const before = await totalLiability(client);
    const refused = await revise(client, rows);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      message: '7 of 8 rows have errors. Nothing was posted. Row 2: No well has this code',
      errors: { 'rows.3': ['An earlier row has the same well'] },
    });
    expect(await totalLiability(client)).toBe(before);

    const posting = await bodyOf<RevisionPosting>(await revise(client, rows, 'accepted'), 201);
    expect(posting).toMatchObject({ movementCount: 1, refusals: shown.refusals });
    expect((await revise(client, rows.slice(3), 'accepted')).status).toBe(409);
    await expectBooksToCheck(client);
  });

  it('rejects later postings, increases without rates, and past retirement dates', async () => {
    const { client, wells } = await twoWells();
    await addLayer(client, wells[0].id, {
      layerType: 'additional',
      pAndACost: '120000',
      calculationDate: '2026-02-20',
    });
    const old = await addWell(client, { wellCode: 'A-4' });
    await addLayer(client, old.id, { calculationDate: '2020-01-01', wellLifespan: 5 });
    const shown = await previewed(client, [
      { wellCode: 'A-1', pAndACost: '90000' },
      { wellCode: 'A-2', pAndACost: '100000.01', discountRate: '9' },
      { wellCode: 'A-4', pAndACost: '90000' },
    ]);
    expect(shown.refusals.map(({ message }) => message)).toEqual([
      'Calculation date can’t be earlier than the previous layer’s (2026-02-20)',
      'An increase needs current rates. The company has no inflation rates dated on or before 2026-02-15. Add a rate table under Company → Settings, or enter the rate.',
      'The well’s retirement date, 2025-01-01, has passed. Enter a new lifespan or retirement date.',
    ]);
    const [settled] = [wells[1]];
    await bodyOf(
      await client.post(`/api/wells/${settled.id}/settlements`, {
        date: '2026-02-28',
        cost: '1',
        isFinal: true,
      }),
      201,
    );
    const later = await previewed(client, [{ wellCode: 'A-2', pAndACost: '90000' }], '2026-03-31');
    expect(later.refusals[0]?.message).toContain('Well "A-2" was settled in full on 2026-02-28');
  });

  it('requires an open period', async () => {
    const { client } = await twoWells();
    await close(client, '2026-02-28');
    const rows = [{ wellCode: 'A-1', pAndACost: '90000' }];
    expect((await preview(client, rows)).status).toBe(409);
    expect((await revise(client, rows)).status).toBe(409);
    expect((await preview(client, rows, '2031-01-31')).status).toBe(400);
    expect((await revise(client, rows, 'all', '2026-03-31')).status).toBe(201);
    expect((await revise(client, rows, 'some')).status).toBe(400);
    expect((await revise(client, [])).status).toBe(400);
  });

  it('uses the derived rate with all its decimals, in value and accretion, by the company’s policy', async () => {
    const { client, company, wells } = await twoWells();
    const up = [{ wellCode: 'A-1', pAndACost: '150000', ...RATES, wellLifespan: 25 }];
    await bodyOf(await revise(client, up, 'all', '2026-02-28'), 201);
    const down = [{ wellCode: 'A-1', pAndACost: '110000', wellLifespan: 25 }];
    const carried = (await layersOf(client, wells[0].id)).map((layer) => Number(layer.currentAroValue));
    const average = (8 * carried[0]! + 9 * carried[1]!) / (carried[0]! + carried[1]!);
    const [byAverage] = (await previewed(client, down, '2026-02-28')).rows;
    expect(byAverage!.effectiveRate).toBe(average.toFixed(4));
    expect(byAverage!.effectiveRate).not.toMatch(/00$/);

    await settingsOf(client, company.id, { downwardRate: 'newest' });
    const [byNewest] = (await previewed(client, down, '2026-02-28')).rows;
    expect(byNewest).toMatchObject({
      effectiveRate: '9.0000',
      effectiveInflationRate: '3.0000',
      ratesFrom: 'newest',
    });

    await settingsOf(client, company.id, { downwardRate: 'average' });
    await bodyOf(await revise(client, down, 'all', '2026-02-28'), 201);
    const layer = await newest(client, wells[0]);
    expect(layer).toMatchObject({ effectiveRate: average.toFixed(4), discountRate: average.toFixed(2) });
    expect(layer.aroValue).toBe(byAverage!.aroValue);
    const growth = 1 + Number(byAverage!.effectiveInflationRate) / 100;
    const value = (-40_000 * growth ** 25) / (1 + Number(layer.effectiveRate) / 100) ** 25;
    expect(Number(layer.aroValue)).toBeCloseTo(value, 1);

    await accreteThrough(client, '2026-03-31');
    const { currentAroValue } = await newest(client, wells[0]);
    const month = (Number(layer.aroValue) * Number(layer.effectiveRate)) / 1200;
    expect(Number(currentAroValue)).toBeCloseTo(Number(layer.aroValue) + month, 1);
    const rounded = (Number(layer.aroValue) * Number(layer.discountRate)) / 1200;
    expect(Math.abs(rounded - month)).toBeLessThan(1);
    await expectBooksToCheck(client);
    // A layer’s terms never change, including the exact ones.
    for (const change of ['discount_rate_e12 = 1', "rates_from = 'newest'", "reason = 'x'"]) {
      await expect(env.DB.prepare(`update layer set ${change}`).run()).rejects.toThrow(/terms of a layer/);
    }
    // A layer whose exact rate doesn’t match the rounded one is rejected.
    const other = { discount_rate_e12: 'discount_rate_e12 + 100000000' };
    await expect(insertCopyOfLayer(layer.id, other)).rejects.toThrow(/layer_exact_rates/);
  });

  it('records a confirmed estimate, which can be reversed', async () => {
    const { client, wells } = await twoWells();
    const before = await totalLiability(client);
    const rows = [{ wellCode: 'A-1', pAndACost: '100000', reason: 'Reviewed' }];
    const [shown] = (await previewed(client, rows, '2026-02-28')).rows;
    expect(shown).toMatchObject({ change: '0.00', aroValue: '0.00', ratesFrom: 'unchanged' });
    const posting = await bodyOf<RevisionPosting>(await revise(client, rows, 'all', '2026-02-28'), 201);
    expect(await newest(client, wells[0])).toMatchObject({
      reason: 'Reviewed',
      calculationDate: '2026-02-28',
    });
    expect(await totalLiability(client)).toBe(before);
    await bodyOf<PostingView>(await reversePosting(client, posting.id), 201);
    expect(await totalLiability(client)).toBe(before);
    await expectBooksToCheck(client);
  });

  it('posts once for a request sent twice', async () => {
    const { client } = await twoWells();
    const body = { date: '2026-02-28', mode: 'all', rows: [{ wellCode: 'A-1', pAndACost: '90000' }] };
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await bodyOf<RevisionPosting>(await client.post('/api/revisions', body, key), 201);
    const second = await bodyOf<RevisionPosting>(await client.post('/api/revisions', body, key), 201);
    expect(second.id).toBe(first.id);
    expect(await postingsOf(client, 'kind=calculation&from=2026-02-01')).toHaveLength(1);
  });
});

describe('a row that changes its well’s retirement date', () => {
  const DAY = '2026-02-28';
  const moved = { wellCode: 'A-1', pAndACost: '100000', retirementDate: '2061-01-01' };
  const remeasured = async (client: SignedIn, rows: Row[]) =>
    bodyOf<RevisionPreview>(
      await client.post('/api/revisions/preview', { date: DAY, rows, movedDates: 'remeasure' }),
    );
  /** Value of 100,000.00 at 2.5% and 8% on the day, 34 years and 10 months before the new date. */
  const WORTH = Math.round(10_000_000 * (1.025 / 1.08) ** (34 + 10 / 12));
  const cents = (amount: string) => Math.round(Number(amount) * 100);

  it('is worth only the change in cost unless a remeasurement is requested', async () => {
    const { client } = await twoWells();
    const { rows } = await previewed(client, [moved], DAY);
    expect(rows).toMatchObject([{ measurement: 'change', aroValue: '0.00', ratesFrom: 'unchanged' }]);
  });

  it('is remeasured to the new date at its layers’ average rates, while other rows are not', async () => {
    const { client, wells } = await twoWells();
    const carried = cents((await newest(client, wells[0])).currentAroValue);
    const other = { wellCode: 'A-2', pAndACost: '90000' };
    const { rows } = await remeasured(client, [moved, other]);
    const aroValue = ((WORTH - carried) / 100).toFixed(2);
    expect(rows).toMatchObject([
      {
        ...{ measurement: 'remeasure', aroValue, change: '0.00', ratesFrom: 'average' },
        ...{ effectiveRate: '8.0000', effectiveInflationRate: '2.5000', retirementDate: '2061-01-01' },
      },
      { measurement: 'change', change: '-10000.00' },
    ]);
    const body = { date: DAY, rows: [moved, other], mode: 'all', movedDates: 'remeasure' };
    await bodyOf(await client.post('/api/revisions', body), 201);
    expect(await newest(client, wells[0])).toMatchObject({ measurement: 'remeasure', aroValue });
    const [well] = await bodyOf<WellView[]>(await client.get('/api/wells?search=A-1'));
    expect(well!.retirementDate).toBe('2061-01-01');
    await expectBooksToCheck(client);
  });

  it('needs its own rates if its cost increases too', async () => {
    const { client, wells } = await twoWells();
    const carried = cents((await newest(client, wells[0])).currentAroValue);
    const more = { ...moved, pAndACost: '120000' };
    const { refusals } = await remeasured(client, [more]);
    expect(refusals).toMatchObject([{ message: expect.stringContaining('Enter both rates.') }]);
    const given = { discountRate: '8', inflationRate: '2.5' };
    const { rows } = await remeasured(client, [{ ...more, ...given }]);
    expect(rows).toMatchObject([{ measurement: 'remeasure', ratesFrom: null }]);
    expect(Math.abs(cents(rows[0]!.aroValue) - (WORTH * 1.2 - carried))).toBeLessThanOrEqual(1);
    const wrong = { date: DAY, rows: [moved], movedDates: 'all' };
    expect((await client.post('/api/revisions/preview', wrong)).status).toBe(400);
  });
});
