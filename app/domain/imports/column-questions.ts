import { dateOfSerial, dateOfYear, expandYear, readDateCell, type ShortYears } from './date-text';
import type { ColumnFormat } from './mapping';
import {
  hasFractionOfCent,
  mayBeFraction,
  type ReadNumber,
  readNumberCell,
  readRateCell,
  roundToCents,
  timesHundred,
} from './number-text';
import { findOption, readCell, wordKey } from './read-cell';
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
  knownFormat: ColumnFormat = {},
  words: Readonly<Record<string, string>> = {},
): ColumnFindings {
  return runToCompletion(examineInSteps(target, texts, knownFormat, words));
}

/** Like examineColumn, but yields so the page stays responsive: a column can have 300,000 texts. */
export function* examineInSteps(
  target: Target,
  texts: ColumnTexts,
  knownFormat: ColumnFormat = {},
  words: Readonly<Record<string, string>> = {},
): Generator<void, ColumnFindings> {
  const format: ColumnFormat = { ...knownFormat };
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
  const unknownWords = target.kind === 'words' ? yield* findUnknownWords(target, texts, words) : [];
  return {
    format,
    questions,
    words: unknownWords,
    unreadable: yield* unreadableCells(target, texts, format, words, questions),
  };
}

/** Texts processed between two yields, which takes a few milliseconds. */
const STEP = 1_000;

/** Returns a function that is true on every thousandth call, when it is time to yield. */
function createYieldCounter(): () => boolean {
  let texts = 0;
  return () => {
    texts += 1;
    return texts % STEP === 0;
  };
}

type Tally = { cells: number; example: string };

function addToTally(tally: Tally | null, text: string, count: number): Tally {
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
  const shouldYield = createYieldCounter();
  for (const [text, count] of texts) {
    if (shouldYield()) yield;
    const cell = readDateCell(text, format.shortYears);
    if (cell.kind === 'ordered') {
      if (cell.mdy !== null && cell.dmy !== null) either = addToTally(either, text, count);
      else if (cell.mdy !== null) mdyOnly = addToTally(mdyOnly, text, count);
      else dmyOnly = addToTally(dmyOnly, text, count);
    } else if (cell.kind === 'short-year') short = addToTally(short, text, count);
    else if (cell.kind === 'year') year = addToTally(year, text, count);
    else if (cell.kind === 'serial') serial = addToTally(serial, text, count);
    else if (cell.kind === 'placeholder') dash = addToTally(dash, text, count);
  }
  const questions: FormatQuestion[] = [];
  if (mdyOnly && !dmyOnly) setIfUnset(format, 'dateOrder', 'mdy');
  else if (dmyOnly && !mdyOnly) setIfUnset(format, 'dateOrder', 'dmy');
  const isContradicted =
    (format.dateOrder === 'mdy' && dmyOnly && !mdyOnly) ||
    (format.dateOrder === 'dmy' && mdyOnly && !dmyOnly);
  if ((format.dateOrder === undefined && (either || (mdyOnly && dmyOnly))) || isContradicted) {
    const tally = either ?? mdyOnly ?? dmyOnly!;
    const cell = readDateCell(tally.example, format.shortYears);
    const readAs = (order: 'mdy' | 'dmy') => (cell.kind === 'ordered' ? (cell[order] ?? '') : '');
    questions.push({
      id: 'dateOrder',
      ...tally,
      choices: [
        { value: 'mdy', reading: readAs('mdy') },
        { value: 'dmy', reading: readAs('dmy') },
      ],
    });
  }
  // Once this is answered, no cell is of this kind anymore.
  if (short) {
    const cell = readDateCell(short.example);
    const readAs = (by: ShortYears) => (cell.kind === 'short-year' ? String(expandYear(cell.year, by)) : '');
    const choices = (['1900', '1930', '2000'] as const).map((value) => ({ value, reading: readAs(value) }));
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
  const shouldYield = createYieldCounter();
  for (const [text, count] of texts) {
    if (shouldYield()) yield;
    const cell = readFigure(text);
    if (cell.kind === 'placeholder') dash = addToTally(dash, text, count);
    if (!('point' in cell)) continue;
    numbers.push([text, count, cell]);
    if (cell.kind === 'either') either = addToTally(either, text, count);
    else if (cell.kind === 'point') point = addToTally(point, text, count);
    else if (cell.kind === 'comma') comma = addToTally(comma, text, count);
    const decimal = cell.point ?? cell.comma ?? '0';
    if (!/[1-9]/.test(decimal)) continue;
    if (decimal.startsWith('-')) negative = addToTally(negative, text, count);
    else positive += count;
  }
  const questions: FormatQuestion[] = [];
  if (point && !comma) setIfUnset(format, 'decimal', 'point');
  else if (comma && !point) setIfUnset(format, 'decimal', 'comma');
  const isContradicted =
    (format.decimal === 'point' && comma && !point) || (format.decimal === 'comma' && point && !comma);
  if ((format.decimal === undefined && (either || (point && comma))) || isContradicted) {
    const tally = either ?? point ?? comma!;
    const cell = readFigure(tally.example);
    const readAs = (sign: 'point' | 'comma') => ('point' in cell ? (cell[sign] ?? '') : '');
    questions.push({
      id: 'decimal',
      ...tally,
      choices: [
        { value: 'point', reading: readAs('point') },
        { value: 'comma', reading: readAs('comma') },
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
    const decimal = ('point' in cell && (cell.point ?? cell.comma)) || '';
    const choices = [
      { value: 'kept', reading: decimal },
      { value: 'turned', reading: decimal.replace('-', '') },
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

function readDecimal({ decimal }: ColumnFormat, cell: ReadNumber): string {
  return (decimal === undefined ? (cell.point ?? cell.comma) : cell[decimal]) ?? '0';
}

function* rateQuestions(numbers: Numbers, format: ColumnFormat): Generator<void, FormatQuestion[]> {
  let small: Tally | null = null;
  let large: Tally | null = null;
  const shouldYield = createYieldCounter();
  for (const [text, count, cell] of numbers) {
    if (shouldYield()) yield;
    const decimal = readDecimal(format, cell);
    if (cell.isPercent || !/[1-9]/.test(decimal)) continue;
    if (mayBeFraction(decimal)) small = addToTally(small, text, count);
    else large = addToTally(large, text, count);
  }
  const isContradicted = format.rate === 'fraction' && large && !small;
  if (!small && !isContradicted) return [];
  if (format.rate !== undefined && !isContradicted) return [];
  const tally = small ?? large!;
  const decimal = readDecimal(format, numbers.find(([text]) => text === tally.example)![2]);
  return [
    {
      id: 'rate',
      ...tally,
      choices: [
        { value: 'percent', reading: `${decimal}%` },
        { value: 'fraction', reading: `${timesHundred(decimal)}%` },
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
  const shouldYield = createYieldCounter();
  for (const [text, count, cell] of numbers) {
    if (shouldYield()) yield;
    const isFraction = kind === 'rate' && !cell.isPercent && format.rate === 'fraction';
    const decimal = isFraction ? timesHundred(readDecimal(format, cell)) : readDecimal(format, cell);
    if (!hasFractionOfCent(decimal)) continue;
    if (!tally) example = decimal;
    tally = addToTally(tally, text, count);
  }
  if (!tally) return [];
  return [
    {
      id: 'cents',
      ...tally,
      choices: [
        { value: 'rounded', reading: roundToCents(example) },
        { value: 'refused', reading: '' },
      ],
    },
  ];
}

function setIfUnset<Name extends keyof ColumnFormat>(
  format: ColumnFormat,
  name: Name,
  value: NonNullable<ColumnFormat[Name]>,
) {
  format[name] ??= value as ColumnFormat[Name];
}

function* findUnknownWords(
  { options = [] }: Target,
  texts: ColumnTexts,
  words: Readonly<Record<string, string>>,
): Generator<void, [string, number][]> {
  const unknownWords = new Map<string, [string, number]>();
  const shouldYield = createYieldCounter();
  for (const [text, count] of texts) {
    if (shouldYield()) yield;
    const key = wordKey(text);
    if (key === '' || Object.hasOwn(words, key)) continue;
    if (findOption(options, text) !== undefined) continue;
    const entry = unknownWords.get(key);
    if (entry) entry[1] += count;
    else unknownWords.set(key, [text.trim(), count]);
  }
  return [...unknownWords.values()];
}

/** A column's words by key, as first written. Words that aren't options come first, even once they have a meaning. */
export function wordsOf({ options = [] }: Target, texts: ColumnTexts): ReadonlyMap<string, string> {
  const optionWords = new Map<string, string>();
  const otherWords = new Map<string, string>();
  for (const text of texts.keys()) {
    const key = wordKey(text);
    if (key === '' || optionWords.has(key) || otherWords.has(key)) continue;
    (findOption(options, text) === undefined ? otherWords : optionWords).set(key, text.trim());
  }
  return new Map([...otherWords, ...optionWords]);
}

/** Number of words to ask about at a time. */
const MAX_UNANSWERED_WORDS = 40;

/** The first words of a column, plus one for each that has a meaning, so the user can reach every word. */
export function selectVisibleWords(
  words: ReadonlyMap<string, string>,
  meanings: Readonly<Record<string, string>>,
): [key: string, word: string][] {
  const answeredCount = [...words.keys()].filter((key) => Object.hasOwn(meanings, key)).length;
  return [...words].slice(0, MAX_UNANSWERED_WORDS + answeredCount);
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
  let unreadable: ColumnFindings['unreadable'] = null;
  const shouldYield = createYieldCounter();
  for (const [text, count] of texts) {
    if (shouldYield()) yield;
    const cell = readCell(target, text, format, words);
    if (cell.problem === undefined) continue;
    if (unreadable) unreadable.cells += count;
    else unreadable = { cells: count, example: text, message: cell.problem };
  }
  return unreadable;
}
