import type { JournalRow } from '~/domain/books/journal';
import { DomainError } from '~/domain/money/domain-error';
import type { FileTerms, LedgerLayout } from './layout';

/**
 * Turns rows into the lines of a file, as cells, in batches: the header, one line per row, and the line that ends each voucher.
 * @throws DomainError from `add` when the file would have more lines than its importer accepts
 */
export function createFileLines(layout: LedgerLayout, terms: FileTerms) {
  const { label, columns, head, foot, maxLines = Number.POSITIVE_INFINITY } = layout;
  let voucher: string | null = null;
  let inVoucher = 0;
  let count = 0;
  const end = () => (foot && voucher !== null ? [foot] : []);
  return {
    head: (): readonly (readonly string[])[] => head ?? [columns.map(({ title }) => title)],
    /** @param rows the next rows; a voucher's rows must be consecutive */
    add(rows: readonly JournalRow[]): (readonly string[])[] {
      const lines: (readonly string[])[] = [];
      for (const row of rows) {
        if (row.voucherNumber !== voucher) {
          lines.push(...end());
          voucher = row.voucherNumber;
          inVoucher = 0;
        }
        inVoucher += 1;
        count += 1;
        if (count > maxLines) throw tooManyLines(label, maxLines);
        lines.push(columns.map(({ value }) => value(row, { inVoucher }, terms)));
      }
      return lines;
    },
    end,
  };
}

function tooManyLines(label: string, maxLines: number): DomainError {
  return new DomainError(
    'lines',
    `${label} takes at most ${maxLines} lines in a file. Choose one line per account, or fewer days.`,
  );
}
