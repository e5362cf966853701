/** Cells of a chosen file as text. The first row is row 1; blank rows are included. */
export type FileContent = {
  rows: string[][];
  /** A workbook's sheets that have data, and the one that was read. Empty and null for a text file. */
  sheets: string[];
  sheet: string | null;
  notes: FileNotes;
};

/** Notes for the user about the file. */
export type FileNotes = {
  hiddenRows: number[];
  merges: number;
  formulas: number;
  errors: number;
  /** Encoding assumed when the file doesn't declare one. */
  encoding: string | null;
};

/** Request to the worker. If no sheet is named, it picks the one with wells or, with asksForSheet, returns the candidates. */
export type ReadRequest = { file: File; sheet: string | null; asksForSheet: boolean };

/** A readable sheet: a large sheet's first rows early, and all rows. */
export type OpenSheet = {
  /** The first rows; null when not worth reading separately. Of the notes, only the encoding is known at this point. */
  readHead: (rows: number) => Promise<FileContent | null>;
  readAll: () => Promise<FileContent>;
};

/** A candidate sheet with its first rows, which are empty when they take too long to read. */
export type CandidateSheet = OpenSheet & { name: string; readStart: (rows: number) => Promise<string[][]> };

export type OpenFile = OpenSheet & {
  /** Candidate sheets when no sheet was named. */
  candidates: CandidateSheet[];
};

/**
 * Message from the worker. For a large file, the first rows are sent early to match the columns. Then all cells follow in chunks,
 * starting again at the first row, so the page stays responsive; the rest of the content is sent last.
 */
export type ReadResponse =
  | { kind: 'sheets'; sheets: string[] }
  | { kind: 'head'; content: FileContent }
  | { kind: 'rows'; rows: string[][] }
  | { kind: 'done'; content: Omit<FileContent, 'rows'> }
  | { kind: 'refused'; message: string };
