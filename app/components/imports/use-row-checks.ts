import { useEffect, useMemo, useState } from 'react';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import type { MassUploadError } from '~/schemas/imports/mass-upload';
import { createWellCsvRowReader } from '~/schemas/imports/well-csv';
import type { WellFile } from './well-file';

/** Rows checked at a time: between two such turns the page answers to its person. */
const TURN_ROWS = 2_000;

type RowChecks = { file: WellFile; checked: number; errors: MassUploadError[] };

/** What is wrong with a file's rows in themselves. Whether a well is there already, only the server knows. */
export function useRowChecks(file: WellFile, customFields: readonly CustomFieldTemplate[]) {
  const [checks, setChecks] = useState<RowChecks | null>(null);
  const read = useMemo(() => createWellCsvRowReader(file.header, customFields), [file, customFields]);

  useEffect(() => {
    if (file.problem !== null) return;
    let timer: ReturnType<typeof setTimeout>;
    const errors: MassUploadError[] = [];
    const takeTurn = (start: number) => {
      const end = Math.min(start + TURN_ROWS, file.rows.length);
      for (const { row, cells } of file.rows.slice(start, end)) {
        const result = read(cells);
        if (!result.ok) errors.push({ row, wellCode: result.wellCode, error: result.error });
      }
      setChecks({ file, checked: end, errors });
      if (end < file.rows.length) timer = setTimeout(() => takeTurn(end));
    };
    takeTurn(0);
    return () => clearTimeout(timer);
  }, [file, read]);

  const current = checks?.file === file ? checks : null;
  return { errors: current?.errors ?? [], isDone: current?.checked === file.rows.length };
}
