import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import { useEffect, useId, useRef } from 'react';
import { TABLE_FILES } from '~/components/files/file-button';
import { classNames } from '~/components/ui/class-names';

/** The target for a spreadsheet, pressed or dropped on. */
export function ImportPicker({ isOver, onFiles }: { isOver: boolean; onFiles: (files: File[]) => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    // A file that was chosen before the page could listen.
    if (input.current?.files?.length) input.current.dispatchEvent(new Event('change', { bubbles: true }));
  }, []);
  return (
    <label
      htmlFor={id}
      className={classNames(
        'flex flex-col items-center gap-0.5 rounded-lg border border-dashed px-4 py-10 text-center has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        isOver ? 'border-focus bg-accent-soft' : 'border-control hover:bg-sunken',
      )}
    >
      <FileSpreadsheet aria-hidden="true" className="mb-1 size-6 text-muted" />
      <span id={`${id}-name`} className="font-medium">
        {isOver ? 'Drop file to read it' : 'Choose a spreadsheet, or drop it here'}
      </span>
      <span id={`${id}-limits`} className="text-xs text-muted">
        XLSX, CSV or TSV with your own column titles, up to 50 MB. It’s read on your computer first.
      </span>
      <input
        ref={input}
        id={id}
        type="file"
        accept={TABLE_FILES}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-limits`}
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
