import { accountNumber } from '~/domain/books/tie-out';
import type { WorkbookRequest } from '~/domain/reports/workbook-request';
import type { Pack } from './pack';
import type { PackText } from './pack-text';

/** Workbook request for a pack: figures for the formulas, and everything else as tables. */
export function buildPackRequest({ close, figures, lines }: Pack, packText: PackText): WorkbookRequest {
  return {
    kind: 'pack',
    heading: [packText.title, ...packText.lines],
    facts: [...packText.facts, ...packText.warnings.map((text) => ['Note', text] as const)],
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
      packText.worklist,
      packText.checklist,
      packText.signOffs,
      ...packText.closeChanges,
      packText.savedReports,
      ...(packText.changesSinceClose.rows.length > 0 ? [packText.changesSinceClose] : []),
    ],
  };
}
