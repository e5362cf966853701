import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatYearFraction } from '~/domain/books/accretion';
import { formatCents } from '~/domain/money/money';
import type { AccretionView, LayerView } from '~/schemas/books/layer-views';
import { bodyOf, expectBooksToCheck, rollforward } from '../../support/books';
import {
  createOldBooks,
  LAST_MIGRATION_BEFORE,
  writeLargeOldCompany,
} from '../../support/books-before-ledger';
import { type Event, type OldFigures, readOldFigures } from '../../support/figures-before-ledger';
import { type SignedIn, signIn } from '../../support/worker';

const RANGES = [
  ['2023-01-01', '2023-12-31'],
  ['2024-01-01', '2024-03-31'],
  ['2024-02-15', '2024-06-10'],
  ['2020-01-01', '2026-12-31'],
] as const;
const ALL_DATES = RANGES[3];
const LARGE = { id: 'large-company', layers: 20_000, months: 2 };

const books = createOldBooks(7);
let companies: string[];
let old: Map<string, OldFigures>;
const clients = new Map<string, SignedIn>();
/** Details that single tests check. */
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
  for (const companyId of [...companies, LARGE.id])
    old.set(companyId, await readOldFigures(companyId, RANGES));
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  for (const companyId of old.keys()) {
    clients.set(companyId, await signIn({ memberships: [{ companyId, role: 'admin' }] }));
  }
}, 300_000);

/** Drops referencing tables before the tables they reference. */
async function dropEverything(): Promise<void> {
  const { results } = await env.DB.prepare(
    `select name from sqlite_master
    where name not like 'sqlite_%' and name not like '\\_cf\\_%' escape '\\' and type in ('table', 'view')
    order by rowid desc`,
  ).all<{ name: string }>();
  await env.DB.batch(results.map(({ name }) => env.DB.prepare(`drop table "${name}"`)));
}

/** Adds every kind of layer and accretion, plugged wells, uploads, and late layers. */
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
  // The first period is a single day, so the second also starts on the calculation date.
  books.accrete(companyId, '2023-11-15', { source: 'user' });
  books.accrete(companyId, '2023-12-31', { source: 'user', method: 'effective' });
  books.accrete(companyId, '2024-01-31', { page: 4 });
  books.calculate([second], '2024-02-10', 'change');
  books.calculate([second, third, fourth], '2024-02-10', 'change');
  books.calculate([second], '2024-02-10', 'increment');
  books.calculate([third], '2024-02-29', 'remeasure', null);
  books.accrete(companyId, '2024-02-29');
  // Added after the month was posted, and caught up with the next posting.
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

const textOf = (row: object) => JSON.stringify(Object.entries(row).sort());
const inOrder = (rows: readonly object[]) => rows.map(textOf).sort();

/** Like toEqual, which takes seconds for tens of thousands of rows. */
function expectRows(found: readonly object[], expected: readonly object[]): void {
  expectTexts(found.map(textOf), expected.map(textOf));
}

function expectTexts(found: readonly string[], expected: readonly string[]): void {
  expect(found.length).toBe(expected.length);
  const differs = found.findIndex((text, index) => text !== expected[index]);
  if (differs >= 0) expect(found[differs]).toBe(expected[differs]);
}

const percent = (bp: unknown) => formatCents(Number(bp));
const amount = (cents: unknown) => formatCents(Number(cents));

/** Converts a journal's rows back to events: two rows each, debit first. */
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
      const rows = await rollforward(client, begin, end);
      expectRows(
        rows.map(({ wellId: _, ...row }) => row),
        figures.rollforwards[place]!,
      );
    }
  });

  it.each(each)('keeps the journal of %s', async (_, index) => {
    const { client, figures } = of(index);
    const [begin, end] = ALL_DATES;
    const path = `/api/reports/journal-entries?beginDate=${begin}&endDate=${end}`;
    const events = eventsOf(await bodyOf<Record<string, string>[]>(await client.get(path)));
    expectTexts(inOrder(events), inOrder(figures.events));
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
    expectTexts(inOrder(kept), inOrder(before));
  });

  it.each(each)('leaves books of %s that pass the books check', async (_, index) => {
    await expectBooksToCheck(of(index).client);
  });

  /** Reads a company's stored postings of a kind. */
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

  it('creates one posting for what was calculated together, and names the well if there was one', async () => {
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

  it('creates one posting for each page of accretion, and keeps its user', async () => {
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

  it('distinguishes the first accretion of a layer from one that starts on the same day', async () => {
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

  it('sets the plugging date of a Plugged well that had accreted, and of no other', async () => {
    const { results } = await env.DB.prepare(
      'select id, plugged_on, arrived_plugged from well where plugged_on is not null or arrived_plugged',
    ).all<{ id: string }>();
    expect(results).toHaveLength(2);
    expect(results).toContainEqual({ id: plugged.wellId, plugged_on: plugged.on, arrived_plugged: 1 });
  });

  it('removes the old tables completely', async () => {
    const { results } = await env.DB.prepare(
      `select name from sqlite_master where name like '%carry_over%' or name in ('aro_layer', 'accretion_record', 'calculation_input')`,
    ).all();
    expect(results).toEqual([]);
  });
});
