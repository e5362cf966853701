import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RATE_LIMITS } from '~/services/platform/rate-limit.server';
import { SECURITY_EVENTS } from '~/services/platform/security-log.server';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** The cells of the first table below a heading of docs/operations.md, without its head. */
function tableBelow(heading: string): string[][] {
  const section = read('docs/operations.md').split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
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
  it('are in the operations document as the code has them', () => {
    expect(tableBelow('Rate limits')).toEqual(
      Object.entries(RATE_LIMITS).map(([name, { perMinute, by, covers }]) => [
        name,
        String(perMinute),
        by,
        covers,
      ]),
    );
  });

  it('are bound with the same numbers, each with a counter of its own', () => {
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

it('the security events are in the operations document as the code has them', () => {
  expect(tableBelow('Security events')).toEqual(
    Object.entries(SECURITY_EVENTS).map(([event, meaning]) => [`\`${event}\``, meaning]),
  );
});

it('security.txt names a contact and, once, an expiry, as RFC 9116 wants', () => {
  const fields = read('public/.well-known/security.txt')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/: (.*)/));
  expect(fields.map(([name]) => name)).toEqual(['Contact', 'Expires', 'Preferred-Languages']);
  const [[, contact], [, expires]] = fields as [string[], string[]];
  expect(contact).toMatch(/^(mailto:|https:)/);
  expect(new Date(expires!).toISOString()).toBe(expires);
});
