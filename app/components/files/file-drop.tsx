import { type ReactNode, useState } from 'react';
import { classNames } from '~/components/ui/class-names';
import { useKeepPage } from './use-keep-page';

/** Takes files that are dropped on what it surrounds. */
export function FileDrop({
  onFiles,
  className,
  children,
}: {
  /** Null while files are of no use. */
  onFiles: ((files: File[]) => void) | null;
  className?: string;
  children: ReactNode;
}) {
  const [isOver, setIsOver] = useState(false);
  useKeepPage();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file is chosen with a button as well
    <div
      className={classNames(className, isOver && 'rounded-md outline-2 outline-offset-4 outline-focus')}
      onDragOver={(event) => {
        if (!onFiles || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={(event) => {
        const { currentTarget, relatedTarget } = event;
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
      }}
      onDrop={(event) => {
        setIsOver(false);
        const files = [...event.dataTransfer.files];
        if (!onFiles || files.length === 0) return;
        event.preventDefault();
        onFiles(files);
      }}
    >
      {children}
    </div>
  );
}
