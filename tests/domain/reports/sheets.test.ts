import { describe, expect, it } from 'vitest';
import { dayPresets, periodPresets } from '~/components/reports/report-periods';
import { isSubtotal, type SheetKind, sheetTable } from '~/components/reports/sheets';
import { checkNumbers, checkTies, TIE_TEXTS } from '~/components/reports/ties';
import { DEFAULT_PREFERENCES } from '~/hooks/preferences';
import { formatFor } from '~/hooks/use-format';

const format = formatFor(DEFAULT_PREFERENCES);
const filters = {
  by: 'well' as const,
  field: '',
  span: '',
  account: '',
  only: '' as const,
  compare: '' as const,
};

describe('a report ties', () => {
  const rows: [SheetKind, Record<string, string>][] = [
    [
      'aro-rollforward',
      {
        beginningBalance: '100.00',
        additions: '20.00',
        accretion: '3.33',
        reductions: '10.00',
        endingBalance: '113.33',
      },
    ],
    [
      'disclosure',
      {
        beginning: '100.00',
        opening: '1.00',
        incurred: '2.00',
        acquired: '3.00',
        revisions: '-4.00',
        accretion: '5.00',
        settled: '-6.00',
        divested: '-7.00',
        ending: '94.00',
        current: '40.00',
        nonCurrent: '54.00',
      },
    ],
    [
      'arc-rollforward',
      {
        beginningCost: '50.00',
        additions: '5.00',
        revisions: '-1.00',
        retired: '-2.00',
        divested: '-3.00',
        endingCost: '49.00',
        beginningAccumulated: '-10.00',
        depreciation: '-2.00',
        accumulatedRetired: '1.00',
        endingAccumulated: '-11.00',
        endingNet: '38.00',
      },
    ],
    ['trial-balance', { beginning: '1.00', debits: '5.00', credits: '5.00', ending: '1.00' }],
    ['balances', { arcCost: '9.00', arcAccumulated: '-4.00', arcNet: '5.00' }],
  ];

  it.each(rows)('%s, but not if any amount is a cent off', (kind, row) => {
    expect(TIE_TEXTS[kind]).toBeDefined();
    expect(checkTies(kind, [row, row])).toBe(true);
    for (const [name, amount] of Object.entries(row)) {
      const off = { ...row, [name]: (Number(amount) + 0.01).toFixed(2) };
      expect(checkTies(kind, [row, off])).toBe(false);
    }
  });

  it('by its own balance for one account, and is neutral if there is nothing to add up', () => {
    const one = { beginning: '1.00', debits: '5.00', credits: '2.00', ending: '4.00' };
    expect(checkTies('trial-balance', [one])).toBe(false);
    expect(checkTies('trial-balance', [one], { account: 'ARO liability' })).toBe(true);
    expect(checkTies('maturities', [{ discounted: '1.00' }])).toBeNull();
    expect(checkTies('balances', [])).toBeNull();
  });
});

it('a report in total emphasizes its beginning and ending balances', () => {
  const sumsOf = (kind: SheetKind, names: string[]) => {
    const total = Object.fromEntries(names.map((name) => [name, '1.00']));
    const view = { filters: { ...filters, by: 'total' as const }, day: '2026-01-31', format };
    const { rows, isSum } = sheetTable(kind, [total], view);
    return rows.filter(isSum).map(({ id }) => id);
  };
  expect(sumsOf('disclosure', ['beginning'])).toEqual(['beginning', 'ending']);
  expect(sumsOf('arc-rollforward', ['beginningCost'])).toEqual([
    'beginningCost',
    'endingCost',
    'beginningAccumulated',
    'endingAccumulated',
    'endingNet',
  ]);
});

describe('subtotals by field', () => {
  const layer = (wellCode: string, field: string, liability: string) => ({
    wellId: wellCode,
    wellCode,
    field,
    aroLayerId: wellCode,
    layerNumber: 1,
    liability,
    arcCost: '1.00',
    arcAccumulated: '0.00',
    arcNet: '1.00',
  });

  it('follow each field’s wells', () => {
    const rows = [layer('A', 'North', '1.10'), layer('B', 'East', '2.20'), layer('C', 'North', '-0.30')];
    const { rows: shown, isSum } = sheetTable('balances', rows, { filters, day: '2026-01-31', format });
    expect(shown.map(({ wellCode, liability }) => [wellCode, liability])).toEqual([
      ['B', '2.20'],
      ['Total East', '2.20'],
      ['A', '1.10'],
      ['C', '-0.30'],
      ['Total North', '0.80'],
    ]);
    expect(shown.map(isSum)).toEqual(shown.map(isSubtotal));
    expect(shown.filter(isSubtotal)).toHaveLength(2);
  });

  it('are omitted if there is only one field', () => {
    const rows = [layer('A', 'North', '1.10'), layer('B', 'North', '2.20')];
    const { rows: shown } = sheetTable('balances', rows, { filters, day: '2026-01-31', format });
    expect(shown).toEqual(rows);
  });

  it('also appear in the rollforward by well', () => {
    const amounts = {
      beginningBalance: '0.00',
      additions: '1.00',
      accretion: '0.00',
      reductions: '0.00',
      endingBalance: '1.00',
    };
    const rows = ['North', 'East'].map((field) => ({ wellCode: `W-${field}`, field, ...amounts }));
    const { rows: shown } = sheetTable('aro-rollforward', rows, { filters, day: '2026-01-31', format });
    expect(shown.map(({ group, endingBalance }) => [group, endingBalance])).toEqual([
      ['W-East', '1.00'],
      ['Total East', '1.00'],
      ['W-North', '1.00'],
      ['Total North', '1.00'],
    ]);
  });
});

describe('the register of postings', () => {
  const posting = {
    postingId: '1',
    kind: 'accretion',
    effectiveOn: '2026-01-31',
    enteredAt: '2026-02-01T02:00:00.000Z',
    enteredBy: 'System',
    approvedBy: null,
    wellCode: 'A-1',
    movements: 1,
    liability: '10.00',
    arcCost: '0.00',
    arcAccumulated: '0.00',
    cash: '0.00',
    result: '-10.00',
    evidence: 0,
  };
  const columnsOf = (...rows: (typeof posting | Record<string, unknown>)[]) =>
    sheetTable('postings', rows as never, { filters, day: '2026-12-31', format }).columns.map(({ id }) => id);

  it('hides columns that no posting fills, and shows the entry time below the user', () => {
    expect(columnsOf(posting)).toEqual([
      'postingId',
      'date',
      'kindName',
      'of',
      'liability',
      'arcCost',
      'result',
      'enteredBy',
    ]);
    expect(columnsOf(posting, { ...posting, cash: '5.00', approvedBy: 'Ada', memo: 'Late' })).toEqual(
      expect.arrayContaining(['cash', 'approvedBy', 'remarks']),
    );
  });
});

describe('the preset periods', () => {
  it('follow a fiscal year that ends in another month', () => {
    expect(periodPresets('2026-11-23', 6)).toEqual([
      { label: 'Last month', beginDate: '2026-10-01', endDate: '2026-10-31' },
      { label: 'Last quarter', beginDate: '2026-07-01', endDate: '2026-09-30' },
      { label: 'Last year', beginDate: '2025-07-01', endDate: '2026-06-30' },
      { label: 'Year to date', beginDate: '2026-07-01', endDate: '2026-10-31' },
    ]);
    expect(periodPresets('2026-07-15', 6).at(-1)).toEqual({
      label: 'Year to date',
      beginDate: '2025-07-01',
      endDate: '2026-06-30',
    });
    expect(dayPresets('2026-11-23', 1).map(({ endDate }) => endDate)).toEqual([
      '2026-10-31',
      '2026-10-31',
      '2026-01-31',
    ]);
  });

  it('are relative to a day', () => {
    expect(periodPresets('2026-11-23')).toEqual([
      { label: 'Last month', beginDate: '2026-10-01', endDate: '2026-10-31' },
      { label: 'Last quarter', beginDate: '2026-07-01', endDate: '2026-09-30' },
      { label: 'Last year', beginDate: '2025-01-01', endDate: '2025-12-31' },
      { label: 'Year to date', beginDate: '2026-01-01', endDate: '2026-10-31' },
    ]);
    expect(dayPresets('2026-11-23').map(({ endDate }) => endDate)).toEqual([
      '2026-10-31',
      '2026-09-30',
      '2025-12-31',
    ]);
  });
});

describe('the posting numbers in the register', () => {
  it('are complete if none is missing', () => {
    const none = { postings: 412, last: 412, missing: 0, gaps: [] };
    expect(checkNumbers(none, format)).toMatchObject({
      isTied: true,
      text: 'Postings 1 to 412, none missing',
    });
  });

  it('are incomplete if some are missing, and the missing ones are listed', () => {
    const gaps = [
      { from: '3', through: '3' },
      { from: '7', through: '9' },
    ];
    expect(checkNumbers({ postings: 8, last: 12, missing: 4, gaps }, format)).toMatchObject({
      isTied: false,
      text: 'Of postings 1 to 12, 4 are missing: 3, 7 to 9',
    });
  });
});
