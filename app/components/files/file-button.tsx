import FileUp from 'lucide-react/icons/file-up';
import { useId } from 'react';
import { buttonClass } from '~/components/ui/button';

/** What spreadsheets save, and the import reads. */
export const TABLE_FILES =
  '.xlsx,.csv,.tsv,.txt,text/csv,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Chooses a file with a table. */
export function FileButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={`${buttonClass()} has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus`}
    >
      <FileUp aria-hidden="true" className="size-4" />
      Choose Spreadsheet
      <input
        id={id}
        type="file"
        accept={TABLE_FILES}
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file, corrected, can be chosen again.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}
