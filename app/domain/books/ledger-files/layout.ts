import type { JournalRow, LedgerFileSetting } from '~/domain/books/journal';
import { parseCents } from '~/domain/money/money';

/** What the company's settings add to a file. */
export type FileTerms = Record<LedgerFileSetting, string>;

/** The place of a line in its voucher; 1 is the first. */
export type LinePlace = { inVoucher: number };

export type LayoutColumn = {
  title: string;
  value: (row: JournalRow, place: LinePlace, terms: FileTerms) => string;
};

/** How a general ledger takes journal entries from a file. */
export type LedgerLayout = {
  /** What people call it. */
  label: string;
  /** CSV, or QuickBooks Desktop's tab-separated lines. */
  ending: 'csv' | 'iif';
  /** Whether the file begins with the byte order mark by which spreadsheets know UTF-8. Importers read it as part of the first title. */
  hasByteOrderMark?: true;
  columns: readonly LayoutColumn[];
  /** The lines before the first voucher; the columns' titles where absent. */
  head?: readonly (readonly string[])[];
  /** The line that ends each voucher. */
  foot?: readonly string[];
  /** The most lines that the importer takes in a file. */
  maxLines?: number;
};

/** A column that is always blank, because the target has it and the books say nothing about it. */
export const blank = (title: string): LayoutColumn => ({ title, value: () => '' });

/** The row's date as the United States write it: 09/30/2026. */
export function monthFirst({ voucherDate }: JournalRow): string {
  const [year, month, day] = voucherDate.split('-');
  return `${month}/${day}/${year}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The row's date as 30 Sep 2026, which no country reads differently. */
export function monthByName({ voucherDate }: JournalRow): string {
  const [year, month, day] = voucherDate.split('-');
  return `${day} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** The amount of a debit; blank for a credit. */
export function debit({ netValue }: JournalRow): string {
  return parseCents(netValue) > 0n ? netValue : '';
}

/** The amount of a credit, positive; blank for a debit. */
export function credit({ netValue }: JournalRow): string {
  return parseCents(netValue) < 0n ? netValue.slice(1) : '';
}

/** What a line is about: its well, where it has one, and the layer. */
export function lineText({ well, detailDescription }: JournalRow): string {
  return well === '' ? detailDescription : `${well}: ${detailDescription}`;
}
