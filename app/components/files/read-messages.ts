/** A chosen file's cells as text, row by row: the first one is row 1, blank rows included. */
export type FileContent = {
  rows: string[][];
  /** A workbook's sheets that have anything, and which one it is; none in a text file. */
  sheets: string[];
  sheet: string | null;
  notes: FileNotes;
};

/** What the person should know of the file. */
export type FileNotes = {
  hiddenRows: number[];
  merges: number;
  formulas: number;
  errors: number;
  /** The encoding that was assumed where the file doesn't say. */
  encoding: string | null;
};

/** What the worker is asked: the file, and the sheet of it; without one that of the wells, or which it should be. */
export type ReadRequest = { file: File; sheet: string | null; asksForSheet: boolean };

/** What can be read: its first rows soon, where it has many, and all of it. */
export type OpenSheet = {
  /** The first rows, null where they are not worth reading on their own. Of its notes only the encoding is known by then. */
  head: (rows: number) => Promise<FileContent | null>;
  whole: () => Promise<FileContent>;
};

/** A sheet that may be meant, with its first rows: none where these take long to read. */
export type CandidateSheet = OpenSheet & { name: string; start: (rows: number) => Promise<string[][]> };

export type OpenFile = OpenSheet & {
  /** Where no sheet was named, those that may be meant. */
  candidates: CandidateSheet[];
};

/**
 * What it answers: of a large file the first rows, to match the columns by; the cells in pieces, which leave the page time between
 * them, beginning with the first row again; and the rest at the end.
 */
export type ReadAnswer =
  | { kind: 'sheets'; sheets: string[] }
  | { kind: 'head'; content: FileContent }
  | { kind: 'rows'; rows: string[][] }
  | { kind: 'done'; content: Omit<FileContent, 'rows'> }
  | { kind: 'refused'; message: string };
