import type { JournalRow, LedgerFileSetting } from '~/domain/books/journal';
import { parseCents } from '~/domain/money/money';

/** Company settings that a file uses. */
export type FileTerms = Record<LedgerFileSetting, string>;

/** Position of a line within its voucher, starting at 1. */
export type LinePosition = { lineInVoucher: number };

export type LayoutColumn = {
  title: string;
  value: (row: JournalRow, position: LinePosition, terms: FileTerms) => string;
};

/** File format in which a general ledger imports journal entries. */
export type LedgerLayout = {
  /** Display name. */
  label: string;
  /** CSV, or tab-separated lines for QuickBooks Desktop. */
  extension: 'csv' | 'iif';
  /** True to start with a byte order mark, by which spreadsheets detect UTF-8. Importers read it as part of the first title. */
  hasByteOrderMark?: true;
  columns: readonly LayoutColumn[];
  /** Lines before the first voucher; the column titles if absent. */
  headerRows?: readonly (readonly string[])[];
  /** Line that ends each voucher. */
  footerRow?: readonly string[];
  /** Most lines per file that the importer accepts. */
  maxLines?: number;
};

/** A column that is always blank: the target format has it, but the books have no value for it. */
export const blank = (title: string): LayoutColumn => ({ title, value: () => '' });

/** The row's date in US order: 09/30/2026. */
export function monthFirst({ voucherDate }: JournalRow): string {
  const [year, month, day] = voucherDate.split('-');
  return `${month}/${day}/${year}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The row's date as 30 Sep 2026, which is unambiguous in every country. */
export function monthByName({ voucherDate }: JournalRow): string {
  const [year, month, day] = voucherDate.split('-');
  return `${day} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** Amount of a debit; blank for a credit. */
export function debit({ netValue }: JournalRow): string {
  return parseCents(netValue) > 0n ? netValue : '';
}

/** Amount of a credit, positive; blank for a debit. */
export function credit({ netValue }: JournalRow): string {
  return parseCents(netValue) < 0n ? netValue.slice(1) : '';
}

/** Line description: the well, if the row has one, and the layer. */
export function lineText({ well, detailDescription }: JournalRow): string {
  return well === '' ? detailDescription : `${well}: ${detailDescription}`;
}
