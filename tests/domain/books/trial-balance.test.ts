import { describe, expect, it } from 'vitest';
import { DEFAULT_JOURNAL_SETTINGS, settingsByField } from '~/domain/books/journal';
import { type MovementGroup, trialBalance } from '~/domain/books/trial-balance';

const NOTHING = { liabilityCents: 0n, arcCostCents: 0n, arcAccumulatedCents: 0n, cashCents: 0n };
const settingsOf = () => DEFAULT_JOURNAL_SETTINGS;
const TERMS = { settledTo: 'settlement', retiredTo: 'accumulated' } as const;

function group(
  given: Omit<MovementGroup, 'sums' | 'terms' | 'field'> & Partial<MovementGroup>,
): MovementGroup {
  return { terms: null, field: null, ...given, sums: { ...NOTHING, ...given.sums } };
}

const GROUPS = [
  group({
    kind: 'opening',
    isBefore: true,
    sums: { ...NOTHING, liabilityCents: 900n, arcCostCents: 700n, arcAccumulatedCents: -100n },
  }),
  group({
    kind: 'incurred',
    isBefore: false,
    sums: { ...NOTHING, liabilityCents: 500n, arcCostCents: 500n },
  }),
  group({ kind: 'accreted', isBefore: false, sums: { ...NOTHING, liabilityCents: 40n } }),
  group({ kind: 'accreted', isBefore: false, sums: { ...NOTHING, liabilityCents: -10n } }),
  group({
    kind: 'settled',
    isBefore: false,
    terms: TERMS,
    sums: { ...NOTHING, liabilityCents: -300n, cashCents: -350n },
  }),
  group({
    kind: 'retired',
    isBefore: false,
    terms: TERMS,
    sums: { ...NOTHING, arcCostCents: -200n, arcAccumulatedCents: 30n },
  }),
];

describe('the trial balance', () => {
  it('shows each account with its beginning, debits, credits and ending', () => {
    const rows = trialBalance(GROUPS, settingsOf).map((row) => Object.values(row));
    expect(rows).toEqual([
      ['1800', '100', 'ARO asset', 700n, 500n, 200n, 1_000n],
      ['1890', '100', 'Accumulated depreciation', -100n, 200n, 0n, 100n],
      ['2400', '100', 'ARO liability', -900n, 310n, 540n, -1_130n],
      ['2050', '100', 'Settlement clearing', 0n, 0n, 350n, -350n],
      ['', '', 'Opening balances', 300n, 0n, 0n, 300n],
      ['6800', '100', 'Accretion expense', 0n, 40n, 10n, 30n],
      ['7900', '100', 'Gain or loss on settlement', 0n, 50n, 0n, 50n],
    ]);
  });

  it('balances: beginning and ending total zero, and debits equal credits', () => {
    const rows = trialBalance(GROUPS, settingsOf);
    const total = (column: 'beginning' | 'debits' | 'credits' | 'ending') =>
      rows.reduce((sum, row) => sum + row[column], 0n);
    expect([total('beginning'), total('ending')]).toEqual([0n, 0n]);
    expect(total('debits')).toBe(total('credits'));
  });

  it('posts the difference to the pool under full cost', () => {
    const terms = { settledTo: 'pool', retiredTo: 'pool' } as const;
    const pooled = GROUPS.map((each) => ({ ...each, terms: each.terms && terms }));
    const names = trialBalance(pooled, settingsOf).map(({ name, ending }) => [name, ending]);
    expect(names).toContainEqual(['Full-cost pool', 220n]);
    expect(names.map(([name]) => name)).not.toContain('Gain or loss on settlement');
  });

  it('has a row for each account number that fields use for the same account', () => {
    const accreted = (field: string, cents: bigint) =>
      group({ kind: 'accreted', isBefore: false, field, sums: { ...NOTHING, liabilityCents: cents } });
    const groups = [accreted('South', 7n), accreted('North', 40n), accreted('East', 5n)];
    const byField = settingsByField(DEFAULT_JOURNAL_SETTINGS, [{ field: 'North', expenseMain: '6801' }]);
    const rows = trialBalance(groups, byField).map((row) => Object.values(row));
    expect(rows).toEqual([
      ['2400', '100', 'ARO liability', 0n, 0n, 52n, -52n],
      ['6800', '100', 'Accretion expense', 0n, 12n, 0n, 12n],
      ['6801', '100', 'Accretion expense', 0n, 40n, 0n, 40n],
    ]);
  });
});
