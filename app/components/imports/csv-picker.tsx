import FileUp from 'lucide-react/icons/file-up';
import { type ComponentProps, forwardRef, useEffect, useId, useRef } from 'react';
import { buttonClass } from '~/components/ui/button';
import { classNames } from '~/components/ui/class-names';

type PickerProps = { onFiles: (files: File[]) => void };

const focusClass =
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus';

/** The large target for a file. Files dropped beside it count too: see useFileDrop. */
export function CsvDropZone({ isOver, onFiles }: PickerProps & { isOver: boolean }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // A user who returns from the results of one file is here for the next.
  useEffect(() => input.current?.focus(), []);
  return (
    <label
      htmlFor={id}
      className={classNames(
        'flex flex-col items-center gap-0.5 rounded-lg border border-dashed px-4 py-6 text-center',
        focusClass,
        isOver ? 'border-focus bg-accent-soft' : 'border-control hover:bg-sunken',
      )}
    >
      <FileUp aria-hidden="true" className="mb-1 size-5 text-muted" />
      <span id={`${id}-name`} className="font-medium">
        {isOver ? 'Drop file to preview' : 'Choose a CSV file, or drop it here'}
      </span>
      <span id={`${id}-limits`} className="text-xs text-muted">
        One file, up to 5 MB. You’ll review it before anything is uploaded.
      </span>
      <PickerInput
        ref={input}
        id={id}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-limits`}
        onFiles={onFiles}
      />
    </label>
  );
}

/** The same as a button. */
export function CsvPickerButton({ children, onFiles }: PickerProps & { children: string }) {
  const id = useId();
  return (
    <label htmlFor={id} className={classNames(buttonClass(), focusClass)}>
      {children}
      <PickerInput id={id} onFiles={onFiles} />
    </label>
  );
}

/** The platform's own input, which the keyboard reaches and labels press, without its looks. */
const PickerInput = forwardRef<HTMLInputElement, PickerProps & ComponentProps<'input'>>(function PickerInput(
  { onFiles, ...props },
  ref,
) {
  return (
    <input
      {...props}
      ref={ref}
      type="file"
      accept=".csv,text/csv"
      className="sr-only"
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        // The same file, corrected, can be chosen again.
        event.target.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
});
