import { describe, expect, it } from 'vitest';
import {
  type ColumnTexts,
  examineColumn,
  selectVisibleWords,
  wordsOf,
} from '~/domain/imports/column-questions';
import { dateOfSerial, readDateCell } from '~/domain/imports/date-text';
import type { ColumnFormat } from '~/domain/imports/mapping';
import { readNumberCell, roundToCents, timesHundred } from '~/domain/imports/number-text';
import { readCell } from '~/domain/imports/read-cell';
import type { Target, TargetKind } from '~/domain/imports/targets';

const target = (kind: TargetKind): Target => ({ id: 'x', label: 'X', kind });
const read = (kind: TargetKind, text: string, format: ColumnFormat = {}) =>
  readCell(target(kind), text, format, {});

describe('an amount', () => {
  it.each([
    ['$1,234.56', '1234.56'],
    ['(1,234.56)', '-1234.56'],
    ['($1,234.56)', '-1234.56'],
    ['$(1,234.56)', '-1234.56'],
    ['-$1,234.56', '-1234.56'],
    [' 1 234,56 kr', '1234.56'],
    ['1.234.567,89', '1234567.89'],
    ['1,234,567', '1234567'],
    ['1234.5', '1234.5'],
    ['0.125', '0.125'],
    ['1234.5600', '1234.56'],
    ['€ 12,50', '12.50'],
    ['1,234.56-', '-1234.56'],
    ['(0.00)', '0'],
    ['+7', '7'],
    ['\u200b1234.56\u2060', '1234.56'],
    ["12'345.60", '12345.60'],
  ])('%s is %s', (text, amount) => expect(read('amount', text)).toEqual({ text: amount }));

  it.each(['1.234', '12,345', '-1.000', '$1,234'])('%s is ambiguous and raises a question', (text) => {
    expect(read('amount', text).problem).toMatch(/could be two numbers/);
    const [question] = examineColumn(target('amount'), new Map([[text, 3]])).questions;
    expect(question).toMatchObject({ id: 'decimal', cells: 3, example: text });
  });

  it.each(['1,23,456', '1.2.3', '--5', '(-5)', '1e5', '12 34', 'abc', '1,234.56.7', '5%', '０'])(
    '%s is not an amount',
    (text) => expect(read('amount', text).problem).toBeDefined(),
  );

  it('is read according to the answer, and refused if it contradicts the answer', () => {
    expect(read('amount', '1.234', { decimal: 'comma' })).toEqual({ text: '1234' });
    expect(read('amount', '1.234', { decimal: 'point' })).toEqual({ text: '1.234' });
    expect(read('amount', '1.234,50', { decimal: 'point' }).problem).toMatch(/decimal period/);
  });

  it('raises no question if another cell in the column shows its notation', () => {
    const texts = new Map([
      ['1,234', 1],
      ['99.50', 1],
    ]);
    expect(examineColumn(target('amount'), texts)).toMatchObject({
      format: { decimal: 'point' },
      questions: [],
    });
  });

  it('raises a question if cells contradict each other or the answer', () => {
    const both = new Map([
      ['1,50', 1],
      ['1.50', 1],
    ]);
    expect(examineColumn(target('amount'), both).questions[0]?.id).toBe('decimal');
    const commas = new Map([['1,50', 1]]);
    expect(examineColumn(target('amount'), commas, { decimal: 'point' }).questions[0]?.id).toBe('decimal');
  });

  it('raises a question about dashes, negative columns and fractions of a cent', () => {
    expect(read('amount', ' $ - ').problem).toMatch(/choose a meaning/);
    expect(read('amount', '-', { dash: 'zero' })).toEqual({ text: '0' });
    expect(read('amount', 'n/a', { dash: 'blank' })).toEqual({ text: '' });
    const negatives = examineColumn(target('amount'), new Map([['(5.00)', 2]]));
    expect(negatives.questions[0]).toMatchObject({
      id: 'sign',
      choices: [
        { value: 'kept', reading: '-5.00' },
        { value: 'turned', reading: '5.00' },
      ],
    });
    expect(read('amount', '(5.00)', { sign: 'turned' })).toEqual({ text: '5' });
    expect(examineColumn(target('amount'), new Map([['1.2345', 1]])).questions[0]?.id).toBe('cents');
    expect(read('amount', '1.235', { decimal: 'point', cents: 'rounded' })).toEqual({ text: '1.24' });
  });

  it('is refused if it contains a spreadsheet error, and never read as blank', () => {
    expect(read('amount', '#REF!').problem).toMatch(/the error #REF!/);
    expect(read('text', '#N/A').problem).toMatch(/the error #N\/A/);
  });
});

describe('a rate', () => {
  it.each([
    ['8.0%', {}, '8'],
    ['8', {}, '8'],
    ['8,25 %', {}, '8.25'],
    ['0.08', { rate: 'fraction' }, '8'],
    ['0.0825', { rate: 'fraction' }, '8.25'],
    ['0.5', { rate: 'percent' }, '0.5'],
    ['0', {}, '0'],
  ] as const)('%s with %j is %s', (text, format, rate) =>
    expect(read('rate', text, format)).toEqual({ text: rate }),
  );

  it('raises a question if at most 1 without a percent sign', () => {
    for (const text of ['0.08', '1', '.5']) expect(read('rate', text).problem).toMatch(/choose whether/);
    expect(examineColumn(target('rate'), new Map([['0.08', 9]])).questions[0]).toMatchObject({
      id: 'rate',
      choices: [{ reading: '0.08%' }, { reading: '8%' }],
    });
    expect(read('rate', '8', { rate: 'fraction' }).problem).toMatch(/more than 1/);
  });
});

describe('a date', () => {
  it.each([
    ['6/30/2027', '2027-06-30'],
    ['30.06.2027', '2027-06-30'],
    ['2027-06-30', '2027-06-30'],
    ['2027-6-3T00:00:00', '2027-06-03'],
    ['20270630', '2027-06-30'],
    ['6/30/2027 12:00:00 AM', '2027-06-30'],
    ['30-Jun-2027', '2027-06-30'],
    ['June 30, 2027', '2027-06-30'],
    ['5/5/2027', '2027-05-05'],
  ])('%s is %s', (text, date) => expect(read('date', text)).toEqual({ text: date }));

  it('raises a question if it can be two days', () => {
    expect(read('date', '01/02/2026').problem).toMatch(/could be two dates/);
    expect(examineColumn(target('date'), new Map([['01/02/2026', 4]])).questions[0]).toMatchObject({
      id: 'dateOrder',
      cells: 4,
      choices: [
        { value: 'mdy', reading: '2026-01-02' },
        { value: 'dmy', reading: '2026-02-01' },
      ],
    });
    expect(read('date', '01/02/2026', { dateOrder: 'dmy' })).toEqual({ text: '2026-02-01' });
    expect(read('date', '12/31/2026', { dateOrder: 'dmy' }).problem).toMatch(/day comes first/);
  });

  it('follows the order shown by another cell, and raises a question if cells contradict', () => {
    const us = new Map([
      ['1/2/2026', 1],
      ['1/31/2026', 1],
    ]);
    expect(examineColumn(target('date'), us)).toMatchObject({ format: { dateOrder: 'mdy' }, questions: [] });
    const both = new Map([
      ['31/1/2026', 1],
      ['1/31/2026', 1],
    ]);
    expect(examineColumn(target('date'), both).questions[0]?.id).toBe('dateOrder');
  });

  it('raises a question if it is a year or a serial number', () => {
    expect(read('date', '2047').problem).toMatch(/choose a day in 2047/);
    expect(read('date', '2047', { yearDay: 'end' })).toEqual({ text: '2047-12-31' });
    expect(read('date', '46568').problem).toMatch(/date number/);
    expect([dateOfSerial(46_203, '1900'), dateOfSerial(46_203 - 1_462, '1904')]).toEqual([
      '2026-06-30',
      '2026-06-30',
    ]);
  });

  it.each(['2/30/2027', '6/30/27', '31/31/2027', '1/2', 'soon', '2027-13-01', '1850-01-01'])(
    '%s is not a date',
    (text) => expect(read('date', text).problem).toBeDefined(),
  );

  it.each([
    ['12/31/23', '1923-12-31', '2023-12-31', '2023-12-31'],
    ['31-Mar-85', '1985-03-31', '1985-03-31', '2085-03-31'],
    ['30.06.30', '1930-06-30', '1930-06-30', '2030-06-30'],
    ['2/29/00', undefined, '2000-02-29', '2000-02-29'],
  ])('raises a question for the two-digit year in %s', (text, ...dates) => {
    expect(read('date', text).problem).toMatch(/needs a four-digit year$/);
    expect(examineColumn(target('date'), new Map([[text, 2]])).questions).toMatchObject([
      { id: 'shortYears', cells: 2, choices: [{ value: '1900' }, { value: '1930' }, { value: '2000' }] },
    ]);
    const years = ['1900', '1930', '2000'] as const;
    expect(years.map((shortYears) => read('date', text, { shortYears }).text)).toEqual(dates);
  });

  it('raises a question about two-digit years first, and then one about the order', () => {
    const column = new Map([
      ['1/2/23', 1],
      ['3/4/85', 1],
    ]);
    const [question, ...others] = examineColumn(target('date'), column).questions;
    expect(others).toEqual([]);
    expect(question?.choices.map(({ reading }) => reading)).toEqual(['1923', '2023', '2023']);
    const { questions } = examineColumn(target('date'), column, { shortYears: '1930' });
    expect(questions).toMatchObject([
      { id: 'dateOrder', choices: [{ reading: '2023-01-02' }, { reading: '2023-02-01' }] },
    ]);
    expect(readDateCell('99/99/23').kind).toBe('unreadable');
  });
});

describe('a word', () => {
  const dropdown: Target = { ...target('words'), options: ['Gas', 'OIL', 'oil', 'Oil  & Gas'] };
  const textsOf = (...words: string[]): ColumnTexts => new Map(words.map((word) => [word, 1]));

  it.each([
    ['oil', 'oil'],
    ['OIL', 'OIL'],
    [' Oil', 'OIL'],
    ['gas', 'Gas'],
    ['Oil  & Gas', 'Oil  & Gas'],
  ])('%s is the option with the same case before one in another case: %s', (text, option) => {
    expect(readCell(dropdown, text, {}, {})).toEqual({ text: option });
    expect(examineColumn(dropdown, textsOf(text)).words).toEqual([]);
  });

  it('can be given a meaning, however many words there are', () => {
    const names = Array.from({ length: 50 }, (_, at) => `Gas ${at}`);
    const open = Array.from({ length: 45 }, (_, at) => `Other ${at}`);
    const many: Target = { ...target('words'), options: names };
    const texts = textsOf(...names, ...open);
    const meanings: Record<string, string> = {};
    const words = wordsOf(many, texts);
    for (const word of open) {
      const shown = selectVisibleWords(words, meanings);
      expect(shown.map(([, text]) => text)).toContain(word);
      expect(shown.length).toBeLessThan(words.size);
      meanings[word.toLowerCase()] = '';
    }
    expect(examineColumn(many, texts, {}, meanings).words).toEqual([]);
    // An answer does not reorder the others.
    expect([...words.values()]).toEqual([...open, ...names]);
  });
});

describe('numbers as text', () => {
  it.each([
    ['0.08', '8'],
    ['-0.125', '-12.5'],
    ['12', '1200'],
    ['0.0001', '0.01'],
  ])('%s times 100 is %s', (decimal, result) => expect(timesHundred(decimal)).toBe(result));

  it.each([
    ['1.005', '1.01'],
    ['-1.005', '-1.01'],
    ['0.004', '0.00'],
    ['9.999', '10.00'],
    ['-0.001', '0.00'],
  ])('%s in cents is %s', (decimal, result) => expect(roundToCents(decimal)).toBe(result));

  it('have no sign if zero', () => expect(readNumberCell('(0)')).toMatchObject({ point: '0' }));
});
