import { RE2JSException, RE2Set } from 're2js';
import { groupThousands } from '~/domain/money/group-thousands';
import type { Pattern } from '~/domain/wells/custom-field';

/**
 * User-defined patterns, matched by RE2 in time proportional to pattern × text. The engine's own regular expressions
 * backtrack: `(a+)+$` against thirty letters would take minutes.
 *
 * The language is a subset of JavaScript regular expressions with the `u` flag, with the same meaning: characters, `.`,
 * classes (`[A-Z]`, `\d`, `\w`, `\s`, `\p{L}`, …), `^`, `$`, groups `(…)` and `(?:…)`, `|`, and the quantifiers `?`,
 * `*`, `+`, `{m}`, `{m,}` and `{m,n}`. No backreferences, lookaround, word boundaries or flags. Any punctuation may be
 * escaped. Syntax that RE2 interprets differently is translated first.
 */

export const MAX_PATTERN_LENGTH = 200;
/** RE2's own limit, which also applies to the product of nested repetitions. */
const MAX_REPETITIONS = 1_000;
/** Maximum steps per character, counted before RE2 expands the repetitions. */
const MAX_SIZE = 2_000;
/** Bytes that RE2 may use to cache states of one pattern. A company has up to 100 patterns, and a Worker 128 MB. */
const MAX_MEMORY = 256 * 1024;

/** Thrown for an invalid pattern, with a message for the user. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/** @throws PatternError */
export function compilePattern(source: string): Pattern {
  const { expression, size } = translate(source);
  const set = new RE2Set(RE2Set.ANCHOR_BOTH, 0, MAX_MEMORY);
  try {
    set.add(expression);
    set.compile();
  } catch (error) {
    if (error instanceof RE2JSException) throw tooComplex();
    throw error;
  }
  return { size, matches: (text) => set.match(text).length > 0 };
}

/** Compiles the pattern of a saved field; null if an earlier version accepted syntax that RE2 doesn't support. */
export function compileSavedPattern(source: string): Pattern | null {
  try {
    return compilePattern(source);
  } catch (error) {
    if (error instanceof PatternError) return null;
    throw error;
  }
}

/**
 * Number of steps in a pattern, without compiling it.
 * @throws PatternError
 */
export function patternSize(source: string): number {
  return translate(source).size;
}

/** One token of a pattern: a class, an escape, the start of a group, a quantifier, or a single character. */
const PIECE =
  /(?<set>\[\^?(?:\\.|[^\\\]])*\])|(?<escape>\\(?:u\{[\dA-Fa-f]{1,6}\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|[pP]\{\w+(?:=\w+)?\}|.))|(?<group>\((?:\?:?)?)|(?<quantifier>(?:[?*+]|\{(?<from>\d{1,9})(?<range>,(?<to>\d{1,9})?)?\})\??)|(?<character>.)/gsu;

/**
 * Translates a pattern to RE2 syntax, and counts its steps with all repetitions expanded.
 * @throws PatternError
 */
function translate(source: string): { expression: string; size: number } {
  if (source.length > MAX_PATTERN_LENGTH) {
    throw new PatternError(`Pattern can’t exceed ${MAX_PATTERN_LENGTH} characters`);
  }
  let expression = '';
  /** Steps of each open group; the whole pattern is first. */
  const sizes = [1];
  /** Steps of the item that a quantifier would repeat; null if there is none. */
  let last: number | null = null;
  const add = (size: number) => {
    sizes[sizes.length - 1]! += size;
    if (sizes[sizes.length - 1]! > MAX_SIZE) throw tooComplex();
  };
  const step = (text: string) => {
    expression += text;
    last = 1;
    add(1);
  };
  for (const { 0: text, groups = {} } of source.matchAll(PIECE)) {
    if (groups.set) step(classOf(text));
    else if (groups.escape) step(escapeOf(text));
    else if (groups.group) {
      if (text === '(?') throw new PatternError('Look-around, named groups and flags are not supported');
      expression += '(?:';
      sizes.push(1);
      last = null;
    } else if (text === ')') {
      if (sizes.length === 1) throw new PatternError('Unmatched )');
      expression += ')';
      last = sizes.pop()!;
      add(last);
    } else if (groups.quantifier) {
      if (last === null) throw new PatternError('*, + or ? has nothing to repeat');
      const { min, max } = boundsOf(text, groups);
      expression += text;
      // Each optional repetition adds a step, where the paths split.
      add(last * (Math.max(max ?? min, 1) - 1) + (max ?? min + 1) - min);
      last = null;
    } else if (text === '^' || text === '$' || text === '|') {
      expression += text;
      last = null;
      add(1);
    } else step(literal(text));
  }
  if (sizes.length > 1) throw new PatternError('Missing closing )');
  return { expression, size: sizes[0]! };
}

/** @returns max undefined if there is no upper bound */
function boundsOf(text: string, { from, range, to }: Record<string, string | undefined>) {
  if (from === undefined) return { min: text[0] === '+' ? 1 : 0, max: text[0] === '?' ? 1 : undefined };
  const min = Number(from);
  const max = range === undefined ? min : to === undefined ? undefined : Number(to);
  if (max !== undefined && min > max) throw new PatternError('In {m,n}, m must not exceed n');
  if (Math.max(min, max ?? 0) > MAX_REPETITIONS) {
    throw new PatternError(`Repetition counts can’t exceed ${groupThousands(MAX_REPETITIONS)}`);
  }
  return { min, max };
}

function literal(character: string): string {
  if (character === '.') return '[^\\n\\r\\x{2028}\\x{2029}]';
  if (character === '\\') throw new PatternError('The pattern ends with a single backslash');
  if (character === '[') throw new PatternError('Missing closing ]');
  if (character === '{') throw new PatternError('*, + or ? has nothing to repeat');
  if (character === ']' || character === '}') throw new PatternError(`Unmatched ${character}`);
  return codeOf(character);
}

function escapeOf(text: string): string {
  if (/^\\[dDwWtnrfv]$/.test(text)) return text;
  if (/^\\[sSpP]/.test(text) && isClass(text)) return `[${rangesOf(text)}]`;
  const hex = /^\\(?:x|u\{?)([\dA-Fa-f]+)\}?$/.exec(text)?.[1];
  if (hex !== undefined && isClass(text)) return `\\x{${hex}}`;
  if (/^\\[!-/:-@[-`{-~ ]$/.test(text)) return codeOf(text.slice(1));
  if (/^\\[pPxu]./.test(text)) throw new PatternError(`${text} is not a valid class`);
  throw new PatternError(`${text} isn’t supported`);
}

const SURROGATES = /^\\u([dD][89abAB][\dA-Fa-f]{2})\\u([dD][c-fC-F][\dA-Fa-f]{2})$/;
const MEMBER =
  /\\(?:u[dD][89abAB][\dA-Fa-f]{2}\\u[dD][c-fC-F][\dA-Fa-f]{2}|u\{[\dA-Fa-f]+\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|[pP]\{[^}]*\}|c[A-Za-z]|.)|./gsu;

/** Translates a class to RE2 syntax: RE2 supports nested classes, and its `\s` matches fewer characters. */
function classOf(text: string): string {
  if (!isClass(text)) throw new PatternError(`${text} is not a valid class`);
  const isNegated = text[1] === '^';
  const members = text.slice(isNegated ? 2 : 1, -1);
  if (members === '') return isNegated ? '[\\x{0}-\\x{10FFFF}]' : '[^\\x{0}-\\x{10FFFF}]';
  return `[${isNegated ? '^' : ''}${members.replace(MEMBER, memberOf)}]`;
}

function memberOf(text: string): string {
  if (/^\\[dDwW]$/.test(text)) return text;
  if (/^\\[sSpP]/.test(text)) return rangesOf(text);
  if (text === '-') return text;
  const [, high, low] = SURROGATES.exec(text) ?? [];
  if (high && low) return codeOf(String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)));
  const hex = /^\\(?:x|u\{?)([\dA-Fa-f]+)\}?$/.exec(text)?.[1];
  if (hex !== undefined) return `\\x{${hex}}`;
  if (/^\\c/.test(text)) return codeOf(String.fromCharCode(text.charCodeAt(2) % 32));
  const control = text[0] === '\\' ? CONTROLS[text[1]!] : undefined;
  return codeOf(control ?? text.replace(/^\\(?=.)/su, ''));
}

const CONTROLS: Record<string, string> = {
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  0: '\0',
};

/** True when JavaScript accepts a text as a class, or as an escaped character. */
function isClass(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

const BLANKS =
  '\\t-\\r\\x{20}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}';
/** All other characters, the complement of BLANKS. */
const NO_BLANKS =
  '\\x{0}-\\x{8}\\x{E}-\\x{1F}!-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}\\x{202A}-\\x{202E}\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}';

/** Translates `\s`, `\p{…}` and the like to a form that RE2 accepts within a class. */
function rangesOf(text: string): string {
  if (text === '\\s') return BLANKS;
  if (text === '\\S') return NO_BLANKS;
  const property = text.slice(3, -1).replace(/^(?:Script|sc|General_Category|gc)=/, '');
  if (property === 'ASCII') return text[1] === 'p' ? '\\x{0}-\\x{7F}' : '\\x{80}-\\x{10FFFF}';
  const known = `${text.slice(0, 2)}{${SHORT_NAMES[property] ?? property}}`;
  try {
    new RE2Set().add(known);
    return known;
  } catch {
    throw new PatternError(`${text} is not supported`);
  }
}

/** RE2 accepts general categories only by their short names. */
const SHORT_NAMES: Record<string, string | undefined> = {
  Letter: 'L',
  Cased_Letter: 'LC',
  Uppercase_Letter: 'Lu',
  Lowercase_Letter: 'Ll',
  Titlecase_Letter: 'Lt',
  Modifier_Letter: 'Lm',
  Other_Letter: 'Lo',
  Mark: 'M',
  Nonspacing_Mark: 'Mn',
  Spacing_Mark: 'Mc',
  Enclosing_Mark: 'Me',
  Number: 'N',
  Decimal_Number: 'Nd',
  Letter_Number: 'Nl',
  Other_Number: 'No',
  Punctuation: 'P',
  Connector_Punctuation: 'Pc',
  Dash_Punctuation: 'Pd',
  Open_Punctuation: 'Ps',
  Close_Punctuation: 'Pe',
  Initial_Punctuation: 'Pi',
  Final_Punctuation: 'Pf',
  Other_Punctuation: 'Po',
  Symbol: 'S',
  Math_Symbol: 'Sm',
  Currency_Symbol: 'Sc',
  Modifier_Symbol: 'Sk',
  Other_Symbol: 'So',
  Separator: 'Z',
  Space_Separator: 'Zs',
  Line_Separator: 'Zl',
  Paragraph_Separator: 'Zp',
  Other: 'C',
  Control: 'Cc',
  Format: 'Cf',
  Private_Use: 'Co',
  Unassigned: 'Cn',
};

/** Escapes a character so that RE2 always reads it literally. */
function codeOf(character: string): string {
  return `\\x{${character.codePointAt(0)!.toString(16)}}`;
}

function tooComplex(): PatternError {
  return new PatternError('The pattern is too complex: use fewer or smaller repetitions');
}
