import { formatCents, parseMoney } from '~/domain/money/money';
import { JOURNAL_ACCOUNTS, type JournalSettings } from './journal';
import { ACCOUNT_NAMES, isBalanceSheetName } from './trial-balance';

/** Whether a close needs every account tied out: a company setting. */
export const TIE_OUTS = ['optional', 'required'] as const;
export type TieOutPolicy = (typeof TIE_OUTS)[number];

export type AccountKey = { mainAccount: string; subAccount: string };

/** What these books have on an account, in cents, debits positive. */
export type OwnBalance = AccountKey & { name: string; cents: bigint };

/** What the general ledger has on it, in cents, debits positive. */
export type LedgerBalance = AccountKey & { cents: number; explanation: string | null };

/**
 * One account of the tie-out. `open` where nobody entered the general ledger's balance, `tied` where the two agree, and
 * otherwise whether the difference is explained.
 */
export type TieOutRow = AccountKey & {
  name: string;
  own: bigint;
  ledger: number | null;
  difference: bigint | null;
  explanation: string | null;
  state: 'open' | 'tied' | 'explained' | 'unexplained';
};

/** An account's number as people write it: `2400-100`, or `2400` without a sub-account. */
export function accountNumber({ mainAccount, subAccount }: AccountKey): string {
  return [mainAccount, subAccount].filter(Boolean).join('-');
}

/** What the accounts of the journal are called, by number; those that share one are named together. */
export function namesByNumber(settings: Iterable<JournalSettings>): Map<string, string> {
  const names = new Map<string, Set<string>>();
  for (const own of settings) {
    for (const account of JOURNAL_ACCOUNTS) {
      const number = accountNumber({ mainAccount: own[`${account}Main`], subAccount: own[`${account}Sub`] });
      names.set(number, (names.get(number) ?? new Set()).add(ACCOUNT_NAMES[account]));
    }
  }
  return new Map([...names].map(([number, shared]) => [number, [...shared].join(', ')]));
}

/**
 * The balance sheet accounts of a trial balance, one for each number: accounts that share one are one in the general ledger.
 * Opening balances has no number and no account there, so it is left out.
 */
export function ownBalances(rows: readonly (AccountKey & { name: string; ending: bigint })[]): OwnBalance[] {
  const accounts = new Map<string, OwnBalance>();
  for (const { mainAccount, subAccount, name, ending } of rows) {
    if (!isBalanceSheetName(name)) continue;
    const key = accountNumber({ mainAccount, subAccount });
    const known = accounts.get(key);
    if (known) {
      known.cents += ending;
      if (!known.name.split(', ').includes(name)) known.name += `, ${name}`;
    } else accounts.set(key, { mainAccount, subAccount, name, cents: ending });
  }
  return [...accounts.values()];
}

/** Each account against the general ledger. An account that nothing is booked on any more has a balance of zero here. */
export function tieOut(own: readonly OwnBalance[], ledger: readonly LedgerBalance[]): TieOutRow[] {
  const given = new Map(ledger.map((balance) => [accountNumber(balance), balance]));
  const known = new Set(own.map(accountNumber));
  const gone = ledger
    .filter((balance) => !known.has(accountNumber(balance)))
    .map(({ mainAccount, subAccount }) => ({
      mainAccount,
      subAccount,
      name: 'No longer an account',
      cents: 0n,
    }));
  return [...own, ...gone].map(({ cents, ...account }) => {
    const balance = given.get(accountNumber(account));
    if (!balance) {
      return { ...account, own: cents, ledger: null, difference: null, explanation: null, state: 'open' };
    }
    const difference = BigInt(balance.cents) - cents;
    const { explanation } = balance;
    const state = difference === 0n ? 'tied' : explanation ? 'explained' : 'unexplained';
    return { ...account, own: cents, ledger: balance.cents, difference, explanation, state };
  });
}

/** What keeps a close from a company that asks for the tie-out, as its refusal says it. */
export function tieOutProblems(rows: readonly TieOutRow[]): string[] {
  const numbers = (state: TieOutRow['state']) =>
    rows.filter((row) => row.state === state && (state !== 'open' || row.own !== 0n)).map(accountNumber);
  const [open, unexplained] = [numbers('open'), numbers('unexplained')];
  return [
    open.length > 0 && `Enter the general ledger’s balance of ${open.join(', ')}.`,
    unexplained.length > 0 && `Explain the difference on ${unexplained.join(', ')}.`,
  ].filter((text) => text !== false);
}

/** What a trial balance file says of these accounts. */
export type ReadTrialBalance = {
  balances: (AccountKey & { cents: number })[];
  /** Accounts of the file that are none of these. */
  unknown: string[];
  /** Accounts that the file has not. */
  missing: string[];
};

const TITLES = {
  account: [
    'account',
    'accountnumber',
    'accountno',
    'accountcode',
    'acct',
    'acctno',
    'glaccount',
    'mainaccount',
    'number',
  ],
  sub: ['subaccount', 'sub', 'subacct', 'subaccountnumber'],
  balance: [
    'balance',
    'endingbalance',
    'ending',
    'amount',
    'netbalance',
    'net',
    'closingbalance',
    'ytdbalance',
  ],
  debit: ['debit', 'debits', 'dr', 'debitbalance'],
  credit: ['credit', 'credits', 'cr', 'creditbalance'],
};
type Column = keyof typeof TITLES;

/** Lines among which the titles are looked for: above them, ledgers write the company, the report and its date. */
const TITLE_LINES = 25;

/**
 * Reads the general ledger's balances of these accounts from the records of a trial balance file, with the titles it has: an
 * account and a balance, or debits and credits; a sub-account in a column of its own, or after the number. Rows of one account
 * are added up.
 * @throws TrialBalanceFileError naming what is missing, or the row whose amount is none
 */
export function readTrialBalance(
  records: readonly (readonly string[])[],
  accounts: readonly AccountKey[],
): ReadTrialBalance {
  const { line, at } = findTitles(records);
  const byNumber = new Map<string, AccountKey>();
  for (const account of accounts) {
    byNumber.set(plain(accountNumber(account)), account);
    // A main number is enough where only one account has it.
    if (accounts.filter(({ mainAccount }) => mainAccount === account.mainAccount).length === 1) {
      byNumber.set(plain(account.mainAccount), account);
    }
  }
  const sums = new Map<AccountKey, number>();
  const unknown = new Set<string>();
  for (const [index, cells] of records.slice(line + 1).entries()) {
    const cell = (column: Column) => (at[column] === undefined ? '' : (cells[at[column]] ?? '').trim());
    // QuickBooks and Xero write the name after the number: "2400 · Asset retirement obligation", "ARO (2400)".
    const written = cell('account');
    if (written === '' || /^total/i.test(written)) continue;
    const candidates = [
      `${written}${cell('sub')}`,
      ...(written.match(/^[\w.-]+/) ?? []),
      ...(written.match(/\(([\w.-]+)\)\s*$/)?.slice(1) ?? []),
    ].map(plain);
    const account = candidates.map((number) => byNumber.get(number)).find((found) => found !== undefined);
    if (!account) {
      unknown.add(written);
      continue;
    }
    const row = line + index + 2;
    const cents =
      at.balance === undefined
        ? centsOf(cell('debit'), row) - centsOf(cell('credit'), row)
        : centsOf(cell('balance'), row);
    sums.set(account, (sums.get(account) ?? 0) + cents);
  }
  return {
    balances: [...sums].map(([{ mainAccount, subAccount }, cents]) => ({ mainAccount, subAccount, cents })),
    unknown: [...unknown],
    missing: accounts.filter((account) => !sums.has(account)).map(accountNumber),
  };
}

/** Why a trial balance file can't be read, in words for the person who chose it. */
export class TrialBalanceFileError extends Error {
  override readonly name = 'TrialBalanceFileError';
}

type Places = Partial<Record<Column, number>>;

function findTitles(records: readonly (readonly string[])[]): { line: number; at: Places } {
  const lines = records.slice(0, TITLE_LINES).map(columnsOf);
  const line = lines.findIndex((at) => at.account !== undefined && hasBalance(at));
  if (line >= 0) return { line, at: lines[line]! };
  throw new TrialBalanceFileError(
    lines.some(({ account }) => account !== undefined)
      ? 'The file needs a column Balance, or the columns Debit and Credit.'
      : `The file needs a column Account. Its headings must be among the first ${TITLE_LINES} lines.`,
  );
}

function columnsOf(titles: readonly string[]): Places {
  const found: Places = {};
  for (const [index, title] of titles.entries()) {
    const name = plain(title);
    for (const column of Object.keys(TITLES) as Column[]) {
      if (found[column] === undefined && TITLES[column].includes(name)) found[column] = index;
    }
  }
  // QuickBooks leaves the accounts without a title.
  if (found.account === undefined && (titles[0] ?? '').trim() === '' && hasBalance(found)) found.account = 0;
  return found;
}

function hasBalance({ balance, debit, credit }: Places): boolean {
  return balance !== undefined || (debit !== undefined && credit !== undefined);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function centsOf(text: string, row: number): number {
  const cents = typedCents(text);
  if (cents === null) throw new TrialBalanceFileError(`Row ${row}: ${text} isn’t an amount.`);
  return cents;
}

/**
 * Reads an amount as people type or paste it: `$`, thousands separators, a minus sign before or after it, or parentheses.
 * Blank and a dash are zero.
 * @returns null for what is no amount in cents
 */
export function typedCents(text: string): number | null {
  const bare = text.trim().replace(/^\$\s?|[\s$](?=[\d(-])/g, '');
  if (bare === '' || bare === '-' || bare === '–') return 0;
  const [, inside] = /^\((.*)\)$/.exec(bare) ?? /^[-−](.*)$/.exec(bare) ?? /^(.*)[-−]$/.exec(bare) ?? [];
  const isNegative = inside !== undefined;
  const digits = (inside ?? bare).replace(/^\$/, '').trim();
  if (!/^\d{1,3}(,\d{3})*(\.\d*)?$|^(\d+\.?\d*|\.\d+)$/.test(digits)) return null;
  const number = digits.replace(/,/g, '');
  // A comma tells thousands apart, so the point is one of cents.
  const parsed = parseMoney(number.includes('.') ? number.padEnd(number.indexOf('.') + 3, '0') : number);
  if (!parsed.ok) return null;
  return isNegative && parsed.cents !== 0 ? -parsed.cents : parsed.cents;
}

/** The balances of a tie-out as a sign-off keeps them. */
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
