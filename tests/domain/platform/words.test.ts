import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Texts and comments must be plain American English, without the words that made them read as translated. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A word, and its replacement. */
const WORDS: [RegExp, string][] = [
  [/\bstands?\b(?!-)/i, 'is, says, means'],
  [/\banew\b/i, 'again, or a verb with re-'],
  [/\b(comes?|came) to\b/i, 'is, totals, reaches'],
  [/\b(goes|go) along with\b/i, 'accompanies, is kept with'],
  [/\bheld against\b/i, 'compared with, measured against'],
  [/\b(broke|breaks?|broken) off\b/i, 'stopped, was interrupted'],
  [/\bmend(s|ed|ing)?\b/i, 'fix, correct'],
  [/\bat once\b/i, 'immediately, at a time, together'],
  [/\bwho asks\b/i, 'the caller, the user'],
  [/\bdeals? out\b/i, 'issues, assigns'],
  [/\b(lies|lie) in\b/i, 'is in'],
  [/\bin the meantime\b/i, 'while you were editing, meanwhile'],
  [/\bat this moment\b/i, 'now, in a moment'],
  [/\bfor good\b/i, 'permanently'],
  [/\bwhoever\b/i, 'the user, the caller'],
  [/\b(some|every|any)body\b/i, 'the user, someone'],
  [/\be-mail/i, 'email'],
  [/\b(colour|behaviour|favour|neighbour)/i, 'American spelling'],
  [/[⁰⁴-⁹ⁿ]/, '<sup>: the typeface has only some of these characters'],
  [/\b(cancelled|labelled by|grey\b|recognis)/i, 'American spelling'],
  [/\d %/, '8%, without a space'],
];

/** Phrases that comments may use, but screens may not. */
const SCREEN_WORDS: [RegExp, string][] = [
  [/\b(rows?|are|were|is) refused\b/, 'failed, skipped'],
  [/\bcould(n’t| not) be (loaded|checked|ended)\b/, 'Couldn’t load …'],
];

/** Exceptions: part of the path, and the text around the word. */
const ALLOWED: [path: string, text: string][] = [];

const FOLDERS = ['app', 'db', 'workers', 'scripts'];
const DOCUMENTS = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/operations.md',
  'docs/user-guide.md',
];
const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs|css)$/.test(name))
    .map((name) => join(folder, name)),
);

/** Occurrences of a word, with the text around them. */
function uses(text: string, word: RegExp): string[] {
  // A phrase may continue on the next line of a comment.
  const line = text.replace(/\s*\n\s*(\*|\/\/)?\s*/g, ' ');
  return [...line.matchAll(new RegExp(word.source, 'gi'))].map(({ 0: found, index }) =>
    line.slice(Math.max(0, index - 30), index + found.length + 30),
  );
}

function isAllowed(file: string, use: string): boolean {
  return ALLOWED.some(([path, text]) => file.includes(path) && use.includes(text));
}

describe('words that read as translated', () => {
  it.each(WORDS)('%s (write: %s)', (word) => {
    const found = [...FILES, ...DOCUMENTS].flatMap((file) =>
      uses(readFileSync(join(ROOT, file), 'utf8'), word)
        .filter((use) => !isAllowed(file, use))
        .map((use) => `${file}: ${use}`),
    );
    expect(found).toEqual([]);
  });

  it.each(SCREEN_WORDS)('%s on a screen (write: %s)', (word) => {
    const found = FILES.filter((file) => file.startsWith('app/components/')).flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(\*|\/[/*]|\{\/\*)/.test(line) && word.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it('are found across lines, and only there', () => {
    expect(uses('// It is done at\n// once, for all.', /\bat once\b/i)).toEqual([
      '// It is done at once, for all.',
    ]);
    expect(uses('Understanding the standards.', /\bstands?\b/i)).toEqual([]);
  });

  it('are allowed only in places that use them', () => {
    const unused = ALLOWED.filter(
      ([path, text]) =>
        ![...FILES, ...DOCUMENTS].some(
          (file) =>
            file.includes(path) && readFileSync(join(ROOT, file), 'utf8').replace(/\s+/g, ' ').includes(text),
        ),
    );
    expect(unused).toEqual([]);
  });
});
