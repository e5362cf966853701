import { useEffect, useRef, useState } from 'react';

/**
 * Takes files dropped anywhere in the window, which the browser would otherwise open in place of the page.
 *
 * @param onFiles null while files are of no use: a drop does nothing then
 * @returns whether files are being held over the window
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
      // Between two elements of the page there is always another one that is entered.
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
