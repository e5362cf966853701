import { type ColumnTexts, examineInSteps, type FormatQuestion } from './column-questions';
import type { ColumnFormat } from './mapping';
import { readCell } from './read-cell';
import { runToCompletion } from './run-to-completion';
import type { TargetKind } from './targets';

/** A column of a pasted table, with its cells from top to bottom. */
export type TableCells = { label: string; kind: TargetKind; cells: readonly string[] };

/** The user's answers about a table. An answer applies to all columns, because a single program wrote them. */
export type TableAnswers = Partial<Record<keyof ColumnFormat, string>>;

/** A question about a table, with its answer, which can still be changed. */
export type TableQuestion = FormatQuestion & { answer: string | null };

export type ReadCells = {
  /** The columns' cells in API format. A cell that can't be read is sent trimmed but unchanged, and the server rejects it. */
  columns: string[][];
  /** First problem of each row that can't be read, by row index. */
  problems: ReadonlyMap<number, string>;
  questions: TableQuestion[];
};

export const NO_ANSWERS: TableAnswers = {};

/** Cells read between two yields, which takes about a millisecond. */
const CELLS_AT_A_TIME = 500;

/**
 * Reads a table's columns the way an import does: anything the cells don't determine becomes a question, never a guess.
 * A column without a decimal sign or date order of its own uses the one in the table's other columns, if they agree.
 */
export function readCells(columns: readonly TableCells[], answers: TableAnswers): ReadCells {
  return runToCompletion(readCellsInSteps(columns, answers));
}

/** Like readCells, but yields so the page stays responsive. */
export function* readCellsInSteps(
  columns: readonly TableCells[],
  answers: TableAnswers,
): Generator<void, ReadCells> {
  const texts: ColumnTexts[] = [];
  const columnFormats: ColumnFormat[] = [];
  for (const column of columns) {
    yield;
    const textCounts = countTexts(column.cells);
    texts.push(textCounts);
    columnFormats.push((yield* examineInSteps(targetOf(column), textCounts)).format);
  }
  const sharedFormat: ColumnFormat = {
    decimal: singleValue(columnFormats.map(({ decimal }) => decimal)),
    dateOrder: singleValue(columnFormats.map(({ dateOrder }) => dateOrder)),
  };
  const questions = new Map<FormatQuestion['id'], TableQuestion>();
  const readColumns: string[][] = [];
  const problems = new Map<number, string>();
  for (const [index, column] of columns.entries()) {
    const { format, columnQuestions } = yield* applyAnswers(column, texts[index]!, {
      initialFormat: sharedFormat,
      answers,
    });
    for (const question of columnQuestions) {
      const existing = questions.get(question.id);
      questions.set(
        question.id,
        existing ? { ...existing, cells: existing.cells + question.cells } : question,
      );
    }
    const target = targetOf(column);
    const cells: string[] = [];
    for (const [row, cell] of column.cells.entries()) {
      if (row % CELLS_AT_A_TIME === 0) yield;
      const { text = cell.trim(), problem } = readCell(target, cell, format, {});
      if (problem !== undefined && !problems.has(row)) problems.set(row, problem);
      cells.push(text);
    }
    readColumns.push(cells);
  }
  return { columns: readColumns, problems, questions: [...questions.values()] };
}

/** True while a question is unanswered. */
export function hasUnanswered(questions: readonly TableQuestion[]): boolean {
  return questions.some(({ answer }) => answer === null);
}

/** Format of a column, with the user's answers applied. An answer may raise another question. */
function* applyAnswers(
  column: TableCells,
  texts: ColumnTexts,
  { initialFormat, answers }: { initialFormat: ColumnFormat; answers: TableAnswers },
): Generator<void, { format: ColumnFormat; columnQuestions: TableQuestion[] }> {
  const columnQuestions: TableQuestion[] = [];
  let format = initialFormat;
  for (;;) {
    const findings = yield* examineInSteps(targetOf(column), texts, format);
    const newQuestions = findings.questions.filter(({ id }) =>
      columnQuestions.every((question) => question.id !== id),
    );
    format = { ...findings.format };
    for (const question of newQuestions) {
      const answer = answers[question.id] ?? null;
      columnQuestions.push({ ...question, answer });
      if (answer !== null) Object.assign(format, { [question.id]: answer });
    }
    if (newQuestions.length === 0 || hasUnanswered(columnQuestions)) return { format, columnQuestions };
  }
}

function targetOf({ label, kind }: TableCells) {
  return { id: label, label, kind };
}

function countTexts(cells: readonly string[]): ColumnTexts {
  const counts = new Map<string, number>();
  for (const cell of cells) if (cell.trim() !== '') counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return counts;
}

function singleValue<Value>(values: readonly (Value | undefined)[]): Value | undefined {
  const distinct = new Set(values.filter((value) => value !== undefined));
  return distinct.size === 1 ? [...distinct][0] : undefined;
}
