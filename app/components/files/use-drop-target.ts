import { type DragEvent, useState } from 'react';
import { useKeepPage } from './use-keep-page';

/**
 * Makes part of a page a drop target for files. To accept drops anywhere in the window, see useFileDrop.
 *
 * @param onFiles null while files aren't accepted
 */
export function useDropTarget(onFiles: ((files: File[]) => void) | null) {
  const [isOver, setIsOver] = useState(false);
  useKeepPage();
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!onFiles || !event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
    },
    onDrop: (event: DragEvent) => {
      setIsOver(false);
      const files = [...event.dataTransfer.files];
      if (!onFiles || files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    },
  };
  return { isOver, drop };
}
