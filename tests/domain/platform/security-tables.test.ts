import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RATE_LIMITS } from '~/services/platform/rate-limit.server';
import { SECURITY_EVENTS } from '~/services/platform/security-log.server';
import { DAYS_TO_UPDATE, DAYS_TO_UPDATE_TOOLS } from '../../../scripts/local/vulnerabilities.mjs';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const tableBelow = (heading: string) => tableIn('docs/operations.md', heading);

/** Cells of the first table below a heading of a document, without its header. */
function tableIn(path: string, heading: string): string[][] {
  const section = read(path).split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const [, , ...lines] =
    section
      .match(/(?:^\|.*\n)+/m)?.[0]
      .trim()
      .split('\n') ?? [];
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('the rate limits', () => {
  it('match the operations document', () => {
    expect(tableBelow('Rate limits')).toEqual(
      Object.entries(RATE_LIMITS).map(([name, { perMinute, by, covers }]) => [
        name,
        String(perMinute),
        by,
        covers,
      ]),
    );
  });

  it('are bound with the same numbers, each to its own counter', () => {
    const bound = [
      ...read('wrangler.toml').matchAll(
        /\[\[ratelimits\]\]\nname = "(\w+)"\nnamespace_id = "(\d+)"\nsimple = \{ limit = (\d+), period = 60 \}/g,
      ),
    ].map(([, name, id, limit]) => ({ name, id, limit: Number(limit) }));
    expect(bound.map(({ name, limit }) => [name, limit])).toEqual(
      Object.values(RATE_LIMITS).map(({ binding, perMinute }) => [binding, perMinute]),
    );
    expect(new Set(bound.map(({ id }) => id)).size).toBe(bound.length);
  });
});

it('only one file makes outbound requests, and it checks each address against the allowlist', () => {
  const root = new URL('../../../', import.meta.url);
  const files = globSync(['app/**/*.{ts,tsx}', 'workers/*.ts', 'db/*.ts'], { cwd: root }).filter(
    // The Content-Security-Policy limits browser code to its own origin.
    (path) => !/^app\/(components|hooks|entry\.client)/.test(path),
  );
  expect(files.length).toBeGreaterThan(150);
  const callers = files.filter((path) =>
    /(?<![.\w])(fetch|connect)\(|new (WebSocket|EventSource|XMLHttpRequest)\b|cloudflare:sockets/.test(
      read(path),
    ),
  );
  expect(callers.sort()).toEqual(['app/server/provider-request.server.ts', 'workers/app.ts']);
  // The Worker's own fetch handler.
  expect(read('workers/app.ts').match(/\bfetch\(/g)).toEqual(['fetch(']);
  expect(read('workers/app.ts')).toContain('async fetch(incoming, env, execution)');
  const asking = read('app/server/provider-request.server.ts').split(
    'export async function fetchFromProvider',
  )[1];
  expect(asking).toMatch(/requireAllowed\(env, url\);\s+const response = await fetch\(url,/);
});

it('the security events match the operations document', () => {
  expect(tableBelow('Security events')).toEqual(
    Object.entries(SECURITY_EVENTS).map(([event, meaning]) => [`\`${event}\``, meaning]),
  );
});

it('the update deadlines in the security document match the vulnerability check', () => {
  expect(tableIn('docs/security.md', 'Dependencies')).toEqual([
    ...Object.entries(DAYS_TO_UPDATE).map(([severity, days]) => [severity, String(days)]),
    ['any, where only building and testing use it', String(DAYS_TO_UPDATE_TOOLS)],
  ]);
});

it('security.txt names a contact and one expiry, as RFC 9116 requires', () => {
  const fields = read('public/.well-known/security.txt')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/: (.*)/));
  expect(fields.map(([name]) => name)).toEqual(['Contact', 'Expires', 'Preferred-Languages']);
  const [[, contact], [, expires]] = fields as [string[], string[]];
  expect(contact).toMatch(/^(mailto:|https:)/);
  expect(new Date(expires!).toISOString()).toBe(expires);
});
