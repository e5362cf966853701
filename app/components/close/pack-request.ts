import { accountNumber } from '~/domain/books/tie-out';
import type { WorkbookRequest } from '~/domain/reports/workbook-request';
import type { Pack } from './pack';
import type { PackText } from './pack-text';

/** Workbook request for a pack: figures for the formulas, and everything else as tables. */
export function packRequest({ close, figures, lines }: Pack, words: PackText): WorkbookRequest {
  return {
    kind: 'pack',
    heading: [words.title, ...words.lines],
    facts: [...words.facts, ...words.warnings.map((text) => ['Note', text] as const)],
    figures,
    lines,
    tieOut: close.accounts.map((row) => ({
      account: accountNumber(row),
      name: row.name,
      own: row.own,
      ledger: row.ledger,
      explanation: row.explanation ?? '',
    })),
    tables: [
      words.worklist,
      words.checklist,
      words.signOffs,
      ...words.closeChanges,
      words.kept,
      ...(words.changesSinceClose.rows.length > 0 ? [words.changesSinceClose] : []),
    ],
  };
}
