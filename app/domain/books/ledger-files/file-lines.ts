import type { JournalRow } from '~/domain/books/journal';
import { DomainError } from '~/domain/money/domain-error';
import type { FileTerms, LedgerLayout } from './layout';

/**
 * Turns rows into the lines of a file, as cells, in batches: the header, one line per row, and the line that ends each voucher.
 * @throws DomainError from `add` when the file would have more lines than its importer accepts
 */
export function createFileLines(layout: LedgerLayout, terms: FileTerms) {
  const { label, columns, headerRows, footerRow, maxLines = Number.POSITIVE_INFINITY } = layout;
  let voucher: string | null = null;
  let lineInVoucher = 0;
  let count = 0;
  const end = () => (footerRow && voucher !== null ? [footerRow] : []);
  return {
    head: (): readonly (readonly string[])[] => headerRows ?? [columns.map(({ title }) => title)],
    /** @param rows the next rows; a voucher's rows must be consecutive */
    add(rows: readonly JournalRow[]): (readonly string[])[] {
      const lines: (readonly string[])[] = [];
      for (const row of rows) {
        if (row.voucherNumber !== voucher) {
          lines.push(...end());
          voucher = row.voucherNumber;
          lineInVoucher = 0;
        }
        lineInVoucher += 1;
        count += 1;
        if (count > maxLines) throw tooManyLinesError(label, maxLines);
        lines.push(columns.map(({ value }) => value(row, { lineInVoucher }, terms)));
      }
      return lines;
    },
    end,
  };
}

function tooManyLinesError(label: string, maxLines: number): DomainError {
  return new DomainError(
    'lines',
    `${label} accepts at most ${maxLines} lines per file. Choose one line per account or a shorter date range.`,
  );
}
