import { expect } from 'vitest';
import type { JournalRow } from '~/domain/books/journal';
import { addDays } from '~/domain/calendar/calendar-date';
import { formatCents, parseCents } from '~/domain/money/money';
import type { ReportGroup } from '~/domain/reports/report-columns';
import type {
  DisclosureView,
  LayerBalanceView,
  MaturityView,
  TrialBalanceView,
} from '~/schemas/reports/report-views';
import { bodyOf, rollforward } from './books';
import type { SignedIn } from './worker';

export async function disclosure(
  client: SignedIn,
  begin: string,
  end: string,
  by: ReportGroup = 'total',
): Promise<DisclosureView[]> {
  return bodyOf(await client.get(`/api/reports/disclosure?beginDate=${begin}&endDate=${end}&by=${by}`));
}

export async function balances(client: SignedIn, asOf: string): Promise<LayerBalanceView[]> {
  return bodyOf(await client.get(`/api/reports/balances?asOf=${asOf}`));
}

export async function maturities(client: SignedIn, asOf: string): Promise<MaturityView[]> {
  return bodyOf(await client.get(`/api/reports/maturities?asOf=${asOf}`));
}

export async function trialBalance(
  client: SignedIn,
  begin: string,
  end: string,
): Promise<TrialBalanceView[]> {
  return bodyOf(await client.get(`/api/reports/trial-balance?beginDate=${begin}&endDate=${end}`));
}

/** Sum of a column of rows, as an amount. */
export function sumOf<Row>(rows: readonly Row[], amount: (row: Row) => string): string {
  return formatCents(rows.reduce((sum, row) => sum + parseCents(amount(row)), 0n));
}

const AMOUNTS = [
  'beginning',
  'opening',
  'incurred',
  'acquired',
  'revisions',
  'accretion',
  'settled',
  'divested',
  'ending',
  'current',
  'nonCurrent',
] as const;

const plus = (...amounts: string[]) => sumOf(amounts, (amount) => amount);
const negative = (amount: string) => formatCents(-parseCents(amount));

/** Expects all reports for the dates to agree to the cent. */
export async function expectReportsAgree(client: SignedIn, begin: string, end: string): Promise<void> {
  const [total] = await disclosure(client, begin, end);
  const wells = await disclosure(client, begin, end, 'well');
  const fields = await disclosure(client, begin, end, 'field');
  for (const column of AMOUNTS) {
    expect(
      sumOf(wells, (row) => row[column]),
      column,
    ).toBe(total![column]);
    expect(
      sumOf(fields, (row) => row[column]),
      column,
    ).toBe(total![column]);
  }
  for (const row of [...wells, ...fields, total!]) {
    const { group: _, wellId: __, ending, current, nonCurrent, ...columns } = row;
    expect(plus(...Object.values(columns))).toBe(ending);
    expect(plus(current, nonCurrent)).toBe(ending);
  }

  const rolled = await rollforward(client, begin, end);
  const changes = (row: DisclosureView) =>
    plus(row.incurred, row.acquired, row.revisions, row.settled, row.divested);
  expect(
    wells.map((row) => [
      row.group,
      plus(row.beginning, row.opening),
      row.accretion,
      changes(row),
      row.ending,
    ]),
  ).toEqual(
    rolled.map((row) => [
      row.wellCode,
      row.beginningBalance,
      row.accretion,
      plus(row.additions, negative(row.reductions)),
      row.endingBalance,
    ]),
  );
  await expectAccountsAgree(client, begin, end, total!);

  const layers = await balances(client, end);
  const before = await balances(client, addDays(begin, -1));
  expect(sumOf(layers, (row) => row.liability)).toBe(total!.ending);
  expect(sumOf(before, (row) => row.liability)).toBe(total!.beginning);
  const due = await maturities(client, end);
  expect(due.map(({ year }) => year)).toEqual([1, 2, 3, 4, 5, 'after']);
  expect(due[0]!.discounted).toBe(total!.current);
  expect(sumOf(due, (row) => row.discounted)).toBe(total!.ending);
}

/** Expects the trial balance to match the journal's sums, and its liability to match the disclosure's. */
async function expectAccountsAgree(
  client: SignedIn,
  begin: string,
  end: string,
  total: DisclosureView,
): Promise<void> {
  const accounts = await trialBalance(client, begin, end);
  expect(sumOf(accounts, (row) => row.beginning)).toBe('0.00');
  expect(sumOf(accounts, (row) => row.ending)).toBe('0.00');
  expect(sumOf(accounts, (row) => row.debits)).toBe(sumOf(accounts, (row) => row.credits));
  const liability = accounts.find(({ name }) => name === 'ARO liability');
  expect(negative(liability?.beginning ?? '0.00')).toBe(total.beginning);
  expect(negative(liability?.ending ?? '0.00')).toBe(total.ending);
  const asset = accounts.find(({ name }) => name === 'ARO asset');
  expect(asset?.ending ?? '0.00').toBe(sumOf(await balances(client, end), (row) => row.arcCost));

  const entries = await bodyOf<JournalRow[]>(
    await client.get(`/api/reports/journal-entries?beginDate=${begin}&endDate=${end}`),
  );
  for (const row of accounts) {
    expect(plus(row.beginning, row.debits, negative(row.credits))).toBe(row.ending);
    // Opening balances within the dates are in no journal.
    if (total.opening !== '0.00') continue;
    const values = entries
      .filter(({ mainAccount }) => mainAccount === row.mainAccount)
      .map(({ netValue }) => netValue);
    expect(
      sumOf(
        values.filter((value) => !value.startsWith('-')),
        (value) => value,
      ),
      row.name,
    ).toBe(row.debits);
    expect(
      sumOf(
        values.filter((value) => value.startsWith('-')),
        negative,
      ),
      row.name,
    ).toBe(row.credits);
  }
}

/** Expects the trial balance and the maturities by field, and by the wells of each field, to add up to the totals. */
export async function expectGroupsAddUp(client: SignedIn, begin: string, end: string): Promise<void> {
  const dates = `beginDate=${begin}&endDate=${end}`;
  const read = async <Row>(path: string) => bodyOf<Row[]>(await client.get(`/api/reports/${path}`));
  const fields = (await disclosure(client, '1990-01-01', end, 'field')).map(({ group }) => group);

  const accounts = ['beginning', 'debits', 'credits', 'ending'] as const;
  for (const total of await trialBalance(client, begin, end)) {
    const account = new URLSearchParams({ account: total.name });
    const byField = await read<TrialBalanceView>(`trial-balance?${dates}&by=field&${account}`);
    expect(byField.every(({ name }) => name === total.name)).toBe(true);
    for (const column of accounts) expect(sumOf(byField, (row) => row[column])).toBe(total[column]);
    for (const row of byField) {
      const field = new URLSearchParams({ field: row.group });
      const byWell = await read<TrialBalanceView>(`trial-balance?${dates}&by=well&${account}&${field}`);
      for (const column of accounts) expect(sumOf(byWell, (well) => well[column])).toBe(row[column]);
    }
  }
  for (const total of await maturities(client, end)) {
    const byField = await read<MaturityView>(`maturities?asOf=${end}&by=field&year=${total.year}`);
    expect(byField.every(({ year }) => year === total.year)).toBe(true);
    for (const column of ['undiscounted', 'discounted'] as const) {
      expect(sumOf(byField, (row) => row[column])).toBe(total[column]);
    }
  }
  for (const group of fields) {
    const field = new URLSearchParams({ field: group });
    const byWell = await read<DisclosureView>(`disclosure?${dates}&by=well&${field}`);
    const [ofField] = (await disclosure(client, begin, end, 'field')).filter((row) => row.group === group);
    for (const column of AMOUNTS) {
      expect(sumOf(byWell, (row) => row[column])).toBe(ofField?.[column] ?? '0.00');
    }
    const due = await read<MaturityView>(`maturities?asOf=${end}&by=well&${field}`);
    expect(sumOf(due, (row) => row.discounted)).toBe(sumOf(byWell, (row) => row.ending));
  }
}

/** Expects a range split in two to add up to the whole. */
export async function expectPeriodsAddUp(
  client: SignedIn,
  begin: string,
  middle: string,
  end: string,
): Promise<void> {
  const [whole] = await disclosure(client, begin, end);
  const [first] = await disclosure(client, begin, middle);
  const [second] = await disclosure(client, addDays(middle, 1), end);
  expect(second!.beginning).toBe(first!.ending);
  expect([first!.beginning, second!.ending]).toEqual([whole!.beginning, whole!.ending]);
  for (const column of AMOUNTS.slice(1, 8)) {
    expect(plus(first![column], second![column]), column).toBe(whole![column]);
  }
}
