import FileUp from 'lucide-react/icons/file-up';
import { type ComponentProps, forwardRef, type ReactNode, useEffect, useId, useRef } from 'react';
import { buttonClass } from '~/components/ui/button';
import { classNames } from '~/components/ui/class-names';
import type { useDropTarget } from './use-drop-target';

/** What spreadsheets save, and the import reads. */
export const TABLE_FILES =
  '.xlsx,.csv,.tsv,.txt,text/csv,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What an upload takes. */
export const CSV_FILES = '.csv,text/csv';

type FileInputProps = ComponentProps<'input'> & { onFiles: (files: File[]) => void };

const focusClass =
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus';

/** The platform's own input, which the keyboard reaches and labels press, without its looks. */
const FileInput = forwardRef<HTMLInputElement, FileInputProps>(function FileInput(
  { onFiles, ...props },
  ref,
) {
  return (
    <input
      {...props}
      ref={ref}
      type="file"
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

const SPREADSHEET = (
  <>
    <FileUp aria-hidden="true" className="size-4" />
    Choose Spreadsheet
  </>
);

/** Chooses a file: where nothing else is said, one with a table. */
export function FileButton({
  accept = TABLE_FILES,
  children = SPREADSHEET,
  onFiles,
}: Pick<FileInputProps, 'accept' | 'children' | 'onFiles'>) {
  const id = useId();
  return (
    <label htmlFor={id} className={classNames(buttonClass(), focusClass)}>
      {children}
      <FileInput id={id} accept={accept} onFiles={onFiles} />
    </label>
  );
}

/** The large target for files, pressed or dropped on. */
export function FileTarget({
  icon = <FileUp aria-hidden="true" className="mb-1 size-5 text-muted" />,
  name,
  limits,
  isOver,
  drop,
  takesFocus = false,
  className,
  'aria-describedby': describedBy,
  ...input
}: Omit<FileInputProps, 'name'> & {
  icon?: ReactNode;
  name: string;
  /** Which files, how many, how large. */
  limits: string;
  /** Files are held over it, or over what counts as it. */
  isOver: boolean;
  /** For a target that takes only what is dropped on itself. */
  drop?: ReturnType<typeof useDropTarget>['drop'];
  /** Choosing a file is what the person is here for. */
  takesFocus?: boolean;
}) {
  const id = useId();
  const control = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    control.current?.focus();
    // A file that was chosen before the page could listen.
    if (control.current?.files?.length) control.current.dispatchEvent(new Event('change', { bubbles: true }));
  }, [takesFocus]);
  return (
    <label
      htmlFor={id}
      {...drop}
      className={classNames(
        'flex flex-col items-center justify-center gap-0.5 rounded-lg border border-dashed px-4 text-center',
        focusClass,
        isOver ? 'border-focus bg-accent-soft' : 'border-control hover:bg-sunken',
        className,
      )}
    >
      {icon}
      <span id={`${id}-name`} className="max-w-full font-medium [overflow-wrap:anywhere]">
        {name}
      </span>
      <span id={`${id}-limits`} className="text-xs text-muted">
        {limits}
      </span>
      <FileInput
        ref={control}
        id={id}
        aria-labelledby={input['aria-label'] ? undefined : `${id}-name`}
        aria-describedby={classNames(`${id}-limits`, describedBy)}
        {...input}
      />
    </label>
  );
}
