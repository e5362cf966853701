import { describe, expect, it } from 'vitest';
import { DISCLOSURE_LINE_IDS, type DisclosureAmounts } from '~/domain/reports/comparative-disclosure';
import type { ComparativeDisclosureView } from '~/schemas/reports/report-views';
import {
  accreteThrough,
  bodyOf,
  close,
  expectBooksToCheck,
  postingsOf,
  reversePosting,
} from '../../support/books';
import { closeOf } from '../../support/close';
import { addLayer, addWell } from '../../support/layers';
import { LAYER_ROW, upload, WELL_ROW } from '../../support/mass-upload';
import { expectRefusal } from '../../support/refusals';
import { disclosure } from '../../support/reports';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const amountsOf = (row: DisclosureAmounts) =>
  Object.fromEntries(DISCLOSURE_LINE_IDS.map((line) => [line, row[line]]));

const pathOf = (begin: string, end: string, years: number) =>
  `/api/reports/comparative-disclosure?beginDate=${begin}&endDate=${end}&years=${years}`;

async function comparative(client: SignedIn, begin: string, end: string, years = 1) {
  return bodyOf<ComparativeDisclosureView[]>(await client.get(pathOf(begin, end, years)));
}

/** Each column must equal the disclosure of its dates, and begin with the ending of the next column. */
async function expectColumns(client: SignedIn, columns: readonly ComparativeDisclosureView[]) {
  for (const [place, column] of columns.entries()) {
    const { beginDate, endDate } = column;
    if (beginDate < endDate) {
      const [alone] = await disclosure(client, beginDate, endDate);
      expect(amountsOf(column), `${beginDate} ${endDate}`).toEqual(amountsOf(alone!));
    }
    const before = columns[place + 1];
    if (before) expect(column.beginning).toBe(before.ending);
  }
}

/** A company with two wells whose accretion is posted monthly in 2024 and 2025. */
async function companyWithTwoYears() {
  const { client, company } = await signInToNewCompany();
  const a = await addWell(client, { wellCode: 'A' });
  const b = await addWell(client, { wellCode: 'B' });
  await addLayer(client, a.id, { calculationDate: '2024-01-01' });
  await addLayer(client, b.id, { calculationDate: '2024-05-10', wellLifespan: 2 });
  for (const month of monthEnds('2024-01', '2025-12')) await accreteThrough(client, month);
  return { client, company, a, b };
}

/** Month-ends between two months. @param from and @param to months */
function monthEnds(from: string, to: string): string[] {
  const ends: string[] = [];
  for (let [year, month] = from.split('-').map(Number) as [number, number]; ; month += 1) {
    if (month > 12) [year, month] = [year + 1, 1];
    const end = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
    if (end.slice(0, 7) > to) return ends;
    ends.push(end);
  }
}

describe('a comparative disclosure', () => {
  it('shows each fiscal year as in its own disclosure, with the current portion at each balance sheet date', async () => {
    const { client } = await companyWithTwoYears();
    const columns = await comparative(client, '2025-01-01', '2025-12-31', 2);
    expect(columns.map(({ is, beginDate, endDate }) => [is, beginDate, endDate])).toEqual([
      ['period', '2025-01-01', '2025-12-31'],
      ['period', '2024-01-01', '2024-12-31'],
      ['period', '2023-01-01', '2023-12-31'],
    ]);
    await expectColumns(client, columns);
    // B is due in May 2026: within twelve months at the end of 2025, but not at the end of 2024.
    expect(columns[0]!.current).not.toBe('0.00');
    expect(columns[1]!.current).toBe('0.00');
    expect(columns.map(({ booksBegin }) => booksBegin)).toEqual([null, null, '2024-01-01']);
    expect(columns[2]!.ending).toBe('0.00');
    expect(columns.flatMap(({ asClosed }) => asClosed)).toEqual([]);
  });

  it('includes the days between two partial years', async () => {
    const { client } = await companyWithTwoYears();
    for (const [begin, end] of [
      ['2025-01-01', '2025-09-30'],
      ['2025-07-01', '2025-09-30'],
      ['2025-01-02', '2025-12-31'],
    ] as const) {
      const columns = await comparative(client, begin, end, 2);
      expect(columns.map(({ is }) => is)).toEqual(['period', 'between', 'period', 'between', 'period']);
      await expectColumns(client, columns);
    }
    const response = await client.get(`${pathOf('2025-01-01', '2025-09-30', 1)}&format=csv`);
    expect(response.headers.get('Content-Disposition')).toContain(
      'aro-disclosure-comparative-2025-01-01-to-2025-09-30.csv',
    );
    const lines = (await response.text()).trim().split('\r\n');
    expect(lines[0]).toBe(
      'Line,9 months ended 2025-09-30,"Between, 2024-10-01 – 2024-12-31",9 months ended 2024-09-30',
    );
    expect(lines.at(-1)).toBe('Beginning balance less prior ending balance,0.00,0.00,');
  });

  it('shows when the books begin within an earlier year', async () => {
    const { client, company } = await signInToNewCompany();
    const row = { ...WELL_ROW, ...LAYER_ROW, wellCode: 'D', aroValue: '25000', currentAroValue: '30000.50' };
    const { rejected } = await upload(client, company.id, [row], { asOf: '2024-06-30' });
    expect(rejected).toEqual([]);
    await accreteThrough(client, '2024-12-31');
    await accreteThrough(client, '2025-12-31');
    const columns = await comparative(client, '2025-01-01', '2025-12-31');
    await expectColumns(client, columns);
    expect(columns.map(({ beginning, opening, booksBegin }) => [beginning, opening, booksBegin])).toEqual([
      [columns[1]!.ending, '0.00', null],
      ['0.00', '30000.50', '2024-06-30'],
    ]);
  });

  it('shows a restated year per the books, and as it was closed', async () => {
    const { client, a, b } = await companyWithTwoYears();
    await close(client, '2024-12-31');
    const kept = await keptTotal(client, '2024-12');
    const before = await comparative(client, '2025-01-01', '2025-12-31');
    expect(before[1]!.asClosed).toEqual([]);

    await bodyOf(await client.post('/api/periods/reopen', { from: '2024-06-01', reason: 'Wrong estimate' }));
    const revised = { layerType: 'additional', measurement: 'increment', pAndACost: 20_000 };
    await addLayer(client, a.id, { ...revised, calculationDate: '2024-12-15' });
    await accreteThrough(client, '2024-12-31');
    await accreteThrough(client, '2025-12-31');
    await close(client, '2024-12-31');
    // The well existed at both closes: everything on it is reversed, though no list includes it anymore.
    await bodyOf(await client.post('/api/periods/reopen', { from: '2024-01-01', reason: 'No such well' }));
    expect((await client.delete(`/api/wells/${b.id}`)).status).toBe(204);
    await expectBooksToCheck(client);

    const columns = await comparative(client, '2025-01-01', '2025-12-31');
    await expectColumns(client, columns);
    const [now, earlier] = columns;
    expect(now!.asClosed).toEqual([]);
    expect(earlier!.asClosed).toHaveLength(2);
    expect(amountsOf(earlier!.asClosed[0]!)).toEqual(amountsOf(before[1]!));
    expect(earlier!.asClosed[0]).toMatchObject(kept);
    expect(amountsOf(earlier!.asClosed[1]!)).toMatchObject(await keptTotal(client, '2024-12'));
    const csv = await (await client.get(`${pathOf('2025-01-01', '2025-12-31', 1)}&format=csv`)).text();
    expect(csv.split('\r\n')[0]).toContain(
      `Year ended 2024-12-31,"Year ended 2024-12-31, as closed ${earlier!.asClosed[0]!.closedAt}"`,
    );
  });

  it('ignores entries made after the close for a later day', async () => {
    const { client } = await companyWithTwoYears();
    await close(client, '2024-12-31');
    await bodyOf(await client.post('/api/periods/reopen', { from: '2024-12-01', reason: 'Late' }));
    const [accretion] = (await postingsOf(client, 'kind=accretion&to=2025-12-31')).filter(
      ({ effectiveOn }) => effectiveOn === '2025-12-31',
    );
    await bodyOf(await reversePosting(client, accretion!.id), 201);
    expect((await comparative(client, '2025-01-01', '2025-12-31'))[1]!.asClosed).toEqual([]);
  });

  it('accepts one or two years, and dates in order', async () => {
    const { client } = await signInToNewCompany();
    await expectRefusal(() => client.get(pathOf('2025-01-01', '2025-12-31', 3)), 400, {
      message: 'Years must be 1 or 2',
    });
    await expectRefusal(() => client.get(pathOf('2025-12-31', '2025-01-01', 1)), 400, {
      message: 'Begin date must be before end date',
    });
    const columns = await comparative(client, '1900-01-01', '2199-12-31', 2);
    expect(columns.map(({ ending }) => ending)).toEqual(['0.00', '0.00', '0.00']);
  });
});

/** Amounts that the newest close of a month stored: balances at its end, and changes if it closed the whole year. */
async function keptTotal(client: SignedIn, month: string) {
  const { reports } = await closeOf(client, `/api/closes/${month}`);
  const report = reports.find(({ name }) => name === 'disclosure')!;
  const file = await (await client.get(`/api/closes/${month}/reports/${report.id}`)).text();
  const lines = file.replace('\uFEFF', '').trim().split('\r\n');
  const [titles, total] = [lines[0]!, lines.at(-1)!].map((line) => line.split(','));
  const row = Object.fromEntries(titles!.map((title, place) => [title, total![place]]));
  const { group: _, ...amounts } = row;
  if (report.beginDate === '2024-01-01') return amounts;
  const { ending, current, nonCurrent } = row;
  return { ending, current, nonCurrent };
}
