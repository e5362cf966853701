/**
 * Patterns that people write, run in time proportional to pattern × text whatever they are: the engine's own regular
 * expressions backtrack, and `(a+)+$` against thirty letters would take minutes.
 *
 * A subset of JavaScript's regular expressions with the `u` flag, of the same meaning: characters, `.`, classes
 * (`[A-Z]`, `\d`, `\w`, `\s`, `\p{L}`, …), `^`, `$`, groups `(…)` and `(?:…)`, `|`, and the quantifiers `?`, `*`, `+`, `{m}`,
 * `{m,}` and `{m,n}`. No back-references, look-around, word boundaries or flags. Any punctuation may be escaped.
 */

export const MAX_PATTERN_LENGTH = 200;
const MAX_REPETITIONS = 100;
/** Steps of one character at most. Counted while compiling, so that `((a{100}){100}){100}` ends there. */
const MAX_SIZE = 1_000;

export type Pattern = {
  /** Whether the whole text matches. */
  matches: (text: string) => boolean;
};

/** Why a text is no pattern, fit for a person's eyes. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

type Atom = (character: string) => boolean;

type Node =
  | { kind: 'atom'; atom: Atom }
  | { kind: 'start' | 'end' }
  | { kind: 'sequence'; parts: Node[] }
  | { kind: 'choice'; options: Node[] }
  | { kind: 'repeat'; part: Node; min: number; max: number };

/** A place in the pattern: where to go without a character (`next`), at an edge of the text, or with one that the atom takes. */
type State = { id: number; next: State[] } & (
  | { kind: 'fork' | 'start' | 'end' | 'accept' }
  | { kind: 'atom'; atom: Atom }
);

/** @throws PatternError */
export function compilePattern(source: string): Pattern {
  if (source.length > MAX_PATTERN_LENGTH) {
    throw new PatternError(`Pattern must have at most ${MAX_PATTERN_LENGTH} characters`);
  }
  const automaton = build(parse(source));
  return { matches: (text) => simulate(automaton, text) };
}

/** A single character class or escape, as JavaScript knows it. With one character to look at there is no backtracking. */
const CLASS = /\[\^?(?:\\.|[^\\\]])*\]/uy;
const CLASS_ESCAPE =
  /\\(?:[dDwWsStnrfv]|[pP]\{\w+(?:=\w+)?\}|x[\dA-Fa-f]{2}|u(?![dD][89A-Fa-f])[\dA-Fa-f]{4}|u\{[\dA-Fa-f]{1,6}\})/uy;
const ESCAPED_PUNCTUATION = /\\([!-/:-@[-`{-~ ])/uy;
const QUANTIFIER = /([?*+])|\{(\d{1,9})(,(\d{1,9})?)?\}/uy;

function parse(source: string): Node {
  let position = 0;
  const take = (expected: RegExp) => {
    expected.lastIndex = position;
    const match = expected.exec(source);
    if (match) position += match[0].length;
    return match;
  };
  const takeText = (text: string) => {
    if (!source.startsWith(text, position)) return false;
    position += text.length;
    return true;
  };

  const parseChoice = (): Node => {
    const options = [parseSequence()];
    while (takeText('|')) options.push(parseSequence());
    return options.length === 1 ? options[0]! : { kind: 'choice', options };
  };

  const parseSequence = (): Node => {
    const parts: Node[] = [];
    while (position < source.length && source[position] !== '|' && source[position] !== ')') {
      parts.push(parseQuantified());
    }
    return { kind: 'sequence', parts };
  };

  const parseQuantified = (): Node => {
    const part = parseSingle();
    const quantifier = take(QUANTIFIER);
    if (!quantifier) return part;
    if (part.kind === 'start' || part.kind === 'end') throw new PatternError('Nothing to repeat');
    const { min, max } = boundsOf(quantifier);
    // Lazy or greedy makes no difference to whether the whole text matches.
    takeText('?');
    return { kind: 'repeat', part, min, max };
  };

  const parseSingle = (): Node => {
    if (takeText('^')) return { kind: 'start' };
    if (takeText('$')) return { kind: 'end' };
    if (takeText('(')) return parseGroup();
    const known = take(CLASS) ?? take(CLASS_ESCAPE);
    if (known) return { kind: 'atom', atom: nativeAtom(known[0]) };
    if (takeText('.')) return { kind: 'atom', atom: nativeAtom('.') };
    const escaped = take(ESCAPED_PUNCTUATION);
    if (escaped) return literal(escaped[1]!);
    return parseLiteral();
  };

  const parseGroup = (): Node => {
    if (takeText('?') && !takeText(':')) {
      throw new PatternError('Look-around, named groups and flags are not supported');
    }
    const inner = parseChoice();
    if (!takeText(')')) throw new PatternError('A group is not closed: ) is missing');
    return inner;
  };

  const parseLiteral = (): Node => {
    const character = String.fromCodePoint(source.codePointAt(position)!);
    if (character === '\\') {
      const letter = source.slice(position, position + 2);
      throw new PatternError(
        letter === '\\' ? 'Nothing follows the last \\' : `The escape ${letter} is not supported`,
      );
    }
    if (character === '[') throw new PatternError('A class is not closed: ] is missing');
    if ('?*+{'.includes(character)) throw new PatternError('Nothing to repeat');
    if (']}'.includes(character)) throw new PatternError(`A ${character} has no beginning`);
    position += character.length;
    return literal(character);
  };

  const whole = parseChoice();
  if (position < source.length) throw new PatternError('A ) has no beginning');
  return whole;
}

function boundsOf([, sign, from, range, to]: RegExpExecArray): { min: number; max: number } {
  if (sign) return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY };
  const min = Number(from);
  const max = range ? (to ? Number(to) : Number.POSITIVE_INFINITY) : min;
  if (min > max) throw new PatternError('The numbers of a {m,n} are out of order');
  if (Math.max(min, to ? max : 0) > MAX_REPETITIONS) {
    throw new PatternError(`At most ${MAX_REPETITIONS} repetitions can be counted`);
  }
  return { min, max };
}

function literal(character: string): Node {
  return { kind: 'atom', atom: (other) => other === character };
}

function nativeAtom(source: string): Atom {
  let expression: RegExp;
  try {
    expression = new RegExp(`^${source}$`, 'u');
  } catch {
    throw new PatternError(`${source} is not a valid class`);
  }
  const known = new Map<string, boolean>();
  return (character) => {
    const answer = known.get(character) ?? expression.test(character);
    known.set(character, answer);
    return answer;
  };
}

type Automaton = { initial: State; stateCount: number };

/** Thompson's construction, from the end to the beginning: each part is built in front of what follows it. */
function build(pattern: Node): Automaton {
  let size = 0;
  let stateCount = 0;
  const newId = () => {
    stateCount += 1;
    return stateCount - 1;
  };
  const fork = (...next: State[]): State => ({ kind: 'fork', id: newId(), next });

  const inFrontOf = (node: Node, following: State): State => {
    size += 1;
    if (size > MAX_SIZE) throw new PatternError('The pattern is too complex');
    switch (node.kind) {
      case 'atom':
        return { kind: 'atom', id: newId(), atom: node.atom, next: [following] };
      case 'start':
      case 'end':
        return { kind: node.kind, id: newId(), next: [following] };
      case 'sequence':
        return node.parts.reduceRight((after, part) => inFrontOf(part, after), following);
      case 'choice':
        return fork(...node.options.map((option) => inFrontOf(option, following)));
      case 'repeat':
        return repeated(node, following);
    }
  };
  const repeated = ({ part, min, max }: Extract<Node, { kind: 'repeat' }>, following: State): State => {
    let first = following;
    if (max === Number.POSITIVE_INFINITY) {
      first = fork(following);
      first.next.push(inFrontOf(part, first));
    } else {
      for (let count = min; count < max; count += 1) first = fork(following, inFrontOf(part, first));
    }
    for (let count = 0; count < min; count += 1) first = inFrontOf(part, first);
    return first;
  };
  const initial = inFrontOf(pattern, { kind: 'accept', id: newId(), next: [] });
  return { initial, stateCount };
}

/** Goes through the text once with all states that could be reached so far, each of them at most once per character. */
function simulate({ initial, stateCount }: Automaton, text: string): boolean {
  const characters = [...text];
  /** The place in the text, from 1, at which a state was last come by. */
  const lastSeen = new Uint32Array(stateCount);
  let waiting = [initial];
  for (let index = 0; ; index += 1) {
    const character = characters[index];
    const reached: State[] = [];
    for (let state = waiting.pop(); state; state = waiting.pop()) {
      if (lastSeen[state.id] === index + 1) continue;
      lastSeen[state.id] = index + 1;
      switch (state.kind) {
        case 'accept':
          if (character === undefined) return true;
          break;
        case 'atom':
          if (character !== undefined && state.atom(character)) reached.push(...state.next);
          break;
        case 'start':
          if (index === 0) waiting.push(...state.next);
          break;
        case 'end':
          if (character === undefined) waiting.push(...state.next);
          break;
        case 'fork':
          waiting.push(...state.next);
      }
    }
    if (character === undefined || reached.length === 0) return false;
    waiting = reached;
  }
}
