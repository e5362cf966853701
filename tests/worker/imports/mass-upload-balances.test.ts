import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { accretionTime } from '~/domain/books/accretion';
import { type Cents, parseMoney } from '~/domain/money/money';
import type { RollforwardView } from '~/schemas/platform/views';
import { csvOf, LAYER_ROW, upload, WELL_ROW } from '../../support/mass-upload';
import { cron, runsOf } from '../../support/month-ends';
import { signInToNewCompany } from '../../support/worker';

/** When the cron trigger goes off, for the month just ended. */
const FIRST_DAYS = ['2026-02-01', '2026-03-01', '2026-04-01'];
const WELLS = 120;

/** Wells with a layer each, in the middle of its life, and some with a second one; most with an open balance. */
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

it('open balances roll on: three month-ends by cron tie, nothing accretes twice, and the journal sums to zero', async () => {
  const { client, company } = await signInToNewCompany();
  const { rejected } = await upload(client, company.id, openBalances(), {
    asOf: '2025-12-31',
    rowsAtATime: 50,
  });
  expect(rejected).toEqual([]);
  for (const firstDay of FIRST_DAYS) await cron(`${firstDay}T02:00:00.000Z`);
  expect((await runsOf(company.id)).map(({ status, layers }) => [status, layers])).toEqual(
    FIRST_DAYS.map(() => ['done', WELLS + WELLS / 3]),
  );

  const dates = 'beginDate=2005-01-01&endDate=2026-03-31';
  const rollforward: RollforwardView[] = await (
    await client.get(`/api/reports/aro-rollforward?${dates}`)
  ).json();
  const { results: carried } = await env.DB.prepare(
    `select w.well_code as wellCode, sum(l.current_aro_cents) as cents from aro_layer l join well w on w.id = l.well_id
     where l.company_id = ? group by w.id`,
  )
    .bind(company.id)
    .all<{ wellCode: string; cents: Cents }>();
  expect(rollforward).toHaveLength(WELLS);
  expect(Object.fromEntries(rollforward.map((row) => [row.wellCode, cents(row.endingBalance)]))).toEqual(
    Object.fromEntries(carried.map((row) => [row.wellCode, row.cents])),
  );
  for (const row of rollforward) {
    expect(row.beginningBalance).toBe('0.00');
    const [additions, accretion, reductions] = [row.additions, row.accretion, row.reductions].map(cents);
    expect(additions! + accretion! - reductions!).toBe(cents(row.endingBalance));
  }

  // Each layer's records follow one another without gap or overlap, and their times add up to all of it.
  const { results: layers } = await env.DB.prepare(
    `select l.calculation_date as calculationDate, l.well_lifespan_years as wellLifespanYears,
       sum(1.0 * r.time_numerator / r.time_denominator) as years, count(*) as records,
       count(*) filter (where r.period_start <> coalesce(
         (select max(before.period_end) from accretion_record before
          where before.aro_layer_id = l.id and before.period_end < r.period_end), l.calculation_date)) as breaks
     from aro_layer l join accretion_record r on r.aro_layer_id = l.id where l.company_id = ? group by l.id`,
  )
    .bind(company.id)
    .all<{
      calculationDate: string;
      wellLifespanYears: number;
      years: number;
      records: number;
      breaks: number;
    }>();
  expect(layers).toHaveLength(WELLS + WELLS / 3);
  for (const { years, breaks, ...layer } of layers) {
    const time = accretionTime({ ...layer, accretedThrough: null, periodEnd: '2026-03-31' });
    expect(years).toBeCloseTo(time.numerator / time.denominator, 9);
    expect(breaks).toBe(0);
  }
  expect(new Set(layers.map(({ records }) => records))).toEqual(new Set([3, 4]));

  const journal: { voucherNumber: string; grossValue: string }[] = await (
    await client.get(`/api/reports/journal-entries?${dates}`)
  ).json();
  const vouchers = new Map<string, number>();
  for (const { voucherNumber, grossValue } of journal) {
    vouchers.set(voucherNumber, (vouchers.get(voucherNumber) ?? 0) + cents(grossValue));
  }
  expect(vouchers.size).toBeGreaterThan(FIRST_DAYS.length);
  expect([...vouchers.values()].filter((sum) => sum !== 0)).toEqual([]);
});

it('a balance imported as of a month-end that is posted already does not accrete over it again', async () => {
  const { client, company } = await signInToNewCompany();
  await upload(client, company.id, [{ ...WELL_ROW, ...LAYER_ROW, wellCode: 'A' }]);
  const post = (periodEnd: string) =>
    client.post('/api/accretion/calculate', { periodType: 'monthly', periodEnd });
  expect((await post('2026-02-28')).status).toBe(200);
  await upload(
    client,
    company.id,
    [{ ...WELL_ROW, ...LAYER_ROW, wellCode: 'B', aroValue: '20000', currentAroValue: '30000' }],
    { asOf: '2026-02-28' },
  );
  expect((await post('2026-02-28')).status).toBe(200);
  const balances = async () => {
    const layers = (await (await client.get('/api/aro-layers')).json()) as { currentAroValue: string }[];
    return layers.map(({ currentAroValue }) => currentAroValue);
  };
  expect(await balances()).toEqual([expect.any(String), '30000.00']);
  expect((await post('2026-03-31')).status).toBe(200);
  expect(await balances()).toEqual([expect.any(String), '30200.00']);
});
