import type { DateEpoch, DateOrder, ShortYears, YearDay } from './date-text';
import type { DecimalSign } from './number-text';

/** How one column is to be read. What is not said is taken only where a cell can mean one thing. */
export type ColumnFormat = {
  dateOrder?: DateOrder;
  epoch?: DateEpoch;
  yearDay?: YearDay;
  shortYears?: ShortYears;
  decimal?: DecimalSign;
  /** What a rate without a percent sign is: 8 for 8%, or 0.08. */
  rate?: 'percent' | 'fraction';
  /** What a dash, or n/a, means. */
  dash?: 'blank' | 'zero';
  /** Amounts with their signs turned: credits that a ledger shows as negative. */
  sign?: 'kept' | 'turned';
  /** What becomes of more than two decimal places: `refused` leaves the row out. */
  cents?: 'rounded' | 'refused';
};

/** A column of the person's file and what it is in ours. */
export type ColumnMapping = {
  title: string;
  /** A column of an upload, `custom:` and the name of a custom field, or null: left out. */
  to: string | null;
  format?: ColumnFormat;
  /** The person's words and what they mean, by the word in lower case. */
  words?: Record<string, string>;
};

/** How a file of wells with titles of its own is read. */
export type ImportMapping = {
  columns: ColumnMapping[];
  /** What blank cells mean, by target; also for targets without a column. `first` for layerType: a well's first layer is initial. */
  defaults?: Record<string, string>;
  /** Whether blank well columns in further rows of a well repeat its first row. True where nothing is said. */
  fillsFromFirst?: boolean;
  /** Whether all wells are in the books already, so that the file may do without their names, statuses, fields and active dates. */
  wellsInBooks?: boolean;
  /** The row of the titles, as a spreadsheet numbers it; 1 where nothing is said. */
  headerRow?: number;
  /** Rows that are no wells: totals, notes. */
  skipRows?: number[];
};

/** A layer type that depends on the rows before: initial for a well's first layer, additional for the others. */
export const FIRST_IS_INITIAL = 'first';

/** A title reduced to what counts for comparing it. */
export function titleKey(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%#]+/gu, '');
}

/**
 * The positions of a mapping's columns in a file, by title, and those it no longer finds. Columns of the same title are taken
 * in their order.
 */
export function locateColumns(
  columns: readonly ColumnMapping[],
  titles: readonly string[],
): { found: { column: ColumnMapping; position: number }[]; missing: ColumnMapping[]; added: number[] } {
  const places = new Map<string, number[]>();
  titles.forEach((title, position) => {
    const key = titleKey(title);
    places.set(key, [...(places.get(key) ?? []), position]);
  });
  const found: { column: ColumnMapping; position: number }[] = [];
  const missing: ColumnMapping[] = [];
  for (const column of columns) {
    const position = places.get(titleKey(column.title))?.shift();
    if (position !== undefined) found.push({ column, position });
    else if (column.to !== null) missing.push(column);
  }
  const added = [...places.values()].flat().sort((a, b) => a - b);
  return { found, missing, added };
}
