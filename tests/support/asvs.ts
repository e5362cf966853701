import { existsSync, readFileSync } from 'node:fs';
import type { AsvsItem } from './asvs/item';
import { V1_TO_V4 } from './asvs/v1-v4';
import { V5_TO_V9 } from './asvs/v5-v9';
import { V10_TO_V12 } from './asvs/v10-v12';
import { V13_TO_V17 } from './asvs/v13-v17';

/** OWASP ASVS 5.0, levels 1 and 2, item by item: the source of docs/asvs.md, and of the test that checks the files and tests it names. */
export const ASVS: AsvsItem[] = [...V1_TO_V4, ...V5_TO_V9, ...V10_TO_V12, ...V13_TO_V17].sort((a, b) =>
  a.number.localeCompare(b.number, 'en', { numeric: true }),
);

/** Number of items of levels 1 and 2 in each chapter of ASVS 5.0.0. */
export const CHAPTERS: { title: string; items: number }[] = [
  { title: 'Encoding and sanitization', items: 27 },
  { title: 'Validation and business logic', items: 11 },
  { title: 'Web frontend', items: 19 },
  { title: 'API and web service', items: 10 },
  { title: 'File handling', items: 9 },
  { title: 'Authentication', items: 35 },
  { title: 'Session management', items: 18 },
  { title: 'Authorization', items: 7 },
  { title: 'Self-contained tokens', items: 7 },
  { title: 'OAuth and OIDC', items: 29 },
  { title: 'Cryptography', items: 14 },
  { title: 'Secure communication', items: 9 },
  { title: 'Configuration', items: 13 },
  { title: 'Data protection', items: 9 },
  { title: 'Secure coding and architecture', items: 13 },
  { title: 'Logging and error handling', items: 16 },
  { title: 'WebRTC', items: 7 },
];

const STATES = ['met', 'not met', 'not applicable', 'platform'] as const;
const ROOT = new URL('../../', import.meta.url);

export function itemsOfChapter(chapter: number): AsvsItem[] {
  return ASVS.filter(({ number }) => number.startsWith(`${chapter}.`));
}

/** Missing evidence: a file, or a test that its file no longer contains; null if found. */
export function missingEvidence(evidence: string): string | null {
  const [path = '', test] = evidence.split(' › ');
  const file = new URL(path, ROOT);
  if (!existsSync(file)) return `${evidence}: no such file`;
  if (test === undefined) return null;
  const isNamed = readFileSync(file, 'utf8')
    .split('\n')
    .some((line) => quotedTexts(line).some((text) => text.includes(test)));
  return isNamed ? null : `${evidence}: no such test`;
}

/** A test's title is quoted, including in the table of an `it.each`; a comment is not. */
function quotedTexts(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|`([^`]*)`/g)].map(
    ([, single, double, template]) => single ?? double ?? template ?? '',
  );
}

/** The table as docs/asvs.md. */
export function asvsDocument(): string {
  const count = (items: AsvsItem[]) =>
    STATES.map((state) => items.filter((item) => item.state === state).length);
  const lines = [
    '# OWASP ASVS 5.0, levels 1 and 2',
    '',
    'Made from `tests/support/asvs.ts` by `npm run docs`. `tests/domain/platform/asvs.test.ts` fails when a file or test named here',
    'is gone. What each item asks for is in [the standard](https://github.com/OWASP/ASVS/tree/v5.0.0/5.0/en); the words here are',
    'our own. *Platform* items depend on a setting outside of the code, which is named. [Security](security.md) has the whole.',
    '',
    '| Chapter | Items | Met | Not met | Not applicable | Platform |',
    '|---|---:|---:|---:|---:|---:|',
    ...CHAPTERS.map(({ title, items }, index) =>
      row([`V${index + 1} ${title}`, items, ...count(itemsOfChapter(index + 1))]),
    ),
    row(['**All**', ASVS.length, ...count(ASVS)]),
    '',
    '## Not met',
    '',
    ...(ASVS.some(({ state }) => state === 'not met') ? [] : ['Nothing.']),
    ...ASVS.filter(({ state }) => state === 'not met').map(
      ({ number, about, reason }) => `- **${number}** ${about}: ${reason}`,
    ),
    '',
    '## Set outside of the code',
    '',
    ...ASVS.filter(({ state }) => state === 'platform').map(
      ({ number, about, reason }) => `- **${number}** ${about}: ${reason}`,
    ),
    ...CHAPTERS.flatMap(({ title }, index) => [
      '',
      `## V${index + 1} ${title}`,
      '',
      '| Item | About | State | Evidence or reason |',
      '|---|---|---|---|',
      ...itemsOfChapter(index + 1).map(({ number, about, state, evidence, reason }) =>
        row([number, about, state, [...(reason ? [reason] : []), ...evidence.map(code)].join('<br>')]),
      ),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function row(cells: (string | number)[]): string {
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
}

/** A test's title may contain backticks. */
function code(evidence: string): string {
  const [path, test] = evidence.split(' › ');
  return test === undefined ? `\`${path}\`` : `\`${path}\`: ${test}`;
}
