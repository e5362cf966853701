import { dateOfSerial, dateOfYear, readDateCell, type ShortYears, yearIn } from './date-text';
import type { ColumnFormat } from './mapping';
import {
  hasFractionOfCent,
  mayBeFraction,
  type ReadNumber,
  readNumberCell,
  readRateCell,
  roundedToCents,
  timesHundred,
} from './number-text';
import { optionOf, readCell, wordKey } from './read-cell';
import { runToCompletion } from './run-to-completion';
import type { Target } from './targets';

/** Number of occurrences of each text in a column, in order of first occurrence. */
export type ColumnTexts = ReadonlyMap<string, number>;

export type FormatQuestion = {
  id: keyof ColumnFormat;
  /** Number of cells affected, and one of them. */
  cells: number;
  example: string;
  /** Possible answers, each with the resulting reading of the example. */
  choices: { value: string; reading: string }[];
};

/** Ambiguities in a column's contents, and its format as far as the contents determine it. */
export type ColumnFindings = {
  /** The given format, completed by what the contents determine. */
  format: ColumnFormat;
  /** Questions that are unanswered, or whose answer contradicts the contents. */
  questions: FormatQuestion[];
  /** Words without a meaning yet, with their number of occurrences. */
  words: [string, number][];
  /** Number of cells that can't be read in this format, with the first of them. */
  unreadable: { cells: number; example: string; message: string } | null;
};

/**
 * Finds the questions to ask before a column can be read as a target. A format is inferred only if every cell that
 * shows one agrees; if none does, or they contradict each other, it becomes a question.
 */
export function examineColumn(
  target: Target,
  texts: ColumnTexts,
  given: ColumnFormat = {},
  words: Readonly<Record<string, string>> = {},
): ColumnFindings {
  return runToCompletion(examineInSteps(target, texts, given, words));
}

/** Like examineColumn, but yields so the page stays responsive: a column can have 300,000 texts. */
export function* examineInSteps(
  target: Target,
  texts: ColumnTexts,
  given: ColumnFormat = {},
  words: Readonly<Record<string, string>> = {},
): Generator<void, ColumnFindings> {
  const format: ColumnFormat = { ...given };
  const questions =
    target.kind === 'date'
      ? yield* dateQuestions(texts, format)
      : target.kind === 'amount' ||
          target.kind === 'rate' ||
          target.kind === 'share' ||
          target.kind === 'whole' ||
          target.kind === 'number'
        ? yield* numberQuestions(target, texts, format)
        : [];
  const open = target.kind === 'words' ? yield* openWords(target, texts, words) : [];
  return {
    format,
    questions,
    words: open,
    unreadable: yield* unreadableCells(target, texts, format, words, questions),
  };
}

/** Texts processed between two yields, which takes a few milliseconds. */
const STEP = 1_000;

/** Returns a function that is true on every thousandth call, when it is time to yield. */
function countTurns(): () => boolean {
  let texts = 0;
  return () => {
    texts += 1;
    return texts % STEP === 0;
  };
}

type Tally = { cells: number; example: string };

function add(tally: Tally | null, text: string, count: number): Tally {
  return tally ? { ...tally, cells: tally.cells + count } : { cells: count, example: text };
}

function* dateQuestions(texts: ColumnTexts, format: ColumnFormat): Generator<void, FormatQuestion[]> {
  let either: Tally | null = null;
  let mdyOnly: Tally | null = null;
  let dmyOnly: Tally | null = null;
  let short: Tally | null = null;
  let year: Tally | null = null;
  let serial: Tally | null = null;
  let dash: Tally | null = null;
  const isTurn = countTurns();
  for (const [text, count] of texts) {
    if (isTurn()) yield;
    const cell = readDateCell(text, format.shortYears);
    if (cell.kind === 'ordered') {
      if (cell.mdy !== null && cell.dmy !== null) either = add(either, text, count);
      else if (cell.mdy !== null) mdyOnly = add(mdyOnly, text, count);
      else dmyOnly = add(dmyOnly, text, count);
    } else if (cell.kind === 'short-year') short = add(short, text, count);
    else if (cell.kind === 'year') year = add(year, text, count);
    else if (cell.kind === 'serial') serial = add(serial, text, count);
    else if (cell.kind === 'placeholder') dash = add(dash, text, count);
  }
  const questions: FormatQuestion[] = [];
  if (mdyOnly && !dmyOnly) settle(format, 'dateOrder', 'mdy');
  else if (dmyOnly && !mdyOnly) settle(format, 'dateOrder', 'dmy');
  const contradicted =
    (format.dateOrder === 'mdy' && dmyOnly && !mdyOnly) ||
    (format.dateOrder === 'dmy' && mdyOnly && !dmyOnly);
  if ((format.dateOrder === undefined && (either || (mdyOnly && dmyOnly))) || contradicted) {
    const tally = either ?? mdyOnly ?? dmyOnly!;
    const cell = readDateCell(tally.example, format.shortYears);
    const read = (order: 'mdy' | 'dmy') => (cell.kind === 'ordered' ? (cell[order] ?? '') : '');
    questions.push({
      id: 'dateOrder',
      ...tally,
      choices: [
        { value: 'mdy', reading: read('mdy') },
        { value: 'dmy', reading: read('dmy') },
      ],
    });
  }
  // Once this is answered, no cell is of this kind anymore.
  if (short) {
    const cell = readDateCell(short.example);
    const read = (by: ShortYears) => (cell.kind === 'short-year' ? String(yearIn(cell.year, by)) : '');
    const choices = (['1900', '1930', '2000'] as const).map((value) => ({ value, reading: read(value) }));
    questions.push({ id: 'shortYears', ...short, choices });
  }
  if (year && format.yearDay === undefined) {
    const number = Number(year.example);
    const choices = (['start', 'middle', 'end'] as const).map((value) => ({
      value,
      reading: dateOfYear(number, value),
    }));
    questions.push({ id: 'yearDay', ...year, choices });
  }
  if (serial && format.epoch === undefined) {
    const number = Number(serial.example);
    const choices = (['1900', '1904'] as const).map((value) => ({
      value,
      reading: dateOfSerial(number, value),
    }));
    questions.push({ id: 'epoch', ...serial, choices });
  }
  if (dash && format.dash === undefined) {
    questions.push({ id: 'dash', ...dash, choices: [{ value: 'blank', reading: '' }] });
  }
  return questions;
}

function* numberQuestions(
  { kind }: Target,
  texts: ColumnTexts,
  format: ColumnFormat,
): Generator<void, FormatQuestion[]> {
  let either: Tally | null = null;
  let point: Tally | null = null;
  let comma: Tally | null = null;
  let dash: Tally | null = null;
  let positive = 0;
  let negative: Tally | null = null;
  const numbers: Numbers = [];
  const isRate = kind === 'rate' || kind === 'share';
  const readFigure = isRate ? readRateCell : readNumberCell;
  const isTurn = countTurns();
  for (const [text, count] of texts) {
    if (isTurn()) yield;
    const cell = readFigure(text);
    if (cell.kind === 'placeholder') dash = add(dash, text, count);
    if (!('point' in cell)) continue;
    numbers.push([text, count, cell]);
    if (cell.kind === 'either') either = add(either, text, count);
    else if (cell.kind === 'point') point = add(point, text, count);
    else if (cell.kind === 'comma') comma = add(comma, text, count);
    const read = cell.point ?? cell.comma ?? '0';
    if (!/[1-9]/.test(read)) continue;
    if (read.startsWith('-')) negative = add(negative, text, count);
    else positive += count;
  }
  const questions: FormatQuestion[] = [];
  if (point && !comma) settle(format, 'decimal', 'point');
  else if (comma && !point) settle(format, 'decimal', 'comma');
  const contradicted =
    (format.decimal === 'point' && comma && !point) || (format.decimal === 'comma' && point && !comma);
  if ((format.decimal === undefined && (either || (point && comma))) || contradicted) {
    const tally = either ?? point ?? comma!;
    const cell = readFigure(tally.example);
    const read = (sign: 'point' | 'comma') => ('point' in cell ? (cell[sign] ?? '') : '');
    questions.push({
      id: 'decimal',
      ...tally,
      choices: [
        { value: 'point', reading: read('point') },
        { value: 'comma', reading: read('comma') },
      ],
    });
  }
  const isRead = questions.length === 0;
  if (dash && format.dash === undefined) {
    const choices = [
      { value: 'blank', reading: '' },
      { value: 'zero', reading: '0' },
    ];
    questions.push({ id: 'dash', ...dash, choices });
  }
  if (kind === 'amount' && negative && negative.cells > positive && format.sign === undefined) {
    const cell = readNumberCell(negative.example);
    const read = ('point' in cell && (cell.point ?? cell.comma)) || '';
    const choices = [
      { value: 'kept', reading: read },
      { value: 'turned', reading: read.replace('-', '') },
    ];
    questions.push({ id: 'sign', ...negative, choices });
  }
  // Ask in order: the digits depend on the decimal sign, and the number of decimals on whether the rate is a fraction.
  const rate = isRead && isRate ? yield* rateQuestions(numbers, format) : [];
  questions.push(...rate);
  if (isRead && rate.length === 0 && (kind === 'amount' || kind === 'rate'))
    questions.push(...(yield* centsQuestions(kind, numbers, format)));
  return questions;
}

type Numbers = [text: string, count: number, cell: ReadNumber][];

function readBy({ decimal }: ColumnFormat, cell: ReadNumber): string {
  return (decimal === undefined ? (cell.point ?? cell.comma) : cell[decimal]) ?? '0';
}

function* rateQuestions(numbers: Numbers, format: ColumnFormat): Generator<void, FormatQuestion[]> {
  let small: Tally | null = null;
  let large: Tally | null = null;
  const isTurn = countTurns();
  for (const [text, count, cell] of numbers) {
    if (isTurn()) yield;
    const read = readBy(format, cell);
    if (cell.isPercent || !/[1-9]/.test(read)) continue;
    if (mayBeFraction(read)) small = add(small, text, count);
    else large = add(large, text, count);
  }
  const contradicted = format.rate === 'fraction' && large && !small;
  if (!small && !contradicted) return [];
  if (format.rate !== undefined && !contradicted) return [];
  const tally = small ?? large!;
  const read = readBy(format, numbers.find(([text]) => text === tally.example)![2]);
  return [
    {
      id: 'rate',
      ...tally,
      choices: [
        { value: 'percent', reading: `${read}%` },
        { value: 'fraction', reading: `${timesHundred(read)}%` },
      ],
    },
  ];
}

function* centsQuestions(
  kind: 'amount' | 'rate',
  numbers: Numbers,
  format: ColumnFormat,
): Generator<void, FormatQuestion[]> {
  if (format.cents !== undefined) return [];
  let tally: Tally | null = null;
  let example = '';
  const isTurn = countTurns();
  for (const [text, count, cell] of numbers) {
    if (isTurn()) yield;
    const isFraction = kind === 'rate' && !cell.isPercent && format.rate === 'fraction';
    const read = isFraction ? timesHundred(readBy(format, cell)) : readBy(format, cell);
    if (!hasFractionOfCent(read)) continue;
    if (!tally) example = read;
    tally = add(tally, text, count);
  }
  if (!tally) return [];
  return [
    {
      id: 'cents',
      ...tally,
      choices: [
        { value: 'rounded', reading: roundedToCents(example) },
        { value: 'refused', reading: '' },
      ],
    },
  ];
}

function settle<Name extends keyof ColumnFormat>(
  format: ColumnFormat,
  name: Name,
  value: NonNullable<ColumnFormat[Name]>,
) {
  format[name] ??= value as ColumnFormat[Name];
}

function* openWords(
  { options = [] }: Target,
  texts: ColumnTexts,
  words: Readonly<Record<string, string>>,
): Generator<void, [string, number][]> {
  const open = new Map<string, [string, number]>();
  const isTurn = countTurns();
  for (const [text, count] of texts) {
    if (isTurn()) yield;
    const key = wordKey(text);
    if (key === '' || Object.hasOwn(words, key)) continue;
    if (optionOf(options, text) !== undefined) continue;
    const known = open.get(key);
    if (known) known[1] += count;
    else open.set(key, [text.trim(), count]);
  }
  return [...open.values()];
}

/** A column's words by key, as first written. Words that aren't options come first, even once they have a meaning. */
export function wordsOf({ options = [] }: Target, texts: ColumnTexts): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  const others = new Map<string, string>();
  for (const text of texts.keys()) {
    const key = wordKey(text);
    if (key === '' || named.has(key) || others.has(key)) continue;
    (optionOf(options, text) === undefined ? others : named).set(key, text.trim());
  }
  return new Map([...others, ...named]);
}

/** Number of words to ask about at a time. */
const ASKED_WORDS = 40;

/** The first words of a column, plus one for each that has a meaning, so the user can reach every word. */
export function shownWords(
  words: ReadonlyMap<string, string>,
  meanings: Readonly<Record<string, string>>,
): [key: string, word: string][] {
  const answered = [...words.keys()].filter((key) => Object.hasOwn(meanings, key)).length;
  return [...words].slice(0, ASKED_WORDS + answered);
}

/** Counts cells that can't be read. Null while a question is open, because an answer may make them readable. */
function* unreadableCells(
  target: Target,
  texts: ColumnTexts,
  format: ColumnFormat,
  words: Readonly<Record<string, string>>,
  questions: readonly FormatQuestion[],
): Generator<void, ColumnFindings['unreadable']> {
  if (target.kind === 'words' || questions.length > 0) return null;
  let found: ColumnFindings['unreadable'] = null;
  const isTurn = countTurns();
  for (const [text, count] of texts) {
    if (isTurn()) yield;
    const cell = readCell(target, text, format, words);
    if (cell.problem === undefined) continue;
    if (found) found.cells += count;
    else found = { cells: count, example: text, message: cell.problem };
  }
  return found;
}
