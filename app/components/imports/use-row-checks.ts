import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { useSlicedWork } from '~/hooks/use-sliced-work';
import type { MassUploadError } from '~/schemas/imports/mass-upload';
import { createWellCsvRowReader } from '~/schemas/imports/well-csv';
import type { FileLayer } from './file-layers';
import type { WellFile } from './well-file';

export type RowChecks = {
  errors: readonly MassUploadError[];
  /** Layers of the rows that are valid on their own. */
  layers: readonly FileLayer[];
  isDone: boolean;
};

const NOTHING: RowChecks = { errors: [], layers: [], isDone: false };

/** Checks a file's rows on their own. Only the server knows whether a well already exists. */
export function useRowChecks(file: WellFile, customFields: readonly CustomFieldTemplate[]): RowChecks {
  const work = file.problem === null ? () => checkRows(file, customFields) : null;
  const { value, isCurrent } = useSlicedWork(work, [file, customFields]);
  return (isCurrent && value) || NOTHING;
}

function* checkRows(
  { header, rows }: WellFile,
  customFields: readonly CustomFieldTemplate[],
): Generator<void, RowChecks> {
  const read = createWellCsvRowReader(header, customFields);
  const errors: MassUploadError[] = [];
  const layers: FileLayer[] = [];
  for (const { row, cells } of rows) {
    // Yield after each row, because matching a pattern may be slow.
    yield;
    const result = read(cells);
    if (!result.ok) {
      errors.push({ row, wellCode: result.wellCode, error: result.error });
      continue;
    }
    const { well, layer } = result.row;
    const isPlugged = well.wellStatus === 'Plugged';
    if (layer) layers.push({ row, wellCode: well.wellCode, isPlugged, layer });
  }
  return { errors, layers, isDone: true };
}
