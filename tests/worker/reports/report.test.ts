import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { well } from '#db/schema';
import { createAccretionCalculator } from '~/domain/books/accretion';
import { createAct } from '~/domain/books/act';
import { disclosureRow } from '~/domain/books/disclosure';
import type { JournalRow } from '~/domain/books/journal';
import { NO_AMOUNTS } from '~/domain/books/movement';
import { PLAIN_HEADER } from '~/domain/books/planned-postings';
import { rollforwardRow } from '~/domain/books/rollforward';
import { formatCents } from '~/domain/money/money';
import type { DisclosureView, RollforwardView } from '~/schemas/reports/report-views';
import { createJobContext } from '~/server/job-context.server';
import { toLayer } from '~/services/books/plan-layer.server';
import { post } from '~/services/books/post.server';
import { booksReads, toBookedWells } from '~/services/books/well-books.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import { readTogether } from '~/services/platform/reads.server';
import { bodyOf } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { type LedgerEvent, sumEvents, sumForDisclosure } from '../../support/report-sums';
import { anonymous, db, type SignedIn, signInToNewCompany } from '../../support/worker';

const HUNDRED_THOUSAND = { discountRate: 12, inflationRate: 12, calculationDate: '2024-01-15' };

const read = async <T>(client: SignedIn, report: string, beginDate = '', endDate = ''): Promise<T> => {
  const response = await client.get(`/api/reports/${report}?beginDate=${beginDate}&endDate=${endDate}`);
  expect(response.status).toBe(200);
  return response.json();
};
const rollforward = (client: SignedIn, begin: string, end: string) =>
  read<RollforwardView[]>(client, 'aro-rollforward', begin, end);
const disclosure = async (client: SignedIn, beginDate: string, endDate: string) => {
  const query = new URLSearchParams({ beginDate, endDate, by: 'well' });
  return bodyOf<DisclosureView[]>(await client.get(`/api/reports/disclosure?${query}`));
};
const journal = (client: SignedIn, begin: string, end: string) =>
  read<JournalRow[]>(client, 'journal-entries', begin, end);

const cents = (text: string) => Number(text.replace('.', ''));
const total = (rows: RollforwardView[], column: Exclude<keyof RollforwardView, 'wellCode' | 'wellId'>) =>
  rows.reduce((sum, row) => sum + cents(row[column]), 0);

/** Well A: layers of 100,000.00 and −20,000.00; well B: one of 50,000.00; accretion to the ends of January and February. */
async function companyWithBooks() {
  const { client, company } = await signInToNewCompany();
  const a = await addWell(client, { wellCode: 'A-1', wellName: 'Alpha', field: 'North' });
  const b = await addWell(client, { wellCode: 'B-1', wellName: 'Beta', field: 'South' });
  await addLayer(client, b.id, { ...HUNDRED_THOUSAND, pAndACost: 50_000, calculationDate: '2024-02-15' });
  await addLayer(client, a.id, HUNDRED_THOUSAND);
  for (const periodEnd of ['2024-01-31', '2024-02-29']) {
    await client.post('/api/accretion/calculate', { periodType: 'monthly', periodEnd });
  }
  await addLayer(client, a.id, {
    ...HUNDRED_THOUSAND,
    layerType: 'additional',
    pAndACost: 80_000,
    calculationDate: '2024-02-29',
  });
  return { client, company, a, b };
}

/** Reproducible pseudorandom numbers from 0 to 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe('GET /api/reports/aro-rollforward', () => {
  it('moves from the beginning to the ending balance', async () => {
    const { client, a, b } = await companyWithBooks();
    expect(await rollforward(client, '2024-02-01', '2024-02-29')).toEqual([
      {
        wellId: a.id,
        wellCode: 'A-1',
        wellName: 'Alpha',
        field: 'North',
        beginningBalance: '100548.39',
        additions: '0.00',
        accretion: '1005.48',
        reductions: '20000.00',
        endingBalance: '81553.87',
      },
      {
        wellId: b.id,
        wellCode: 'B-1',
        wellName: 'Beta',
        field: 'South',
        beginningBalance: '0.00',
        additions: '50000.00',
        accretion: '258.62',
        reductions: '0.00',
        endingBalance: '50258.62',
      },
    ]);
  });

  it('totals wells by field and overall, and filters by field', async () => {
    const { client, a } = await companyWithBooks();
    const path = '/api/reports/aro-rollforward?beginDate=2024-02-01&endDate=2024-02-29';
    const by = async (query: string) => bodyOf<RollforwardView[]>(await client.get(`${path}&by=${query}`));
    const noWell = { wellId: null, wellCode: '', wellName: '' };
    expect(await by('total')).toEqual([
      {
        ...noWell,
        field: '',
        beginningBalance: '100548.39',
        additions: '50000.00',
        accretion: '1264.10',
        reductions: '20000.00',
        endingBalance: '131812.49',
      },
    ]);
    expect(await by('field')).toMatchObject([
      { ...noWell, field: 'North', endingBalance: '81553.87' },
      { ...noWell, field: 'South', endingBalance: '50258.62' },
    ]);
    expect((await by('well&field=North')).map(({ wellId }) => wellId)).toEqual([a.id]);
    // In total there is always one row.
    const before = '/api/reports/aro-rollforward?beginDate=2020-01-01&endDate=2020-12-31&by=total';
    expect(await bodyOf(await client.get(before))).toMatchObject([{ endingBalance: '0.00' }]);
  });

  it('includes only wells with an event by the end date', async () => {
    const { client } = await companyWithBooks();
    const january = await rollforward(client, '2024-01-01', '2024-01-31');
    expect(january).toMatchObject([
      { wellCode: 'A-1', beginningBalance: '0.00', endingBalance: '100548.39' },
    ]);
    expect(await rollforward(client, '2023-01-01', '2023-12-31')).toEqual([]);
    const later = await rollforward(client, '2025-01-01', '2025-12-31');
    expect(later.map((row) => [row.wellCode, row.beginningBalance, row.accretion])).toEqual([
      ['A-1', '81553.87', '0.00'],
      ['B-1', '50258.62', '0.00'],
    ]);
  });

  it('agrees with the sum of random events, and each period begins where the last one ended', async () => {
    const { client, company } = await signInToNewCompany();
    const random = seeded(20_240_131);
    const events = new Map<string, LedgerEvent[]>();
    for (let i = 0; i < 12; i += 1) {
      const well = await addWell(client);
      events.set(well.wellCode, await bookRandomEvents(company.id, well.id, random));
    }
    let begin = '2019-01-01';
    let endings = new Map<string, string>();
    for (const end of ['2019-12-31', '2021-03-07', '2022-06-30', '2024-02-29', '2026-01-01']) {
      const rows = await rollforward(client, begin, end);
      const expected = [...events]
        .filter(([, list]) => list.some(({ date }) => date <= end))
        .map(([wellCode, list]) => {
          const sums = rollforwardRow(sumEvents(list, { begin, end }));
          return {
            wellCode,
            beginningBalance: formatCents(sums.beginningCents),
            additions: formatCents(sums.additionsCents),
            accretion: formatCents(sums.accretionCents),
            reductions: formatCents(sums.reductionsCents),
            endingBalance: formatCents(sums.endingCents),
          };
        });
      expect(rows).toMatchObject(expected);
      expect(rows).toHaveLength(expected.length);
      for (const row of rows) expect(row.beginningBalance).toBe(endings.get(row.wellCode) ?? '0.00');
      for (const { group, ...row } of await disclosure(client, begin, end)) {
        const isCurrent = row.current !== '0.00';
        const expected = disclosureRow(sumForDisclosure(events.get(group)!, { begin, end }), null, isCurrent);
        const amounts = Object.entries(expected).map(([column, cents]) => [column, formatCents(cents)]);
        expect(row).toMatchObject(Object.fromEntries(amounts));
      }
      endings = new Map(rows.map((row) => [row.wellCode, row.endingBalance]));
      await expectJournalAgrees(client, begin, end, rows);
      begin = nextDay(end);
    }
  });
});

describe('a rollforward that does not tie', () => {
  it('fails instead of returning a file', async () => {
    const { client, company } = await companyWithBooks();
    // One layer carries a cent more than its movements.
    await env.DB.prepare(
      `update layer set current_aro_cents = current_aro_cents + 1
       where layer_number = 2 and company = (select ledger_id from company where id = ?)`,
    )
      .bind(company.id)
      .run();
    const response = await client.get('/api/reports/aro-rollforward?beginDate=2024-01-01&endDate=2024-12-31');
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      message:
        'Something went wrong on our end. If you were saving, check whether it was saved, then try again.',
      requestId: expect.any(String),
    });
  });
});

const nextDay = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);

/** Three layers of either sign with yearly accretion, with amounts that no formula would produce. */
async function bookRandomEvents(
  companyId: string,
  wellId: string,
  random: () => number,
): Promise<LedgerEvent[]> {
  const day = () =>
    new Date(Date.UTC(2019, 6, 1) + Math.floor(random() * 2400) * 86_400_000).toISOString().slice(0, 10);
  const ctx = {
    ...createJobContext(env, { id: 'test', now: new Date('2026-01-31T00:00:00.000Z') }),
    companyId,
    role: 'admin',
  } as CompanyAdminContext;
  const [booked] = toBookedWells(await readTogether(db, booksReads(ctx, eq(well.id, wellId), null)));
  const act = createAct({ method: 'simple', calculator: createAccretionCalculator('simple') });
  const head = PLAIN_HEADER;
  const events: LedgerEvent[] = [];
  const layers = [1, 2, 3].map((layerNumber) => {
    const value = Math.round((random() - 0.4) * 100_000_000_000);
    const date = day();
    const kind = layerNumber === 1 ? ('incurred' as const) : ('revised' as const);
    const terms = {
      layerType: layerNumber === 1 ? ('initial' as const) : ('additional' as const),
      measurement: layerNumber === 1 ? null : ('change' as const),
      discountRateBp: 800,
      inflationRateBp: 250,
      pAndACostCents: 1,
      wellLifespanYears: 25,
    };
    const layer = toLayer(
      { ...booked!, layerCount: layerNumber - 1 },
      { terms, calculationDate: date, id: -layerNumber, aroValueCents: value, totalEstimateCents: 1 },
    );
    const amounts = { ...NO_AMOUNTS, liabilityCents: value, arcCostCents: value, accretion: null };
    act.book('main', { ...head, kind: 'calculation', day: date }, layer, { ...amounts, kind });
    events.push({ kind, isReversal: false, date, cents: value });
    for (let year = Number(date.slice(0, 4)); year < 2026; year += 1) {
      const periodEnd = `${year}-12-31`;
      const expense = Math.round(value * random() * 0.1);
      events.push({ kind: 'accreted', isReversal: false, date: periodEnd, cents: expense });
      const { currentAroCents: baseCents, accretedThrough: since } = act.stateOf(layer);
      act.book(
        'replay',
        { ...head, kind: 'accretion', day: periodEnd, method: 'simple' },
        layer,
        {
          ...NO_AMOUNTS,
          kind: 'accreted',
          liabilityCents: expense,
          accretion: { baseCents, time: { numerator: 1, denominator: 1 }, since },
        },
        { accretedThrough: periodEnd },
      );
    }
    return layer;
  });
  await post(ctx, act.finish(), { source: 'user', settings: null, input: {}, audit: null, layers });
  return events;
}

/** Checks that every voucher sums to zero, and that accounts change as in the rollforward. */
async function expectJournalAgrees(client: SignedIn, begin: string, end: string, rows: RollforwardView[]) {
  const entries = await journal(client, begin, end);
  const vouchers = new Map<string, number>();
  const sums = { asset: 0, assetCredit: 0, expense: 0, liability: 0 };
  for (const row of entries) {
    const amount = cents(row.netValue);
    expect(row.grossValue).toBe(row.netValue);
    expect(row.voucherDate >= begin && row.voucherDate <= end).toBe(true);
    vouchers.set(row.voucherNumber, (vouchers.get(row.voucherNumber) ?? 0) + amount);
    if (row.mainAccount === '1800') sums[amount > 0 ? 'asset' : 'assetCredit'] += amount;
    if (row.mainAccount === '6800') sums.expense += amount;
    if (row.mainAccount === '2400') sums.liability += amount;
  }
  expect([...vouchers.values()].filter((sum) => sum !== 0)).toEqual([]);
  expect(sums.asset).toBe(total(rows, 'additions'));
  expect(sums.assetCredit).toBe(-total(rows, 'reductions'));
  expect(sums.expense).toBe(total(rows, 'accretion'));
  expect(-sums.liability).toBe(total(rows, 'endingBalance') - total(rows, 'beginningBalance'));
}

describe('GET /api/reports/journal-entries', () => {
  it('has two rows per event, ordered by date, kind, well code and layer number', async () => {
    const { client, company } = await companyWithBooks();
    const rows = await journal(client, '2024-02-01', '2024-02-29');
    expect(
      rows.map((row) => [row.voucherNumber, row.referenceNumber, row.mainAccount, row.netValue]),
    ).toEqual([
      ['ARO-L-20240215', 'B-1-L1-202402', '1800', '50000.00'],
      ['ARO-L-20240215', 'B-1-L1-202402', '2400', '-50000.00'],
      ['ARO-L-20240229', 'A-1-L2-202402', '2400', '20000.00'],
      ['ARO-L-20240229', 'A-1-L2-202402', '1800', '-20000.00'],
      ['ARO-A-20240229', 'A-1-L1-202402', '6800', '1005.48'],
      ['ARO-A-20240229', 'A-1-L1-202402', '2400', '-1005.48'],
      ['ARO-A-20240229', 'B-1-L1-202402', '6800', '258.62'],
      ['ARO-A-20240229', 'B-1-L1-202402', '2400', '-258.62'],
    ]);
    expect(rows[0]).toMatchObject({
      company: company.code,
      detailCompany: company.code,
      voucherDate: '2024-02-15',
      journalDate: '2024-02-15',
      accrualDate: '2024-02-15',
      accrualIndicator: 'N',
      well: 'B-1',
      cashDate: '',
      entity: '',
    });
    expect(await journal(client, '2024-02-01', '2024-02-29')).toEqual(rows);
  });

  it('uses the company’s accounts and fixed texts', async () => {
    const { client, company } = await companyWithBooks();
    await env.DB.prepare('update company set journal_settings = ? where id = ?')
      .bind(JSON.stringify({ assetMain: '1234', expenseSub: '77', entityType: 'LEASE' }), company.id)
      .run();
    const rows = await journal(client, '2024-01-01', '2024-01-31');
    expect(rows.map((row) => [row.mainAccount, row.subAccount, row.entityType])).toEqual([
      ['1234', '100', 'LEASE'],
      ['2400', '100', 'LEASE'],
      ['6800', '77', 'LEASE'],
      ['2400', '100', 'LEASE'],
    ]);
  });

  it('is empty if nothing happened', async () => {
    const { client } = await companyWithBooks();
    expect(await journal(client, '2023-01-01', '2023-12-31')).toEqual([]);
  });
});

describe('GET /api/reports/aro-summary', () => {
  it('counts wells with layers and sums exactly', async () => {
    const { client } = await companyWithBooks();
    await addWell(client);
    expect(await read(client, 'aro-summary')).toEqual({
      totalWells: 2,
      totalLayers: 3,
      totalInitialAro: '130000.00',
      totalCurrentAro: '131812.49',
    });
    const { client: newcomer } = await signInToNewCompany('viewer');
    expect(await read(newcomer, 'aro-summary')).toEqual({
      totalWells: 0,
      totalLayers: 0,
      totalInitialAro: '0.00',
      totalCurrentAro: '0.00',
    });
  });
});

describe('reports', () => {
  const BOTH = 'Please select both begin and end dates';
  const ORDER = 'Begin date must be before end date';
  const DATE = 'Must be a valid date (YYYY-MM-DD)';

  it.each([
    ['', BOTH, ['beginDate', 'endDate']],
    ['?beginDate=2024-01-01', BOTH, ['endDate']],
    ['?beginDate=&endDate=2024-01-31', BOTH, ['beginDate']],
    ['?beginDate=2024-01-31&endDate=2024-01-31', ORDER, ['beginDate']],
    ['?beginDate=2024-02-01&endDate=2024-01-31', ORDER, ['beginDate']],
    ['?beginDate=2023-02-29&endDate=2024-01-31', DATE, ['beginDate']],
    ['?beginDate=2024-01-01&endDate=2023-02-29', DATE, ['endDate']],
    ['?beginDate=1e400&endDate=2024-01-31', DATE, ['beginDate']],
    ['?beginDate=2024-01-01&endDate=0000-00-00', DATE, ['endDate']],
  ])('reject the dates %j', async (query, message, fields) => {
    const { client } = await signInToNewCompany('viewer');
    for (const report of ['aro-rollforward', 'journal-entries']) {
      const response = await client.get(`/api/reports/${report}${query}`);
      expect(response.status).toBe(400);
      const body = (await response.json()) as { message: string; errors: object };
      expect(body.message).toBe(message);
      expect(body.errors).toEqual(Object.fromEntries(fields.map((field) => [field, [message]])));
    }
  });

  it('are available to members of the company, including viewers, and to nobody else', async () => {
    const { company } = await companyWithBooks();
    const { client: stranger } = await signInToNewCompany('viewer');
    for (const report of ['aro-rollforward', 'journal-entries', 'aro-summary']) {
      const path = `/api/reports/${report}?beginDate=2024-01-01&endDate=2024-12-31`;
      expect((await anonymous.get(path)).status).toBe(401);
      expect((await stranger.get(path, { 'X-Company-Id': company.id })).status).toBe(409);
      expect((await stranger.post(path, {})).status).toBe(405);
      const response = await stranger.get(path);
      expect(response.status).toBe(200);
      expect(await response.text()).not.toContain('A-1');
    }
  });
});
