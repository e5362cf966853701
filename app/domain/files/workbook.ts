/** Display format of a figure; the cell holds its full value. Negative amounts are in parentheses, as in every report. */
export type FigureFormat = 'amount' | 'percent' | 'number';

/**
 * Text is never parsed, whatever it starts with; only `formula` is computed. Figures are decimal text; percentages look
 * like `8.00`.
 */
export type WorkbookCell =
  | null
  | { text: string; isStrong?: boolean }
  | { figure: string; format: FigureFormat }
  /** `2026-09-30` */
  | { date: string }
  /** `2026-09-30T14:05:00.000Z`; cells have no time zone, so the column heading says UTC. */
  | { instant: string }
  | WorkbookFormula;

/** Formula text includes the equals sign, as typed into a cell. */
export type WorkbookFormula = { formula: string; format: FigureFormat; isStrong?: boolean };

export type WorkbookSheet = {
  name: string;
  /** In characters. */
  widths: number[];
  /** Number of frozen rows at the top. */
  headRows: number;
  rows: WorkbookCell[][];
};

/** A column of a table. Its cells can refer to other cells in their row, and to the row above. */
export type TableColumn<Row> = {
  id: string;
  header: string;
  width?: number;
  cell: (
    row: Row,
    refs: { here: (id: string) => string; above: (id: string) => string | null },
  ) => WorkbookCell;
  /** True when the table ends with the column's sum. */
  addsUp?: boolean;
};

/** A sheet with one table, which formulas on other sheets can refer to. */
export type TableSheet = WorkbookSheet & {
  /** Range of a column without its heading and total: `'Name'!$B$5:$B$9`. For a table without rows, one empty cell. */
  rangeOf: (id: string) => string;
  /** Range of `count` cells of a column, starting at table row `first` (zero-based). */
  cellsOf: (id: string, first: number, count: number) => string;
};

/**
 * Builds a sheet with heading lines and a table with totals. Everything that can be computed is a formula over other
 * cells, so a reader can check each figure and change inputs.
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

/** Column letters for a zero-based index: 0 is A, 26 is AA. */
export function columnLetter(index: number): string {
  const before = Math.floor(index / 26);
  return (before === 0 ? '' : columnLetter(before - 1)) + String.fromCharCode(65 + (index % 26));
}

/** Cell for an amount from an API response. */
export function amountCell(amount: string): WorkbookCell {
  return { figure: amount, format: 'amount' };
}
