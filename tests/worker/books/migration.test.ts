import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatYearFraction } from '~/domain/books/accretion';
import { formatCents } from '~/domain/money/money';
import type { AccretionView, AroSummary, LayerView, RollforwardView } from '~/schemas/platform/views';
import { bodyOf, expectBooksToCheck, rollforward } from '../../support/books';
import {
  createOldBooks,
  LAST_MIGRATION_BEFORE,
  writeLargeOldCompany,
} from '../../support/books-before-ledger';
import { type SignedIn, signIn } from '../../support/worker';

const RANGES = [
  ['2023-01-01', '2023-12-31'],
  ['2024-01-01', '2024-03-31'],
  ['2024-02-15', '2024-06-10'],
  ['2020-01-01', '2026-12-31'],
] as const;
const ALL_DATES = RANGES[3];
const LARGE = { id: 'large-company', layers: 20_000, months: 2 };

type Event = [date: string, voucher: string, wellCode: string, layerNumber: number, cents: number];
type OldFigures = {
  layers: Record<string, string | number | null>[];
  summary: AroSummary;
  rollforwards: RollforwardView[][];
  events: Event[];
  records: Record<string, string | number>[];
};

const books = createOldBooks(7);
let companies: string[];
let old: Map<string, OldFigures>;
const clients = new Map<string, SignedIn>();
/** What only one test looks at. */
let bulk: { day: string; wells: number };
let single: { day: string; wellId: string };
let plugged: { wellId: string; on: string };

beforeAll(async () => {
  const before = env.TEST_MIGRATIONS.findIndex(({ name }) => name === LAST_MIGRATION_BEFORE) + 1;
  await dropEverything();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS.slice(0, before));
  companies = [fillMixedCompany('MIX'), fillMixedCompany('mix-2'), books.addCompany('EMPTY')];
  await books.write();
  await writeLargeOldCompany(LARGE.id, LARGE.layers, LARGE.months);
  old = new Map();
  for (const companyId of [...companies, LARGE.id]) old.set(companyId, await readOldFigures(companyId));
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  for (const companyId of old.keys()) {
    clients.set(companyId, await signIn({ memberships: [{ companyId, role: 'admin' }] }));
  }
}, 300_000);

/** Tables that refer to others go before those. */
async function dropEverything(): Promise<void> {
  const { results } = await env.DB.prepare(
    `select name from sqlite_master
    where name not like 'sqlite_%' and name not like '\\_cf\\_%' escape '\\' and type in ('table', 'view')
    order by rowid desc`,
  ).all<{ name: string }>();
  await env.DB.batch(results.map(({ name }) => env.DB.prepare(`drop table "${name}"`)));
}

/** Every kind of layer and of accretion, plugged wells, uploads, and layers that were added late. */
function fillMixedCompany(code: string): string {
  const companyId = books.addCompany(code);
  const wells = Array.from({ length: 14 }, (_, index) => books.addWell(companyId, `${code}-${index}`));
  const [first, second, third, fourth] = wells as [string, string, string, string];
  books.calculate([first], '2023-11-15', null);
  single = { day: '2023-11-15', wellId: first };
  books.calculate(wells.slice(1, 7), '2023-12-01', null);
  bulk = { day: '2023-12-01', wells: 6 };
  books.calculate([wells[7]!], '2023-12-20', null, null);
  books.upload(wells.slice(8), '2023-06-30', '2023-12-31');
  // A first period of one day, after which the second starts on the calculation date as well.
  books.accrete(companyId, '2023-11-15', { source: 'user' });
  books.accrete(companyId, '2023-12-31', { source: 'user', method: 'effective' });
  books.accrete(companyId, '2024-01-31', { page: 4 });
  books.calculate([second], '2024-02-10', 'change');
  books.calculate([second, third, fourth], '2024-02-10', 'change');
  books.calculate([second], '2024-02-10', 'increment');
  books.calculate([third], '2024-02-29', 'remeasure', null);
  books.accrete(companyId, '2024-02-29');
  // Added after the month was posted, and caught up with the next one.
  books.calculate([first, fourth], '2024-01-20', 'change');
  books.accrete(companyId, '2024-02-29', { source: 'user' });
  books.plug(fourth);
  plugged = { wellId: fourth, on: '2024-02-29' };
  books.accrete(companyId, '2024-03-31');
  books.calculate([fourth], '2024-04-02', 'increment');
  plugged.on = '2024-04-02';
  books.accrete(companyId, '2024-06-30', { periodType: 'quarterly', source: 'user', page: 9 });
  return companyId;
}

/** The figures as the version before computed them, from its tables by its SQL. */
async function readOldFigures(companyId: string): Promise<OldFigures> {
  const all = async <Row>(text: string, ...values: unknown[]) =>
    (
      await env.DB.prepare(text)
        .bind(companyId, ...values)
        .all<Row>()
    ).results;
  const [totals] = await all<{ wells: number; layers: number; initial: number; current: number }>(`
    select count(distinct well_id) as wells, count(*) as layers, coalesce(sum(aro_value_cents), 0) as initial,
      coalesce(sum(current_aro_cents), 0) as current
    from aro_layer where company_id = ?1`);
  const rollforwards: RollforwardView[][] = [];
  for (const [begin, end] of RANGES)
    rollforwards.push(await all<OldRollforward>(OLD_ROLLFORWARD, begin, end).then(viewed));
  return {
    summary: {
      totalWells: totals!.wells,
      totalLayers: totals!.layers,
      totalInitialAro: formatCents(totals!.initial),
      totalCurrentAro: formatCents(totals!.current),
    },
    rollforwards,
    layers: await all(`
      select w.well_code as wellCode, w.well_status as wellStatus, l.layer_number as layerNumber, l.layer_type as layerType, l.measurement,
        l.discount_rate_bp, l.inflation_rate_bp, l.p_and_a_cost_cents, l.total_estimate_cents, l.well_lifespan_years as wellLifespan,
        l.calculation_date as calculationDate, l.aro_value_cents, l.current_aro_cents, l.accreted_through as accretedThrough, l.created_at as createdAt
      from aro_layer l join well w on w.id = l.well_id where l.company_id = ?1 order by w.well_code_key, l.layer_number`),
    events: (
      await all<{ row: string }>(`
        select json_array(date, voucher, well_code, layer_number, cents) as row from (
          select l.calculation_date as date, 'L' as voucher, w.well_code, w.well_code_key, l.layer_number, l.aro_value_cents as cents
          from aro_layer l cross join well w on w.id = l.well_id and w.company_id = ?1
          where l.company_id = ?1
          union all
          select r.period_end, 'A', w.well_code, w.well_code_key, l.layer_number, r.accretion_expense_cents
          from accretion_record r
          cross join aro_layer l on l.id = r.aro_layer_id and l.company_id = ?1
          cross join well w on w.id = l.well_id and w.company_id = ?1
          where r.company_id = ?1
        ) where cents <> 0`)
    ).map(({ row }) => JSON.parse(row) as Event),
    records: await all(`
      select w.well_code as wellCode, l.layer_number as layerNumber, r.period_type as periodType, r.period_start as periodStart,
        r.period_end as periodEnd, r.beginning_aro_cents, r.discount_rate_bp, r.accretion_expense_cents, r.ending_aro_cents,
        r.method, r.time_numerator, r.time_denominator, r.source, r.created_at as createdAt
      from accretion_record r join aro_layer l on l.id = r.aro_layer_id join well w on w.id = l.well_id
      where r.company_id = ?1`),
  };
}

type OldRollforward = Pick<RollforwardView, 'wellCode' | 'wellName' | 'field'> & Record<string, number>;

const OLD_ROLLFORWARD = `
  with recognized as (
    select well_id,
      sum(iif(calculation_date < ?2, aro_value_cents, 0)) as earlier,
      sum(iif(calculation_date >= ?2, max(aro_value_cents, 0), 0)) as additions,
      sum(iif(calculation_date >= ?2, max(-aro_value_cents, 0), 0)) as reductions,
      sum(aro_value_cents) as through_end
    from aro_layer where company_id = ?1 and calculation_date <= ?3
    group by well_id
  ), accreted_layer as (
    select aro_layer_id,
      sum(iif(period_end < ?2, accretion_expense_cents, 0)) as earlier,
      sum(iif(period_end >= ?2, accretion_expense_cents, 0)) as accretion,
      sum(accretion_expense_cents) as through_end
    from accretion_record where company_id = ?1 and period_end <= ?3
    group by aro_layer_id
  ), accreted as (
    select l.well_id, sum(a.earlier) as earlier, sum(a.accretion) as accretion, sum(a.through_end) as through_end
    from accreted_layer a cross join aro_layer l on l.id = a.aro_layer_id and l.company_id = ?1
    group by l.well_id
  )
  select w.well_code as wellCode, w.well_name as wellName, w.field,
    coalesce(r.earlier, 0) + coalesce(a.earlier, 0) as beginningBalance, coalesce(r.additions, 0) as additions,
    coalesce(a.accretion, 0) as accretion, coalesce(r.reductions, 0) as reductions,
    coalesce(r.through_end, 0) + coalesce(a.through_end, 0) as endingBalance
  from well w left join recognized r on r.well_id = w.id left join accreted a on a.well_id = w.id
  where w.company_id = ?1 and (r.well_id is not null or a.well_id is not null)
  order by w.well_code_key`;

function viewed(rows: readonly OldRollforward[]): RollforwardView[] {
  return rows.map(({ wellCode, wellName, field, ...cents }) => ({
    wellCode,
    wellName,
    field,
    beginningBalance: formatCents(cents.beginningBalance!),
    additions: formatCents(cents.additions!),
    accretion: formatCents(cents.accretion!),
    reductions: formatCents(cents.reductions!),
    endingBalance: formatCents(cents.endingBalance!),
  }));
}

const textOf = (row: object) => JSON.stringify(Object.entries(row).sort());
const inOrder = <Row extends object>(rows: readonly Row[]) =>
  [...rows].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));

/** As toEqual, which takes seconds for tens of thousands of rows. */
function expectRows(found: readonly object[], expected: readonly object[]): void {
  expect(found.length).toBe(expected.length);
  const differs = found.findIndex((row, index) => textOf(row) !== textOf(expected[index]!));
  if (differs >= 0) expect(found[differs]).toEqual(expected[differs]);
}

const percent = (bp: unknown) => formatCents(Number(bp));
const amount = (cents: unknown) => formatCents(Number(cents));

/** A journal's rows as the events behind them: two rows each, debit first. */
function eventsOf(rows: readonly Record<string, string>[]): Event[] {
  const events: Event[] = [];
  for (let index = 0; index < rows.length; index += 2) {
    const [debit, credit] = [rows[index]!, rows[index + 1]!];
    const [, voucher] = debit.voucherNumber!.split('-');
    const cents = Math.round(Number(debit.netValue) * 100);
    expect(Math.round(Number(credit.netValue) * 100)).toBe(-cents);
    const layerNumber = Number(/-L(\d+)-\d{6}$/.exec(debit.referenceNumber!)![1]);
    const grows = credit.mainAccount === '2400';
    events.push([debit.journalDate!, voucher!, debit.well!, layerNumber, grows ? cents : -cents]);
  }
  return events;
}

describe('the migration to the ledger', { timeout: 60_000 }, () => {
  const each = ['MIX', 'mix-2', 'EMPTY', 'LARGE'].map((code, index) => [code, index] as const);
  const of = (index: number) => {
    const companyId = [...old.keys()][index]!;
    return { companyId, client: clients.get(companyId)!, figures: old.get(companyId)! };
  };

  it.each(each)('keeps the layers of %s', async (_, index) => {
    const { client, figures } = of(index);
    const layers = await bodyOf<LayerView[]>(await client.get('/api/aro-layers'));
    expectRows(
      layers.map((layer) => ({
        wellCode: layer.well.wellCode,
        wellStatus: layer.well.wellStatus,
        layerNumber: layer.layerNumber,
        layerType: layer.layerType,
        measurement: layer.measurement,
        discountRate: layer.discountRate,
        inflationRate: layer.inflationRate,
        pAndACost: layer.pAndACost,
        totalEstimate: layer.totalEstimate,
        wellLifespan: layer.wellLifespan,
        calculationDate: layer.calculationDate,
        aroValue: layer.aroValue,
        currentAroValue: layer.currentAroValue,
        accretedThrough: layer.accretedThrough,
        createdAt: layer.createdAt,
        status: layer.status,
      })),
      figures.layers.map(
        ({ discount_rate_bp, inflation_rate_bp, p_and_a_cost_cents, total_estimate_cents, ...layer }) => {
          const { aro_value_cents, current_aro_cents, ...shown } = layer;
          return {
            ...shown,
            discountRate: percent(discount_rate_bp),
            inflationRate: percent(inflation_rate_bp),
            pAndACost: amount(p_and_a_cost_cents),
            totalEstimate: amount(total_estimate_cents),
            aroValue: amount(aro_value_cents),
            currentAroValue: amount(current_aro_cents),
            status: 'current',
          };
        },
      ),
    );
  });

  it.each(each)('keeps the summary of %s', async (_, index) => {
    const { client, figures } = of(index);
    expect(await bodyOf(await client.get('/api/reports/aro-summary'))).toEqual(figures.summary);
  });

  it.each(each)('keeps every rollforward of %s', async (_, index) => {
    const { client, figures } = of(index);
    for (const [place, [begin, end]] of RANGES.entries()) {
      expectRows(await rollforward(client, begin, end), figures.rollforwards[place]!);
    }
  });

  it.each(each)('keeps the journal of %s', async (_, index) => {
    const { client, figures } = of(index);
    const [begin, end] = ALL_DATES;
    const path = `/api/reports/journal-entries?beginDate=${begin}&endDate=${end}`;
    const events = eventsOf(await bodyOf<Record<string, string>[]>(await client.get(path)));
    expectRows(inOrder(events), inOrder(figures.events));
  });

  it.each(each)('keeps the accretion records of %s', async (_, index) => {
    const { client, figures } = of(index);
    const records = await bodyOf<AccretionView[]>(await client.get('/api/accretion'));
    const kept = records.map((record) => ({
      wellCode: record.aroLayer.well.wellCode,
      layerNumber: record.aroLayer.layerNumber,
      periodType: record.periodType,
      periodStart: record.periodStart,
      periodEnd: record.periodEnd,
      method: record.method,
      source: record.source,
      createdAt: record.createdAt,
      beginningAro: record.beginningAro,
      discountRate: record.discountRate,
      accretionExpense: record.accretionExpense,
      endingAro: record.endingAro,
      timeYears: record.timeYears,
    }));
    const before = figures.records.map(
      ({ beginning_aro_cents, discount_rate_bp, accretion_expense_cents, ending_aro_cents, ...record }) => {
        const { time_numerator, time_denominator, ...shown } = record;
        const time = { numerator: Number(time_numerator), denominator: Number(time_denominator) };
        return {
          wellCode: shown.wellCode,
          layerNumber: shown.layerNumber,
          periodType: shown.periodType,
          periodStart: shown.periodStart,
          periodEnd: shown.periodEnd,
          method: shown.method,
          source: shown.source,
          createdAt: shown.createdAt,
          beginningAro: amount(beginning_aro_cents),
          discountRate: percent(discount_rate_bp),
          accretionExpense: amount(accretion_expense_cents),
          endingAro: amount(ending_aro_cents),
          timeYears: formatYearFraction(time),
        };
      },
    );
    expectRows(inOrder(kept), inOrder(before));
  });

  it.each(each)('leaves books of %s that check out', async (_, index) => {
    await expectBooksToCheck(of(index).client);
  });

  /** A company's postings of a kind, as they are stored. */
  const stored = async (companyId: string, kind: string) => {
    const { results } = await env.DB.prepare(
      `select p.day, w.id as wellId, p.source, p.user_id as userId, p.input, p.is_company_wide as isCompanyWide, p.movements
      from posting p join company c on c.ledger_id = p.company left join well w on w.ledger_id = p.well
      where c.id = ? and p.kind = ? order by p.id`,
    )
      .bind(companyId, kind)
      .all<Record<'day' | 'wellId' | 'source' | 'userId' | 'input', string>>();
    return results;
  };

  it('makes one posting of what was calculated together, and names the well where it was one', async () => {
    const { companyId } = of(1);
    const postings = await stored(companyId, 'calculation');
    const ofDay = (day: string) => postings.filter((posting) => posting.day === day);
    expect(ofDay(bulk.day)).toMatchObject([{ wellId: null, movements: bulk.wells, source: 'user' }]);
    expect(JSON.parse(ofDay(bulk.day)[0]!.input)).toEqual({ calculationDate: bulk.day, scope: 'single' });
    expect(ofDay(single.day)).toMatchObject([{ wellId: single.wellId, movements: 1 }]);
    expect(JSON.parse(ofDay(single.day)[0]!.input)).toMatchObject({ wellId: single.wellId });
    expect(postings.filter(({ source }) => source === 'import')).toMatchObject([
      { day: '2023-06-30', userId: 'uploader', wellId: null },
    ]);
    expect(new Set(postings.map(({ userId }) => userId))).toEqual(
      new Set(['accountant', 'uploader', 'system']),
    );
  });

  it('makes one posting of each page of accretion, and keeps who posted it', async () => {
    const { companyId } = of(1);
    const postings = await stored(companyId, 'accretion');
    const ofDay = (day: string) => postings.filter((posting) => posting.day === day);
    const january = ofDay('2024-01-31');
    expect(january.length).toBeGreaterThan(3);
    expect(january[0]).toMatchObject({
      source: 'month-end',
      userId: 'system',
      isCompanyWide: 1,
      movements: 4,
    });
    expect(ofDay('2024-06-30')[0]).toMatchObject({
      source: 'user',
      userId: 'accountant',
      input: '{"periodType":"quarterly","periodEnd":"2024-06-30"}',
    });
    expect(postings.filter(({ source }) => source === 'import')).toMatchObject([
      { day: '2023-12-31', userId: 'uploader', isCompanyWide: 0 },
    ]);
  });

  it('tells the first accretion of a layer from one that starts on the same day', async () => {
    const { results } = await env.DB.prepare(
      `select p.day, m.since from movement m join posting p on p.id = m.posting
      join layer l on l.id = m.layer join well w on w.ledger_id = l.well
      where w.id = ? and l.layer_number = 1 and m.kind = 5 order by p.day limit 3`,
    )
      .bind(single.wellId)
      .all();
    expect(results).toEqual([
      { day: '2023-11-15', since: null },
      { day: '2023-12-31', since: '2023-11-15' },
      { day: '2024-01-31', since: '2023-12-31' },
    ]);
  });

  it('says until when a Plugged well accreted, and of no other', async () => {
    const { results } = await env.DB.prepare(
      'select id, plugged_on, arrived_plugged from well where plugged_on is not null or arrived_plugged',
    ).all<{ id: string }>();
    expect(results).toHaveLength(2);
    expect(results).toContainEqual({ id: plugged.wellId, plugged_on: plugged.on, arrived_plugged: 1 });
  });

  it('leaves nothing of the old tables', async () => {
    const { results } = await env.DB.prepare(
      `select name from sqlite_master where name like '%carry_over%' or name in ('aro_layer', 'accretion_record', 'calculation_input')`,
    ).all();
    expect(results).toEqual([]);
  });
});
