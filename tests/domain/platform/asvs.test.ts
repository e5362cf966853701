import { describe, expect, it } from 'vitest';
import { ASVS, CHAPTERS, itemsOfChapter, missingEvidence } from '../../support/asvs';

describe('the OWASP ASVS 5.0 table', () => {
  it('lists every item of levels 1 and 2 in each chapter, each once', () => {
    expect(new Set(ASVS.map(({ number }) => number)).size).toBe(ASVS.length);
    expect(CHAPTERS.map((_, index) => itemsOfChapter(index + 1).length)).toEqual(
      CHAPTERS.map(({ items }) => items),
    );
    expect(ASVS).toHaveLength(253);
  });

  it('names only existing files and tests', () => {
    const missing = ASVS.flatMap(({ number, evidence }) =>
      evidence.flatMap((each) => (missingEvidence(each) ? [`${number} ${missingEvidence(each)}`] : [])),
    );
    expect(missing).toEqual([]);
  });

  it('gives evidence for each item that is met, and a reason for each other item', () => {
    const unfounded = ASVS.filter(({ state, evidence, reason }) =>
      state === 'met' ? evidence.length === 0 : !reason,
    );
    expect(unfounded).toEqual([]);
  });
});

it.each([
  ['a file', 'tests/support/gone.ts', 'no such file'],
  ['a test', 'tests/domain/platform/documents.test.ts › no test was ever called this', 'no such test'],
  [
    'a test that only a comment names',
    'tests/domain/platform/documents.test.ts › Brackets in code',
    'no such test',
  ],
])('evidence is reported as missing if %s is gone', (_, evidence, problem) => {
  expect(missingEvidence(evidence)).toBe(`${evidence}: ${problem}`);
});
