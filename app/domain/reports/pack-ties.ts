import { DISCLOSURE_CHANGES } from '~/domain/books/movement-kinds';
import { accountNumber } from '~/domain/books/tie-out';
import { ACCOUNT_NAMES as NAMES } from '~/domain/books/trial-balance';
import { formatCents, parseCents } from '~/domain/money/money';
import { REPORT_NAMES } from './report-names';

/** A report row as the API returns it; amounts are text. */
export type PackRow = Readonly<Record<string, string | number | null>>;

/** A month's reports, which must agree. Rows can have any grouping: only their sums are compared. */
export type PackFigures = {
  rollforward: readonly PackRow[];
  disclosure: readonly PackRow[];
  arc: readonly PackRow[];
  trialBalance: readonly PackRow[];
  /** Totals of all journal rows by account number. */
  journal: readonly { account: string; debits: string; credits: string }[];
};

/** One figure as reported in several reports. */
export type PackTie = {
  what: string;
  parts: { report: string; amount: string }[];
  /** Text with two decimals: the largest amount less the smallest. */
  difference: string;
  /** `explained` if the reports are expected to differ; `why` gives the reason. */
  state: 'ties' | 'explained' | 'differs';
  why: string | null;
};

/** An account in the trial balance and in the journal. Debits and credits are both positive. */
export type AccountTie = {
  account: string;
  name: string;
  debits: string;
  credits: string;
  journalDebits: string;
  journalCredits: string;
  /** Trial balance less journal, debits positive. */
  difference: string;
};

const RETIRED_COST_LEFT =
  'Assets retired while depreciation was kept elsewhere left their cost in the account, not on a layer';
const OPENING_IN_BEGINNING =
  'The rollforward has balances brought in within these dates in its beginning balance. The disclosure has them in a line of their own, and the trial balance among the debits and credits';
const OPENING_NOT_IN_JOURNAL = 'Opening balances are in the trial balance but not in the journal';

/**
 * Compares the figures that a month's reports have in common: rollforward = disclosure = trial balance = journal.
 * Exact, in cents.
 * @param figures as the API returned them, for the same dates
 * Source: one ledger; each report sums the same movements.
 */
export function packTies(figures: PackFigures): { ties: PackTie[]; accounts: AccountTie[] } {
  const { rollforward, disclosure, arc, trialBalance } = figures;
  const accountRows = (name: string) => trialBalance.filter((row) => row.name === name);
  const [asset, accumulated, expense] = [
    accountRows(NAMES.asset),
    accountRows(NAMES.accumulated),
    accountRows(NAMES.expense),
  ];
  const liabilityTie = (what: string, side: 'beginning' | 'ending', explanation?: string) =>
    tie(
      what,
      [
        [REPORT_NAMES['aro-rollforward'], sumOf(rollforward, `${side}Balance`)],
        [REPORT_NAMES.disclosure, sumOf(disclosure, side)],
        [REPORT_NAMES['trial-balance'], liabilityOf(trialBalance, side)],
      ],
      explanation,
    );
  const accounts = accountTies(figures);
  return {
    ties: [
      liabilityTie(
        'Beginning liability',
        'beginning',
        isOpeningTheDifference(figures) ? OPENING_IN_BEGINNING : undefined,
      ),
      tie('Accretion', [
        [REPORT_NAMES['aro-rollforward'], sumOf(rollforward, 'accretion')],
        [REPORT_NAMES.disclosure, sumOf(disclosure, 'accretion')],
        [REPORT_NAMES['trial-balance'], sumOf(expense, 'debits') - sumOf(expense, 'credits')],
      ]),
      liabilityTie('Ending liability', 'ending'),
      tie('Ending asset retirement cost', [
        [REPORT_NAMES['arc-rollforward'], sumOf(arc, 'endingCost')],
        [REPORT_NAMES['trial-balance'], sumOf(asset, 'ending')],
      ]),
      tie(
        'Ending accumulated depreciation',
        [
          [REPORT_NAMES['arc-rollforward'], sumOf(arc, 'endingAccumulated')],
          [REPORT_NAMES['trial-balance'], sumOf(accumulated, 'ending')],
        ],
        RETIRED_COST_LEFT,
      ),
      tie('Journal debits and credits', [
        ['Debits', sumOf(figures.journal, 'debits')],
        ['Credits', sumOf(figures.journal, 'credits')],
      ]),
      journalTie(figures, accounts),
    ],
    accounts,
  };
}

/** True when the beginning liabilities tie once balances brought in are taken out of the rollforward's. */
function isOpeningTheDifference(figures: PackFigures): boolean {
  const { rollforward, disclosure, trialBalance } = figures;
  const beginning = sumOf(disclosure, 'beginning');
  return (
    hasOpening(figures) &&
    beginning === liabilityOf(trialBalance, 'beginning') &&
    beginning === sumOf(rollforward, 'beginningBalance') - openingInBeginning(figures)
  );
}

/** True when balances were brought in, or such a balance was reversed, within the dates. */
export function hasOpening({ disclosure, trialBalance }: PackFigures): boolean {
  const accounts = trialBalance.filter((row) => row.name === NAMES.opening);
  return [sumOf(disclosure, 'opening'), sumOf(accounts, 'debits'), sumOf(accounts, 'credits')].some(
    (cents) => cents !== 0n,
  );
}

/** The disclosure's changes that the rollforward shows as additions and reductions. */
export const CHANGES_OTHER_THAN_ACCRETION = DISCLOSURE_CHANGES.filter(
  (column) => column !== 'opening' && column !== 'accretion',
);

/**
 * Balances brought in within the dates, in cents, as the rollforward's beginning balance includes them: the disclosure's column,
 * plus any reversals. The disclosure nets a reversal in that column, while the rollforward shows it as a reduction.
 * Source: the rule of the rollforward's columns.
 */
function openingInBeginning({ rollforward, disclosure }: PackFigures): bigint {
  const netChange = sumOf(rollforward, 'additions') - sumOf(rollforward, 'reductions');
  const changes = CHANGES_OTHER_THAN_ACCRETION.reduce((sum, id) => sum + sumOf(disclosure, id), 0n);
  return sumOf(disclosure, 'opening') + changes - netChange;
}

/** Debits less credits of the trial balance, by account as in the journal; opening balances are the only allowed difference. */
function journalTie({ trialBalance }: PackFigures, accounts: readonly AccountTie[]): PackTie {
  const differing = accounts.filter(({ difference }) => parseCents(difference) !== 0n);
  const opening = trialBalance.filter((row) => row.name === NAMES.opening);
  const openingNet = sumOf(opening, 'debits') - sumOf(opening, 'credits');
  const totalOf = (side: 'debits' | 'journalDebits') =>
    accounts.reduce((sum, row) => sum + parseCents(row[side]), 0n);
  const differenceTotal = accounts.reduce((sum, row) => sum + parseCents(row.difference), 0n);
  const hasOpening = sumOf(opening, 'debits') !== 0n || sumOf(opening, 'credits') !== 0n;
  const what = 'All journal accounts';
  const parts = [
    { report: `${REPORT_NAMES['trial-balance']}, debits`, amount: formatCents(totalOf('debits')) },
    { report: 'Journal, debits', amount: formatCents(totalOf('journalDebits')) },
  ];
  const difference = formatCents(totalOf('debits') - totalOf('journalDebits'));
  if (differing.length === 0) return { what, parts, difference, state: 'ties', why: null };
  const isExplained = hasOpening && differenceTotal + openingNet === 0n;
  return {
    what,
    parts,
    difference,
    state: isExplained ? 'explained' : 'differs',
    why: isExplained
      ? OPENING_NOT_IN_JOURNAL
      : `Accounts that differ: ${differing.map((row) => row.account).join(', ')}`,
  };
}

/**
 * Totals by account number: fields and names that share a number are one account in the journal. Opening balances has
 * no number.
 */
function accountTies({ trialBalance, journal }: PackFigures): AccountTie[] {
  type Sums = Record<'debits' | 'credits' | 'journalDebits' | 'journalCredits', bigint>;
  const accounts = new Map<string, Sums & { names: Set<string> }>();
  const findOrCreate = (account: string) => {
    const sums = accounts.get(account) ?? {
      names: new Set<string>(),
      debits: 0n,
      credits: 0n,
      journalDebits: 0n,
      journalCredits: 0n,
    };
    accounts.set(account, sums);
    return sums;
  };
  for (const row of trialBalance) {
    if (row.name === NAMES.opening) continue;
    const sums = findOrCreate(accountOf(row));
    sums.names.add(String(row.name));
    sums.debits += centsOf(row, 'debits');
    sums.credits += centsOf(row, 'credits');
  }
  for (const { account, debits, credits } of journal) {
    const sums = findOrCreate(account);
    sums.journalDebits += parseCents(debits);
    sums.journalCredits += parseCents(credits);
  }
  return [...accounts].map(([account, { names, ...sums }]) => ({
    account,
    name: [...names].join(', '),
    debits: formatCents(sums.debits),
    credits: formatCents(sums.credits),
    journalDebits: formatCents(sums.journalDebits),
    journalCredits: formatCents(sums.journalCredits),
    difference: formatCents(sums.debits - sums.credits - sums.journalDebits + sums.journalCredits),
  }));
}

/** @param explanation why the amounts may differ; without it, a difference is an error */
function tie(what: string, parts: [report: string, cents: bigint][], explanation?: string): PackTie {
  const amounts = parts.map(([, cents]) => cents);
  const [lowest, highest] = [amounts.reduce(min), amounts.reduce((a, b) => (a > b ? a : b))];
  const isTied = lowest === highest;
  return {
    what,
    parts: parts.map(([report, cents]) => ({ report, amount: formatCents(cents) })),
    difference: formatCents(highest - lowest),
    state: isTied ? 'ties' : explanation ? 'explained' : 'differs',
    why: isTied
      ? null
      : (explanation ?? 'Something was posted while the pack was being created, or the books need checking'),
  };
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Account number of a trial balance row. */
export function accountOf({ mainAccount, subAccount }: PackRow): string {
  return accountNumber({ mainAccount: String(mainAccount), subAccount: String(subAccount) });
}

function centsOf(row: PackRow, id: string): bigint {
  return parseCents(String(row[id] ?? '0.00'));
}

/** Sum of a column, in cents. */
export function sumOf(rows: readonly PackRow[], id: string): bigint {
  return rows.reduce((sum, row) => sum + centsOf(row, id), 0n);
}

/** Liability in the accounts of a trial balance, in cents; positive, as in the liability reports. */
export function liabilityOf(trialBalance: readonly PackRow[], balance: 'beginning' | 'ending'): bigint {
  return -sumOf(
    trialBalance.filter((row) => row.name === NAMES.liability),
    balance,
  );
}
