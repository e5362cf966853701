import { formatCents, parseCents } from '~/domain/money/money';
import { liabilityOf, sumOf } from '~/domain/reports/pack-ties';
import { sumsOf } from '~/domain/reports/report-columns';
import type { Format } from '~/hooks/use-format';
import type { PostingNumbersView } from '~/schemas/books/posting';
import type { SheetKind, SheetRow } from './sheets';

/** What is checked, in words. */
export const TIE_TEXTS: Partial<Record<SheetKind, string>> = {
  'aro-rollforward': 'Beginning + additions + accretion − reductions = ending, in every row',
  disclosure: 'Beginning and all changes = ending = current + non-current, in every row',
  'arc-rollforward':
    'Beginning plus changes equals ending, and cost plus accumulated depreciation equals net, in every row',
  'trial-balance': 'Debits = credits, and beginning + debits − credits = ending, in every row',
  balances: 'ARC cost + accumulated depreciation = ARC, net, in every row',
};

/**
 * Whether the rows of a report add up, to the cent, recomputed from the amounts that are shown; null for a report in which
 * there is nothing to add up.
 * @param rows as the call answers them
 * @param account what the trial balance is narrowed to: of one account, debits and credits differ
 */
export function tiesOf(
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

/** Whether a report is what the ledger has, and both in words. */
export function ledgerTie(
  kind: SheetKind,
  rows: readonly SheetRow[],
  trialBalance: readonly SheetRow[],
  format: Format,
): { isTied: boolean; text: string } {
  return kind === 'postings'
    ? registerTie(rows, trialBalance, format)
    : maturityTie(rows, trialBalance, format);
}

/** Whether the postings of a period are all that changed the liability in it. */
function registerTie(rows: readonly SheetRow[], trialBalance: readonly SheetRow[], format: Format) {
  const change = liabilityOf(trialBalance, 'ending') - liabilityOf(trialBalance, 'beginning');
  return tieOf('Liability', sumOf(rows, 'liability'), change, format, {
    equal: 'change of the ARO liability in the trial balance',
    other: 'the trial balance’s change',
  });
}

/**
 * Whether the discounted maturities are the liability that the ledger has at the end of the same day.
 * @param trialBalance through that day, of the same wells
 */
function maturityTie(rows: readonly SheetRow[], trialBalance: readonly SheetRow[], format: Format) {
  return tieOf('Discounted', sumOf(rows, 'discounted'), liabilityOf(trialBalance, 'ending'), format, {
    equal: 'ARO liability in the trial balance on that date',
    other: 'the trial balance’s ARO liability',
  });
}

/** Whether a report's sum is the ledger's, to the cent, and both in words. */
function tieOf(
  name: string,
  sum: bigint,
  ledger: bigint,
  format: Format,
  words: { equal: string; other: string },
): { isTied: boolean; text: string } {
  const money = (cents: bigint) => format.money(formatCents(cents));
  if (sum === ledger) return { isTied: true, text: `${name} ${money(sum)} = ${words.equal}` };
  return {
    isTied: false,
    text: `${name} ${money(sum)} less ${words.other} of ${money(ledger)} is ${money(sum - ledger)}. Something was posted while the report was loading, or the books need a check: reload the page`,
  };
}

/** Whether a company's postings have all numbers from 1 on, and which are missing, in words. */
export function numbersTie({ last, missing, gaps }: PostingNumbersView, format: Format) {
  const words = ['Complete ✓', 'Incomplete'] as const;
  if (missing === 0) {
    const text = last === 0 ? 'Nothing is posted yet' : `Postings 1 to ${last}, none missing`;
    return { isTied: true, text, words };
  }
  const named = gaps.map(({ from, through }) => (from === through ? from : `${from} to ${through}`));
  return {
    isTied: false,
    text: `Of postings 1 to ${last}, ${format.integer(missing)} ${missing === 1 ? 'is' : 'are'} missing: ${named.join(', ')}`,
    words,
  };
}
