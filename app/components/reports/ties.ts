import { formatCents, parseCents } from '~/domain/money/money';
import { liabilityOf, sumOf } from '~/domain/reports/pack-ties';
import { sumsOf } from '~/domain/reports/report-columns';
import type { Format } from '~/hooks/use-format';
import type { PostingNumbersView } from '~/schemas/books/posting';
import type { SheetKind, SheetRow } from './sheets';

/** Description of each check. */
export const TIE_TEXTS: Partial<Record<SheetKind, string>> = {
  'aro-rollforward': 'Beginning + additions + accretion − reductions = ending, in every row',
  disclosure: 'Beginning and all changes = ending = current + non-current, in every row',
  'arc-rollforward':
    'Beginning plus changes equals ending, and cost plus accumulated depreciation equals net, in every row',
  'trial-balance': 'Debits = credits, and beginning + debits − credits = ending, in every row',
  balances: 'ARC cost + accumulated depreciation = ARC, net, in every row',
};

/**
 * True when the rows of a report add up to the cent, recomputed from the displayed amounts; null when there is nothing to add up.
 * @param rows as returned by the API
 * @param account account filter of the trial balance: for a single account, debits and credits differ
 */
export function checkTies(
  kind: SheetKind,
  rows: readonly SheetRow[],
  { account = '' }: { account?: string } = {},
): boolean | null {
  const sums = sumsOf(kind);
  if (sums.length === 0 || rows.length === 0) return null;
  const cents = (row: SheetRow, ids: readonly string[]) =>
    ids.reduce((total, id) => total + parseCents(String(row[id])), 0n);
  return (
    rows.every((row) =>
      sums.every(({ id, plus, minus }) => cents(row, plus) - cents(row, minus) === cents(row, [id])),
    ) &&
    (kind !== 'trial-balance' || account !== '' || sumOf(rows, 'debits') === sumOf(rows, 'credits'))
  );
}

/** Ties a report out to the ledger and describes the result. */
export function checkLedgerTie(
  kind: SheetKind,
  rows: readonly SheetRow[],
  trialBalance: readonly SheetRow[],
  format: Format,
): { isTied: boolean; text: string } {
  return kind === 'postings'
    ? checkRegisterTie(rows, trialBalance, format)
    : checkMaturityTie(rows, trialBalance, format);
}

/** Ties the postings of a period out to the change in the liability. */
function checkRegisterTie(rows: readonly SheetRow[], trialBalance: readonly SheetRow[], format: Format) {
  const change = liabilityOf(trialBalance, 'ending') - liabilityOf(trialBalance, 'beginning');
  return compareSums('Liability', sumOf(rows, 'liability'), change, format, {
    equal: 'change of the ARO liability in the trial balance',
    other: 'the trial balance’s change',
  });
}

/**
 * Ties the discounted maturities out to the ledger's liability at the end of the same day.
 * @param trialBalance through that day, for the same wells
 */
function checkMaturityTie(rows: readonly SheetRow[], trialBalance: readonly SheetRow[], format: Format) {
  return compareSums('Discounted', sumOf(rows, 'discounted'), liabilityOf(trialBalance, 'ending'), format, {
    equal: 'ARO liability in the trial balance on that date',
    other: 'the trial balance’s ARO liability',
  });
}

/** Compares a report's sum with the ledger's, to the cent, and describes the result. */
function compareSums(
  name: string,
  sum: bigint,
  ledger: bigint,
  format: Format,
  terms: { equal: string; other: string },
): { isTied: boolean; text: string } {
  const money = (cents: bigint) => format.money(formatCents(cents));
  if (sum === ledger) return { isTied: true, text: `${name} ${money(sum)} = ${terms.equal}` };
  return {
    isTied: false,
    text: `${name} ${money(sum)} less ${terms.other} of ${money(ledger)} is ${money(sum - ledger)}. Something was posted while the report was loading, or the books need a check: reload the page`,
  };
}

/** Checks that a company's posting numbers run from 1 without gaps, and describes any that are missing. */
export function checkNumbers({ last, missing, gaps }: PostingNumbersView, format: Format) {
  const labels = ['Complete ✓', 'Incomplete'] as const;
  if (missing === 0) {
    const text = last === 0 ? 'Nothing is posted yet' : `Postings 1 to ${last}, none missing`;
    return { isTied: true, text, labels };
  }
  const ranges = gaps.map(({ from, through }) => (from === through ? from : `${from} to ${through}`));
  return {
    isTied: false,
    text: `Of postings 1 to ${last}, ${format.integer(missing)} ${missing === 1 ? 'is' : 'are'} missing: ${ranges.join(', ')}`,
    labels,
  };
}
