import { describe, expect, it } from 'vitest';
import {
  ownBalances,
  readTrialBalance,
  TrialBalanceFileError,
  tieOut,
  tieOutProblems,
  typedCents,
} from '~/domain/books/tie-out';

const account = (mainAccount: string, subAccount: string, name: string, ending: bigint) => ({
  mainAccount,
  subAccount,
  name,
  ending,
});
const TRIAL_BALANCE = [
  account('1800', '100', 'ARO asset', 10_000n),
  account('2400', '100', 'ARO liability', -12_000n),
  account('', '', 'Opening balances', 500n),
  account('6800', '100', 'Accretion expense', 1_500n),
];
const OWN = ownBalances(TRIAL_BALANCE);
const ledger = (mainAccount: string, cents: number, explanation: string | null = null) => ({
  mainAccount,
  subAccount: '100',
  cents,
  explanation,
});

describe('the tie-out', () => {
  it('has the balance sheet accounts, without Opening balances and without profit or loss', () => {
    expect(OWN.map(({ mainAccount }) => mainAccount)).toEqual(['1800', '2400']);
  });

  it('adds up accounts that share a number, as the general ledger does', () => {
    const shared = ownBalances([
      account('1800', '', 'ARO asset', 10_000n),
      account('1800', '', 'Accumulated depreciation', -4_000n),
    ]);
    expect(shared).toEqual([
      { mainAccount: '1800', subAccount: '', name: 'ARO asset, Accumulated depreciation', cents: 6_000n },
    ]);
  });

  it('tells open, tied, explained and unexplained accounts apart', () => {
    expect(tieOut(OWN, [ledger('1800', 10_000)]).map(({ state }) => state)).toEqual(['tied', 'open']);
    const [, liability] = tieOut(OWN, [ledger('2400', -11_000)]);
    expect(liability).toMatchObject({ state: 'unexplained', difference: 1_000n });
    expect(tieOut(OWN, [ledger('2400', -11_000, 'Late invoice')])[1]).toMatchObject({ state: 'explained' });
  });

  it('keeps a balance in sight whose account is no account of these books any more', () => {
    expect(tieOut(OWN, [ledger('2500', 300)]).at(-1)).toMatchObject({
      mainAccount: '2500',
      own: 0n,
      difference: 300n,
      state: 'unexplained',
    });
  });

  it('asks for what is not entered and for what is not explained, and for nothing else', () => {
    expect(tieOutProblems(tieOut(OWN, [ledger('2400', -11_000)]))).toEqual([
      'Enter the general ledger’s balance of 1800-100.',
      'Explain the difference on 2400-100.',
    ]);
    const complete = [ledger('1800', 10_000), ledger('2400', -11_000, 'Late invoice')];
    expect(tieOutProblems(tieOut(OWN, complete))).toEqual([]);
    // Nothing in it here, and nothing entered: nothing to tie.
    expect(tieOutProblems(tieOut([{ ...OWN[0]!, cents: 0n }], []))).toEqual([]);
  });
});

describe('a trial balance file', () => {
  it.each([
    [
      'a balance',
      [
        ['Account', 'Ending Balance'],
        ['1800-100', '$100.00'],
        ['2400-100', '(120.00)'],
      ],
    ],
    [
      'debits and credits',
      [
        ['GL Account', 'Debit', 'Credit'],
        ['1800-100', '100.00', ''],
        ['2400-100', '', '120.00'],
      ],
    ],
    [
      'a column of sub-accounts',
      [
        ['Main Account', 'Sub-Account', 'Balance'],
        ['1800', '100', '100'],
        ['2400', '100', '-120'],
      ],
    ],
    [
      'names after the numbers',
      [
        ['Account', 'Balance'],
        ['1800 · ARO asset', '100.00'],
        ['Retirement obligation (2400)', '-120.00'],
      ],
    ],
    [
      'several rows of an account',
      [
        ['Account', 'Net'],
        ['1800-100', '60'],
        ['1800-100', '40'],
        ['2400-100', '-120'],
        ['Total', '-20'],
      ],
    ],
  ])('is read with %s', (_, records) => {
    expect(readTrialBalance(records, OWN)).toEqual({
      balances: [
        { mainAccount: '1800', subAccount: '100', cents: 10_000 },
        { mainAccount: '2400', subAccount: '100', cents: -12_000 },
      ],
      unknown: [],
      missing: [],
    });
  });

  it('finds the headings below the lines that ledgers write above them, and counts those lines', () => {
    const above = [['Demo Oil'], ['Trial Balance'], [''], ['As of September 30, 2026']];
    const quickBooks = [
      ...above,
      ['', 'Debit', 'Credit'],
      ['1800-100 ARO asset', '1,234.50', ''],
      ['TOTAL', '', ''],
    ];
    expect(readTrialBalance(quickBooks, OWN).balances).toEqual([
      { mainAccount: '1800', subAccount: '100', cents: 123_450 },
    ]);
    expect(() => readTrialBalance([...above, ['Account', 'Balance'], ['1800-100', 'n/a']], OWN)).toThrow(
      new TrialBalanceFileError('Row 6: n/a isn’t an amount.'),
    );
  });

  it('says which of its accounts are unknown here, and which of these it has not', () => {
    const read = readTrialBalance(
      [
        ['Account', 'Balance'],
        ['1000 Cash', '5.00'],
        ['1800-100', '100.00'],
      ],
      OWN,
    );
    expect(read).toMatchObject({ unknown: ['1000 Cash'], missing: ['2400-100'] });
  });

  it.each([
    [[['Amount'], ['1']], 'The file needs a column Account. Its headings must be among the first 25 lines.'],
    [
      [
        ['Account', 'Debit'],
        ['1800', '1'],
      ],
      'The file needs a column Balance, or the columns Debit and Credit.',
    ],
    [
      [
        ['Account', 'Balance'],
        ['1800-100', 'a lot'],
      ],
      'Row 2: a lot isn’t an amount.',
    ],
  ])('is refused in words: %j', (records, message) => {
    expect(() => readTrialBalance(records, OWN)).toThrow(new TrialBalanceFileError(message));
  });

  it.each([
    ['1,234.50', 123_450],
    ['$ 1,234.5', 123_450],
    ['(1,234.50)', -123_450],
    ['-$12.00', -1_200],
    ['12.00-', -1_200],
    ['', 0],
    ['–', 0],
    ['1.234', null],
    ['1,23', null],
    ['abc', null],
    ['(5', null],
    ['5)', null],
    ['-5-', null],
    ['.', null],
  ])('reads %j as %j cents', (text, cents) => {
    expect(typedCents(text)).toBe(cents);
  });
});
