import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { PostingKind, PostingSource } from '~/domain/books/movement-kinds';
import { POSTING_NAMES, SOURCE_NAMES } from '~/domain/books/posting-kind-names';
import { csvCell } from '~/domain/files/csv-cell';
import { buildWorkbook } from '~/domain/reports/workbook-request';
import { writeWorkbook } from '~/hooks/write-workbook';
import { accreteThrough, bodyOf } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { LAYER_ROW, upload, WELL_ROW } from '../../support/mass-upload';
import { readCsvRows } from '../../support/pages';
import { sumOf } from '../../support/reports';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

type Report = Parameters<typeof buildWorkbook>[0] & { kind: 'report' };
type Row = Record<string, string | number | null>;

const DATES = 'beginDate=2024-02-01&endDate=2025-03-31';
const DAY = 'asOf=2025-03-31';

/** Workbook columns by heading, each with the response column that it shows; blank for none. */
type Columns = Record<string, string>;
type ReportFile = { report: Report['report']; by: Report['by']; path: string; columns: Columns };

const GROUP_HEADINGS = { total: 'Group', field: 'Field', well: 'Well Code' };

/** A report in total, by field and by well. */
function cuts(
  report: Report['report'],
  columns: Columns,
  { of = DATES, names }: { of?: string; names: (by: Report['by']) => Columns },
): ReportFile[] {
  return (['total', 'field', 'well'] as const).map((by) => ({
    report,
    by,
    path: `${report}?${of}&by=${by}`,
    columns: { ...names(by), ...columns },
  }));
}

const group = (by: Report['by']): Columns => ({ [GROUP_HEADINGS[by]]: 'group' });
/** In total, such a report has different name columns and no group. */
const groupBesideNames = (by: Report['by']) => (by === 'total' ? {} : group(by));
const wells = (by: Report['by']): Columns => {
  if (by === 'total') return { Group: '' };
  return by === 'field'
    ? { Field: 'field' }
    : { 'Well Code': 'wellCode', 'Well Name': 'wellName', Field: 'field' };
};

/** Every report available as a file, grouped every way. */
const FILES: ReportFile[] = [
  ...cuts(
    'aro-rollforward',
    {
      'Beginning Balance': 'beginningBalance',
      Additions: 'additions',
      Accretion: 'accretion',
      Reductions: 'reductions',
      'Ending Balance': 'endingBalance',
      'Ending per Ledger': 'endingBalance',
      Difference: '',
    },
    { names: wells },
  ),
  ...cuts(
    'disclosure',
    {
      Beginning: 'beginning',
      'Brought In': 'opening',
      Incurred: 'incurred',
      Acquired: 'acquired',
      Revisions: 'revisions',
      Accretion: 'accretion',
      Settled: 'settled',
      Divested: 'divested',
      Ending: 'ending',
      Current: 'current',
      'Non-Current': 'nonCurrent',
      'Ending per Ledger': 'ending',
      Difference: '',
    },
    { names: group },
  ),
  ...cuts(
    'arc-rollforward',
    {
      'Beginning Cost': 'beginningCost',
      Additions: 'additions',
      Revisions: 'revisions',
      Retired: 'retired',
      Divested: 'divested',
      'Ending Cost': 'endingCost',
      'Beginning Accumulated': 'beginningAccumulated',
      Depreciation: 'depreciation',
      'Accumulated Retired': 'accumulatedRetired',
      'Ending Accumulated': 'endingAccumulated',
      'Ending, Net': 'endingNet',
      'Ending per Ledger': 'endingCost',
      Difference: '',
    },
    { names: group },
  ),
  ...cuts(
    'trial-balance',
    {
      'Main Account': 'mainAccount',
      Subaccount: 'subAccount',
      Name: 'name',
      Beginning: 'beginning',
      Debits: 'debits',
      Credits: 'credits',
      Ending: 'ending',
      'Ending per Ledger': 'ending',
      Difference: '',
    },
    { names: groupBesideNames },
  ),
  ...cuts(
    'maturities',
    { Due: 'year', Undiscounted: 'undiscounted', Discounted: 'discounted' },
    { of: DAY, names: groupBesideNames },
  ),
  {
    report: 'balances',
    by: 'total',
    path: `balances?${DAY}`,
    columns: {
      'Well Code': 'wellCode',
      Field: 'field',
      Layer: 'layerNumber',
      Liability: 'liability',
      'ARC Cost': 'arcCost',
      Accumulated: 'arcAccumulated',
      'ARC, Net': 'arcNet',
    },
  },
  {
    report: 'postings',
    by: 'total',
    path: `postings?${DATES}`,
    columns: {
      Posting: 'postingId',
      Act: 'actId',
      Date: 'effectiveOn',
      Kind: 'kind',
      Source: 'source',
      'Well Code': 'wellCode',
      Movements: 'movements',
      Liability: 'liability',
      'ARC Cost': 'arcCost',
      Accumulated: 'arcAccumulated',
      Cash: 'cash',
      'Income Effect': 'result',
      Memo: 'memo',
      Reference: 'reference',
      Reverses: 'reversesId',
      'Original Date': 'reversesOn',
      'Reversed By': 'reversedBy',
      'Entered (UTC)': 'enteredAt',
      'Entered By': 'enteredBy',
      'After Close': 'afterClose',
      'Approved (UTC)': 'approvedAt',
      'Approved By': 'approvedBy',
      Evidence: 'evidence',
    },
  },
];

describe('the files of reports', () => {
  it('match the response in each cell: text as text, numbers as numbers, and totals that tie', async () => {
    const client = await companyWithNegatives();
    for (const { report, by, path, columns } of FILES) {
      const of = `${report} by ${by}`;
      const answered = await bodyOf<Row[]>(await client.get(`/api/reports/${path}`));
      expect(answered.length, of).toBeGreaterThan(0);
      expectSameRows(await readCsvRows(await client.get(`/api/reports/${path}&format=csv`)), answered, of);

      // Maturity spans have names on the screen, and so in the workbook.
      const named = answered.map((row) => ('year' in row ? { ...row, year: `Span ${row.year}` } : row));
      const [headings, ...rows] = await cellsOf({
        kind: 'report',
        report,
        by,
        heading: [of],
        rows: named,
      });
      expect(headings, of).toEqual(Object.keys(columns));
      for (const [index, row] of named.entries()) {
        const expected = Object.entries(columns).map(([heading, column]) => {
          if (column === '') return heading === 'Group' ? 'Total' : 0;
          return asCell(column, row[column] ?? null);
        });
        expect(rows[index], `${of}, row ${index}`).toEqual(expected);
      }
      // A single total row has no sum; other rows are followed by their totals.
      if (by === 'total' && 'Group' in columns) {
        expect(rows.length, of).toBe(1);
        continue;
      }
      expect(rows.length, of).toBe(answered.length + 1);
      const totals = Object.values(columns).map((column, index) => {
        if (index === 0) return 'Total';
        if (column === '') return 0;
        const isAmount = answered.every((row) => typeof row[column] === 'string' && isFigure(row[column]));
        return isAmount ? Number(sumOf(answered, (row) => String(row[column]))) : null;
      });
      expect(rows.at(-1), of).toEqual(totals);
    }
  });
});

/** Converts a value to its workbook cell: dates and instants as serial numbers, ledger terms as on the screen. */
function asCell(column: string, value: string | number | null): string | number | null {
  if (value === null || value === '') return null;
  if (isFigure(value) || ['postingId', 'actId', 'reversesId'].includes(column)) return Number(value);
  if (['effectiveOn', 'reversesOn', 'enteredAt', 'approvedAt'].includes(column)) {
    return expect.closeTo(Date.parse(String(value)) / MS_A_DAY + EPOCH_IN_SPREADSHEETS, 6);
  }
  if (column === 'kind') return POSTING_NAMES[value as PostingKind];
  return column === 'source' ? SOURCE_NAMES[value as PostingSource] : value;
}

const MS_A_DAY = 86_400_000;
const EPOCH_IN_SPREADSHEETS = 25_569;

/** True for an amount or a layer number. Accounts and codes are text, whatever they look like. */
function isFigure(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+\.\d\d$/.test(value));
}

/** A file has every response column except ids, and the group if there is only one. */
function expectSameRows(file: Record<string, string>[], answered: Row[], of: string): void {
  expect(file.length, of).toBe(answered.length);
  const isInFile = (row: Row, column: string) =>
    !['wellId', 'aroLayerId'].includes(column) &&
    !(column === 'group' && row.group === 'Total' && !(column in file[0]!));
  for (const [index, row] of answered.entries()) {
    const expected = Object.keys(row)
      .filter((column) => isInFile(row, column))
      // Text that begins like a formula gets a leading apostrophe.
      .map((column) => [column, csvCell(row[column] ?? '')]);
    expect(file[index], `${of}, row ${index}`).toEqual(Object.fromEntries(expected));
  }
}

/** Reads a workbook’s table without evaluating formulas: numbers as numbers, text as text, null for blanks. */
async function cellsOf(request: Report): Promise<(string | number | null)[][]> {
  const file = await writeWorkbook(buildWorkbook(request));
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
  const part = (name: string) => strFromU8(parts[name]!);
  const unescaped = (xml: string) =>
    xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const strings = [...part('xl/sharedStrings.xml').matchAll(/<si>.*?<t[^>]*>(.*?)<\/t>.*?<\/si>/gs)];
  const rows = [...part('xl/worksheets/sheet1.xml').matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row]) => {
    const cells: (string | number | null)[] = [];
    for (const [, attributes, content] of row!.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
      const place = columnOf(/r="([A-Z]+)/.exec(attributes!)![1]!);
      const value = /<v>(.*?)<\/v>/.exec(content ?? '')?.[1];
      while (cells.length < place) cells.push(null);
      if (value === undefined) cells.push(null);
      else cells.push(/t="s"/.test(attributes!) ? unescaped(strings[Number(value)]![1]!) : Number(value));
    }
    return cells;
  });
  const table = rows.slice(request.heading.length).filter((row) => row.length > 0);
  return table.map((row) => table[0]!.map((_, index) => row[index] ?? null));
}

function columnOf(letters: string): number {
  return [...letters].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Two fields with a decrease, settlements, a sale and an imported balance, so every column has values, some negative. */
async function companyWithNegatives(): Promise<SignedIn> {
  const { client, company } = await signInToNewCompany();
  const settings = { depreciation: 'straight-line', depreciationFrom: '2020-01-01' };
  await bodyOf(await client.put(`/api/companies/${company.id}/settings`, settings));
  const a = await addWell(client, { wellCode: '0012', wellName: '=A & "B" <Ø>', field: 'NORTH' });
  const b = await addWell(client, { wellCode: '-7', field: 'SOUTH' });
  const c = await addWell(client, { wellCode: 'C', field: 'SOUTH' });
  await addLayer(client, a.id, { calculationDate: '2024-01-01' });
  await addLayer(client, b.id, { calculationDate: '2024-02-15', origin: 'acquired', wellLifespan: 3 });
  await addLayer(client, c.id, { calculationDate: '2024-03-31' });
  const brought = { ...WELL_ROW, ...LAYER_ROW, wellCode: 'D', field: 'NORTH', currentAroValue: '39776.03' };
  const { rejected } = await upload(client, company.id, [brought], { asOf: '2024-06-30' });
  expect(rejected).toEqual([]);
  await accreteThrough(client, '2024-12-31');
  const decrease = { layerType: 'additional', pAndACost: 60_000, calculationDate: '2025-01-10' };
  await addLayer(client, a.id, decrease);
  const settled = { date: '2025-02-14', cost: '9000', relief: '8000.01' };
  await bodyOf(await client.post(`/api/wells/${b.id}/settlements`, settled), 201);
  const final = { date: '2025-02-20', cost: '30000', isFinal: true };
  await bodyOf(await client.post(`/api/wells/${c.id}/settlements`, final), 201);
  const sold = { date: '2025-03-05', interestSold: '40', proceeds: '1000' };
  await bodyOf(await client.post(`/api/wells/${a.id}/sales`, sold), 201);
  await accreteThrough(client, '2025-03-31');
  return client;
}
