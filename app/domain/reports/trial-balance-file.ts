import { type AccountKey, accountNumber, displaySubAccount } from '~/domain/books/tie-out';
import { TITLE_LINES } from '~/domain/files/title-lines';
import type { FileRow } from '~/domain/imports/map-rows';
import {
  hasUnanswered,
  NO_ANSWERS,
  readCells,
  type TableAnswers,
  type TableQuestion,
} from '~/domain/imports/table-questions';
import { parseTypedCents } from '~/domain/money/typed-amount';

/** Result of reading a trial balance file for a set of accounts. */
export type ReadTrialBalance = {
  balances: (AccountKey & { cents: number })[];
  /** Accounts in the file that aren't in the set. */
  unknown: string[];
  /** Accounts that aren't in the file. */
  missing: string[];
  /** Ambiguities in the amounts, such as the meaning of the comma in 1,234. Until they are resolved, there are no balances. */
  questions: TableQuestion[];
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

/**
 * Reads the general ledger's balances for these accounts from a trial balance file. The file needs an account and a
 * balance, or debits and credits; the subaccount is in its own column, or follows the number. Rows of the same account
 * are added up. The general ledger may have other subaccounts under the same main account; those aren't included.
 * @throws TrialBalanceFileError naming what is missing, or the row with an invalid amount
 */
export function readTrialBalance(
  rows: readonly FileRow[],
  accounts: readonly AccountKey[],
  answers: TableAnswers = NO_ANSWERS,
): ReadTrialBalance {
  const titles = findHeadings(rows);
  const { at } = titles;
  const bodyRows = rows.filter(({ row }) => row > titles.row);
  const { amounts, questions } = readAmounts(bodyRows, at, answers);
  if (hasUnanswered(questions)) return { balances: [], unknown: [], missing: [], questions };
  const byNumber = new Map(accounts.map((account) => [normalize(accountNumber(account)), account]));
  const byMain = mainNumbersOf(accounts);
  // A parent account's row holds the sum of its subaccounts' rows, so it counts only if the account has no row of its own.
  const sums = { own: new Map<AccountKey, number>(), main: new Map<AccountKey, number>() };
  const matchedByMain = new Map<string, AccountKey>();
  const unknown = new Set<string>();
  for (const [index, { row, cells }] of bodyRows.entries()) {
    const cell = (column: Column) => (at[column] === undefined ? '' : (cells[at[column]] ?? '').trim());
    const [accountCell, sub] = [cell('account'), displaySubAccount(cell('sub'))];
    if (accountCell === '' || /^total/i.test(accountCell)) continue;
    // QuickBooks and Xero combine number and name: "2400 · Asset retirement obligation", "ARO (2400)".
    const numbers = [
      accountCell,
      ...(accountCell.match(/^[\w.-]+/) ?? []),
      ...(accountCell.match(/\(([\w.-]+)\)\s*$/)?.slice(1) ?? []),
    ];
    const exact = firstMatch(numbers, (number) => byNumber.get(normalize(`${number}${sub}`)));
    const main = firstMatch(numbers, (number) => byMain.get(normalize(number)));
    // A different subaccount of the same main account is a different account.
    const account =
      exact ?? (sub === '' || (main && displaySubAccount(main.subAccount) === '') ? main : undefined);
    const name = sub === '' ? accountCell : `${accountCell}-${sub}`;
    if (!account) {
      unknown.add(name);
      continue;
    }
    if (!exact) matchedByMain.set(name, account);
    const amount = (column: Column) => parseAmount(amounts[column]?.[index] ?? '', row);
    const cents = at.balance === undefined ? amount('debit') - amount('credit') : amount('balance');
    const sum = exact ? sums.own : sums.main;
    sum.set(account, (sum.get(account) ?? 0) + cents);
  }
  for (const [name, account] of matchedByMain) if (sums.own.has(account)) unknown.add(name);
  const cents = new Map([...sums.main, ...sums.own]);
  return {
    balances: [...cents].map(([{ mainAccount, subAccount }, cents]) => ({ mainAccount, subAccount, cents })),
    unknown: [...unknown],
    missing: accounts.filter((account) => !cents.has(account)).map(accountNumber),
    questions,
  };
}

/** Amount columns, read the way an import does. A dash is zero; a word isn't an amount. */
function readAmounts(
  rows: readonly FileRow[],
  at: ColumnIndexes,
  answers: TableAnswers,
): { amounts: Partial<Record<Column, string[]>>; questions: TableQuestion[] } {
  const names = at.balance === undefined ? (['debit', 'credit'] as const) : (['balance'] as const);
  const { columns, questions } = readCells(
    names.map((name) => ({
      label: name,
      kind: 'number',
      cells: rows.map(({ cells }) => cells[at[name]!] ?? '').map((cell) => (isDash(cell) ? '' : cell)),
    })),
    answers,
  );
  return {
    amounts: Object.fromEntries(names.map((name, index) => [name, columns[index]!])),
    questions: questions.filter(({ id }) => id === 'decimal'),
  };
}

function isDash(cell: string): boolean {
  return /^\s*[-\u2013\u2014]\s*$/.test(cell);
}

/** Main account numbers that belong to only one account, and so identify it. */
function mainNumbersOf(accounts: readonly AccountKey[]): Map<string, AccountKey> {
  const byMain = Map.groupBy(accounts, ({ mainAccount }) => normalize(mainAccount));
  return new Map(
    [...byMain].flatMap(([main, [only, ...duplicates]]) =>
      only && duplicates.length === 0 ? [[main, only]] : [],
    ),
  );
}

function firstMatch(numbers: readonly string[], find: (number: string) => AccountKey | undefined) {
  return numbers.map(find).find((account) => account !== undefined);
}

/** Thrown when a trial balance file can't be read, with a message for the user. */
export class TrialBalanceFileError extends Error {
  override readonly name = 'TrialBalanceFileError';
}

type ColumnIndexes = Partial<Record<Column, number>>;

/** Title row of a trial balance. No code column: reading the file skips its totals anyway. */
export function startOfTrialBalance(rows: readonly FileRow[]): { row: number; codeAt: null } {
  const heading = readHeadings(rows).find(isHeadingRow);
  return { row: heading?.row ?? 0, codeAt: null };
}

type HeadingRow = { row: number; at: ColumnIndexes };

function readHeadings(rows: readonly FileRow[]): HeadingRow[] {
  return rows.slice(0, TITLE_LINES).map(({ row, cells }) => ({ row, at: columnsOf(cells) }));
}

function isHeadingRow({ at }: HeadingRow): boolean {
  return at.account !== undefined && hasBalance(at);
}

function findHeadings(rows: readonly FileRow[]): HeadingRow {
  const headings = readHeadings(rows);
  const heading = headings.find(isHeadingRow);
  if (heading) return heading;
  throw new TrialBalanceFileError(
    headings.some(({ at }) => at.account !== undefined)
      ? 'The file needs a Balance column, or Debit and Credit columns.'
      : `The file needs an Account column. Column headings must be in the first ${TITLE_LINES} lines.`,
  );
}

function columnsOf(titles: readonly string[]): ColumnIndexes {
  const indexes: ColumnIndexes = {};
  for (const [index, title] of titles.entries()) {
    const name = normalize(title);
    for (const column of Object.keys(TITLES) as Column[]) {
      if (indexes[column] === undefined && TITLES[column].includes(name)) indexes[column] = index;
    }
  }
  // QuickBooks leaves the account column untitled.
  if (indexes.account === undefined && (titles[0] ?? '').trim() === '' && hasBalance(indexes))
    indexes.account = 0;
  return indexes;
}

function hasBalance({ balance, debit, credit }: ColumnIndexes): boolean {
  return balance !== undefined || (debit !== undefined && credit !== undefined);
}

function normalize(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function parseAmount(text: string, row: number): number {
  const cents = parseTypedCents(text);
  if (cents === null) throw new TrialBalanceFileError(`Row ${row}: ${text} isn’t an amount.`);
  return cents;
}
