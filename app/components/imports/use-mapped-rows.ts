import { useEffect, useState } from 'react';
import { createRowMapper, type FileRow, type MappedRow } from '~/domain/imports/map-rows';
import type { ImportMapping } from '~/domain/imports/mapping';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { createWellCsvRowReader } from '~/schemas/imports/well-csv';
import type { FileLayer } from './file-layers';
import { inTurns } from './in-turns';

const STEP = 50;

/** A file's rows in an upload's columns. */
export type MappedRows = {
  titles: string[];
  positions: ReadonlyMap<string, number>;
  rows: MappedRow[];
  /** Of the rows that are right in themselves. */
  layers: FileLayer[];
};

/**
 * A file's rows as the mapping reads them, corrections by row in place of what the file has. Null while they are mapped, and while
 * there is no mapping that can be used.
 */
export function useMappedRows(
  rows: readonly FileRow[],
  titles: readonly string[],
  mapping: ImportMapping | null,
  corrections: ReadonlyMap<number, readonly string[]>,
  customFields: readonly CustomFieldTemplate[],
): MappedRows | null {
  const [mapped, setMapped] = useState<{ of: unknown[]; result: MappedRows } | null>(null);
  useEffect(() => {
    if (!mapping) return;
    const of = [rows, titles, mapping, corrections, customFields];
    return inTurns(mapAll(rows, titles, mapping, corrections, customFields), (result) =>
      setMapped({ of, result }),
    );
  }, [rows, titles, mapping, corrections, customFields]);
  const current = [rows, titles, mapping, corrections, customFields];
  return mapping && mapped?.of.every((part, index) => part === current[index]) ? mapped.result : null;
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
  for (const [index, { row, cells }] of rows.entries()) {
    if (index % STEP === 0) yield;
    const mapped = mapper.map({ row, cells: corrections.get(row) ?? cells });
    if (!mapped) continue;
    result.push(mapped);
    if (mapped.problems.length > 0) continue;
    const checked = read(mapped.cells);
    if (!checked.ok || !checked.row.layer) continue;
    const { well, layer } = checked.row;
    layers.push({ wellCode: well.wellCode, isPlugged: well.wellStatus === 'Plugged', layer });
  }
  return { titles: mapper.titles, positions: mapper.positions, rows: result, layers };
}
