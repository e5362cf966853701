import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern, PatternError, patternSize } from '~/schemas/wells/pattern';

const matches = (pattern: string, text: string) => compilePattern(pattern).matches(text);

const TOO_COMPLEX = 'The pattern is too complex: use fewer or smaller repetitions';

describe('patternSize', () => {
  it.each([
    ['', 1],
    ['abc', 4],
    ['\\d{2}-\\d{3}-\\d{5}', 13],
    ['(ab){3}', 10],
    ['a{0,3}', 7],
    ['a|b', 4],
  ])('%s counts the steps of its unrolled repetitions: %d', (pattern, size) => {
    expect(patternSize(pattern)).toBe(size);
    expect(compilePattern(pattern).size).toBe(size);
  });
});

describe('compilePattern', () => {
  it.each([
    ['', '', true],
    ['', 'a', false],
    ['abc', 'abc', true],
    ['abc', 'abcd', false],
    ['^abc$', 'abc', true],
    ['a^b', 'ab', false],
    ['\\d{2}-\\d{3}-\\d{5}', '42-501-20130', true],
    ['\\d{2}-\\d{3}-\\d{5}', '42-501-2013', false],
    ['\\d{3}\\-\\d{4}', '555-1234', true],
    ['[A-Z]{2}|x', 'NO', true],
    ['[A-Z]{2}|x', 'x', true],
    ['[^\\]a]+', 'bc', true],
    ['[^\\]a]+', 'b]', false],
    ['(?:ab)*', 'ababab', true],
    ['(ab)*', 'aba', false],
    ['a{2,}', 'a', false],
    ['a{2,}', 'aaaaa', true],
    ['a{0}', '', true],
    ['a{1,3}?', 'aaa', true],
    ['.', '\n', false],
    ['.', '🛢️'.slice(0, 2), true],
    ['\\p{L}+', 'Øst', true],
    ['\\u{1F600}', '😀', true],
    ['(a|b)*c', 'ababc', true],
    ['(a*)*', 'aaa', true],
    ['(a*)*b', 'aaa', false],
    ['()*', '', true],
    ['.', '\u2028', false],
    ['.', '\r', false],
    ['\\s+', '\u00a0\u000b\ufeff\u2003', true],
    ['\\S', '\u00a0', false],
    ['[^\\S]', '\u00a0', true],
    ['[[:alpha:]', ':', true],
    ['[]', 'a', false],
    ['[^]', '\n', true],
    ['[\\b]', '\b', true],
    ['[\\cJ]', '\n', true],
    ['[\\uD83D\\uDE00]', '😀', true],
    ['[😀-😂]', '😁', true],
    ['\\-\\ \\_', '- _', true],
    ['\\p{Script=Greek}\\p{Uppercase_Letter}', 'αΣ', true],
    ['[\\p{ASCII}]\\P{ASCII}', 'aØ', true],
    ['[^\\p{gc=Decimal_Number}]', 'x', true],
    ['[A-Z ]{1,255}', 'A B'.repeat(85), true],
  ])('%s on %j: %s', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  it.each([
    ['(', 'Missing closing )'],
    [')', 'Unmatched )'],
    ['[a', 'Missing closing ]'],
    ['a]', 'Unmatched ]'],
    ['*a', '*, + or ? has nothing to repeat'],
    ['a**', '*, + or ? has nothing to repeat'],
    ['^*', '*, + or ? has nothing to repeat'],
    ['a{2', '*, + or ? has nothing to repeat'],
    ['a{3,2}', 'In {m,n}, m must not exceed n'],
    ['a{1001}', 'Repetition counts can’t exceed 1,000'],
    ['(a)\\1', '\\1 isn’t supported'],
    ['\\bword', '\\b isn’t supported'],
    ['a\\', 'The pattern ends with a single backslash'],
    ['(?=a)', 'Look-around, named groups and flags are not supported'],
    ['(?<name>a)', 'Look-around, named groups and flags are not supported'],
    ['[z-a]', '[z-a] is not a valid class'],
    ['\\p{Nonsense}', '\\p{Nonsense} is not a valid class'],
    ['[\\p{Diacritic}]', '\\p{Diacritic} is not supported'],
    ['((a{100}){100}){100}', TOO_COMPLEX],
    ['(((((){9}){9}){9}){9}){9}', TOO_COMPLEX],
    [`(${'(a|b)'.repeat(30)}){1000}`, TOO_COMPLEX],
    ['((((){100}){100}){100}){100}', TOO_COMPLEX],
    ['a'.repeat(201), 'Pattern can’t exceed 200 characters'],
  ])('refuses %s', (pattern, message) => {
    expect(() => compilePattern(pattern)).toThrow(new PatternError(message));
  });

  it('matches what JavaScript’s regular expressions match', () => {
    const { pattern } = fc.letrec<{ pattern: string; branch: string; part: string; single: string }>(
      (tie) => ({
        pattern: fc.array(tie('branch'), { minLength: 1, maxLength: 3 }).map((all) => all.join('|')),
        branch: fc.array(tie('part'), { maxLength: 4 }).map((all) => all.join('')),
        part: fc.oneof(
          fc
            .tuple(
              tie('single'),
              fc.constantFrom('', '', '', '?', '*', '+', '{0}', '{2}', '{1,}', '{0,2}', '{2,3}', '*?', '??'),
            )
            .map(([single, quantifier]) => single + quantifier),
          fc.constantFrom('^', '$'),
        ),
        single: fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          fc.constantFrom(
            'a',
            'b',
            'Ø',
            '😀',
            '.',
            '\\d',
            '\\W',
            '\\s',
            '[ab]',
            '[^a]',
            '[a-c1\\-]',
            '\\.',
            '\\p{L}',
            '[]',
            '[^]',
            '\\S',
            '[\\s]',
            '[^\\Sa]',
            '[\\p{Lu}\\d]',
            '[^\\P{L}]',
            '\\p{Script=Greek}',
            '[\\P{Decimal_Number}\\-]',
            '[[:alpha:]',
            '[a-c-e]',
            '[\\w-]',
          ),
          tie('pattern').map((inner) => `(${inner})`),
          tie('pattern').map((inner) => `(?:${inner})`),
        ),
      }),
    );
    const text = fc.array(fc.constantFrom(...'abc1-.Ø😀\n [:\r\u2028\u00a0α'), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(pattern, text, (source, characters) => {
        fc.pre(source.length <= 60);
        const input = characters.join('');
        expect(matches(source, input)).toBe(new RegExp(`^(?:${source})$`, 'u').test(input));
      }),
      { numRuns: 2_000 },
    );
  }, 30_000);

  it('compiles any text or refuses it with a reason', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'ab()[]{}|?*+^$.\\-,12:d'), maxLength: 40 }),
        (source) => {
          try {
            compilePattern(source).matches('ab12');
          } catch (error) {
            expect(error).toBeInstanceOf(PatternError);
          }
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['(a+)+$', 'a', 'b'],
    ['(a|a)*$', 'a', 'b'],
    ['(a|aa)+$', 'a', '!'],
    ['(.*)*(.*)*(.*)*x', 'a', ''],
    ['.*.*.*.*.*.*.*.*x', 'a', ''],
    ['([a-z]+)*\\d', 'z', ''],
    ['(x+x+)+y', 'x', ''],
    [`${'a?'.repeat(60)}${'a'.repeat(60)}`, 'a', 'b'],
    ['(((a*)*)*)*b', 'a', ''],
    ['(a{0,100}){0,4}b', 'a', ''],
    ['(.{0,100}[a-z]{0,100}\\w{0,100}.{0,90})*b', 'a', ''],
  ])('%s takes no longer for a hostile text', (pattern, letter, end) => {
    const start = performance.now();
    expect(matches(pattern, letter.repeat(10_000) + end)).toBe(false);
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});
