import { describe, expect, it } from 'vitest';
import { ASVS, CHAPTERS, itemsOfChapter, missingEvidence } from '../../support/asvs';

describe('the sheet of OWASP ASVS 5.0', () => {
  it('has as many items as levels 1 and 2 of each chapter, each once', () => {
    expect(new Set(ASVS.map(({ number }) => number)).size).toBe(ASVS.length);
    expect(CHAPTERS.map((_, index) => itemsOfChapter(index + 1).length)).toEqual(
      CHAPTERS.map(({ items }) => items),
    );
    expect(ASVS).toHaveLength(253);
  });

  it('names only files and tests that are there', () => {
    const missing = ASVS.flatMap(({ number, evidence }) =>
      evidence.flatMap((each) => (missingEvidence(each) ? [`${number} ${missingEvidence(each)}`] : [])),
    );
    expect(missing).toEqual([]);
  });

  it('says why for each item: with evidence where it is met, in words where it is not', () => {
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
])('evidence is missed where %s is gone', (_, evidence, problem) => {
  expect(missingEvidence(evidence)).toBe(`${evidence}: ${problem}`);
});
