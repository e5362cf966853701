import { amountsByAccount, type SettingsOf } from './journal';
import type { Amounts } from './movement';
import type { Account, MovementKind } from './movement-kinds';
import type { OffsetTerms } from './posting-terms';

/** Account names, in trial balance order, assets first. */
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

/** True when the name is that of a balance sheet account that a general ledger also has. */
export function isBalanceSheetName(name: string): boolean {
  return BALANCE_SHEET.includes(name);
}

/**
 * Sums of movements that are booked alike: one kind, the same terms, and the same side of each account. Only then do the sums
 * of debits and credits equal those of the individual movements.
 */
export type MovementGroup = {
  kind: MovementKind;
  terms: OffsetTerms | null;
  /** Field of the wells, if fields have their own accounts; null otherwise. */
  field: string | null;
  /** True for movements dated before the report dates, false for those within them. */
  isBefore: boolean;
  sums: Record<keyof Amounts, bigint>;
};

/** Amounts in cents. Debit balances are positive; debits and credits are both positive. */
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
 * Trial balance: each account's balance before the dates, its debits and credits within them, and its ending balance; life to
 * date, because no year is closed. Accounts without bookings are left out. Opening balances has no number because it is in no
 * journal: the general ledger already has those balances. Beginning and ending balances each sum to zero, and debits equal
 * credits.
 * Source: the table of kinds and its accounts; `amountsByAccount`, which the journal also uses.
 */
export function trialBalance(groups: Iterable<MovementGroup>, settingsOf: SettingsOf): TrialBalanceRow[] {
  const rows = new Map<string, TrialBalanceRow & { account: Account }>();
  for (const { kind, terms, field, isBefore, sums } of groups) {
    for (const [account, cents] of amountsByAccount(kind, terms, sums)) {
      if (cents === 0n) continue;
      const newRow = emptyRow(account, settingsOf(field));
      const key = [account, newRow.mainAccount, newRow.subAccount].join('\n');
      const row = rows.get(key) ?? { ...newRow, account };
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

/** Fields may have different numbers for the same account. */
function byNumber(a: TrialBalanceRow, b: TrialBalanceRow): number {
  return `${a.mainAccount}\n${a.subAccount}` < `${b.mainAccount}\n${b.subAccount}` ? -1 : 1;
}

function emptyRow(account: Account, settings: ReturnType<SettingsOf>): TrialBalanceRow {
  const [mainAccount, subAccount] =
    account === 'opening' ? ['', ''] : [settings[`${account}Main`], settings[`${account}Sub`]];
  const name = ACCOUNT_NAMES[account];
  return { mainAccount, subAccount, name, beginning: 0n, debits: 0n, credits: 0n, ending: 0n };
}
