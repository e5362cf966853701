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
  const own: ColumnFormat[] = [];
  for (const column of columns) {
    yield;
    const counted = countTexts(column.cells);
    texts.push(counted);
    own.push((yield* examineInSteps(targetOf(column), counted)).format);
  }
  const shared: ColumnFormat = {
    decimal: onlyOne(own.map(({ decimal }) => decimal)),
    dateOrder: onlyOne(own.map(({ dateOrder }) => dateOrder)),
  };
  const questions = new Map<FormatQuestion['id'], TableQuestion>();
  const read: string[][] = [];
  const problems = new Map<number, string>();
  for (const [index, column] of columns.entries()) {
    const { format, asked } = yield* answered(column, texts[index]!, { given: shared, answers });
    for (const question of asked) {
      const known = questions.get(question.id);
      questions.set(question.id, known ? { ...known, cells: known.cells + question.cells } : question);
    }
    const target = targetOf(column);
    const cells: string[] = [];
    for (const [row, cell] of column.cells.entries()) {
      if (row % CELLS_AT_A_TIME === 0) yield;
      const { text = cell.trim(), problem } = readCell(target, cell, format, {});
      if (problem !== undefined && !problems.has(row)) problems.set(row, problem);
      cells.push(text);
    }
    read.push(cells);
  }
  return { columns: read, problems, questions: [...questions.values()] };
}

/** True while a question is unanswered. */
export function isOpen(questions: readonly TableQuestion[]): boolean {
  return questions.some(({ answer }) => answer === null);
}

/** Format of a column, with the user's answers applied. An answer may raise another question. */
function* answered(
  column: TableCells,
  texts: ColumnTexts,
  { given, answers }: { given: ColumnFormat; answers: TableAnswers },
): Generator<void, { format: ColumnFormat; asked: TableQuestion[] }> {
  const asked: TableQuestion[] = [];
  let format = given;
  for (;;) {
    const findings = yield* examineInSteps(targetOf(column), texts, format);
    const fresh = findings.questions.filter(({ id }) => asked.every((question) => question.id !== id));
    format = { ...findings.format };
    for (const question of fresh) {
      const answer = answers[question.id] ?? null;
      asked.push({ ...question, answer });
      if (answer !== null) Object.assign(format, { [question.id]: answer });
    }
    if (fresh.length === 0 || isOpen(asked)) return { format, asked };
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

function onlyOne<Value>(values: readonly (Value | undefined)[]): Value | undefined {
  const known = new Set(values.filter((value) => value !== undefined));
  return known.size === 1 ? [...known][0] : undefined;
}
