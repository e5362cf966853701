import { describe, expect, it } from 'vitest';
import { readRows, type TableColumn } from '~/components/books/table-text';
import {
  DEPLETION_COLUMNS,
  RATE_COLUMNS,
  readDepletionRates,
  readRateTables,
  rowsToText,
} from '~/components/company/pasted-rates';
import type { OpenFile } from '~/components/files/read-messages';
import { openWorkbook } from '~/components/files/read-workbook';
import { runToCompletion } from '~/domain/imports/run-to-completion';
import { findHiddenRows } from '~/domain/imports/suspect-rows';
import { readTrialBalance, startOfTrialBalance } from '~/domain/reports/trial-balance-file';
import { type ExcelSheet, excelWorkbook } from '../../support/excel-workbook';

const COLUMNS: TableColumn[] = [
  { name: 'wellCode', title: 'Well Code', otherTitles: ['Well'], isRequired: true },
  { name: 'date', title: 'Date', isRequired: true, kind: 'date' },
  { name: 'cost', title: 'Cost', isRequired: true, kind: 'amount' },
  { name: 'rate', title: 'Rate', kind: 'rate' },
];

async function rowsOf(sheets: ExcelSheet[], options: { date1904?: boolean; sheet?: string } = {}) {
  const { rows, notes } = await openWorkbook(excelWorkbook(sheets, options), options.sheet ?? null).readAll();
  const numbered = rows.map((cells, index) => ({ row: index + 1, cells }));
  return { rows: numbered.filter(({ cells }) => cells.some(Boolean)), notes };
}

const TITLES = ['Well', 'Date', 'Cost', 'Rate'];
const TABLE: ExcelSheet = {
  name: 'Plugging',
  rows: [
    ['Demo Oil, Inc.'],
    ['Plugging costs', null, { day: '2026-11-30' }],
    [],
    TITLES,
    // Amounts, days and rates that would be ambiguous as text.
    [1001, { day: '2026-04-03' }, { amount: 1234 }, { percent: 0.0825 }],
    ['A-2', { day: '2026-05-04' }, 1.234, { percent: 0.1 }],
    ['A-3', { day: '2026-06-05' }, { formula: 'C5*2', value: 2468.1 }, { percent: 0.07125 }],
    ['A-4', { day: '2026-07-06' }, { amount: -1234.5 }, null],
  ],
  hiddenRows: [7],
  hiddenColumns: [4],
  merges: ['A1:C1'],
};

describe('a workbook instead of a pasted table', () => {
  it.each([false, true])(
    'provides the days, amounts and rates of its cells, with dates from 1904: %s',
    async (date1904) => {
      const { rows, notes } = await rowsOf([TABLE], { date1904 });
      const table = runToCompletion(readRows(rows, COLUMNS, { cents: 'rounded' }));
      expect(table).toMatchObject({ lines: [5, 6, 7, 8], ignored: [], problem: null });
      expect(table.rows).toEqual([
        { wellCode: '1001', date: '2026-04-03', cost: '1234', rate: '8.25' },
        { wellCode: 'A-2', date: '2026-05-04', cost: '1.23', rate: '10' },
        { wellCode: 'A-3', date: '2026-06-05', cost: '2468.1', rate: '7.13' },
        { wellCode: 'A-4', date: '2026-07-06', cost: '-1234.5', rate: '' },
      ]);
      expect(runToCompletion(readRows(rows, COLUMNS)).questions.map(({ id }) => id)).toEqual(['cents']);
      expect(notes).toMatchObject({ hiddenRows: [7], merges: 1, formulas: 1, errors: 0 });
    },
  );

  it('raises the usual questions about text cells', async () => {
    const { rows } = await rowsOf([{ name: 'Text', rows: [TITLES, ['A-1', '3/4/2026', '1,234']] }]);
    expect(runToCompletion(readRows(rows, COLUMNS)).questions.map(({ id }) => id)).toEqual([
      'dateOrder',
      'decimal',
    ]);
  });

  it('keeps text codes as written, even if they look like numbers', async () => {
    const codes = ['1.10', '12E3', '3E400', '.5', '1.0', '007', '-0'];
    const { rows } = await rowsOf([{ name: 'Codes', rows: [['Well'], ...codes.map((code) => [code])] }]);
    expect(rows.slice(1).map(({ cells }) => cells[0])).toEqual(codes);
  });

  it('reads January and February 1900 as Excel shows them', async () => {
    const days = ['1900-01-01', '1900-02-28', '1900-03-01', '1904-01-02'];
    const { rows } = await rowsOf([{ name: 'Days', rows: days.map((day) => [{ day }]) }]);
    expect(rows.map(({ cells }) => cells[0])).toEqual(days);
  });

  it('raises a question about a text amount with an ambiguous point', async () => {
    const { rows } = await rowsOf([
      { name: 'Text', rows: [TITLES, ['A-1', { day: '2026-04-03' }, '1.234']] },
    ]);
    expect(runToCompletion(readRows(rows, COLUMNS)).questions.map(({ id }) => id)).toEqual(['decimal']);
  });

  it('reports only hidden rows that are below the titles and not empty', () => {
    const rows = [4, 5, 7].map((row) => ({ row, cells: ['x'] }));
    expect(findHiddenRows(rows, 4, [2, 4, 6, 7])).toEqual([7]);
  });
});

describe('the sheets of a workbook', () => {
  const EMPTY: ExcelSheet = { name: 'Sheet1', rows: [] };
  const other = (name: string, isHidden = false): ExcelSheet => ({
    name,
    isHidden,
    rows: [['Well'], ['B-1']],
  });

  const namesOf = ({ candidates }: OpenFile) => candidates.map(({ name }) => name);

  it('raise a question if several have data, not counting empty or hidden ones', () => {
    const bytes = excelWorkbook([EMPTY, other('Lists', true), TABLE, other('March')]);
    expect(namesOf(openWorkbook(bytes, null))).toEqual(['Plugging', 'March']);
    expect(namesOf(openWorkbook(bytes, 'March'))).toEqual([]);
  });

  it('raise no question if only one has data, whichever it is', async () => {
    const bytes = excelWorkbook([EMPTY, other('Lists', true), TABLE]);
    const reader = openWorkbook(bytes, null);
    expect(namesOf(reader)).toEqual(['Plugging']);
    expect(await reader.readAll()).toMatchObject({ sheet: 'Plugging', sheets: ['Lists', 'Plugging'] });
  });

  it('preview their first rows, or all rows if there are few', async () => {
    const [plugging, march] = openWorkbook(excelWorkbook([TABLE, other('March')]), null).candidates;
    expect(await plugging?.readStart(4)).toEqual([
      ['Demo Oil, Inc.', '', '', ''],
      ['Plugging costs', '', '2026-11-30', ''],
      ['', '', '', ''],
      TITLES,
    ]);
    expect(await march?.readStart(25)).toEqual([['Well'], ['B-1']]);
  });

  it('are kept if none has data, so that the refusal can name one', async () => {
    expect(await openWorkbook(excelWorkbook([EMPTY]), null).readAll()).toMatchObject({ sheet: 'Sheet1' });
  });
});

describe('a trial balance as a workbook', () => {
  it('is read below its title rows, with numeric accounts and credits in parentheses', async () => {
    const { rows } = await rowsOf([
      {
        name: 'TB',
        rows: [
          ['Demo Oil, Inc.'],
          ['Trial Balance as of', { day: '2026-11-30' }],
          ['Account', 'Sub', 'Name', 'Ending Balance'],
          [1800, 100, 'ARC asset', { amount: 100000.1 }],
          [2400, 100, 'ARO', { formula: '-SUM(D1:D2)', value: -120750.35 }],
          ['Total', null, null, { formula: 'SUM(D4:D5)', value: -20750.25 }],
        ],
      },
    ]);
    const own = [
      { mainAccount: '1800', subAccount: '100' },
      { mainAccount: '2400', subAccount: '100' },
    ];
    expect(startOfTrialBalance(rows).row).toBe(3);
    expect(readTrialBalance(rows, own)).toMatchObject({
      balances: [{ cents: 10_000_010 }, { cents: -12_075_035 }],
      missing: [],
      questions: [],
    });
  });
});

describe('rates in a workbook', () => {
  it('become lines the user can check and correct, from titled columns in any order', async () => {
    const { rows } = await rowsOf([
      {
        name: 'Rates',
        rows: [
          ['Treasury, November'],
          ['Source', 'Rate', 'Effective Date', 'Years'],
          ['Desk', { percent: 0.0765 }, { day: '2026-04-03' }, 10],
          ['Desk', { percent: 0.08 }, { day: '2026-04-03' }, 20],
          ['Desk', { percent: 0.025 }, { day: '2026-04-03' }, 'Inflation'],
        ],
      },
    ]);
    const text = rowsToText(rows, RATE_COLUMNS)!;
    expect(text).toBe('2026-04-03\t10\t7.65%\n2026-04-03\t20\t8%\n2026-04-03\tInflation\t2.5%');
    expect(readRateTables(text)).toMatchObject({
      ok: true,
      questions: [],
      input: {
        tables: [
          {
            effectiveOn: '2026-04-03',
            discountRates: [
              { years: '10', rate: '7.65' },
              { years: '20', rate: '8' },
            ],
            inflationRate: '2.5',
          },
        ],
      },
    });
  });

  it('for depletion show months as displayed by date cells, and keep untitled lines as they are', async () => {
    const { rows } = await rowsOf([
      {
        name: 'Depletion',
        rows: [
          ['North, East', { month: '2026-09' }, { percent: 0.0125 }],
          ['South', { month: '2026-10' }],
        ],
      },
    ]);
    const text = rowsToText(rows, DEPLETION_COLUMNS)!;
    expect(readDepletionRates(text)).toMatchObject({
      ok: true,
      questions: [],
      input: {
        rates: [
          { field: 'North, East', month: '2026-09', percent: '1.25' },
          { field: 'South', month: '2026-10', percent: null },
        ],
      },
    });
  });

  it('are dropped if the file is something else, too long to correct in a text field', () => {
    const wells = Array.from({ length: 50_000 }, (_, index) => ({
      row: index + 1,
      cells: [`A-${index}`, 'North', '2020-01-31'],
    }));
    expect(rowsToText(wells, RATE_COLUMNS)).toBeNull();
    const rates = wells
      .slice(0, 5_000)
      .map(({ row, cells }) => ({ row, cells: [cells[1]!, '2026-09', '1.25'] }));
    expect(rowsToText(rates, DEPLETION_COLUMNS)?.split('\n')).toHaveLength(5_000);
  });
});
