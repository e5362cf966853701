import { type DragEvent, useState } from 'react';
import { useKeepPage } from './use-keep-page';

/**
 * For a part of a page that takes the files dropped on it. Where they may be dropped anywhere, see useFileDrop.
 *
 * @param onFiles null while files are of no use
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
