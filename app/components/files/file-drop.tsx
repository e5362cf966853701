import type { ReactNode } from 'react';
import { classNames } from '~/components/ui/class-names';
import { useDropTarget } from './use-drop-target';

/** Drop zone around its children. Offer a button to choose files as well. */
export function FileDrop({
  onFiles,
  className,
  children,
}: {
  /** Null while files aren't accepted. */
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
