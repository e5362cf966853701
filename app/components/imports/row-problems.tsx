import { Note } from '~/components/ui/note';
import { useFormat } from '~/hooks/use-format';
import type { MassUploadError } from '~/schemas/imports/mass-upload';
import { skippedRowsText } from './count-texts';
import { uploadErrorLine } from './upload-error-line';

const MAX_VISIBLE = 5;

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
  const remaining = errors.length - MAX_VISIBLE;
  return (
    <div role="status">
      <Note tone="warning" title={skippedRowsText({ failing: errors.length, total }, format)}>
        <ul className="mt-1 flex flex-col gap-1">
          {errors.slice(0, MAX_VISIBLE).map((error) => (
            <li key={error.row} className="[overflow-wrap:anywhere]">
              {format.message(uploadErrorLine(error))}
            </li>
          ))}
          {remaining > 0 && <li>and {format.integer(remaining)} more</li>}
        </ul>
      </Note>
    </div>
  );
}
