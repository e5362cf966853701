import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Checks that everything the documents reference exists: files, pictures, headings, npm scripts. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const DOCUMENTS = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

describe.each(DOCUMENTS)('%s', (document) => {
  const text = withoutCodeBlocks(read(document));

  it('links only to existing targets', () => {
    expect(linksOf(text).filter((link) => !resolves(document, link))).toEqual([]);
  });

  it('names npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...read(document).matchAll(/\bnpm run ([a-z0-9:-]+)/g)].map(([, name]) => name!);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

it('docs/operations.md lists the messages shown when a sign-in fails', () => {
  const [, table = ''] = read('docs/operations.md').split('| The page says | Usual cause |');
  const messages = [...table.split('\n\n')[0]!.matchAll(/^\| ([^-|].*?) \|/gm)].map(([, text]) => text!);
  const server = readdirSync(join(ROOT, 'app/server')).map((name) => read(join('app/server', name)));
  expect(messages.length).toBeGreaterThan(3);
  expect(messages.filter((message) => !server.some((text) => text.includes(message)))).toEqual([]);
});

it('every document can be reached from the README', () => {
  const reached = new Set(['README.md']);
  for (const document of reached) {
    for (const link of linksOf(withoutCodeBlocks(read(document)))) {
      const target = targetOf(document, link).path;
      const isFolder = !/\.[a-z]+$/.test(target);
      for (const other of DOCUMENTS) {
        if (other === target || (isFolder && dirname(other) === target)) reached.add(other);
      }
    }
  }
  expect(DOCUMENTS.filter((document) => !reached.has(document))).toEqual([]);
});

it('docs/pictures contains exactly the pictures that documents show', () => {
  const shown = DOCUMENTS.flatMap((document) =>
    linksOf(withoutCodeBlocks(read(document))).map((link) => targetOf(document, link).path),
  ).filter((path) => path.endsWith('.png'));
  const kept = readdirSync(join(ROOT, 'docs/pictures')).map((name) => join('docs/pictures', name));
  expect(kept.sort()).toEqual([...new Set(shown)].sort());
});

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Brackets in code are not links. */
function withoutCodeBlocks(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
}

/** Links and pictures within the project. */
function linksOf(text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

function targetOf(document: string, link: string): { path: string; heading: string | undefined } {
  const [path, heading] = link.split('#');
  return { path: path ? relative(ROOT, join(ROOT, dirname(document), path)) : document, heading };
}

function resolves(document: string, link: string): boolean {
  const { path, heading } = targetOf(document, link);
  if (!existsSync(join(ROOT, path))) return false;
  return heading === undefined || headingsOf(path).includes(heading);
}

/** Headings as the anchors GitHub generates for them. */
function headingsOf(document: string): string[] {
  return [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
