import { formatCount } from '~/domain/money/group-thousands';
import { formatCents } from '~/domain/money/money';
import { JOURNAL_ACCOUNTS, type JournalSettings } from './journal';
import { ACCOUNT_NAMES, isBalanceSheetName } from './trial-balance';

/** Company setting: whether a close requires every account to be tied out. */
export const TIE_OUTS = ['optional', 'required'] as const;
export type TieOutPolicy = (typeof TIE_OUTS)[number];

export type AccountKey = { mainAccount: string; subAccount: string };

/** An account's balance in these books, in cents, debits positive. */
export type BookBalance = AccountKey & { name: string; cents: bigint };

/** An account's balance in the general ledger, in cents, debits positive. */
export type LedgerBalance = AccountKey & {
  cents: number;
  explanation: string | null;
  /** Balance in these books when the difference was explained; null if unknown. */
  explainedOwn: bigint | null;
};

/**
 * One account of the tie-out: `open` if the general ledger's balance has not been entered, `tied` if the two agree, and
 * otherwise `explained` or `unexplained`. An explanation covers only the difference it was written for.
 */
export type TieOutRow = AccountKey & {
  name: string;
  own: bigint;
  ledger: number | null;
  difference: bigint | null;
  explanation: string | null;
  /** Difference that the explanation was written for, if it has changed since. */
  explainedDifference: bigint | null;
  state: 'open' | 'tied' | 'explained' | 'unexplained';
};

/** Subaccount setting of a company whose ledger has none. A blank setting would mean the default. */
const NO_SUB_ACCOUNT = 'none';

/** Subaccount for users and other ledgers: blank when the company's setting is `none`. */
export function displaySubAccount(subAccount: string): string {
  return subAccount.toLowerCase() === NO_SUB_ACCOUNT ? '' : subAccount;
}

/** Account number for display: `2400-100`, or `2400` without a subaccount. */
export function accountNumber(account: AccountKey): string {
  return accountText(account, '-');
}

/** Joins main account and subaccount, if there is one. */
export function accountText({ mainAccount, subAccount }: AccountKey, separator: string): string {
  return [mainAccount, displaySubAccount(subAccount)].filter(Boolean).join(separator);
}

/** Names of the journal's accounts by number. Accounts that share a number are named together. */
export function namesByNumber(settings: Iterable<JournalSettings>): Map<string, string> {
  const names = new Map<string, Set<string>>();
  for (const fieldSettings of settings) {
    for (const account of JOURNAL_ACCOUNTS) {
      const number = accountNumber({
        mainAccount: fieldSettings[`${account}Main`],
        subAccount: fieldSettings[`${account}Sub`],
      });
      names.set(number, (names.get(number) ?? new Set()).add(ACCOUNT_NAMES[account]));
    }
  }
  return new Map([...names].map(([number, accountNames]) => [number, [...accountNames].join(', ')]));
}

/**
 * Balance sheet accounts of a trial balance, one per number, because accounts that share a number are one in the general
 * ledger. Opening balances has no account there, so it is left out.
 */
export function bookBalances(
  rows: readonly (AccountKey & { name: string; ending: bigint })[],
): BookBalance[] {
  const accounts = new Map<string, BookBalance>();
  for (const { mainAccount, subAccount, name, ending } of rows) {
    if (!isBalanceSheetName(name)) continue;
    const key = accountNumber({ mainAccount, subAccount });
    const existing = accounts.get(key);
    if (existing) {
      existing.cents += ending;
      if (!existing.name.split(', ').includes(name)) existing.name += `, ${name}`;
    } else accounts.set(key, { mainAccount, subAccount, name, cents: ending });
  }
  return [...accounts.values()];
}

/**
 * Compares each account with the general ledger. An account that no longer has any bookings has a zero balance here. An entered
 * balance keeps the subaccount it was entered under, `none` or blank, so entering it again replaces it.
 */
export function tieOut(balances: readonly BookBalance[], ledger: readonly LedgerBalance[]): TieOutRow[] {
  const ledgerByNumber = new Map(ledger.map((balance) => [accountNumber(balance), balance]));
  const bookNumbers = new Set(balances.map(accountNumber));
  const removed = ledger
    .filter((balance) => !bookNumbers.has(accountNumber(balance)))
    .map(({ mainAccount, subAccount }) => ({
      mainAccount,
      subAccount,
      name: 'No longer in these books',
      cents: 0n,
    }));
  return [...balances, ...removed].map(({ cents, ...account }) => {
    const balance = ledgerByNumber.get(accountNumber(account));
    if (!balance) {
      const noLedger = { ledger: null, difference: null, explanation: null, explainedDifference: null };
      return { ...account, ...noLedger, own: cents, state: 'open' };
    }
    const difference = BigInt(balance.cents) - cents;
    const { explanation, explainedOwn, subAccount } = balance;
    const isOutdated = difference !== 0n && explainedOwn !== null && explainedOwn !== cents;
    const explainedDifference = isOutdated ? BigInt(balance.cents) - explainedOwn : null;
    const isExplained = explanation !== null && !isOutdated;
    const state = difference === 0n ? 'tied' : isExplained ? 'explained' : 'unexplained';
    return {
      ...account,
      subAccount,
      own: cents,
      ledger: balance.cents,
      difference,
      explanation,
      explainedDifference,
      state,
    };
  });
}

/** Problems that block a close when the company requires the tie-out, as error messages. */
export function tieOutProblems(rows: readonly TieOutRow[]): string[] {
  const numbers = (isMatch: (row: TieOutRow) => boolean) => rows.filter(isMatch).map(accountNumber);
  const open = numbers(({ state, own }) => state === 'open' && own !== 0n);
  const isUnexplained = ({ state }: TieOutRow) => state === 'unexplained';
  const unexplained = numbers((row) => isUnexplained(row) && row.explainedDifference === null);
  const changed = numbers((row) => isUnexplained(row) && row.explainedDifference !== null);
  return [
    open.length > 0 && `Enter the general ledger balance for ${open.join(', ')}.`,
    unexplained.length > 0 && `Explain the difference on ${unexplained.join(', ')}.`,
    changed.length > 0 &&
      `The difference on ${changed.join(', ')} has changed since it was explained. Explain it again.`,
  ].filter((text) => text !== false);
}

/** Status text of a tie-out without problems. */
export function tieOutFact(rows: readonly TieOutRow[]): string {
  const explained = rows.filter(({ state }) => state === 'explained').length;
  if (explained === 0) return 'Every account is tied out to the general ledger';
  return `Every account balance is entered, and ${formatCount(explained, 'difference')} ${explained === 1 ? 'is' : 'are'} explained`;
}

/** Tie-out balances and explanations, as figures for a sign-off. */
export function tieOutFigures(rows: readonly TieOutRow[]): { what: string; value: string }[] {
  return rows.flatMap((row) => {
    const number = accountNumber(row);
    if (row.ledger === null) return [];
    return [
      { what: `General ledger ${number}`, value: formatCents(row.ledger) },
      ...(row.explanation ? [{ what: `Explanation ${number}`, value: row.explanation }] : []),
    ];
  });
}
