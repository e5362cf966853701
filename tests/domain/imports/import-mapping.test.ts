import { describe, expect, it } from 'vitest';
import { createRowMapper, type FileRow, mappingProblems } from '~/domain/imports/map-rows';
import type { ImportMapping } from '~/domain/imports/mapping';
import { countTitles, findTitleRow, suggestMapping, withLayerType } from '~/domain/imports/suggest-mapping';
import { findRepeatedRows, findTotalRows } from '~/domain/imports/suspect-rows';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { createWellCsvRowReader } from '~/schemas/imports/well-csv';
import { accountantsFile, accountantsMapping, TITLES } from '../../support/accountants-file';

const county: CustomFieldTemplate = {
  id: 'field_1',
  fieldName: 'county',
  displayName: 'County',
  fieldType: 'text',
  required: false,
  order: 0,
};

const textsOf = (rows: readonly (readonly string[])[], width: number) =>
  Array.from({ length: width }, (_, at) => {
    const texts = new Map<string, number>();
    for (const row of rows) texts.set(row[at] ?? '', (texts.get(row[at] ?? '') ?? 0) + 1);
    return texts;
  });

function totalRows(rows: readonly FileRow[], headerRow: number): number[] {
  return resultOf(findTotalRows(rows, headerRow, 0));
}

function resultOf<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

const simple: ImportMapping = {
  columns: [
    { title: 'API', to: 'wellCode' },
    { title: 'Lease', to: 'wellName' },
    { title: 'Stat', to: 'wellStatus', words: { pr: 'Active' } },
    { title: 'Spud', to: 'activeDate', format: { dateOrder: 'mdy' } },
  ],
  defaults: { field: 'North' },
};

describe('a mapping', () => {
  it.each(['us', 'comma'] as const)('reads a complete accountant’s file (%s)', (notation) => {
    const { titles, rows } = accountantsFile({ notation });
    const mapping = accountantsMapping(notation);
    expect(mappingProblems(mapping, titles, [])).toEqual([]);
    const mapper = createRowMapper(mapping, titles, []);
    const read = createWellCsvRowReader(mapper.header);
    rows.forEach((cells, index) => {
      const mapped = mapper.map({ row: index + 2, cells })!;
      expect(mapped.problems).toEqual([]);
      expect(read(mapped.cells)).toMatchObject({ ok: true });
    });
  });

  it('is suggested in full from titles and contents', () => {
    const { titles, rows } = accountantsFile();
    const { columns, defaults } = suggestMapping(titles, textsOf(rows, titles.length), [county]);
    const known = accountantsMapping('us').columns.map(({ title, to }) => [title, to]);
    expect(columns.map(({ title, to }) => [title, to])).toEqual(
      known.map(([title, to]) => [title, title === 'County' ? 'custom:county' : to]),
    );
    expect(defaults).toEqual({});
    expect(columns[2]?.words).toEqual({ pr: 'Active', si: 'Inactive', 'p&a': 'Plugged' });
  });

  it('recognizes titles with reordered words, and rates by their long and short names', () => {
    const titles = ['Area/Field', 'CARFR Rate'];
    expect(suggestMapping(titles, [], []).columns.map(({ to }) => to)).toEqual(['field', 'discountRate']);
    const schedule = suggestMapping(['CARFR %', 'PV at Recognition'], [], []).columns;
    expect(schedule.map(({ to }) => to)).toEqual(['discountRate', 'aroValue']);
    const [adjusted] = suggestMapping(['Credit Adj. Risk-Free Rate'], [], []).columns;
    expect(adjusted?.to).toBe('discountRate');
  });

  it('prefers the previous choices to what the titles suggest, and uses no field twice', () => {
    const before = {
      columns: [
        { title: 'area', to: null },
        { title: 'DISTRICT ', to: 'field' },
      ],
    };
    const { columns } = suggestMapping(['Area', 'District', 'Field'], [], [], before);
    expect(columns.map(({ to }) => to)).toEqual([null, 'field', null]);
  });

  it('recognizes the short titles of schedules', () => {
    const titles = ['Spud / Active', 'Disc %', 'Infl %', 'Liability at recognition'];
    expect(suggestMapping(titles, [], []).columns.map(({ to }) => to)).toEqual([
      'activeDate',
      'discountRate',
      'inflationRate',
      'aroValue',
    ]);
  });

  it('recognizes the titles of a balance schedule, and prefers the company’s share to the gross cost', () => {
    const titles = ['Lease/Field', 'ARO Layer Date', 'Gross P&A', 'P&A Cost Est.', 'ARO Balance 12/31/25'];
    expect(suggestMapping(titles, [], []).columns.map(({ to }) => to)).toEqual([
      'field',
      'calculationDate',
      null,
      'pAndACost',
      'currentAroValue',
    ]);
  });

  it('uses gross costs if a file has no others, and keeps both if the user chose both before', () => {
    const alone = suggestMapping(['Gross P&A', 'WI %'], [], []);
    expect(alone.columns.map(({ to }) => to)).toEqual(['grossCost', 'workingInterest']);
    expect(alone.defaults).toEqual({ layerType: 'first' });
    const titles = ['Gross P&A', 'WI %', 'Net P&A Cost'];
    expect(suggestMapping(titles, [], []).columns.map(({ to }) => to)).toEqual([
      null,
      'workingInterest',
      'pAndACost',
    ]);
    const columns = [
      { title: 'Gross P&A', to: 'grossCost' },
      { title: 'Net P&A Cost', to: 'pAndACost' },
    ];
    expect(suggestMapping(titles, [], [], { columns }).columns.map(({ to }) => to)).toEqual([
      'grossCost',
      'workingInterest',
      'pAndACost',
    ]);
  });

  it('uses “Well” as the code if there is no better column, and otherwise as the name', () => {
    const ids = (...titles: string[]) => suggestMapping(titles, [], []).columns.map(({ to }) => to);
    expect(ids('Well', 'Lease', 'Field')).toEqual(['wellCode', 'wellName', 'field']);
    expect(ids('Well', 'Field')).toEqual(['wellCode', 'field']);
    expect(ids('API', 'Well', 'Lease')).toEqual(['wellCode', 'wellName', null]);
  });

  it('makes the first layer initial once the user maps the amounts, unless they chose otherwise', () => {
    const columns = [{ title: 'Gross P&A', to: 'pAndACost' }];
    const defaults = { field: 'North' };
    expect(suggestMapping(['Remark'], [], []).defaults).toEqual({});
    expect(withLayerType({ columns, defaults }).defaults).toEqual({ field: 'North', layerType: 'first' });
    for (const layerType of ['', 'additional']) {
      expect(withLayerType({ columns, defaults: { layerType } }).defaults).toEqual({ layerType });
    }
    const typed = [...columns, { title: 'Layer', to: 'layerType' }];
    expect(withLayerType({ columns: typed, defaults }).defaults).toEqual(defaults);
  });

  it('suggests no field that doesn’t fit the column’s contents', () => {
    const dates = new Map([['pending', 5]]);
    expect(suggestMapping(['Spud Date'], [dates], []).columns[0]?.to).toBeNull();
  });

  it('makes the first layer of a well initial, and fills further rows from the first', () => {
    const mapping: ImportMapping = {
      ...simple,
      columns: [...simple.columns, { title: 'Cost', to: 'pAndACost', format: { decimal: 'point' } }],
      defaults: { field: 'North', layerType: 'first', discountRate: '8' },
    };
    const mapper = createRowMapper(mapping, ['API', 'Lease', 'Stat', 'Spud', 'Cost'], []);
    const map = (row: number, ...cells: string[]) => {
      const mapped = mapper.map({ row, cells })!;
      return Object.fromEntries(mapper.titles.map((title, at) => [title, mapped.cells[at]]));
    };
    const layer = { discountRate: '8', pAndACost: '1000' };
    const well = {
      wellCode: 'A',
      wellName: 'Alpha',
      wellStatus: 'Active',
      field: 'North',
      activeDate: '2020-01-31',
    };
    expect(map(2, 'A', 'Alpha', 'PR', '1/31/2020', '$1,000')).toEqual({
      ...well,
      ...layer,
      layerType: 'initial',
    });
    expect(map(3, 'a', '', '', '', '1,000')).toEqual({
      ...well,
      wellCode: 'a',
      ...layer,
      layerType: 'additional',
    });
    expect(map(4, 'B', 'Beta', 'PR', '1/31/2020', '')).toMatchObject({ layerType: '', discountRate: '' });
  });

  it('reports a word without a meaning, and skips the rows it is told to skip', () => {
    const mapper = createRowMapper(
      { ...simple, headerRow: 3, skipRows: [6] },
      ['API', 'Lease', 'Stat', 'Spud'],
      [],
    );
    expect(mapper.map({ row: 3, cells: [] })).toBeNull();
    expect(mapper.map({ row: 6, cells: ['Total'] })).toBeNull();
    // Skipped rows can still be read.
    expect(mapper.read(['Total', '40'], 'wellName')).toBe('40');
    expect(mapper.read(['Total', '40'], 'currentAroValue')).toBeNull();
    expect(mapper.map({ row: 4, cells: ['A', 'Alpha', 'XX', '1/31/2020'] })?.problems).toEqual([
      { target: 'wellStatus', position: 2, message: 'Well status: choose a meaning for "XX"' },
    ]);
  });

  it('is rejected if columns are missing, two map to one field, or a required one is absent', () => {
    const two = {
      columns: [...simple.columns, { title: 'Area', to: 'wellName' }, { title: 'Gone', to: 'field' }],
    };
    expect(mappingProblems(two, ['API', 'Lease', 'Stat', 'Area'], [])).toEqual([
      'The file has no column "Spud".',
      'The file has no column "Gone".',
      '"Lease" and "Area" are both mapped to Well name. Choose one of them.',
      'Choose a column or a value for: Field, Active date.',
    ]);
  });

  it('does not require fields that the books can supply, if all wells are in the books', () => {
    const titles = ['API', 'Balance'];
    const schedule: ImportMapping = {
      columns: [
        { title: 'API', to: 'wellCode' },
        { title: 'Balance', to: 'currentAroValue' },
      ],
    };
    expect(mappingProblems(schedule, titles, [])).toEqual([
      'Choose a column or a value for: Well name, Well status, Field, Active date.',
    ]);
    const known = { ...schedule, wellsInBooks: true };
    expect(mappingProblems(known, titles, [])).toEqual([]);
    expect(mappingProblems({ ...known, columns: [] }, titles, [])).toEqual([
      'Choose a column or a value for: Well code.',
    ]);
    const mapper = createRowMapper({ ...known, defaults: { field: 'North' } }, titles, []);
    const row = mapper.map({ row: 2, cells: ['A-1', '1,234.56'] })!;
    expect(Object.fromEntries(mapper.titles.map((title, at) => [title, row.cells[at]]))).toEqual({
      wellCode: 'A-1',
      wellName: '',
      wellStatus: '',
      field: 'North',
      activeDate: '',
      currentAroValue: '1234.56',
    });
  });

  it('does not accept built-in property names as words, defaults or fields', () => {
    const mapping: ImportMapping = {
      columns: [
        { title: 'Stat', to: 'wellStatus', words: {} },
        { title: 'x', to: 'constructor' },
      ],
    };
    expect(mappingProblems(mapping, ['Stat', 'x'], [])[0]).toMatch(/isn’t a field/);
    const mapper = createRowMapper(mapping, ['Stat'], []);
    expect(mapper.map({ row: 2, cells: ['constructor'] })?.problems).toHaveLength(1);
  });
});

describe('the frame of a file', () => {
  it('is recognized: the title row, and the totals below', () => {
    const { titles, rows } = accountantsFile({ rows: 30 });
    const blanks = titles.map(() => '');
    const total = blanks.with(0, 'Grand Total').with(14, '$1,234.56');
    const framed = [
      ['Example Energy, ARO at 12/31/2025'],
      titles,
      ...rows,
      total,
      blanks.with(1, 'Prepared by: JS'),
    ];
    const fileRows = framed.map((cells, index) => ({ row: index + 1, cells }));
    expect(findTitleRow(fileRows, [])).toBe(2);
    expect(totalRows(fileRows, 2)).toEqual([33, 34]);
    expect(totalRows([...fileRows, { row: 35, cells: blanks.with(0, 'Sum') }], 2)).toContain(35);
  });

  it('has more known titles than a cover or a list of assumptions', () => {
    const { titles, rows } = accountantsFile({ rows: 30 });
    expect(countTitles([['Example Energy'], titles, ...rows])).toBeGreaterThan(10);
    expect(
      countTitles([
        ['Discount Rate', '8%'],
        ['Inflation Rate', '2.5%'],
        ['Prepared by', 'JS'],
      ]),
    ).toBe(1);
    expect(countTitles([])).toBe(0);
  });

  it('treats a late row with only a text in the code column as a remark', () => {
    const { titles, rows } = accountantsFile({ rows: 30 });
    const remark = titles.map((_, at) => (at === 0 ? 'Excludes the offshore wells' : ''));
    const fileRows = [titles, remark, ...rows, remark].map((cells, index) => ({ row: index + 1, cells }));
    expect(totalRows(fileRows, 1)).toEqual([33]);
  });

  it('reports rows that repeat an earlier one in every cell', () => {
    const { titles, rows } = accountantsFile({ rows: 5 });
    const pasted = [
      titles,
      ...rows,
      rows[2]!.map((cell) => ` ${cell} `),
      rows[1]!.with(1, 'Other'),
      rows[2]!,
    ];
    const fileRows = [...pasted, titles.map(() => ''), titles.map(() => '')].map((cells, index) => ({
      row: index + 1,
      cells,
    }));
    expect(resultOf(findRepeatedRows(fileRows, 1, 0, []))).toEqual([7, 9]);
    expect(resultOf(findRepeatedRows(fileRows, 1, null, []))).toEqual([]);
  });

  it.each([
    [[], [5, 6]],
    [[3], [3, 6]],
    [[5], [5, 6]],
    [
      [3, 5],
      [3, 5],
    ],
    [
      [3, 5, 6],
      [5, 6],
    ],
  ])('reports hidden copies of a visible row: of rows %j, %j', (hidden, repeated) => {
    const codes = ['A-1', 'A-2', 'A-3', 'A-2', 'A-2'];
    const rows = codes.map((code, at) => ({ row: at + 2, cells: [code, '200'] }));
    expect(resultOf(findRepeatedRows(rows, 1, 0, hidden))).toEqual(repeated);
  });

  it('is only the first row in a plain file', () => {
    const { titles, rows } = accountantsFile({ rows: 30 });
    const fileRows = [titles, ...rows].map((cells, index) => ({ row: index + 1, cells }));
    expect(findTitleRow(fileRows, [])).toBe(1);
    expect(totalRows(fileRows, 1)).toEqual([]);
    expect(TITLES).toHaveLength(20);
  });
});
