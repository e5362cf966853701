import { describe, expect, it } from 'vitest';
import {
  readWellCsvHeader,
  TEMPLATE_COLUMNS,
  WELL_CSV_TEMPLATE,
  wellCsvHeaderProblem,
} from '~/domain/files/well-csv';

const REQUIRED = ['wellCode', 'wellName', 'wellStatus', 'field', 'activeDate'];

describe('readWellCsvHeader', () => {
  it('finds every column of the template', () => {
    const header = readWellCsvHeader(WELL_CSV_TEMPLATE.split('\r\n')[0]!.split(','));
    expect(header.positions).toEqual(Object.fromEntries(TEMPLATE_COLUMNS.map((column, at) => [column, at])));
    expect(header).toMatchObject({
      missing: [],
      repeated: [],
      ignored: [],
      columnCount: 13,
      separator: null,
    });
    expect(wellCsvHeaderProblem(header)).toBeNull();
  });

  it.each(['wellCode', 'WELLCODE', 'Well Code', ' well_code ', 'WELL_ CODE', '\uFEFFwellCode'])(
    'reads %j as the well code',
    (title) => {
      expect(readWellCsvHeader(['x', title]).positions).toEqual({ wellCode: 1 });
    },
  );

  it('reports unknown titles, but not columns without a title', () => {
    const { ignored, columnCount } = readWellCsvHeader([...REQUIRED, 'error', '', ' ', 'Operator']);
    expect(ignored).toEqual([
      { title: 'error', position: 5 },
      { title: 'Operator', position: 8 },
    ]);
    expect(columnCount).toBe(9);
  });

  it('finds custom fields by name and by display name, preferring the name', () => {
    const fields = [
      { fieldName: 'operator', displayName: 'Run by' },
      { fieldName: 'water_depth', displayName: 'Operator' },
      { fieldName: 'code', displayName: 'Well code' },
    ];
    const header = readWellCsvHeader(['Well Code', 'OPERATOR', 'Water Depth', 'run_by'], fields);
    expect(header.positions).toEqual({ wellCode: 0 });
    expect(header.customFields).toEqual([
      { fieldName: 'operator', position: 1 },
      { fieldName: 'water_depth', position: 2 },
    ]);
    expect(header.repeated).toEqual(['operator']);
  });
});

describe('optional columns that are not in the template', () => {
  it('are found in any case', () => {
    const { positions, ignored } = readWellCsvHeader(['Measurement', 'ARC cost', 'arc_accumulated']);
    expect({ positions, ignored }).toEqual({
      positions: { measurement: 0, arcCost: 1, arcAccumulated: 2 },
      ignored: [],
    });
  });

  it('are read as the company’s custom fields if it has fields with those names', () => {
    const fields = [{ fieldName: 'arc_cost', displayName: 'Asset cost' }];
    const header = readWellCsvHeader(['wellCode', 'ARC Cost', 'measurement'], fields);
    expect(header.positions).toEqual({ wellCode: 0, measurement: 2 });
    expect(header.customFields).toEqual([{ fieldName: 'arc_cost', position: 1 }]);
  });
});

describe('wellCsvHeaderProblem', () => {
  const problemOf = (titles: string[]) => wellCsvHeaderProblem(readWellCsvHeader(titles));

  it.each<[string[], string]>([
    [
      ['wellCode', 'wellName', 'wellStatus', 'field'],
      'Missing required column: activeDate. The first row must contain the column headers from the template.',
    ],
    [
      ['1/3-A-1 H', 'OSELVAR', 'Active', 'OSELVAR', '2011-09-25'],
      'Missing required columns: wellCode, wellName, wellStatus, field, activeDate. The first row must contain the column headers from the template.',
    ],
    [
      [...REQUIRED, 'Well Name', 'field', 'FIELD'],
      'Duplicate columns: wellName, field. Keep only one of each.',
    ],
    [
      ['wellCode;wellName;wellStatus;field;activeDate'],
      'Columns are separated by semicolons. Save the file as CSV (comma delimited) and upload it again.',
    ],
    [
      ['Well Code";"Well Name";"Well', ' Status'],
      'Columns are separated by semicolons. Save the file as CSV (comma delimited) and upload it again.',
    ],
    [
      [REQUIRED.join('\t')],
      'Columns are separated by tabs. Save the file as CSV (comma delimited) and upload it again.',
    ],
    [
      [REQUIRED.join('|')],
      'Columns are separated by vertical bars. Save the file as CSV (comma delimited) and upload it again.',
    ],
    [[...REQUIRED, ...Array(196).fill('')], 'The file has 201 columns. The limit is 200.'],
  ])('refuses %j', (titles, problem) => expect(problemOf(titles)).toBe(problem));

  it('allows semicolons within a title', () => {
    expect(problemOf([...REQUIRED, 'a;b'])).toBeNull();
  });
});
