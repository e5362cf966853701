import { describe, expect, it } from 'vitest';
import { isCleanLine, isCleanText, trimBlanks } from '~/domain/wells/clean-text';

const UNCLEAN = [
  0x00, 0x07, 0x1b, 0x7f, 0x80, 0x9f, 0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066,
  0x2067, 0x2068, 0x2069, 0xd800, 0xdfff,
];
const BREAKS = ['\n', '\r', '\r\n', '\t'];
const NAMES = [
  'Håvørn 1/3-A-1 H',
  'Zażółć gęślą',
  'Cafe\u0301',
  'क्\u200dष',
  'می\u200cخواهم',
  'שלום',
  'بئر ١٢',
  '高島 油田',
  '👩\u200d🔧',
  'a\u00a0b',
  'soft\u00adhyphen',
];

describe('clean text', () => {
  it.each(UNCLEAN)('never contains U+%s', (code) => {
    const text = `a${String.fromCharCode(code)}b`;
    expect([isCleanLine(text), isCleanText(text)]).toEqual([false, false]);
  });

  it.each(BREAKS)('may contain %j only in multi-line text', (text) => {
    expect([isCleanLine(`a${text}b`), isCleanText(`a${text}b`)]).toEqual([false, true]);
  });

  it.each(['\u2028', '\u2029'])('may contain line separators only in multi-line text', (text) => {
    expect([isCleanLine(text), isCleanText(text)]).toEqual([false, true]);
  });

  it.each(NAMES)('keeps what names in any script need: %s', (name) => {
    expect([isCleanLine(name), isCleanText(name)]).toEqual([true, true]);
  });
});

describe('trimBlanks', () => {
  it.each([
    ['\u200b 15/9-A-1\u2060\u00a0', '15/9-A-1'],
    ['\ufeff\u200b\t\n', ''],
    ['', ''],
    ['ខ្ញុំ\u200bទៅ', 'ខ្ញុំ\u200bទៅ'],
  ])('removes invisible characters from the ends of %j only', (text, trimmed) => {
    expect(trimBlanks(text)).toBe(trimmed);
  });

  it('is as fast for a long gap as for a short one', () => {
    const gap = ' '.repeat(1_000_000);
    expect(trimBlanks(`a${gap}b`)).toHaveLength(1_000_002);
  });
});
