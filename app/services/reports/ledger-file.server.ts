import type { JournalRow } from '~/domain/books/journal';
import { createFileLines } from '~/domain/books/ledger-files/file-lines';
import type { FileTerms, LedgerLayout } from '~/domain/books/ledger-files/layout';
import type { LineChoice } from '~/domain/books/ledger-files/layouts';
import { createSummary } from '~/domain/books/ledger-files/summary';
import { BYTE_ORDER_MARK, csvLine } from '~/domain/files/csv-line';
import { iifLine } from '~/domain/files/iif-line';

type Batches = AsyncIterable<JournalRow[]>;

/** The journal's rows unchanged, or one line per account of a voucher. A voucher has one date, so only one date is in memory. */
export async function* journalLines(batches: Batches, lines: LineChoice): AsyncGenerator<JournalRow[]> {
  if (lines === 'detail') return yield* batches;
  const summary = createSummary();
  let date: string | undefined;
  for await (const batch of batches) {
    for (const [next, rows] of Map.groupBy(batch, ({ voucherDate }) => voucherDate)) {
      if (next !== date) yield summary.drain();
      date = next;
      summary.add(rows);
    }
  }
  yield summary.drain();
}

/**
 * Text of a file for a general ledger, in chunks.
 * @param batches rows in the order of the file, grouped by voucher
 * @throws DomainError before the first chunk when there would be more lines than the importer accepts
 */
export async function* ledgerFileTexts(
  layout: LedgerLayout,
  batches: Batches,
  terms: FileTerms,
): AsyncGenerator<string, void, undefined> {
  const lineOf = layout.extension === 'iif' ? iifLine : csvLine;
  const joinLines = (lines: readonly (readonly string[])[]) => lines.map(lineOf).join('');
  const file = createFileLines(layout, terms);
  // A layout with a line limit is small. It is read in full first, so a file that would be too long is never started.
  const bodyText = layout.maxLines ? await collectText(batches, (rows) => joinLines(file.add(rows))) : null;
  yield (layout.hasByteOrderMark ? BYTE_ORDER_MARK : '') + joinLines(file.head());
  if (bodyText) yield bodyText;
  else for await (const rows of batches) if (rows.length > 0) yield joinLines(file.add(rows));
  const end = joinLines(file.end());
  if (end !== '') yield end;
}

async function collectText(batches: Batches, toText: (rows: JournalRow[]) => string): Promise<string> {
  let text = '';
  for await (const rows of batches) text += toText(rows);
  return text;
}
