import { Note } from '~/components/ui/note';
import { useFormat } from '~/hooks/use-format';
import type { MassUploadError } from '~/schemas/imports/mass-upload';
import { skippedRowsText } from './count-texts';
import { uploadErrorLine } from './upload-error-line';

const SHOWN = 5;

/** Errors in a file's rows before they are sent: the number of rows, and the first few. */
export function RowProblems({
  errors,
  isDone,
  total,
}: {
  errors: readonly MassUploadError[];
  isDone: boolean;
  total: number;
}) {
  const format = useFormat();
  if (!isDone)
    return (
      <p role="status" className="text-muted">
        Checking the rows…
      </p>
    );
  if (errors.length === 0) {
    return (
      <p role="status" className="text-muted">
        No errors found. Duplicate well codes are checked during upload.
      </p>
    );
  }
  const rest = errors.length - SHOWN;
  return (
    <div role="status">
      <Note tone="warning" title={skippedRowsText({ failing: errors.length, total }, format)}>
        <ul className="mt-1 flex flex-col gap-1">
          {errors.slice(0, SHOWN).map((error) => (
            <li key={error.row} className="[overflow-wrap:anywhere]">
              {format.message(uploadErrorLine(error))}
            </li>
          ))}
          {rest > 0 && <li>and {format.integer(rest)} more</li>}
        </ul>
      </Note>
    </div>
  );
}
