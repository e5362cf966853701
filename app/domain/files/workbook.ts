/** How a figure is shown; the cell holds it in full. Negative amounts are in parentheses, as in every report. */
export type FigureFormat = 'amount' | 'percent' | 'number';

/** Text stays text, whatever it begins with; only `formula` is computed. A figure is decimal text, a percentage `8.00`. */
export type WorkbookCell =
  | null
  | { text: string; isStrong?: boolean }
  | { figure: string; format: FigureFormat }
  /** `2026-09-30` */
  | { date: string }
  /** `2026-09-30T14:05:00.000Z`; a cell knows no time zone, so that its heading says UTC. */
  | { instant: string }
  | WorkbookFormula;

/** As a person types it, with its equals sign. */
export type WorkbookFormula = { formula: string; format: FigureFormat; isStrong?: boolean };

export type WorkbookSheet = {
  name: string;
  /** In characters. */
  widths: number[];
  /** Rows that stay in view above the others. */
  headRows: number;
  rows: WorkbookCell[][];
};

/** A column of a table. Its cells may compute with the other cells of their row, and with the row before. */
export type TableColumn<Row> = {
  id: string;
  header: string;
  width?: number;
  cell: (
    row: Row,
    refs: { here: (id: string) => string; above: (id: string) => string | null },
  ) => WorkbookCell;
  /** Whether the table ends with the column's sum. */
  addsUp?: boolean;
};

/** A sheet of a table, to which formulas of other sheets may refer. */
export type TableSheet = WorkbookSheet & {
  /** The cells of a column, without heading and total: `'Name'!$B$5:$B$9`. A table without rows has an empty one. */
  rangeOf: (id: string) => string;
  /** Some of them, from a row of the table on, the first of which is 0. */
  cellsOf: (id: string, first: number, count: number) => string;
};

/**
 * A sheet with a few lines of heading and a table with its totals. What can be computed is a formula over the other cells, so
 * that a reader can check each figure and change an input.
 */
export function tableSheet<Row>({
  name,
  heading,
  columns,
  rows,
}: {
  name: string;
  heading: readonly string[];
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
}): TableSheet {
  const headRows = heading.length + 2;
  const letters = new Map(columns.map(({ id }, index) => [id, columnLetter(index)]));
  const letterOf = (id: string) => {
    const letter = letters.get(id);
    if (letter === undefined) throw new RangeError(`The sheet has no column "${id}"`);
    return letter;
  };
  const refTo = (id: string, line: number) => `${letterOf(id)}${line}`;
  const bodyOf = (row: Row, index: number) => {
    const line = headRows + 1 + index;
    const refs = {
      here: (id: string) => refTo(id, line),
      above: (id: string) => (index === 0 ? null : refTo(id, line - 1)),
    };
    return columns.map(({ cell }) => cell(row, refs));
  };
  const last = headRows + rows.length;
  const cellsOf = (id: string, from: number, count: number) => {
    const [letter, first] = [letterOf(id), headRows + 1 + from];
    return `'${name.replaceAll("'", "''")}'!$${letter}$${first}:$${letter}$${first + count - 1}`;
  };
  const totals = columns.map(({ addsUp }, index): WorkbookCell => {
    const letter = columnLetter(index);
    if (addsUp) return sum(`${letter}${headRows + 1}:${letter}${last}`);
    return index === 0 ? { text: 'Total', isStrong: true } : null;
  });
  const hasTotals = rows.length > 0 && columns.some(({ addsUp }) => addsUp);
  return {
    name,
    widths: columns.map(({ width = 16 }) => width),
    headRows,
    rows: [
      ...heading.map((line, index): WorkbookCell[] => [{ text: line, isStrong: index === 0 }]),
      [],
      columns.map(({ header }): WorkbookCell => ({ text: header, isStrong: true })),
      ...rows.map(bodyOf),
      ...(hasTotals ? [totals] : []),
    ],
    rangeOf: (id) => cellsOf(id, 0, Math.max(rows.length, 1)),
    cellsOf,
  };
}

function sum(range: string): WorkbookCell {
  return { formula: `=ROUND(SUM(${range}),2)`, format: 'amount', isStrong: true };
}

/** The letters of a column by its place: 0 is A, 26 is AA. */
export function columnLetter(index: number): string {
  const before = Math.floor(index / 26);
  return (before === 0 ? '' : columnLetter(before - 1)) + String.fromCharCode(65 + (index % 26));
}

/** An amount from an answer. */
export function amountCell(amount: string): WorkbookCell {
  return { figure: amount, format: 'amount' };
}
