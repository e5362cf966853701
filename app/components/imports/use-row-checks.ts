import { useEffect, useMemo, useState } from 'react';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import type { MassUploadError } from '~/schemas/imports/mass-upload';
import { createWellCsvRowReader } from '~/schemas/imports/well-csv';
import type { FileLayer } from './file-layers';
import type { WellFile } from './well-file';

/** Rows checked at a time, fewer where patterns take long: between two turns the page answers to its person. */
const TURN_ROWS = 2_000;
/** Steps of patterns, of some 50 ns each. */
const TURN_STEPS = 1_000_000;

export type RowChecks = {
  errors: readonly MassUploadError[];
  /** The layers of the rows that are right in themselves. */
  layers: readonly FileLayer[];
  isDone: boolean;
};

const NOTHING: RowChecks = { errors: [], layers: [], isDone: false };

/** What is wrong with a file's rows in themselves. Whether a well is there already, only the server knows. */
export function useRowChecks(file: WellFile, customFields: readonly CustomFieldTemplate[]): RowChecks {
  const [checks, setChecks] = useState<(RowChecks & { file: WellFile }) | null>(null);
  const reader = useMemo(() => {
    const steps = { taken: 0 };
    const read = createWellCsvRowReader(file.header, customFields, (more) => {
      steps.taken += more;
    });
    return { read, steps };
  }, [file, customFields]);

  useEffect(() => {
    if (file.problem !== null) return;
    let timer: ReturnType<typeof setTimeout>;
    const errors: MassUploadError[] = [];
    const layers: FileLayer[] = [];
    const { read, steps } = reader;
    const takeTurn = (start: number) => {
      steps.taken = 0;
      let end = start;
      for (const { row, cells } of file.rows.slice(start, start + TURN_ROWS)) {
        if (steps.taken > TURN_STEPS) break;
        end += 1;
        const result = read(cells);
        if (!result.ok) {
          errors.push({ row, wellCode: result.wellCode, error: result.error });
          continue;
        }
        const { well, layer } = result.row;
        const isPlugged = well.wellStatus === 'Plugged';
        if (layer) layers.push({ row, wellCode: well.wellCode, isPlugged, layer });
      }
      setChecks({ file, errors, layers, isDone: end === file.rows.length });
      if (end < file.rows.length) timer = setTimeout(() => takeTurn(end));
    };
    takeTurn(0);
    return () => clearTimeout(timer);
  }, [file, reader]);

  return checks?.file === file ? checks : NOTHING;
}
