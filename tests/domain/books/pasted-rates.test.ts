import { describe, expect, it } from 'vitest';
import { readDepletionRates, readRateTables } from '~/components/company/pasted-rates';

const rate = (field: string, month: string, percent: string | null) => ({ field, month, percent });

describe('pasted depletion rates', () => {
  it.each([
    [
      'commas',
      'North,2026-09,1.25\nSouth, 2026-09, 2',
      [rate('North', '2026-09', '1.25'), rate('South', '2026-09', '2')],
    ],
    [
      'a sheet, with its headings',
      'Field\tMonth\tPercent\r\nNorth\t2026-09\t1.25 %\r\n',
      [rate('North', '2026-09', '1.25')],
    ],
    [
      'titles above the headings',
      'Depletion rates\nSeptember 2026\n\nField\tMonth\tPercent\nNorth\t2026-09\t1.25',
      [rate('North', '2026-09', '1.25')],
    ],
    [
      'quotes as a CSV file writes them, also of headings',
      '"Field","Month","Percent"\n"A, B", 2025-01, 2\n "The ""Big"" One; East" ,2025-01,3\n12" Line,2025-01,4',
      [
        rate('A, B', '2025-01', '2'),
        rate('The "Big" One; East', '2025-01', '3'),
        rate('12" Line', '2025-01', '4'),
      ],
    ],
    ['semicolons and quotes', '"North";"2026-09";"1.25"', [rate('North', '2026-09', '1.25')]],
    ['a field with a comma', 'Smith, East,2026-09,1', [rate('Smith, East', '2026-09', '1')]],
    [
      'blank columns beyond the percentage',
      'North\t2026-09\t1.25%\t\t\r\nSouth\t2026-09\t\t\r\n\t\t\t\r\n',
      [rate('North', '2026-09', '1.25'), rate('South', '2026-09', null)],
    ],
    ['a CSV file with a blank column', 'Smith, East,2026-09,1,,', [rate('Smith, East', '2026-09', '1')]],
    [
      'a field with a comma and no percentage',
      'Smith, East,2026-09,',
      [rate('Smith, East', '2026-09', null)],
    ],
    [
      'no percentage',
      'North,2026-09\nSouth,2026-10,',
      [rate('North', '2026-09', null), rate('South', '2026-10', null)],
    ],
  ])('reads %s', (_, text, rates) => {
    expect(readDepletionRates(text)).toMatchObject({ ok: true, input: { rates } });
  });

  it.each([
    ['2026-9', '2026-09'],
    ['2026/09', '2026-09'],
    ['9/2026', '2026-09'],
    ['Sep-26', '2026-09'],
    ['Sep 2026', '2026-09'],
    ['September 2026', '2026-09'],
    ['9/1/2026', '2026-09'],
    ['1/9/2026', '2026-09'],
    ['9/30/2026', '2026-09'],
    ['30.09.2026', '2026-09'],
    ['2026-09-30', '2026-09'],
    ['1/1/2026', '2026-01'],
    ['9/15/2026', '9/15/2026'],
    ['Q3 2026', 'Q3 2026'],
    ['2026-13', '2026-13'],
  ])('reads the month %s as a spreadsheet displays it', (written, month) => {
    expect(readDepletionRates(`North\t${written}\t1`)).toMatchObject({
      ok: true,
      input: { rates: [rate('North', month, '1')] },
    });
  });

  it('reports a line that is not a rate, and an empty text', () => {
    expect(readDepletionRates('North,2026-09,1\nnonsense')).toEqual({
      ok: false,
      problem: 'Line 2 needs a field, a month and a percentage',
    });
    expect(readDepletionRates(' \n')).toEqual({ ok: false, problem: 'Enter at least one rate' });
  });

  it('keeps any line above the headings that could be a rate', () => {
    expect(readDepletionRates('North,2026-09,1\nField,Month,Percent\nSouth,2026-09,2')).toMatchObject({
      input: {
        rates: [
          rate('North', '2026-09', '1'),
          rate('Field', 'Month', 'Percent'),
          rate('South', '2026-09', '2'),
        ],
      },
    });
  });

  it('finds the line of a value that the API rejects', () => {
    const read = readDepletionRates('Field,Month,Percent\nNorth,2026-09,1\n\nNorth,2026-13,1');
    if (!read.ok) throw new Error(read.problem);
    expect(read.lineOf('rates.1.month')).toBe(4);
    expect(read.lineOf('rates')).toBeNull();
  });
});

describe('pasted rate tables', () => {
  const TABLE = {
    effectiveOn: '2026-07-01',
    discountRates: [
      { years: '10', rate: '7.60' },
      { years: '20', rate: '8' },
    ],
    inflationRate: '2.50',
  };

  it.each([
    ['commas', '2026-07-01,10,7.60\n2026-07-01,20,8.00\n2026-07-01,inflation,2.50'],
    [
      'a sheet, with its headings',
      'Effective Date\tMaturity\tPercent\r\n2026-07-01\t10 years\t7.60%\r\n2026-07-01\t20 yrs\t8.00 %\r\n2026-07-01\tInflation\t2.50\r\n',
    ],
    [
      'a CSV file with quotes and semicolons',
      '\uFEFF"Date";"Years";"Rate"\n"2026-07-01";"10";"7.60"\n"2026-07-01";"20";"8.00"\n"2026-07-01";"infl.";"2.50"',
    ],
  ])('reads %s', (_, text) => {
    expect(readRateTables(text)).toMatchObject({ ok: true, input: { tables: [TABLE] } });
  });

  it('reads a date with a comma', () => {
    expect(readRateTables('Jul 1, 2026,inflation,2.50')).toMatchObject({
      input: { tables: [{ effectiveOn: '2026-07-01' }] },
      unreadable: null,
    });
  });

  it('reads dates as a spreadsheet displays them, in either order', () => {
    const text = '7/1/2026\t10\t7.60%\n07/01/2026\t20\t8.00%\n7/1/2026\tinflation\t2.50%';
    expect(readRateTables(text)).toMatchObject({ ok: true, questions: [{ id: 'dateOrder', answer: null }] });
    expect(readRateTables(text, { dateOrder: 'mdy' })).toMatchObject({ input: { tables: [TABLE] } });
    expect(readRateTables('1/7/2026,inflation,2.50', { dateOrder: 'dmy' })).toMatchObject({
      input: { tables: [{ effectiveOn: '2026-07-01' }] },
    });
    expect(readRateTables('2026-07-01,10,7.60')).toMatchObject({ questions: [], unreadable: null });
    expect(readRateTables('2026-07-01,10,7.60\n\nJul 2026,20,7.70')).toMatchObject({
      unreadable: 'Line 3: Date: "Jul 2026" isn’t a date',
    });
  });

  it('reads European notation, and asks whether small rates are fractions', () => {
    expect(
      readRateTables(
        'Date;Years;Percent\n31.12.2025;0,5;4,12 %\n31.12.2025;10 years;5,5 %\n31.12.2025;inflation;2,5 %',
      ),
    ).toMatchObject({
      questions: [],
      input: {
        tables: [
          {
            effectiveOn: '2025-12-31',
            discountRates: [
              { years: '0.5', rate: '4.12' },
              { years: '10', rate: '5.5' },
            ],
            inflationRate: '2.5',
          },
        ],
      },
    });
    const fractions = 'North;2026-09;0,0125';
    expect(readDepletionRates(fractions)).toMatchObject({ questions: [{ id: 'rate', answer: null }] });
    expect(readDepletionRates(fractions, { rate: 'fraction' })).toMatchObject({
      input: { rates: [rate('North', '2026-09', '1.25')] },
    });
    expect(readDepletionRates('North;2026-09;1,2345')).toMatchObject({
      questions: [],
      input: { rates: [rate('North', '2026-09', '1.2345')] },
    });
  });

  it('groups lines by date, and finds the line of a value that the API rejects', () => {
    const read = readRateTables(
      '2026-07-01,10,7.60\n2026-01-01,inflation,3\n2026-07-01,20,8.00\n2026-01-01,5,x\n2026-07-01,inflation,2.50',
    );
    if (!read.ok) throw new Error(read.problem);
    expect(read.input.tables).toEqual([
      TABLE,
      { effectiveOn: '2026-01-01', discountRates: [{ years: '5', rate: 'x' }], inflationRate: '3' },
    ]);
    expect(read.lineOf('tables.0.discountRates.1.rate')).toBe(3);
    expect(read.lineOf('tables.1.discountRates')).toBe(2);
    expect(read.lineOf('tables.1.effectiveOn')).toBe(2);
    expect(read.lineOf('tables.0.inflationRate')).toBe(5);
    expect(read.lineOf('tables')).toBeNull();
  });

  it.each([
    ['2026-07-01,10', 'Line 1 needs a date, a maturity or “inflation”, and a percentage'],
    ['2026-07-01,10,', 'Line 1 needs a date, a maturity or “inflation”, and a percentage'],
    ['2026-07-01,inflation,2\n2026-07-01,inflation,3', 'Line 2: 2026-07-01 already has an inflation rate'],
    [
      'Date, 5, 10, 20, Inflation\n2019-07-01, 5.0, 6.0, 7.0, 2.5',
      'Line 2 needs a single maturity. Put each one on its own line',
    ],
    [
      'Date\t5\t10\t20\nJul 1, 2019\t5.0\t6.0\t7.0',
      'Line 2 needs a single maturity. Put each one on its own line',
    ],
    [' \n', 'Enter at least one rate'],
  ])('reports the problem with %j', (text, problem) => {
    expect(readRateTables(text)).toEqual({ ok: false, problem });
  });
});
