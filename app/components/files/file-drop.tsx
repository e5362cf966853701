import type { ReactNode } from 'react';
import { classNames } from '~/components/ui/class-names';
import { useDropTarget } from './use-drop-target';

/** Takes files that are dropped on what it surrounds: there is a button to choose them as well. */
export function FileDrop({
  onFiles,
  className,
  children,
}: {
  /** Null while files are of no use. */
  onFiles: ((files: File[]) => void) | null;
  className: string;
  children: ReactNode;
}) {
  const { isOver, drop } = useDropTarget(onFiles);
  return (
    <div
      className={classNames(className, isOver && 'rounded-md outline-2 outline-offset-4 outline-focus')}
      {...drop}
    >
      {children}
    </div>
  );
}
