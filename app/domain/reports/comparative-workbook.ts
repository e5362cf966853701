import { DISCLOSURE_CHANGES } from '~/domain/books/movement-kinds';
import { amountCell, columnLetter, type WorkbookCell, type WorkbookSheet } from '~/domain/files/workbook';
import {
  type ComparedColumn,
  DISCLOSURE_LINE_IDS,
  DISCLOSURE_LINES,
  type DisclosureLine,
  fileColumns,
  TIE_LINE,
} from './comparative-disclosure';

export type ComparativeWorkbook = {
  /** Title first, then the scope and basis. */
  heading: readonly string[];
  /** Newest first, gaps between periods included. */
  columns: readonly ComparedColumn[];
};

/** Returns the cell of a line in one column. */
type Lines = (line: DisclosureLine) => string;

/**
 * Builds the sheet of a comparative disclosure, from top to bottom as in a note. Ending balances and non-current
 * portions are formulas. So are the differences from the ledger’s ending balances, and between each beginning balance
 * and the prior ending balance; both are zero.
 */
export function comparativeSheet({ heading, columns }: ComparativeWorkbook): WorkbookSheet {
  const headRows = heading.length + 2;
  const cellsAt = (index: number): Lines => {
    const letter = columnLetter(index + 1);
    return (line) => `${letter}${headRows + 1 + DISCLOSURE_LINE_IDS.indexOf(line)}`;
  };
  const ledgerRow = headRows + DISCLOSURE_LINE_IDS.length + 1;
  const allColumns = fileColumns(columns);
  const amounts = allColumns.map((column) => column.amounts);
  const money = (formula: string): WorkbookCell => ({ formula: `=ROUND(${formula},2)`, format: 'amount' });
  const lineRow = (line: DisclosureLine): WorkbookCell[] => [
    { text: DISCLOSURE_LINES[line], isStrong: line === 'beginning' || line === 'ending' },
    ...amounts.map((column, index) => {
      const cellOf = cellsAt(index);
      if (line === 'ending')
        return money(`SUM(${cellOf('beginning')}:${cellOf(DISCLOSURE_CHANGES.at(-1)!)})`);
      if (line === 'nonCurrent') return money(`${cellOf('ending')}-${cellOf('current')}`);
      return amountCell(column[line]);
    }),
  ];
  return {
    name: 'ARO Disclosure',
    widths: [34, ...amounts.map(() => 30)],
    headRows,
    rows: [
      ...heading.map((line, index): WorkbookCell[] => [{ text: line, isStrong: index === 0 }]),
      [],
      ['Line', ...allColumns.map(({ header }) => header)].map(
        (header): WorkbookCell => ({ text: header, isStrong: true }),
      ),
      ...DISCLOSURE_LINE_IDS.map(lineRow),
      [{ text: 'Ending per Ledger' }, ...amounts.map(({ ending }) => amountCell(ending))],
      [
        { text: 'Difference' },
        ...amounts.map((_, index) =>
          money(`${cellsAt(index)('ending')}-${columnLetter(index + 1)}${ledgerRow}`),
        ),
      ],
      [
        { text: TIE_LINE },
        ...columns
          .slice(1)
          .map((_, index) => money(`${cellsAt(index)('beginning')}-${cellsAt(index + 1)('ending')}`)),
      ],
    ],
  };
}
