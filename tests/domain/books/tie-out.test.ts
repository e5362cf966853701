import { describe, expect, it } from 'vitest';
import { accountNumber, bookBalances, tieOut, tieOutFact, tieOutProblems } from '~/domain/books/tie-out';

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
const OWN = bookBalances(TRIAL_BALANCE);
const ledger = (
  mainAccount: string,
  cents: number,
  explanation: string | null = null,
  explainedOwn: bigint | null = null,
) => ({ mainAccount, subAccount: '100', cents, explanation, explainedOwn });

describe('the tie-out', () => {
  it('covers the balance sheet accounts, but not Opening balances or profit or loss', () => {
    expect(OWN.map(({ mainAccount }) => mainAccount)).toEqual(['1800', '2400']);
  });

  it('adds up accounts that share a number, as the general ledger does', () => {
    const shared = bookBalances([
      account('1800', '', 'ARO asset', 10_000n),
      account('1800', '', 'Accumulated depreciation', -4_000n),
    ]);
    expect(shared).toEqual([
      { mainAccount: '1800', subAccount: '', name: 'ARO asset, Accumulated depreciation', cents: 6_000n },
    ]);
  });

  it('treats a blank subaccount and “none” as the same account', () => {
    const shared = bookBalances([
      account('1800', 'none', 'ARO asset', 10_000n),
      account('1800', '', 'Accumulated depreciation', -4_000n),
    ]);
    expect(shared.map(accountNumber)).toEqual(['1800']);
    const [row] = tieOut(shared, [{ ...ledger('1800', 6_000), subAccount: '' }]);
    // The row keeps the subaccount under which the balance was entered.
    expect(row).toMatchObject({ state: 'tied', subAccount: '' });
    expect(tieOutProblems(tieOut(shared, []))).toEqual(['Enter the general ledger balance for 1800.']);
  });

  it('distinguishes open, tied, explained and unexplained accounts', () => {
    expect(tieOut(OWN, [ledger('1800', 10_000)]).map(({ state }) => state)).toEqual(['tied', 'open']);
    const [, liability] = tieOut(OWN, [ledger('2400', -11_000)]);
    expect(liability).toMatchObject({ state: 'unexplained', difference: 1_000n });
    expect(tieOut(OWN, [ledger('2400', -11_000, 'Late invoice')])[1]).toMatchObject({ state: 'explained' });
  });

  it('accepts an explanation only for the difference it was given for', () => {
    const explained = (own: bigint) => ledger('2400', -11_000, 'Late invoice', own);
    expect(tieOut(OWN, [explained(-12_000n)])[1]).toMatchObject({
      state: 'explained',
      explainedDifference: null,
    });
    const rows = tieOut(OWN, [ledger('1800', 10_000, 'Nothing', 9_000n), explained(-11_500n)]);
    expect(rows.map(({ state }) => state)).toEqual(['tied', 'unexplained']);
    expect(rows.map(({ explainedDifference }) => explainedDifference)).toEqual([null, 500n]);
    expect(tieOutProblems(rows)).toEqual([
      'The difference on 2400-100 has changed since it was explained. Explain it again.',
    ]);
  });

  it('states whether accounts tie or have explained differences', () => {
    expect(tieOutFact(tieOut(OWN, [ledger('1800', 10_000), ledger('2400', -12_000)]))).toBe(
      'Every account is tied out to the general ledger',
    );
    const differs = [ledger('1800', 10_000), ledger('2400', -11_000, 'Late invoice')];
    expect(tieOutFact(tieOut(OWN, differs))).toBe(
      'Every account balance is entered, and 1 difference is explained',
    );
  });

  it('keeps showing a balance whose account is no longer in these books', () => {
    expect(tieOut(OWN, [ledger('2500', 300)]).at(-1)).toMatchObject({
      mainAccount: '2500',
      own: 0n,
      difference: 300n,
      state: 'unexplained',
    });
  });

  it('requires missing balances and explanations, and nothing else', () => {
    expect(tieOutProblems(tieOut(OWN, [ledger('2400', -11_000)]))).toEqual([
      'Enter the general ledger balance for 1800-100.',
      'Explain the difference on 2400-100.',
    ]);
    const complete = [ledger('1800', 10_000), ledger('2400', -11_000, 'Late invoice')];
    expect(tieOutProblems(tieOut(OWN, complete))).toEqual([]);
    // No balance here and none entered: nothing to tie out.
    expect(tieOutProblems(tieOut([{ ...OWN[0]!, cents: 0n }], []))).toEqual([]);
  });
});
