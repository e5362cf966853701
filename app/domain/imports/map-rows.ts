import {
  DECIDING_LAYER_COLUMNS,
  INHERITED_WELL_COLUMNS,
  LAYER_CSV_COLUMNS,
  REQUIRED_WELL_CSV_COLUMNS,
  type WellCsvColumn,
  type WellCsvHeader,
} from '~/domain/files/well-csv';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { foldText } from '~/domain/wells/fold-text';
import { FIRST_IS_INITIAL, type ImportMapping, locateColumns } from './mapping';
import { type ReadCell, readCell } from './read-cell';
import { customFieldOf, type Target, targetsOf, uploadTitle } from './targets';

/** A row of the user's file. */
export type FileRow = { row: number; cells: readonly string[] };

/** A row in upload columns, and its cells that can't be interpreted. */
export type MappedRow = {
  row: number;
  cells: string[];
  problems: { target: string; position: number | null; message: string }[];
};

export type RowMapper = {
  /** Header of the mapped cells, as an upload with these columns would have it. */
  header: WellCsvHeader;
  titles: string[];
  /** Position of each mapped column in the file, by target. */
  positions: ReadonlyMap<string, number>;
  /** @returns null for rows that the mapping skips, including all up to the titles */
  map: (row: FileRow) => MappedRow | null;
  /** Value of any row (skipped ones included) in a target's column; null if it can't be interpreted or there is no column. */
  read: (cells: readonly string[], target: string) => string | null;
};

const INHERITED_COLUMNS = new Set<string>(INHERITED_WELL_COLUMNS);
const LAYER_COLUMNS = new Set<string>(LAYER_CSV_COLUMNS);
const DECIDING_COLUMNS = new Set<string>(DECIDING_LAYER_COLUMNS);
/** Statuses, dates and rates repeat across rows; amounts and codes don't, so caching them is pointless. */
const MAX_CACHED = 2_000;

/** Reasons a mapping can't be used for a file with these titles, as messages for the user; empty if it can. */
export function mappingProblems(
  mapping: ImportMapping,
  titles: readonly string[],
  customFields: readonly CustomFieldTemplate[],
): string[] {
  const targets = new Map(targetsOf(customFields).map((target) => [target.id, target]));
  const { matched, missing } = locateColumns(mapping.columns, titles);
  const problems = missing.map(({ title }) => `The file has no column "${title}".`);
  const titleOf = new Map<string, string>();
  for (const { column } of matched) {
    if (column.to === null) continue;
    const target = targets.get(column.to);
    const other = titleOf.get(column.to);
    if (!target) problems.push(`"${column.title}" is mapped to "${column.to}", which isn’t a field.`);
    else if (other !== undefined) {
      problems.push(
        `"${other}" and "${column.title}" are both mapped to ${target.label}. Choose one of them.`,
      );
    }
    titleOf.set(column.to, column.title);
  }
  for (const id of Object.keys(mapping.defaults ?? {})) {
    if (!targets.has(id)) problems.push(`The default for "${id}" doesn’t match a field.`);
  }
  const missingColumns = REQUIRED_WELL_CSV_COLUMNS.filter(
    (column) => !titleOf.has(column) && !defaultOf(mapping, column) && !comesFromBooks(mapping, column),
  );
  if (missingColumns.length > 0) {
    const names = missingColumns.map((column) => targets.get(column)?.label ?? column).join(', ');
    problems.push(`Choose a column or a value for: ${names}.`);
  }
  return problems;
}

/**
 * Maps a file's rows, which must be passed in file order: which layer of a well is the first, and the values for blank
 * cells of later rows, depend on earlier rows. Ambiguous cells are never guessed. Use only if `mappingProblems` finds
 * none.
 * Source: the ruling about bringing one's books.
 */
export function createRowMapper(
  mapping: ImportMapping,
  titles: readonly string[],
  customFields: readonly CustomFieldTemplate[],
): RowMapper {
  const columns = usedColumns(mapping, titles, customFields);
  const headerRow = mapping.headerRow ?? 1;
  const skipped = new Set(mapping.skipRows);
  const firstRows = new Map<string, { well: Map<string, string>; hasLayer: boolean }>();
  const codeAt = columns.findIndex(({ target }) => target.id === 'wellCode');
  const interestAt = columns.findIndex(({ target }) => target.id === 'workingInterest');
  const fillsBlanks = mapping.fillsFromFirst !== false;

  const map = ({ row, cells: fileCells }: FileRow): MappedRow | null => {
    if (row <= headerRow || skipped.has(row)) return null;
    const problems: MappedRow['problems'] = [];
    const cells = columns.map(({ target, position, read }) => {
      const cell = read(position === null ? '' : (fileCells[position] ?? ''));
      if (cell.problem === undefined) return cell.text;
      problems.push({ target: target.id, position, message: cell.problem });
      return '';
    });
    const hasLayer =
      columns.some(({ target }, at) => DECIDING_COLUMNS.has(target.id) && cells[at] !== '') ||
      problems.some(({ target }) => DECIDING_COLUMNS.has(target));
    const hasInterest = interestAt >= 0 && cells[interestAt] !== '';
    const code = foldText(cells[codeAt] ?? '');
    const first = code === '' ? undefined : firstRows.get(code);
    const problemTargets = new Set(problems.map(({ target }) => target));
    columns.forEach(({ target: { id }, defaultValue }, at) => {
      // Cells that can't be interpreted stay blank: a default would hide them.
      if (cells[at] !== '' || problemTargets.has(id)) return;
      // An effective date makes sense only with an interest.
      if (id === 'workingInterestFrom' && !hasInterest) return;
      const before = fillsBlanks && INHERITED_COLUMNS.has(id) ? first?.well.get(id) : undefined;
      if (before) cells[at] = before;
      else if (defaultValue !== null && (hasLayer || !LAYER_COLUMNS.has(id))) {
        cells[at] =
          defaultValue === FIRST_IS_INITIAL && id === 'layerType'
            ? first?.hasLayer
              ? 'additional'
              : 'initial'
            : defaultValue;
      }
    });
    if (code !== '') remember(code, cells, hasLayer);
    return { row, cells, problems };
  };

  function remember(code: string, cells: readonly string[], hasLayer: boolean): void {
    const first = firstRows.get(code);
    if (first) {
      first.hasLayer ||= hasLayer;
      return;
    }
    const well = new Map(
      columns.flatMap(({ target: { id } }, at) =>
        INHERITED_COLUMNS.has(id) ? [[id, cells[at] ?? ''] as const] : [],
      ),
    );
    firstRows.set(code, { well, hasLayer });
  }

  return {
    header: buildHeader(columns.map(({ target }) => target.id)),
    titles: columns.map(({ target }) => uploadTitle(target.id)),
    positions: new Map(
      columns.flatMap(({ target, position }) => (position === null ? [] : [[target.id, position] as const])),
    ),
    map,
    read: (cells, id) => {
      const column = columns.find(({ target }) => target.id === id);
      if (!column || column.position === null) return null;
      return column.read(cells[column.position] ?? '').text ?? null;
    },
  };
}

type UsedColumn = {
  target: Target;
  /** Position in the file; null if only a default supplies the value. */
  position: number | null;
  defaultValue: string | null;
  read: (text: string) => ReadCell;
};

function usedColumns(
  mapping: ImportMapping,
  titles: readonly string[],
  customFields: readonly CustomFieldTemplate[],
): UsedColumn[] {
  const { matched } = locateColumns(mapping.columns, titles);
  const columnOf = new Map(matched.map((match) => [match.column.to, match]));
  return targetsOf(customFields).flatMap((target) => {
    const match = columnOf.get(target.id);
    const defaultValue = defaultOf(mapping, target.id);
    if (!match && defaultValue === null && !comesFromBooks(mapping, target.id)) return [];
    const { format = {}, words = {} } = match?.column ?? {};
    const cache = new Map<string, ReadCell>();
    const read = (text: string) => {
      const cell = cache.get(text) ?? readCell(target, text, format, words);
      if (cache.size < MAX_CACHED) cache.set(text, cell);
      return cell;
    };
    return [{ target, position: match?.position ?? null, defaultValue, read }];
  });
}

/** True when a column may be missing from the file: it stays blank, and the well keeps its value in the books. */
function comesFromBooks({ wellsInBooks }: ImportMapping, id: string): boolean {
  return wellsInBooks === true && INHERITED_COLUMNS.has(id);
}

function defaultOf({ defaults = {} }: ImportMapping, id: string): string | null {
  const value = Object.hasOwn(defaults, id) ? defaults[id]?.trim() : '';
  return value ? value : null;
}

/** Header of an upload with these columns. Built, not parsed: a custom field may have the name of another column. */
function buildHeader(targets: readonly string[]): WellCsvHeader {
  const header: WellCsvHeader = {
    positions: {},
    customFields: [],
    missing: [],
    repeated: [],
    ignored: [],
    columnCount: targets.length,
    separator: null,
  };
  targets.forEach((id, position) => {
    const fieldName = customFieldOf(id);
    if (fieldName === null) header.positions[id as WellCsvColumn] = position;
    else header.customFields.push({ fieldName, position });
  });
  return header;
}
