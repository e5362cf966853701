import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { accretionTime } from '~/domain/books/accretion';
import { type Cents, formatCents, parseMoney } from '~/domain/money/money';
import type { AccretionView } from '~/schemas/books/layer-views';
import type { MassUploadView } from '~/schemas/imports/mass-upload';
import type { RollforwardView } from '~/schemas/reports/report-views';
import { accreteThrough, bodyOf, expectBooksToCheck } from '../../support/books';
import { csvOf, LAYER_ROW, upload, WELL_ROW } from '../../support/mass-upload';
import { cron, runsOf } from '../../support/month-ends';
import { signInToNewCompany } from '../../support/worker';

const AS_OF = '2025-12-31';
/** Dates on which the cron trigger runs, for the month just ended. */
const FIRST_DAYS = ['2026-02-01', '2026-03-01', '2026-04-01'];
const WELLS = 120;

/** Wells with one layer each in midlife, some with a second one; most with an opening balance. */
function openBalances(): string {
  const rows = Array.from({ length: WELLS }, (_, index) => {
    const well = { ...WELL_ROW, wellCode: `W-${index}`, field: `Field ${index % 5}` };
    const terms = {
      ...LAYER_ROW,
      discountRate: String(4 + (index % 7)),
      pAndACost: String(80_000 + index * 1_000),
      calculationDate: `20${10 + (index % 14)}-${String(1 + (index % 12)).padStart(2, '0')}-15`,
    };
    const balance = index % 4 === 0 ? {} : { aroValue: '20000', currentAroValue: `${21_000 + index}.37` };
    const initial = { ...well, ...terms, ...balance };
    if (index % 3 > 0) return [initial];
    const additional = {
      ...well,
      ...terms,
      layerType: 'additional',
      measurement: index % 6 === 0 ? 'increment' : '',
      pAndACost: index % 6 === 0 ? '9000' : '70000',
      calculationDate: '2024-07-01',
      aroValue: index % 6 === 0 ? '4000' : '-1500',
      currentAroValue: index % 6 === 0 ? '4100.10' : '-1555.55',
    };
    return [initial, additional];
  });
  return csvOf(rows.flat());
}

function cents(text: string): Cents {
  const parsed = parseMoney(text);
  if (!parsed.ok) throw new Error(`${text} is no amount`);
  return parsed.cents;
}

it('opening balances roll forward: three cron month-ends tie, nothing accretes twice, and the journal sums to zero', async () => {
  const { client, company } = await signInToNewCompany();
  const { rejected } = await upload(client, company.id, openBalances(), { asOf: AS_OF, rowsAtATime: 50 });
  expect(rejected).toEqual([]);
  for (const firstDay of FIRST_DAYS) await cron(`${firstDay}T02:00:00.000Z`);
  expect((await runsOf(company.id)).map(({ status, layers }) => [status, layers])).toEqual(
    FIRST_DAYS.map(() => ['done', WELLS + WELLS / 3]),
  );
  await expectBooksToCheck(client);

  const dates = 'beginDate=2005-01-01&endDate=2026-03-31';
  const rollforward: RollforwardView[] = await bodyOf(
    await client.get(`/api/reports/aro-rollforward?${dates}`),
  );
  const { results: carried } = await env.DB.prepare(
    `select w.well_code as wellCode, sum(l.current_aro_cents) as cents from layer l join well w on w.ledger_id = l.well
     where w.company_id = ? group by w.id`,
  )
    .bind(company.id)
    .all<{ wellCode: string; cents: Cents }>();
  expect(rollforward).toHaveLength(WELLS);
  expect(Object.fromEntries(rollforward.map((row) => [row.wellCode, cents(row.endingBalance)]))).toEqual(
    Object.fromEntries(carried.map((row) => [row.wellCode, row.cents])),
  );
  for (const row of rollforward) {
    const [beginning, additions, accretion, reductions] = [
      row.beginningBalance,
      row.additions,
      row.accretion,
      row.reductions,
    ].map(cents);
    expect(beginning! + additions! + accretion! - reductions!).toBe(cents(row.endingBalance));
  }

  // Each layer's accretion is continuous, without gaps or overlaps, and its times add up to the whole.
  const { results: layers } = await env.DB.prepare(
    `select l.calculation_date as calculationDate, l.well_lifespan_years as wellLifespanYears,
       (select p.day from movement m join posting p on p.id = m.posting where m.layer = l.id and p.kind = 'opening') as openedOn,
       sum(1.0 * m.time_numerator / m.time_denominator) as years, count(*) as records,
       min(coalesce(m.since, '')) as since
     from layer l join movement m on m.layer = l.id and m.base is not null join well w on w.ledger_id = l.well
     where w.company_id = ? group by l.id`,
  )
    .bind(company.id)
    .all<{
      calculationDate: string;
      wellLifespanYears: number;
      openedOn: string | null;
      years: number;
      records: number;
      since: string;
    }>();
  expect(layers).toHaveLength(WELLS + WELLS / 3);
  expect(layers.filter(({ openedOn }) => openedOn === null)).toHaveLength(WELLS / 4);
  for (const { years, records, since, openedOn, ...layer } of layers) {
    const time = accretionTime({ ...layer, accretedThrough: openedOn, periodEnd: '2026-03-31' });
    expect(years).toBeCloseTo(time.numerator / time.denominator, 9);
    expect({ records, since }).toEqual({ records: FIRST_DAYS.length, since: openedOn ?? '' });
  }

  const journal: { voucherNumber: string; grossValue: string; voucherDate: string }[] = await bodyOf(
    await client.get(`/api/reports/journal-entries?${dates}`),
  );
  const vouchers = new Map<string, number>();
  for (const { voucherNumber, grossValue } of journal) {
    vouchers.set(voucherNumber, (vouchers.get(voucherNumber) ?? 0) + cents(grossValue));
  }
  expect(vouchers.size).toBeGreaterThan(FIRST_DAYS.length);
  expect([...vouchers.values()].filter((sum) => sum !== 0)).toEqual([]);
  expect(journal.some(({ voucherDate }) => voucherDate === AS_OF)).toBe(false);
});

it('a balance as of a month-end that is already posted does not accrete for that month again', async () => {
  const { client, company } = await signInToNewCompany();
  await upload(client, company.id, [{ ...WELL_ROW, ...LAYER_ROW, wellCode: 'A' }]);
  await accreteThrough(client, '2026-02-28');
  await upload(
    client,
    company.id,
    [{ ...WELL_ROW, ...LAYER_ROW, wellCode: 'B', aroValue: '20000', currentAroValue: '30000' }],
    { asOf: '2026-02-28' },
  );
  await accreteThrough(client, '2026-02-28');
  const balances = async () => {
    const layers = await bodyOf<{ currentAroValue: string }[]>(await client.get('/api/aro-layers'));
    return layers.map(({ currentAroValue }) => currentAroValue);
  };
  expect(await balances()).toEqual([expect.any(String), '30000.00']);
  await accreteThrough(client, '2026-03-31');
  expect(await balances()).toEqual([expect.any(String), '30200.00']);
});

it.each(['simple', 'effective'])(
  'reports the catch-up amount of layers without a balance: %s',
  async (accretionMethod) => {
    const { client, company } = await signInToNewCompany();
    await client.put(`/api/companies/${company.id}/settings`, { accretionMethod });
    const rows = [
      { ...WELL_ROW, ...LAYER_ROW, wellCode: 'A' },
      { ...WELL_ROW, ...LAYER_ROW, wellCode: 'B', calculationDate: '2018-05-20', aroValue: '12345.67' },
      { ...WELL_ROW, ...LAYER_ROW, wellCode: 'C', currentAroValue: '30000' },
      { ...WELL_ROW, ...LAYER_ROW, wellCode: 'D', calculationDate: '2026-01-02' },
      { ...WELL_ROW, ...LAYER_ROW, wellCode: 'E', wellStatus: 'Plugged' },
      {
        ...WELL_ROW,
        ...LAYER_ROW,
        wellCode: 'A',
        layerType: 'additional',
        measurement: 'increment',
        calculationDate: '2022-07-01',
      },
    ];
    const { job } = await upload(client, company.id, rows, { asOf: AS_OF, rowsAtATime: 2 });
    const view = await bodyOf<MassUploadView>(await client.get(`/api/wells/mass-upload/${job.massUploadId}`));
    expect(view.message).toBe('Successfully processed 6 wells');
    await accreteThrough(client, AS_OF);
    const posted = await bodyOf<AccretionView[]>(await client.get('/api/accretion'));
    expect(posted).toHaveLength(3);
    const expense = posted.reduce((sum, { accretionExpense }) => sum + cents(accretionExpense), 0);
    expect(view.results?.catchUp).toEqual({
      layers: 3,
      from: '2018-05-20',
      through: AS_OF,
      amount: formatCents(expense),
    });
  },
);
