import { INHERITED_WELL_COLUMNS } from '~/domain/files/well-csv';
import { type FileTotal, findFileTotal, type TotalRow } from '~/domain/imports/file-total';
import { createRowMapper, type FileRow, type MappedRow } from '~/domain/imports/map-rows';
import type { ImportMapping } from '~/domain/imports/mapping';
import { hasTotalLabel } from '~/domain/imports/suspect-rows';
import { parseMoney } from '~/domain/money/money';
import { trimBlanks } from '~/domain/wells/clean-text';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { useSlicedWork } from '~/hooks/use-sliced-work';
import type { FilledRowView } from '~/schemas/imports/mass-upload';
import { createWellCsvRowReader, type InheritedFields } from '~/schemas/imports/well-csv';
import type { FileLayer } from './file-layers';

const STEP = 50;

/** Placeholder for fields that only the server knows; they don't affect what is checked about layers. */
const IN_BOOKS: InheritedFields = { wellName: '', wellStatus: 'Active', field: '', activeDate: '' };

/** A file's rows in an upload's columns. */
export type MappedRows = {
  titles: string[];
  positions: ReadonlyMap<string, number>;
  rows: MappedRow[];
  /** Layers of the rows that are valid on their own. */
  layers: FileLayer[];
  /** Sum of all readable balances, in cents; null if the file has no balances. */
  balances: bigint | null;
  /** The file's own total of its balances; null if it has none. */
  total: FileTotal | null;
};

/**
 * A file's rows as mapped, with corrected rows replacing the file's. Null while they are being mapped, and while there is no usable
 * mapping.
 */
export function useMappedRows(
  rows: readonly FileRow[],
  titles: readonly string[],
  mapping: ImportMapping | null,
  corrections: ReadonlyMap<number, readonly string[]>,
  customFields: readonly CustomFieldTemplate[],
): MappedRows | null {
  const { value, isCurrent } = useSlicedWork(
    mapping && (() => mapAll(rows, titles, mapping, corrections, customFields)),
    [rows, titles, mapping, corrections, customFields],
  );
  return isCurrent ? value : null;
}

function* mapAll(
  rows: readonly FileRow[],
  titles: readonly string[],
  mapping: ImportMapping,
  corrections: ReadonlyMap<number, readonly string[]>,
  customFields: readonly CustomFieldTemplate[],
): Generator<void, MappedRows> {
  const mapper = createRowMapper(mapping, titles, customFields);
  const read = createWellCsvRowReader(mapper.header, customFields);
  const result: MappedRow[] = [];
  const layers: FileLayer[] = [];
  const balanceAt = mapper.titles.indexOf('currentAroValue');
  let balances = balanceAt < 0 ? null : 0n;
  const skippedRows = new Set(mapping.skipRows);
  const totals: TotalRow[] = [];
  for (const [index, { row, cells }] of rows.entries()) {
    if (index % STEP === 0) yield;
    const mapped = mapper.map({ row, cells: corrections.get(row) ?? cells });
    if (skippedRows.has(row) && hasTotalLabel(cells)) {
      const total = parseMoney(mapper.read(cells, 'currentAroValue') ?? '');
      if (total.ok) totals.push({ row, cents: BigInt(total.cents) });
    }
    if (!mapped) continue;
    result.push(mapped);
    const balance = balances === null ? null : parseMoney(mapped.cells[balanceAt] ?? '');
    if (balance?.ok) balances = (balances ?? 0n) + BigInt(balance.cents);
    if (mapped.problems.length > 0) continue;
    const checked = read(mapped.cells, { inBooks: mapping.wellsInBooks ? IN_BOOKS : null });
    if (!checked.ok || !checked.row.layer) continue;
    const { well, layer } = checked.row;
    layers.push({ row, wellCode: well.wellCode, isPlugged: well.wellStatus === 'Plugged', layer });
  }
  const total = balances === null ? null : findFileTotal(totals, balances);
  return { titles: mapper.titles, positions: mapper.positions, rows: result, layers, balances, total };
}

/** Fills in blank well columns from the books, because an upload rejects rows of a well without them. */
export function fillRows(
  { titles, rows }: Pick<MappedRows, 'titles' | 'rows'>,
  filled: readonly FilledRowView[],
): Pick<MappedRow, 'row' | 'cells'>[] {
  const valuesOf = new Map(filled.map((values) => [values.row, values]));
  return rows.map(({ row, cells }) => {
    const values = valuesOf.get(row);
    if (!values) return { row, cells };
    const filledCells = [...cells];
    for (const column of INHERITED_WELL_COLUMNS) {
      const at = titles.indexOf(column);
      if (trimBlanks(cells[at] ?? '') === '') filledCells[at] = values[column];
    }
    return { row, cells: filledCells };
  });
}
