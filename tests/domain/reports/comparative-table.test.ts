import { describe, expect, it } from 'vitest';
import { comparativeRemarks } from '~/components/reports/comparative-table';
import { formatHeader } from '~/components/reports/report-layout';
import { type SheetRow, sheetTable } from '~/components/reports/sheets';
import { checkTies } from '~/components/reports/ties';
import { DEFAULT_PREFERENCES } from '~/hooks/preferences';
import { formatFor } from '~/hooks/use-format';
import { comparedColumn } from '../../support/compared-column';

const format = formatFor(DEFAULT_PREFERENCES);
const DECEMBER = 12;

const later = comparedColumn('period', '2026-01-01 2026-09-30', {
  beginning: '1120.00',
  accretion: '80.00',
  ending: '1200.00',
  nonCurrent: '1200.00',
});
const between = comparedColumn('between', '2025-10-01 2025-12-31', {
  beginning: '1100.00',
  accretion: '20.00',
  ending: '1120.00',
  current: '120.00',
  nonCurrent: '1000.00',
});
const earlier = comparedColumn('period', '2025-01-01 2025-09-30', {
  incurred: '1100.00',
  ending: '1100.00',
  nonCurrent: '1100.00',
});

const rowsOf = (...columns: object[]) =>
  columns.map((column) => ({ booksBegin: null, ...column })) as unknown as SheetRow[];
const remarksOf = (rows: SheetRow[], fiscalYearEnd = DECEMBER) =>
  comparativeRemarks(rows, { fiscalYearEnd, format });

describe('the comparative disclosure on screen and in print', () => {
  it('has a column for each period, newest first, but none for gaps', () => {
    const rows = rowsOf(later, between, earlier);
    const filters = { by: 'total', field: '', span: '', account: '', only: '', compare: '1' } as const;
    const table = sheetTable('disclosure', rows, { filters, day: '2026-09-30', format });
    expect(table.columns.map(({ name, days }) => [name, days?.endDate])).toEqual([
      ['Line', undefined],
      ['9 months ended Sep 30, 2026', '2026-09-30'],
      ['9 months ended Sep 30, 2025', '2025-09-30'],
    ]);
    // On two lines, it breaks before the date.
    expect(formatHeader(table.columns[1]!, format)).toBe('9 months ended Sep\u00a030,\u00a02026\u00a0($)');
    expect(table.rows.find(({ id }) => id === 'ending')).toMatchObject({
      name: 'Ending balance',
      period0: '1200.00',
      period1: '1100.00',
    });
    expect(checkTies('disclosure', rows)).toBe(true);
  });

  it('explains how each period follows from the one before', () => {
    expect(remarksOf(rowsOf(later, between, earlier)).ties).toEqual([
      {
        isTied: true,
        text: 'Ending balance Sep 30, 2025 1,100.00 + changes Oct 1, 2025 – Dec 31, 2025 20.00 = beginning balance Jan 1, 2026 1,120.00',
      },
    ]);
    const off = remarksOf(rowsOf({ ...later, beginning: '1120.01' }, between, earlier)).ties;
    expect(off).toEqual([{ isTied: false, text: expect.stringContaining('Jan 1, 2026 1,120.01 by 0.01') }]);
    const year = { ...earlier, endDate: '2025-12-31', ending: '1120.00' };
    expect(remarksOf(rowsOf(later, year)).ties).toEqual([
      {
        isTied: true,
        text: 'Ending balance Dec 31, 2025 1,120.00 = beginning balance Jan 1, 2026 1,120.00',
      },
    ]);
  });

  it('shows the fiscal year-end next to an interim balance sheet', () => {
    const rows = rowsOf(later, between, earlier);
    expect(remarksOf(rows).notes).toEqual([
      'Fiscal year-end Dec 31, 2025: balance 1,120.00, current portion 120.00, non-current portion 1,000.00',
    ]);
    expect(remarksOf(rows, 6).notes).toEqual([]);
  });

  it('notes what a period lacks, and what changed since its close', () => {
    const closedAt = '2026-01-15T10:00:00.000Z';
    const changed = {
      ...earlier,
      asClosed: [{ ...earlier, closedAt, incurred: '900.00', ending: '900.00' }],
    };
    expect(remarksOf(rowsOf(later, { ...changed, booksBegin: '2025-03-31' }))).toMatchObject({
      notes: ['Your books begin on Mar 31, 2025, so “9 months ended Sep 30, 2025” excludes earlier changes'],
      changes: [
        {
          month: '2025-09',
          text: '“9 months ended Sep 30, 2025” changed after the close of Jan 15, 2026, 10:00 AM UTC, which had: Liabilities incurred 900.00, now 1,100.00; Ending balance 900.00, now 1,100.00',
        },
      ],
    });
    expect(remarksOf(rowsOf(later, { ...earlier, booksBegin: '2026-03-31' })).notes).toEqual([
      'Your books begin on Mar 31, 2026, so they include nothing for “9 months ended Sep 30, 2025”',
    ]);
  });
});
