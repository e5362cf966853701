import type { DateEpoch, DateOrder, ShortYears, YearDay } from './date-text';
import type { DecimalSeparator } from './number-text';

/** How to read a column. With an option unset, only cells with a single possible meaning are accepted. */
export type ColumnFormat = {
  dateOrder?: DateOrder;
  epoch?: DateEpoch;
  yearDay?: YearDay;
  shortYears?: ShortYears;
  decimal?: DecimalSeparator;
  /** Meaning of a rate without a percent sign: 8 for 8%, or 0.08. */
  rate?: 'percent' | 'fraction';
  /** Meaning of a dash or n/a. */
  dash?: 'blank' | 'zero';
  /** `turned` flips the sign of amounts, for ledgers that show credits as negative. */
  sign?: 'kept' | 'turned';
  /** Treatment of more than two decimal places: `refused` rejects the row. */
  cents?: 'rounded' | 'refused';
};

/** A column of the user's file and its target. */
export type ColumnMapping = {
  title: string;
  /** An upload column, `custom:` plus a custom field name, or null to skip the column. */
  to: string | null;
  format?: ColumnFormat;
  /** Meanings of the user's words, keyed by the word in lower case. */
  words?: Record<string, string>;
};

/** How to read a well file that has its own titles. */
export type ImportMapping = {
  columns: ColumnMapping[];
  /**
   * Values for blank cells, by target; also for targets without a column. `first` for layerType makes a well's first
   * layer initial.
   */
  defaults?: Record<string, string>;
  /** True if blank well columns in later rows of a well repeat its first row, which is the default. */
  fillsFromFirst?: boolean;
  /** True if all wells are already in the books: the file may then omit their names, statuses, fields and active dates. */
  wellsInBooks?: boolean;
  /** Row number of the titles in the spreadsheet. Defaults to 1. */
  headerRow?: number;
  /** Rows that aren't wells, such as totals and notes. */
  skipRows?: number[];
};

/** A layer type that depends on earlier rows: initial for a well's first layer, additional for the others. */
export const FIRST_IS_INITIAL = 'first';

/** Normalizes a title for comparison. */
export function titleKey(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%#]+/gu, '');
}

/**
 * Matches a mapping's columns to a file's titles: columns found, mapped columns that are missing, and positions of
 * titles new to the mapping. Columns with the same title match in order.
 */
export function locateColumns(
  columns: readonly ColumnMapping[],
  titles: readonly string[],
): { matched: { column: ColumnMapping; position: number }[]; missing: ColumnMapping[]; added: number[] } {
  const positionsByKey = new Map<string, number[]>();
  titles.forEach((title, position) => {
    const key = titleKey(title);
    positionsByKey.set(key, [...(positionsByKey.get(key) ?? []), position]);
  });
  const matched: { column: ColumnMapping; position: number }[] = [];
  const missing: ColumnMapping[] = [];
  for (const column of columns) {
    const position = positionsByKey.get(titleKey(column.title))?.shift();
    if (position !== undefined) matched.push({ column, position });
    else if (column.to !== null) missing.push(column);
  }
  const added = [...positionsByKey.values()].flat().sort((a, b) => a - b);
  return { matched, missing, added };
}
