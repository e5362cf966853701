import { useEffect, useRef, useState } from 'react';

/**
 * Accepts files dropped anywhere in the window, which the browser would otherwise open instead of the page.
 *
 * @param onFiles null while files aren't accepted: drops then do nothing
 * @returns true while files are dragged over the window
 */
export function useFileDrop(onFiles: ((files: File[]) => void) | null): boolean {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;

  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = latest.current ? 'copy' : 'none';
      setIsOver(latest.current !== null);
    };
    const leave = (event: DragEvent) => {
      // relatedTarget is null only when the pointer leaves the window, not between elements of the page.
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(false);
      const files = [...event.dataTransfer.files];
      if (files.length > 0) latest.current?.(files);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);

  return isOver;
}
