import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import {
  findSuspectPastedRows,
  readRows,
  splitRows,
  type TableColumn,
  type TitlesByColumn,
  withChosenTitles,
} from '~/components/books/table-text';
import { runToCompletion } from '~/domain/imports/run-to-completion';
import type { TableAnswers } from '~/domain/imports/table-questions';

const COLUMNS: TableColumn[] = [
  { name: 'wellCode', title: 'Well Code', otherTitles: ['Well'], isRequired: true },
  { name: 'cost', title: 'New P&A Cost', isRequired: true, kind: 'amount' },
  { name: 'rate', title: 'Discount Rate', kind: 'rate' },
  { name: 'date', title: 'Date', kind: 'date' },
];
const read = (text: string, answers?: TableAnswers) =>
  runToCompletion(readRows(splitRows(text, COLUMNS, Papa).rows, COLUMNS, answers));

describe('a pasted table', () => {
  it('reads text copied from a spreadsheet: titles in any order, amounts and rates as displayed', () => {
    const text =
      'Discount rate\tWELL\tNew P&A cost ($)\tOwner\r\n8.25%\tA-1\t"$1,234,567.89"\tJoe\r\n\t\t\t\r\n\tA-2\t90000\t\r\n';
    expect(read(text)).toEqual({
      rows: [
        { rate: '8.25', wellCode: 'A-1', cost: '1234567.89' },
        { rate: '', wellCode: 'A-2', cost: '90000' },
      ],
      lines: [2, 4],
      problems: new Map(),
      titles: ['Discount rate', 'WELL', 'New P&A cost ($)', 'Owner'],
      titleOf: { rate: 'Discount rate', wellCode: 'WELL', cost: 'New P&A cost ($)' },
      asksForColumns: false,
      ignored: ['Owner'],
      questions: [],
      problem: null,
    });
  });

  it('accepts an alternative column in place of a required one', () => {
    const columns: TableColumn[] = [...COLUMNS, { name: 'gross', title: 'Gross', replaces: 'cost' }];
    const readWith = (text: string) =>
      runToCompletion(readRows(splitRows(text, columns, Papa).rows, columns));
    expect(readWith('Well\tGross\nA-1\t500')).toMatchObject({
      rows: [{ wellCode: 'A-1', gross: '500' }],
      problem: null,
    });
    expect(readWith('Well\tDate\nA-1\t2026-03-04').problem).toMatch(/New P&A Cost/);
    expect(readWith('Gross\tDate\n5\t2026-03-04').problem).toMatch(/Well Code/);
  });

  it.each([
    ['commas', 'Well Code,New P&A Cost\nA-1,"1,000.00"\n'],
    ['semicolons', 'Well Code;New P&A Cost\nA-1;1.000,00\n'],
    ['a byte order mark', '\uFEFFwellCode,New P&A Cost\n"A-1",1000\n'],
  ])('reads a file with %s', (_, text) => {
    expect(read(text).rows).toEqual([{ wellCode: 'A-1', cost: '1000' }]);
  });

  describe('with quotation marks', () => {
    const cellsOf = (text: string) => splitRows(text, COLUMNS, Papa).rows.map(({ cells }) => cells);
    const titles = 'Well\tNew P&A Cost\tRemarks';

    it.each([
      ['quotes a word', '"Final" invoice', '"Final" invoice'],
      ['lacks the second mark', '"Final invoice', '"Final invoice'],
      ['is a mark alone', '"', '"'],
      ['is in marks', '"Final"', 'Final'],
      ['is quoted with a mark and a line break', '"6"" casing\nFinal"', '6" casing\nFinal'],
      ['is quoted with a tab', '"Final\tinvoice"', 'Final\tinvoice'],
    ])('reads every row below a cell that %s', (_, written, remark) => {
      const rows = ['A-2\t200\tto 5"', 'A-3\t300\tsay "when"'];
      expect(cellsOf([titles, `A-1\t100\t${written}`, ...rows].join('\r\n'))).toEqual([
        titles.split('\t'),
        ['A-1', '100', remark],
        ['A-2', '200', 'to 5"'],
        ['A-3', '300', 'say "when"'],
      ]);
    });

    it('names the row of comma-separated text that has an unpaired quotation mark', () => {
      const text = 'Well,New P&A Cost,Remarks\nA-1,100,"Final" invoice\nA-2,200,\nA-3,300,"x"';
      expect(splitRows(text, COLUMNS, Papa).problem).toBe('Row 2 has an unmatched quotation mark.');
      expect(splitRows(text.replace(' invoice', ''), COLUMNS, Papa).problem).toBeNull();
    });
  });

  it('has one row per line, whatever the line endings', () => {
    const text = 'Well,New P&A Cost\r\nA-1,100\nA-2,200\rA-3,300\r\n';
    expect(read(text).rows.map(({ wellCode }) => wellCode)).toEqual(['A-1', 'A-2', 'A-3']);
  });

  it.each([
    ['3/4/2026', '2026-03-04', '2026-04-03'],
    ['03-04-2026', '2026-03-04', '2026-04-03'],
    ['3/4/2026 0:00', '2026-03-04', '2026-04-03'],
    ['3/31/2026', '2026-03-31', '2026-03-31'],
    ['Mar 4, 2026', '2026-03-04', '2026-03-04'],
    ['4-Mar-2026', '2026-03-04', '2026-03-04'],
    ['2026/03/04', '2026-03-04', '2026-03-04'],
    ['3/4/26', '3/4/26', '3/4/26'],
    ['2/30/2026', '2/30/2026', '2/30/2026'],
  ])('reads the date %s as an import does, and leaves other text alone', (written, monthFirst, dayFirst) => {
    const text = `Well\tNew P&A Cost\tDate\nA-1\t1\t"${written}"`;
    expect(read(text, { dateOrder: 'mdy' }).rows[0]?.date).toBe(monthFirst);
    expect(read(text, { dateOrder: 'dmy' }).rows[0]?.date).toBe(dayFirst);
  });

  it('reports what it can’t read in each row, with the messages of an import', () => {
    const text =
      'Well\tNew P&A Cost\tDate\nA-1\t1\tDec 2045\nA-2\t1\t11/15/2026\nA-3\tabout 5\tsoon\n\nA-4\t1\t2/30/2026';
    expect([...read(text).problems].sort()).toEqual([
      [0, 'Date: "Dec 2045" isn’t a date'],
      [2, 'New P&A Cost: "about 5" isn’t a number'],
      [3, 'Date: "2/30/2026" isn’t a date'],
    ]);
  });

  it('asks which part of a date is the month, and assumes no order before the answer', () => {
    const text = 'Well\tNew P&A Cost\tDate\nA-1\t1\t3/4/2026\nA-2\t1\t2026-12-31\nA-3\t1\tsoon';
    expect(read(text).questions).toMatchObject([{ id: 'dateOrder', example: '3/4/2026', answer: null }]);
    const dates = (answers?: TableAnswers) => read(text, answers).rows.map(({ date }) => date);
    expect(dates()).toEqual(['3/4/2026', '2026-12-31', 'soon']);
    expect(dates({ dateOrder: 'mdy' })).toEqual(['2026-03-04', '2026-12-31', 'soon']);
    expect(dates({ dateOrder: 'dmy' })).toEqual(['2026-04-03', '2026-12-31', 'soon']);
  });

  it('reads a European file by the notation of its own cells', () => {
    const text =
      'Abandonment 2026;;;\r\n;;;\r\nWell;New P&A Cost (EUR);Date;Discount Rate\r\nÅ-1;1.234;01.02.2026;8,25 %\r\nÅ-2;"(98.765,40 €)";28.02.2026;8,5 %\r\n';
    expect(read(text)).toMatchObject({
      rows: [
        { wellCode: 'Å-1', cost: '1234', date: '2026-02-01', rate: '8.25' },
        { wellCode: 'Å-2', cost: '-98765.40', date: '2026-02-28', rate: '8.5' },
      ],
      lines: [4, 5],
      questions: [],
      problem: null,
    });
  });

  it.each([
    [
      'tabs',
      'Estimates; third quarter\nAs of 9/30/2026\n\t\t\nOwner\tWell\tNew P&A cost\nJoe\tA-1\t$5,000.00\n\t\t\nAnn\tA-2\tx',
    ],
    [
      'commas',
      'Estimates; third quarter,,\n,,\n\nOwner,Well,New P&A cost\nJoe,A-1,"5,000.00"\n,,\nAnn,A-2,x',
    ],
  ])('finds the titles below other lines, separated by %s, and counts those lines', (_, text) => {
    expect(read(text)).toMatchObject({
      rows: [
        { wellCode: 'A-1', cost: '5000' },
        { wellCode: 'A-2', cost: 'x' },
      ],
      lines: [5, 7],
      ignored: ['Owner'],
      problem: null,
    });
  });

  it.each([
    ['$5,000.00', '5000'],
    ['5 000,00', '5000'],
    ['5.000,50', '5000.50'],
    ['USD 5,000.00', '5000'],
    ['5,000', '5,000'],
    ['5,00,0', '5,00,0'],
    ['50%', '50%'],
    ['-', '-'],
    ['about 5', 'about 5'],
  ])('reads the amount %s as an import does, and leaves other text alone', (written, cost) => {
    expect(read(`Well\tNew P&A Cost\nA-1\t${written}`).rows[0]?.cost).toBe(cost);
  });

  it.each([
    ['8,25 %', '8.25'],
    ['8.5', '8.5'],
    ['eight', 'eight'],
  ])('reads the rate %s', (written, rate) => {
    expect(read(`Well\tNew P&A Cost\tDiscount rate\nA-1\t1\t${written}`).rows[0]?.rate).toBe(rate);
  });

  it('explains why a table cannot be read', () => {
    expect(read('Third quarter\nWell\tDiscount rate\nA-1\t8').problem).toBe(
      'Missing: “New P&A Cost”. Choose your column below.',
    );
    expect(read('A-1\t90000').problem).toBe(
      'Include the headings, in one of the first 25 rows. Missing: “Well Code” and “New P&A Cost”.',
    );
    const columns = COLUMNS.map((column) => ({ ...column, isRequired: column.name !== 'rate' }));
    expect(runToCompletion(readRows(splitRows('hello', columns, Papa).rows, columns)).problem).toBe(
      'Include the headings, in one of the first 25 rows. Missing: “Well Code”, “New P&A Cost” and “Date”.',
    );
    expect(read('Well\tNew P&A Cost').problem).toBe('The table has headings but no rows.');
    expect(read('Well\tWell Code\tNew P&A Cost\na\tb\t1').problem).toBe(
      'Two columns match “Well Code”. Choose one of them below.',
    );
    expect(read('Well\tWell\tNew P&A Cost\na\tb\t1').problem).toBe(
      'Two columns are titled “Well Code”. Remove one of them.',
    );
  });
});

describe('a table with custom titles', () => {
  const text = 'Estimates for 2026\nAPI Number\tEstimate 2025\tEstimate 2026\nA-1\t1,500.00\t2,000.00\n';
  const readAs = (chosen: TitlesByColumn, given = text) => {
    const columns = withChosenTitles(COLUMNS, chosen);
    return runToCompletion(readRows(splitRows(given, columns, Papa).rows, columns));
  };

  it('shows its titles even if none is known, split like its rows', () => {
    const table = readAs({});
    expect(table.titles).toEqual(['API Number', 'Estimate 2025', 'Estimate 2026']);
    expect(table.asksForColumns).toBe(true);
    expect(readAs({}, text.replaceAll('\t', ';')).titles).toEqual(table.titles);
  });

  it('is read by the chosen titles', () => {
    const table = readAs({ wellCode: 'API Number', cost: 'Estimate 2026' });
    expect(table).toMatchObject({
      rows: [{ wellCode: 'A-1', cost: '2000' }],
      lines: [3],
      titleOf: { wellCode: 'API Number', cost: 'Estimate 2026' },
      asksForColumns: false,
      ignored: ['Estimate 2025'],
      problem: null,
    });
  });

  it('prefers a chosen title to a known one, and reads no column that was unassigned', () => {
    const known = 'Well\tNew P&A Cost\tRevised\tDate\nA-1\t1\t2\t2026-03-04';
    expect(readAs({ cost: 'Revised', date: '' }, known)).toMatchObject({
      rows: [{ wellCode: 'A-1', cost: '2' }],
      ignored: ['New P&A Cost', 'Date'],
    });
  });

  it('is read by one of two synonymous titles, once that one is chosen', () => {
    const both = 'Well\tWell Code\tNew P&A Cost\nNorth 1\tA-1\t1';
    expect(readAs({}, both)).toMatchObject({ asksForColumns: true, titleOf: { cost: 'New P&A Cost' } });
    expect(readAs({}, both).titleOf).not.toHaveProperty('wellCode');
    expect(readAs({ wellCode: 'Well Code' }, both)).toMatchObject({
      rows: [{ wellCode: 'A-1', cost: '1' }],
      ignored: ['Well'],
    });
  });

  it('is read as usual if it lacks the titles chosen for an earlier table', () => {
    expect(readAs({ cost: 'Estimate 2026' }, 'Well\tNew P&A Cost\nA-1\t5').rows).toEqual([
      { wellCode: 'A-1', cost: '5' },
    ]);
  });

  it('has no titles if its first rows are numbers or a single text', () => {
    expect(readAs({}, 'A-1\t90000\nA-2\t1').titles).toEqual([]);
    expect(readAs({}, 'Third quarter\nA-1\t90000').titles).toEqual([]);
  });
});

it('a long table is read in steps, so that the page stays responsive', () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => `A-${at}\t${at}.5\t8.25%\t3/${(at % 28) + 1}/2026`);
  const text = ['Well\tNew P&A cost\tDiscount rate\tDate', ...rows].join('\n');
  const work = readRows(splitRows(text, COLUMNS, Papa).rows, COLUMNS);
  let turns = 0;
  let step = work.next();
  for (; !step.done; step = work.next()) turns += 1;
  expect(step.value.rows).toHaveLength(20_000);
  expect(step.value).toEqual(read(text));
  // Steps of five hundred, for four columns and for the rows made of them.
  expect(turns).toBeGreaterThan(200);
});

describe('suspect rows of a pasted table', () => {
  const inQuestion = (text: string, begun = '') =>
    findSuspectPastedRows(splitRows(text, COLUMNS, Papa).rows, COLUMNS, begun);
  const titles = 'Well\tNew P&A Cost\tDate';

  it('are totals and repeated rows, listed by line', () => {
    const rows = [
      'A-1\t60\t2026-03-01',
      '',
      'A-2\t40\t2026-03-01',
      'A-2\t40\t2026-03-01',
      'Total\t$140\t',
      '',
    ];
    expect(inQuestion([titles, ...rows].join('\n'))).toEqual([
      { kind: 'totals', rows: [6] },
      { kind: 'repeats', rows: [5] },
    ]);
    expect(inQuestion(`${titles}\nA-1\t60\t2026-03-01\n\t60\t`)).toEqual([{ kind: 'totals', rows: [3] }]);
  });

  it('exclude the wells that the table was prefilled with', () => {
    const begun = `${titles}\nA-1\t\t\nA-2\t\t`;
    expect(inQuestion(begun, begun)).toEqual([]);
    expect(inQuestion(`${begun}\nTotal\t\t`, begun)).toEqual([{ kind: 'totals', rows: [4] }]);
    expect(inQuestion('')).toEqual([]);
  });
});
