import { useCallback, useEffect, useRef, useState } from 'react';
import type { FileRow } from '~/domain/imports/map-rows';
import type { FileContent, ReadResponse } from './read-messages';

/** A file that was read, without its blank rows. */
export type SheetFile = Omit<FileContent, 'rows'> & {
  source: File;
  /** False while only the first rows are loaded. */
  isWhole: boolean;
  rows: FileRow[];
  /** Number of columns in the widest row. */
  width: number;
};

type State =
  | { kind: 'none' }
  | { kind: 'reading'; name: string }
  | { kind: 'sheets'; source: File; sheets: string[] }
  | { kind: 'refused'; message: string }
  | { kind: 'read'; file: SheetFile };

const CANNOT_READ = 'The file can’t be read. Check your connection, reload the page and choose it again.';

/**
 * Reads a chosen file in a worker, to keep the page responsive. Choosing another file cancels the current read.
 * @param asksForSheet true if a workbook with several sheets waits for the user to choose one
 */
export function useSheetFile({ asksForSheet }: { asksForSheet: boolean }) {
  const [state, setState] = useState<State>({ kind: 'none' });
  const [tooMany, setTooMany] = useState<string | null>(null);
  const worker = useRef<Worker | null>(null);
  /** Identifies the current read, since the worker's code may load after the file was removed or the user left the page. */
  const readId = useRef(0);
  const stop = useCallback(() => {
    readId.current += 1;
    worker.current?.terminate();
    worker.current = null;
  }, []);
  useEffect(() => stop, [stop]);

  const read = useCallback(
    async (source: File, sheet: string | null = null) => {
      stop();
      const ownId = readId.current;
      setState({ kind: 'reading', name: source.name });
      const refuse = (message: string) => {
        stop();
        setState({ kind: 'refused', message });
      };
      try {
        const { default: ReadWorker } = await import('./read-worker?worker');
        if (readId.current !== ownId) return;
        const reader = new ReadWorker();
        worker.current = reader;
        const read = emptyRows();
        reader.onerror = () => refuse(CANNOT_READ);
        reader.onmessage = ({ data }: MessageEvent<ReadResponse>) => {
          if (data.kind === 'refused') return refuse(data.message);
          if (data.kind === 'sheets') {
            stop();
            setState({ kind: 'sheets', source, sheets: data.sheets });
            return;
          }
          if (data.kind === 'rows') return addRows(read, data.rows);
          if (data.kind === 'head') {
            const { rows, ...content } = data.content;
            const head = addRows(emptyRows(), rows);
            setState({ kind: 'read', file: { ...content, ...head, source, isWhole: false } });
            return;
          }
          stop();
          setState({ kind: 'read', file: { ...data.content, ...read, source, isWhole: true } });
        };
        reader.postMessage({ file: source, sheet, asksForSheet });
      } catch {
        if (readId.current === ownId) refuse(CANNOT_READ);
      }
    },
    [stop, asksForSheet],
  );

  const chooseFiles = (files: File[]) => {
    const [first] = files;
    setTooMany(files.length === 1 ? null : `Choose one file at a time. You selected ${files.length}.`);
    if (first && files.length === 1) void read(first);
  };
  const clear = () => {
    stop();
    setTooMany(null);
    setState({ kind: 'none' });
  };
  /** Why no file was accepted, or why it can't be read. */
  const problem = tooMany ?? (state.kind === 'refused' ? state.message : null);
  return { state, problem, chooseFiles, read, clear };
}

type Rows = Pick<SheetFile, 'rows' | 'width'> & { count: number };

function emptyRows(): Rows {
  return { rows: [], width: 0, count: 0 };
}

function addRows(rows: Rows, addedRows: readonly string[][]): Rows {
  for (const cells of addedRows) {
    rows.count += 1;
    if (cells.some((cell) => cell.trim() !== '')) rows.rows.push({ row: rows.count, cells });
    if (cells.length > rows.width) rows.width = cells.length;
  }
  return rows;
}
