/** The columns of a file of wells, in the order of its template. */
export const WELL_CSV_COLUMNS = [
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
export type WellCsvColumn = (typeof WELL_CSV_COLUMNS)[number];

/** A file without one of these is refused as a whole. */
export const REQUIRED_WELL_CSV_COLUMNS = WELL_CSV_COLUMNS.slice(0, 5);

/** The columns that tell of a layer: a row with any of them needs all but the last two. */
export const LAYER_CSV_COLUMNS = WELL_CSV_COLUMNS.slice(5);

/** One example below the titles, which goes into the product as it stands. */
export const WELL_CSV_TEMPLATE = [
  WELL_CSV_COLUMNS.join(','),
  'WELL-001,Example Well 1,Active,North Field,2020-01-15,initial,8.00,2.50,100000.00,25,2020-01-15,27070.90,27070.90',
  '',
].join('\r\n');

export type WellCsvHeader = {
  /** Where each column was found, counted from 0. */
  positions: Partial<Record<WellCsvColumn, number>>;
  /** Required columns that are not there. */
  missing: WellCsvColumn[];
  /** Columns that stand in the file more than once. */
  repeated: WellCsvColumn[];
  /** Titles that name no column, as the file has them, with their positions. */
  ignored: { title: string; position: number }[];
};

/**
 * Finds the columns of a file by their titles, whatever their case, blanks and underscores. Titles that stay blank name
 * nothing. Source: the rules of the mass upload.
 */
export function readWellCsvHeader(titles: readonly string[]): WellCsvHeader {
  const header: WellCsvHeader = { positions: {}, missing: [], repeated: [], ignored: [] };
  titles.forEach((title, position) => {
    const column = COLUMN_OF_KEY.get(csvTitleKey(title));
    if (!column) {
      if (title.trim() !== '') header.ignored.push({ title, position });
    } else if (header.positions[column] === undefined) {
      header.positions[column] = position;
    } else if (!header.repeated.includes(column)) {
      header.repeated.push(column);
    }
  });
  header.missing = REQUIRED_WELL_CSV_COLUMNS.filter((column) => header.positions[column] === undefined);
  return header;
}

/** A column title reduced to what counts for comparing it. */
export function csvTitleKey(title: string): string {
  return title.replace(/[\s_]/g, '').toLowerCase();
}

const COLUMN_OF_KEY = new Map(WELL_CSV_COLUMNS.map((column) => [csvTitleKey(column), column]));
