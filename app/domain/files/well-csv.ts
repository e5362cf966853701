import type { CustomFieldTemplate } from '~/domain/wells/custom-field';

/** Columns of the well file template, in template order. */
export const TEMPLATE_COLUMNS = [
  'wellCode',
  'wellName',
  'wellStatus',
  'field',
  'activeDate',
  'layerType',
  'discountRate',
  'inflationRate',
  'pAndACost',
  'wellLifespan',
  'calculationDate',
  'aroValue',
  'currentAroValue',
] as const;

/** Additional columns for a layer. */
const EXTRA_LAYER_COLUMNS = [
  'measurement',
  'arcCost',
  'arcAccumulated',
  'retirementDate',
  'grossCost',
] as const;

/** Additional columns for a well: the company's interest, its effective date, and the version of the well that a row changes. */
const EXTRA_WELL_COLUMNS = ['workingInterest', 'workingInterestFrom', 'wellVersion'] as const;

/** Columns that the template omits. A custom field of the same name takes precedence over them. */
export const EXTRA_COLUMNS = [...EXTRA_LAYER_COLUMNS, ...EXTRA_WELL_COLUMNS] as const;

/** All columns a file may have, except custom fields. */
export const WELL_CSV_COLUMNS = [...TEMPLATE_COLUMNS, ...EXTRA_COLUMNS];
export type WellCsvColumn = (typeof WELL_CSV_COLUMNS)[number];

/** A file that lacks any of these is rejected. */
export const REQUIRED_WELL_CSV_COLUMNS = TEMPLATE_COLUMNS.slice(0, 5);

/** Required columns that the books can supply for an existing well: its rows may leave them blank. */
export const INHERITED_WELL_COLUMNS = ['wellName', 'wellStatus', 'field', 'activeDate'] as const;

/**
 * Layer columns. A row with a value in any of them except the retirement date needs values from layerType through
 * calculationDate.
 */
export const LAYER_CSV_COLUMNS = [...TEMPLATE_COLUMNS.slice(5), ...EXTRA_LAYER_COLUMNS] as const;

/** Columns that give a row a layer. A retirement date alone belongs to the well. */
export const DECIDING_LAYER_COLUMNS = LAYER_CSV_COLUMNS.filter((column) => column !== 'retirementDate');

/** Maximum number of columns in a file, ignored ones included. */
export const MAX_CSV_COLUMNS = 200;

/** Titles and one example row, which can be uploaded unchanged. */
export const WELL_CSV_TEMPLATE = [
  TEMPLATE_COLUMNS.join(','),
  'WELL-001,Example Well 1,Active,North Field,2020-01-15,initial,8.00,2.50,100000.00,25,2020-01-15,27070.90,27070.90',
  '',
].join('\r\n');

/** Message for a file with titles and no rows. */
export const NO_ROWS_PROBLEM = 'The file has a header row but no data.';

export type WellCsvHeader = {
  /** Position of each column found, from 0. */
  positions: Partial<Record<WellCsvColumn, number>>;
  /** Positions of the company's custom fields. */
  customFields: { fieldName: string; position: number }[];
  /** Required columns that weren't found. */
  missing: WellCsvColumn[];
  /** Known columns and custom fields that occur more than once. */
  repeated: string[];
  /** Titles that match no column, as written in the file, with their positions. */
  ignored: { title: string; position: number }[];
  /** Number of columns in the file, untitled ones included. */
  columnCount: number;
  /** Name of the column separator if it isn't a comma. */
  separator: string | null;
};

const OTHER_SEPARATORS = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
] as const;

/**
 * Finds a file's columns by title, ignoring case, spaces and underscores. A title that isn't a template column may
 * match a custom field, by field name or display name. Blank titles are skipped. Source: the rules of the mass upload.
 */
export function readWellCsvHeader(
  titles: readonly string[],
  customFields: readonly Pick<CustomFieldTemplate, 'fieldName' | 'displayName'>[] = [],
): WellCsvHeader {
  const header: WellCsvHeader = {
    positions: {},
    customFields: [],
    missing: [],
    repeated: [],
    ignored: [],
    columnCount: titles.length,
    separator: null,
  };
  const fieldOfKey = new Map([
    ...customFields.map(({ displayName, fieldName }) => [csvTitleKey(displayName), fieldName] as const),
    // Later entries win, so a field's own name takes precedence over another field's display name.
    ...customFields.map(({ fieldName }) => [csvTitleKey(fieldName), fieldName] as const),
  ]);
  const recognized = new Set<string>();
  titles.forEach((title, position) => {
    const key = csvTitleKey(title);
    const fieldName = TEMPLATE_KEYS.has(key) ? undefined : fieldOfKey.get(key);
    const column = fieldName === undefined ? COLUMN_OF_KEY.get(key) : undefined;
    const name = column ?? fieldName;
    if (name === undefined) {
      if (key !== '') header.ignored.push({ title, position });
    } else if (recognized.has(name)) {
      if (!header.repeated.includes(name)) header.repeated.push(name);
    } else {
      recognized.add(name);
      if (column !== undefined) header.positions[column] = position;
      else header.customFields.push({ fieldName: name, position });
    }
  });
  header.missing = missingColumns(recognized);
  header.separator = detectSeparator(titles, header.missing.length);
  return header;
}

/** Returns the reason a file with this header is rejected, as a message for the user, or null. */
export function wellCsvHeaderProblem(header: WellCsvHeader): string | null {
  const { columnCount, separator, missing, repeated } = header;
  if (columnCount > MAX_CSV_COLUMNS) return tooManyColumnsMessage(columnCount);
  if (separator !== null) {
    return `Columns are separated by ${separator}. Save the file as CSV (comma delimited) and upload it again.`;
  }
  if (missing.length > 0) {
    return `Missing required ${missing.length === 1 ? 'column' : 'columns'}: ${missing.join(', ')}. The first row must contain the column headers from the template.`;
  }
  if (repeated.length > 0) {
    return `Duplicate ${repeated.length === 1 ? 'column' : 'columns'}: ${repeated.join(', ')}. Keep only one of each.`;
  }
  return null;
}

/** Message for a file, or one of its rows, with more columns than MAX_CSV_COLUMNS. */
export function tooManyColumnsMessage(count: number, row?: number): string {
  return `${row === undefined ? 'The file' : `Row ${row}`} has ${count} columns. The limit is ${MAX_CSV_COLUMNS}.`;
}

/** Normalizes a column title for comparison. */
function csvTitleKey(title: string): string {
  return title.replace(/[\s_]/g, '').toLowerCase();
}

const COLUMN_OF_KEY = new Map(WELL_CSV_COLUMNS.map((column) => [csvTitleKey(column), column]));
const TEMPLATE_KEYS = new Set(TEMPLATE_COLUMNS.map(csvTitleKey));

/** True when a title always means a template column, so a file can't have a custom field of that name. */
export function isTemplateColumn(title: string): boolean {
  return TEMPLATE_KEYS.has(csvTitleKey(title));
}

function missingColumns(recognized: ReadonlySet<string>): WellCsvColumn[] {
  return REQUIRED_WELL_CSV_COLUMNS.filter((column) => !recognized.has(column));
}

/** Name of a separator other than the comma, if splitting by it finds columns that a comma doesn't. */
function detectSeparator(titles: readonly string[], missingWithCommas: number): string | null {
  if (missingWithCommas === 0) return null;
  const line = titles.join(',');
  for (const [character, name] of OTHER_SEPARATORS) {
    const keys = line.split(character).map((title) => csvTitleKey(title.replaceAll('"', '')));
    const recognized = new Set(keys.map((key) => COLUMN_OF_KEY.get(key) ?? ''));
    if (missingColumns(recognized).length < missingWithCommas) return name;
  }
  return null;
}
