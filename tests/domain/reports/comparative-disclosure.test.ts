import { describe, expect, it } from 'vitest';
import {
  type ComparedColumn,
  type ComparedYears,
  columnTies,
  comparativeFile,
  comparedSpans,
  periodName,
} from '~/domain/reports/comparative-disclosure';
import { comparedColumn as column } from '../../support/compared-column';

const spansOf = (beginDate: string, endDate: string, years: ComparedYears = 1) =>
  comparedSpans({ beginDate, endDate }, years).map(
    ({ is, beginDate, endDate }) => `${is === 'between' ? '+ ' : ''}${beginDate} ${endDate}`,
  );

describe('the periods of a comparative disclosure', () => {
  it('are the preceding years, each ending where the next begins', () => {
    expect(spansOf('2026-01-01', '2026-12-31', 2)).toEqual([
      '2026-01-01 2026-12-31',
      '2025-01-01 2025-12-31',
      '2024-01-01 2024-12-31',
    ]);
  });

  it('are fiscal years ending in June or February, even in leap years', () => {
    expect(spansOf('2025-07-01', '2026-06-30', 2)).toEqual([
      '2025-07-01 2026-06-30',
      '2024-07-01 2025-06-30',
      '2023-07-01 2024-06-30',
    ]);
    expect(spansOf('2024-03-01', '2025-02-28', 2)).toEqual([
      '2024-03-01 2025-02-28',
      '2023-03-01 2024-02-29',
      '2022-03-01 2023-02-28',
    ]);
    expect(spansOf('2023-03-01', '2024-02-29')).toEqual(['2023-03-01 2024-02-29', '2022-03-01 2023-02-28']);
  });

  it('leave gaps between partial years, which get their own column', () => {
    expect(spansOf('2026-01-01', '2026-09-30', 2)).toEqual([
      '2026-01-01 2026-09-30',
      '+ 2025-10-01 2025-12-31',
      '2025-01-01 2025-09-30',
      '+ 2024-10-01 2024-12-31',
      '2024-01-01 2024-09-30',
    ]);
    expect(spansOf('2024-02-01', '2024-02-29')).toEqual([
      '2024-02-01 2024-02-29',
      '+ 2023-03-01 2024-01-31',
      '2023-02-01 2023-02-28',
    ]);
  });

  it('do not overlap if longer than a year, and may start on any day', () => {
    expect(spansOf('2025-01-01', '2026-12-31')).toEqual(['2025-01-01 2026-12-31', '2023-01-01 2024-12-31']);
    expect(spansOf('2025-01-05', '2026-01-04')).toEqual(['2025-01-05 2026-01-04', '2024-01-05 2025-01-04']);
  });

  it('are named by their months', () => {
    const name = (beginDate: string, endDate: string, is: 'period' | 'between' = 'period') =>
      periodName({ is, beginDate, endDate }, (day) => day);
    expect(name('2025-07-01', '2026-06-30')).toBe('Year ended 2026-06-30');
    expect(name('2026-01-01', '2026-09-30')).toBe('9 months ended 2026-09-30');
    expect(name('2026-09-01', '2026-09-30')).toBe('Month ended 2026-09-30');
    expect(name('2025-01-01', '2026-12-31')).toBe('24 months ended 2026-12-31');
    expect(name('2026-01-05', '2026-01-31')).toBe('2026-01-05 – 2026-01-31');
    expect(name('2025-10-01', '2025-12-31', 'between')).toBe('Between, 2025-10-01 – 2025-12-31');
  });
});

describe('the tie between two columns', () => {
  const [later, between, earlier] = [
    column('period', '2026-01-01 2026-09-30', { beginning: '120.00', ending: '120.00' }),
    column('between', '2025-10-01 2025-12-31', { beginning: '100.00', accretion: '20.00', ending: '120.00' }),
    column('period', '2025-01-01 2025-09-30', { ending: '100.00' }),
  ];

  it('adds the changes in between to the earlier ending', () => {
    expect(columnTies([later, between, earlier])).toEqual([
      { earlier, between, later, changes: '20.00', isTied: true },
    ]);
    const year = column('period', '2025-01-01 2025-12-31', { ending: '120.00' });
    expect(columnTies([later, year])[0]).toMatchObject({ between: null, changes: '0.00', isTied: true });
  });

  it('fails if either side is a cent off', () => {
    const isTied = (columns: ComparedColumn[]) => columnTies(columns)[0]!.isTied;
    expect(isTied([{ ...later, beginning: '120.01' }, between, earlier])).toBe(false);
    expect(isTied([later, between, { ...earlier, ending: '99.99' }])).toBe(false);
    expect(isTied([later, { ...earlier, ending: '120.01' }])).toBe(false);
  });

  it('is a line of the file, next to the figures of earlier closes', () => {
    const then = { ...earlier, ending: '90.00', closedAt: '2026-01-15T10:00:00.000Z' };
    const { headers, rows } = comparativeFile([later, between, { ...earlier, asClosed: [then] }]);
    expect(headers).toEqual([
      'Line',
      '9 months ended 2026-09-30',
      'Between, 2025-10-01 – 2025-12-31',
      '9 months ended 2025-09-30',
      '9 months ended 2025-09-30, as closed 2026-01-15T10:00:00.000Z',
    ]);
    expect(rows.find(([line]) => line === 'Ending balance')).toEqual([
      'Ending balance',
      '120.00',
      '120.00',
      '100.00',
      '90.00',
    ]);
    expect(rows.at(-1)).toEqual(['Beginning balance less prior ending balance', '0.00', '0.00', '', '']);
  });
});
