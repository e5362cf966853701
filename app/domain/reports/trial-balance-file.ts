import { type AccountKey, accountNumber, shownSubAccount } from '~/domain/books/tie-out';
import { TITLE_LINES } from '~/domain/files/title-lines';
import type { FileRow } from '~/domain/imports/map-rows';
import {
  isOpen,
  NO_ANSWERS,
  readCells,
  type TableAnswers,
  type TableQuestion,
} from '~/domain/imports/table-questions';
import { typedCents } from '~/domain/money/typed-amount';

/** What a trial balance file says of these accounts. */
export type ReadTrialBalance = {
  balances: (AccountKey & { cents: number })[];
  /** Accounts of the file that are none of these. */
  unknown: string[];
  /** Accounts that the file has not. */
  missing: string[];
  /** What its amounts leave open, such as what the comma of 1,234 separates. Until it is answered, there are no balances. */
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
 * Reads the general ledger's balances of these accounts from the rows of a trial balance file, with the titles it has: an
 * account and a balance, or debits and credits; a subaccount in a column of its own, or after the number. Rows of one account
 * are added up. A general ledger may have other subaccounts of the same main account: they are not these.
 * @throws TrialBalanceFileError naming what is missing, or the row whose amount is none
 */
export function readTrialBalance(
  rows: readonly FileRow[],
  accounts: readonly AccountKey[],
  answers: TableAnswers = NO_ANSWERS,
): ReadTrialBalance {
  const titles = findTitles(rows);
  const { at } = titles;
  const below = rows.filter(({ row }) => row > titles.row);
  const { amounts, questions } = readAmounts(below, at, answers);
  if (isOpen(questions)) return { balances: [], unknown: [], missing: [], questions };
  const byNumber = new Map(accounts.map((account) => [plain(accountNumber(account)), account]));
  const byMain = mainNumbersOf(accounts);
  // A parent's row beside those of its subaccounts has their sum: it counts only where the account has no row of its own.
  const sums = { own: new Map<AccountKey, number>(), main: new Map<AccountKey, number>() };
  const ofMain = new Map<string, AccountKey>();
  const unknown = new Set<string>();
  for (const [index, { row, cells }] of below.entries()) {
    const cell = (column: Column) => (at[column] === undefined ? '' : (cells[at[column]] ?? '').trim());
    const [written, sub] = [cell('account'), shownSubAccount(cell('sub'))];
    if (written === '' || /^total/i.test(written)) continue;
    // QuickBooks and Xero write the name after the number: "2400 · Asset retirement obligation", "ARO (2400)".
    const numbers = [
      written,
      ...(written.match(/^[\w.-]+/) ?? []),
      ...(written.match(/\(([\w.-]+)\)\s*$/)?.slice(1) ?? []),
    ];
    const own = firstOf(numbers, (number) => byNumber.get(plain(`${number}${sub}`)));
    const main = firstOf(numbers, (number) => byMain.get(plain(number)));
    // Another subaccount of the same main account is another account.
    const account =
      own ?? (sub === '' || (main && shownSubAccount(main.subAccount) === '') ? main : undefined);
    const name = sub === '' ? written : `${written}-${sub}`;
    if (!account) {
      unknown.add(name);
      continue;
    }
    if (!own) ofMain.set(name, account);
    const amount = (column: Column) => centsOf(amounts[column]?.[index] ?? '', row);
    const cents = at.balance === undefined ? amount('debit') - amount('credit') : amount('balance');
    const sum = own ? sums.own : sums.main;
    sum.set(account, (sum.get(account) ?? 0) + cents);
  }
  for (const [name, account] of ofMain) if (sums.own.has(account)) unknown.add(name);
  const found = new Map([...sums.main, ...sums.own]);
  return {
    balances: [...found].map(([{ mainAccount, subAccount }, cents]) => ({ mainAccount, subAccount, cents })),
    unknown: [...unknown],
    missing: accounts.filter((account) => !found.has(account)).map(accountNumber),
    questions,
  };
}

/** The columns of amounts, read as an import reads them. A dash is zero, a word is no amount. */
function readAmounts(
  rows: readonly FileRow[],
  at: Places,
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

/** A main number is enough where only one account has it. */
function mainNumbersOf(accounts: readonly AccountKey[]): Map<string, AccountKey> {
  const byMain = Map.groupBy(accounts, ({ mainAccount }) => plain(mainAccount));
  return new Map(
    [...byMain].flatMap(([main, [only, ...others]]) => (only && others.length === 0 ? [[main, only]] : [])),
  );
}

function firstOf(numbers: readonly string[], find: (number: string) => AccountKey | undefined) {
  return numbers.map(find).find((found) => found !== undefined);
}

/** Why a trial balance file can't be read, in words for the person who chose it. */
export class TrialBalanceFileError extends Error {
  override readonly name = 'TrialBalanceFileError';
}

type Places = Partial<Record<Column, number>>;

/** Where it begins in a file. Its totals are left out when it is read. */
export function startOfTrialBalance(rows: readonly FileRow[]): { row: number; codeAt: null } {
  const found = headOf(rows).find(isTitles);
  return { row: found?.row ?? 0, codeAt: null };
}

type Head = { row: number; at: Places };

function headOf(rows: readonly FileRow[]): Head[] {
  return rows.slice(0, TITLE_LINES).map(({ row, cells }) => ({ row, at: columnsOf(cells) }));
}

function isTitles({ at }: Head): boolean {
  return at.account !== undefined && hasBalance(at);
}

function findTitles(rows: readonly FileRow[]): Head {
  const head = headOf(rows);
  const found = head.find(isTitles);
  if (found) return found;
  throw new TrialBalanceFileError(
    head.some(({ at }) => at.account !== undefined)
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
