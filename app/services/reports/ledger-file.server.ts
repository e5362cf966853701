import type { JournalRow } from '~/domain/books/journal';
import { createFileLines } from '~/domain/books/ledger-files/file-lines';
import type { FileTerms, LedgerLayout } from '~/domain/books/ledger-files/layout';
import type { LineChoice } from '~/domain/books/ledger-files/layouts';
import { createSummary } from '~/domain/books/ledger-files/summary';
import { BYTE_ORDER_MARK, csvLine } from '~/domain/files/csv-line';
import { iifLine } from '~/domain/files/iif-line';

type Batches = AsyncIterable<JournalRow[]>;

/** The journal's rows as they are, or a line for each account of a voucher; a voucher has one date, so a date's are held at a time. */
export async function* journalLines(batches: Batches, lines: LineChoice): AsyncGenerator<JournalRow[]> {
  if (lines === 'detail') return yield* batches;
  const summary = createSummary();
  let date: string | undefined;
  for await (const batch of batches) {
    for (const [next, rows] of Map.groupBy(batch, ({ voucherDate }) => voucherDate)) {
      if (next !== date) yield summary.take();
      date = next;
      summary.add(rows);
    }
  }
  yield summary.take();
}

/**
 * The text of a file for a general ledger, in pieces.
 * @param batches rows in the order of the file, those of a voucher one after the other
 * @throws DomainError where it would have more lines than its importer takes; then before the first piece
 */
export async function* ledgerFileTexts(
  layout: LedgerLayout,
  batches: Batches,
  terms: FileTerms,
): AsyncGenerator<string, void, undefined> {
  const lineOf = layout.ending === 'iif' ? iifLine : csvLine;
  const textOf = (lines: readonly (readonly string[])[]) => lines.map(lineOf).join('');
  const file = createFileLines(layout, terms);
  // What has a limit is small; it is read whole, so that a file that would be too long is not begun.
  const pieces = layout.maxLines ? await gather(batches, (rows) => textOf(file.add(rows))) : null;
  yield (layout.hasByteOrderMark ? BYTE_ORDER_MARK : '') + textOf(file.head());
  if (pieces) yield pieces;
  else for await (const rows of batches) if (rows.length > 0) yield textOf(file.add(rows));
  const end = textOf(file.end());
  if (end !== '') yield end;
}

async function gather(batches: Batches, textOf: (rows: JournalRow[]) => string): Promise<string> {
  let text = '';
  for await (const rows of batches) text += textOf(rows);
  return text;
}
