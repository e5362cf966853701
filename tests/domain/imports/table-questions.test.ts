import { describe, expect, it } from 'vitest';
import { hasUnanswered, NO_ANSWERS, readCells, type TableAnswers } from '~/domain/imports/table-questions';
import type { TargetKind } from '~/domain/imports/targets';

function read(columns: Partial<Record<TargetKind, string[]>>, answers: TableAnswers = NO_ANSWERS) {
  const given = Object.entries(columns).map(([kind, cells]) => ({
    label: kind,
    kind: kind as TargetKind,
    cells,
  }));
  const { columns: cells, questions } = readCells(given, answers);
  return { cells, asked: questions.filter(({ answer }) => answer === null).map(({ id }) => id), questions };
}

describe('a pasted table', () => {
  it.each([
    ['an amount of one group', { amount: ['1.234'] }, 'decimal'],
    ['an amount of one group, with a comma', { amount: ['150,000'] }, 'decimal'],
    ['a date', { date: ['01.02.2026'] }, 'dateOrder'],
    ['a rate that may be a fraction', { rate: ['0.08'] }, 'rate'],
    ['a year of two digits', { date: ['11/17/26'] }, 'shortYears'],
    ['a year', { date: ['2054'] }, 'yearDay'],
    ['a date’s number', { date: ['46054'] }, 'epoch'],
    ['a dash', { amount: ['-', '5'] }, 'dash'],
    ['mostly credits', { amount: ['(5.00)', '-6.00', '7.00'] }, 'sign'],
    ['fractions of a cent', { amount: ['12345.6789'] }, 'cents'],
    ['notations that contradict each other', { amount: ['1.234,56', '1,234.56'] }, 'decimal'],
  ] as const)('raises a question about %s', (_, columns, id) => {
    const { asked, questions } = read(columns as never);
    expect(asked).toEqual([id]);
    expect(hasUnanswered(questions)).toBe(true);
  });

  it('follows cells that show their notation, in other columns too', () => {
    expect(read({ amount: ['1.234', '1.234,56'], date: ['01.02.2026', '15.02.2026'] })).toMatchObject({
      cells: [
        ['1234', '1234.56'],
        ['2026-02-01', '2026-02-15'],
      ],
      asked: [],
    });
    expect(read({ amount: ['150,000'], rate: ['8.25'] })).toMatchObject({
      cells: [['150000'], ['8.25']],
      asked: [],
    });
  });

  it('never reads a rate as thousands', () => {
    expect(read({ share: ['1,250'] })).toMatchObject({ cells: [['1.25']], asked: [] });
    expect(read({ share: ['1.250 %'] })).toMatchObject({ cells: [['1.25']], asked: [] });
    expect(read({ share: ['1.2345', '1,2345'] }).asked).toEqual(['decimal']);
  });

  it('is read by the answers, and keeps cells that do not fit them', () => {
    const columns = { amount: ['1.234', '1,5'], date: ['01.02.2026', '31/31/2026'] };
    expect(read(columns, { dateOrder: 'dmy' })).toMatchObject({
      cells: [
        ['1234', '1.5'],
        ['2026-02-01', '31/31/2026'],
      ],
      asked: [],
    });
    expect(
      read({ amount: ['1.234'], date: ['01.02.2026', 'soon'] }, { decimal: 'comma', dateOrder: 'dmy' }),
    ).toMatchObject({
      cells: [['1234'], ['2026-02-01', 'soon']],
      asked: [],
      questions: [
        { id: 'decimal', answer: 'comma' },
        { id: 'dateOrder', answer: 'dmy' },
      ],
    });
  });

  it('raises follow-up questions', () => {
    // Whether 0.076 needs rounding to hundredths depends on whether it is 7.6%.
    expect(read({ rate: ['0.076'] }).asked).toEqual(['rate']);
    expect(read({ rate: ['0.076'] }, { rate: 'percent' }).asked).toEqual(['cents']);
    expect(read({ rate: ['0.076'] }, { rate: 'fraction' }).asked).toEqual([]);
    expect(read({ rate: ['0.04567'] }, { rate: 'fraction' }).asked).toEqual(['cents']);
    expect(read({ rate: ['0.04567'] }, { rate: 'fraction', cents: 'rounded' })).toMatchObject({
      cells: [['4.57']],
      asked: [],
    });
  });
});
