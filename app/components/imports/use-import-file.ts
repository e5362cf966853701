import { useCallback, useEffect, useRef, useState } from 'react';
import type { FileRow } from '~/domain/imports/map-rows';
import type { FileContent, ReadAnswer } from './import-messages';

/** A file as it has been read: of its rows those with any text. */
export type ImportFile = Omit<FileContent, 'rows'> & {
  source: File;
  rows: FileRow[];
  /** How many columns its widest row has. */
  width: number;
};

type State =
  | { kind: 'none' }
  | { kind: 'reading'; name: string; rows: number }
  | { kind: 'refused'; message: string }
  | { kind: 'read'; file: ImportFile };

const CANNOT_READ = 'The file can’t be read. Check your connection, reload the page and choose it again.';

/** Reads a chosen file in a worker, so that the page stays at hand meanwhile. Choosing another gives up the one before. */
export function useImportFile() {
  const [state, setState] = useState<State>({ kind: 'none' });
  const worker = useRef<Worker | null>(null);
  const stop = useCallback(() => {
    worker.current?.terminate();
    worker.current = null;
  }, []);
  useEffect(() => stop, [stop]);

  const read = useCallback(
    async (source: File, sheet: string | null = null) => {
      stop();
      setState({ kind: 'reading', name: source.name, rows: 0 });
      const refuse = (message: string) => {
        stop();
        setState({ kind: 'refused', message });
      };
      try {
        const { default: ImportWorker } = await import('./import-worker?worker');
        stop();
        const own = new ImportWorker();
        worker.current = own;
        const rows: FileRow[] = [];
        let width = 0;
        let row = 0;
        own.onerror = () => refuse(CANNOT_READ);
        own.onmessage = ({ data }: MessageEvent<ReadAnswer>) => {
          if (data.kind === 'refused') return refuse(data.message);
          if (data.kind === 'done') {
            stop();
            setState({ kind: 'read', file: { ...data.content, source, rows, width } });
            return;
          }
          for (const cells of data.rows) {
            row += 1;
            if (cells.some((cell) => cell.trim() !== '')) rows.push({ row, cells });
            if (cells.length > width) width = cells.length;
          }
          setState({ kind: 'reading', name: source.name, rows: row });
        };
        own.postMessage({ file: source, sheet });
      } catch {
        refuse(CANNOT_READ);
      }
    },
    [stop],
  );

  const forget = useCallback(() => {
    stop();
    setState({ kind: 'none' });
  }, [stop]);
  return { state, read, forget };
}
