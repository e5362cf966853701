import type { CustomFieldTemplate } from '~/domain/wells/custom-field';

/** The columns of a file of wells that its template has, in its order. */
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

/** Columns that say more of a layer. */
const EXTRA_LAYER_COLUMNS = [
  'measurement',
  'arcCost',
  'arcAccumulated',
  'retirementDate',
  'grossCost',
] as const;

/** Columns that say more of a well: what the company owns of it, from when on, and of which version of it a row is a change. */
const EXTRA_WELL_COLUMNS = ['workingInterest', 'workingInterestFrom', 'wellVersion'] as const;

/** The template does without these, and a custom field of the same name goes first. */
export const EXTRA_COLUMNS = [...EXTRA_LAYER_COLUMNS, ...EXTRA_WELL_COLUMNS] as const;

/** Every column that a file may have besides custom fields. */
export const WELL_CSV_COLUMNS = [...TEMPLATE_COLUMNS, ...EXTRA_COLUMNS];
export type WellCsvColumn = (typeof WELL_CSV_COLUMNS)[number];

/** A file without one of these is refused as a whole. */
export const REQUIRED_WELL_CSV_COLUMNS = TEMPLATE_COLUMNS.slice(0, 5);

/** Of those, what a well in the books has already: its rows may leave these blank. */
export const KEPT_WELL_COLUMNS = ['wellName', 'wellStatus', 'field', 'activeDate'] as const;

/** The columns that tell of a layer: a row with any of them but the retirement date needs those from layerType to calculationDate. */
export const LAYER_CSV_COLUMNS = [...TEMPLATE_COLUMNS.slice(5), ...EXTRA_LAYER_COLUMNS] as const;

/** Those that make a row one with a layer: a retirement date alone is its well's. */
export const DECIDING_LAYER_COLUMNS = LAYER_CSV_COLUMNS.filter((column) => column !== 'retirementDate');

/** The most columns that a file may have, those of ours and those that are ignored. */
export const MAX_CSV_COLUMNS = 200;

/** One example row below the titles; it can be uploaded unchanged. */
export const WELL_CSV_TEMPLATE = [
  TEMPLATE_COLUMNS.join(','),
  'WELL-001,Example Well 1,Active,North Field,2020-01-15,initial,8.00,2.50,100000.00,25,2020-01-15,27070.90,27070.90',
  '',
].join('\r\n');

/** Why a file that has titles and nothing else is refused. */
export const NO_ROWS_PROBLEM = 'The file has a header row but no data.';

export type WellCsvHeader = {
  /** Where each column was found, counted from 0. */
  positions: Partial<Record<WellCsvColumn, number>>;
  /** Where the company's custom fields were found. */
  customFields: { fieldName: string; position: number }[];
  /** Required columns that are not there. */
  missing: WellCsvColumn[];
  /** Known columns and custom fields that the file has more than once. */
  repeated: string[];
  /** Titles that name no column, as the file has them, with their positions. */
  ignored: { title: string; position: number }[];
  /** How many columns the file has, untitled ones included. */
  columnCount: number;
  /** What separates the columns where it is no comma, in words. */
  separator: string | null;
};

const OTHER_SEPARATORS = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
] as const;

/**
 * Finds the columns of a file by their titles, whatever their case, blanks and underscores. What names no column of the
 * template may name one of the company's custom fields, by its field name or its display name. Titles that stay blank name
 * nothing. Source: the rules of the mass upload.
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
    // Last, and so first: a field's own name goes before the words that another is shown by.
    ...customFields.map(({ fieldName }) => [csvTitleKey(fieldName), fieldName] as const),
  ]);
  const found = new Set<string>();
  titles.forEach((title, position) => {
    const key = csvTitleKey(title);
    const fieldName = TEMPLATE_KEYS.has(key) ? undefined : fieldOfKey.get(key);
    const column = fieldName === undefined ? COLUMN_OF_KEY.get(key) : undefined;
    const name = column ?? fieldName;
    if (name === undefined) {
      if (key !== '') header.ignored.push({ title, position });
    } else if (found.has(name)) {
      if (!header.repeated.includes(name)) header.repeated.push(name);
    } else {
      found.add(name);
      if (column !== undefined) header.positions[column] = position;
      else header.customFields.push({ fieldName: name, position });
    }
  });
  header.missing = missingColumns(found);
  header.separator = otherSeparator(titles, header.missing.length);
  return header;
}

/** Why a file with this header is refused as a whole, in words for people, or null. */
export function wellCsvHeaderProblem(header: WellCsvHeader): string | null {
  const { columnCount, separator, missing, repeated } = header;
  if (columnCount > MAX_CSV_COLUMNS) return tooManyColumns(columnCount);
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

/** What to say of a file, or of one of its rows, with more columns than MAX_CSV_COLUMNS. */
export function tooManyColumns(count: number, row?: number): string {
  return `${row === undefined ? 'The file' : `Row ${row}`} has ${count} columns. The limit is ${MAX_CSV_COLUMNS}.`;
}

/** A column title reduced to what counts for comparing it. */
function csvTitleKey(title: string): string {
  return title.replace(/[\s_]/g, '').toLowerCase();
}

const COLUMN_OF_KEY = new Map(WELL_CSV_COLUMNS.map((column) => [csvTitleKey(column), column]));
const TEMPLATE_KEYS = new Set(TEMPLATE_COLUMNS.map(csvTitleKey));

/** Whether a title always names a column of the template, so that a file could have no custom field of that name. */
export function isTemplateColumn(title: string): boolean {
  return TEMPLATE_KEYS.has(csvTitleKey(title));
}

function missingColumns(found: ReadonlySet<string>): WellCsvColumn[] {
  return REQUIRED_WELL_CSV_COLUMNS.filter((column) => !found.has(column));
}

/** The character between the columns, in words, if taking it for that finds columns that a comma does not. */
function otherSeparator(titles: readonly string[], missingWithCommas: number): string | null {
  if (missingWithCommas === 0) return null;
  const line = titles.join(',');
  for (const [character, name] of OTHER_SEPARATORS) {
    const keys = line.split(character).map((title) => csvTitleKey(title.replaceAll('"', '')));
    const found = new Set(keys.map((key) => COLUMN_OF_KEY.get(key) ?? ''));
    if (missingColumns(found).length < missingWithCommas) return name;
  }
  return null;
}
