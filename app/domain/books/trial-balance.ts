import { amountsByAccount, type SettingsOf } from './journal';
import type { Amounts } from './movement';
import type { Account, MovementKind } from './movement-kinds';
import type { OffsetTerms } from './posting-terms';

/** The accounts in the order of a trial balance, assets first, with their names. */
export const ACCOUNT_NAMES: Readonly<Record<Account, string>> = {
  asset: 'ARO asset',
  accumulated: 'Accumulated depreciation',
  pool: 'Full-cost pool',
  liability: 'ARO liability',
  clearing: 'Settlement clearing',
  opening: 'Opening balances',
  expense: 'Accretion expense',
  depreciation: 'Depreciation expense',
  settlement: 'Gain or loss on settlement',
  disposal: 'Gain or loss on disposal',
};

const BALANCE_SHEET = (['asset', 'accumulated', 'pool', 'liability', 'clearing'] as const).map(
  (account) => ACCOUNT_NAMES[account],
);

/** Whether an account of this name is one of the balance sheet that a general ledger has too. */
export function isBalanceSheetName(name: string): boolean {
  return BALANCE_SHEET.includes(name);
}

/**
 * Sums of movements that are booked alike: of one kind, under the same terms, and on the same side of each account. Only
 * then are sums of debits and of credits those of the single movements.
 */
export type MovementGroup = {
  kind: MovementKind;
  terms: OffsetTerms | null;
  /** Of their wells, where fields have accounts of their own; null otherwise. */
  field: string | null;
  /** Whether they are dated before the report; otherwise within it. */
  isBefore: boolean;
  sums: Record<keyof Amounts, bigint>;
};

/** Amounts in cents. Balances are positive on the debit side; debits and credits are both positive. */
export type TrialBalanceRow = {
  mainAccount: string;
  subAccount: string;
  name: string;
  beginning: bigint;
  debits: bigint;
  credits: bigint;
  ending: bigint;
};

/**
 * The trial balance: what each account had before the dates, its debits and credits within them, and what it has then; life
 * to date, as no year is closed. Accounts that nothing was booked on are left out. Opening balances has no number, for it is
 * in no journal: your general ledger has those balances already. Beginning and ending balances each sum to zero, and debits
 * to credits.
 * Source: the table of kinds and its accounts; `amountsByAccount`, which the journal follows as well.
 */
export function trialBalance(groups: Iterable<MovementGroup>, settingsOf: SettingsOf): TrialBalanceRow[] {
  const rows = new Map<string, TrialBalanceRow & { account: Account }>();
  for (const { kind, terms, field, isBefore, sums } of groups) {
    for (const [account, cents] of amountsByAccount(kind, terms, sums)) {
      if (cents === 0n) continue;
      const empty = emptyRow(account, settingsOf(field));
      const key = [account, empty.mainAccount, empty.subAccount].join('\n');
      const row = rows.get(key) ?? { ...empty, account };
      rows.set(key, row);
      if (isBefore) row.beginning += cents;
      else if (cents > 0n) row.debits += cents;
      else row.credits -= cents;
      row.ending += cents;
    }
  }
  const order = Object.keys(ACCOUNT_NAMES);
  return [...rows.values()]
    .sort((a, b) => order.indexOf(a.account) - order.indexOf(b.account) || byNumber(a, b))
    .map(({ account: _, ...row }) => row);
}

/** Fields may have the same account under several numbers. */
function byNumber(a: TrialBalanceRow, b: TrialBalanceRow): number {
  return `${a.mainAccount}\n${a.subAccount}` < `${b.mainAccount}\n${b.subAccount}` ? -1 : 1;
}

function emptyRow(account: Account, settings: ReturnType<SettingsOf>): TrialBalanceRow {
  const [mainAccount, subAccount] =
    account === 'opening' ? ['', ''] : [settings[`${account}Main`], settings[`${account}Sub`]];
  const name = ACCOUNT_NAMES[account];
  return { mainAccount, subAccount, name, beginning: 0n, debits: 0n, credits: 0n, ending: 0n };
}
