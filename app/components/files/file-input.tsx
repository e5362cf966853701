import FileUp from 'lucide-react/icons/file-up';
import { type ComponentProps, forwardRef, type ReactNode, useEffect, useId, useRef } from 'react';
import { buttonClass } from '~/components/ui/button';
import { classNames } from '~/components/ui/class-names';
import type { useDropTarget } from './use-drop-target';

/** File types the import reads. */
export const TABLE_FILES =
  '.xlsx,.csv,.tsv,.txt,text/csv,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** File types an upload accepts. */
export const CSV_FILES = '.csv,text/csv';

type FileInputProps = ComponentProps<'input'> & { onFiles: (files: File[]) => void };

const focusClass =
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus';

/** Native file input, visually hidden but still reachable by keyboard and label. */
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
        // Lets the user choose the same file again after correcting it.
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

/** Button to choose a file; a spreadsheet by default. */
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

/** Large target to click or drop files on. */
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
  /** Accepted file types, count and size. */
  limits: string;
  /** True while files are dragged over the target or its surrounding drop zone. */
  isOver: boolean;
  /** Drop handlers, when only drops on the target itself count. */
  drop?: ReturnType<typeof useDropTarget>['drop'];
  /** Focuses the target, for pages where choosing a file is the main task. */
  takesFocus?: boolean;
}) {
  const id = useId();
  const control = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    control.current?.focus();
    // A file may have been chosen before hydration.
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
