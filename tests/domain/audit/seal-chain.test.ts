import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstDifference, type SealedRow, STORED_DIGITS } from '~/domain/audit/seal-chain';

const digest = (text: string) => text.padEnd(64, '0');
const row = (kind: SealedRow['kind'], id: number, text = `${kind[0]}${id}`): SealedRow => ({
  kind,
  id,
  number: id,
  digest: digest(text),
});

const AUDIT = [row('audit', 3), row('audit', 5), row('audit', 8)];
const POSTINGS = [row('posting', 2), row('posting', 4)];
const COUNTS = { auditRows: AUDIT.length, postings: POSTINGS.length };
const keptOf = (rows: SealedRow[]) => rows.map((sealed) => sealed.digest.slice(0, STORED_DIGITS)).join('');
const KEPT = keptOf([...AUDIT, ...POSTINGS]);

describe('firstDifference', () => {
  it.each([
    ['nothing', [...AUDIT, ...POSTINGS], null],
    [
      'a changed audit row',
      [AUDIT[0]!, row('audit', 5, 'x'), AUDIT[2]!, ...POSTINGS],
      'Audit entry 5 was changed after it was sealed.',
    ],
    ['a missing audit row', [AUDIT[0]!, AUDIT[2]!, ...POSTINGS], 'An audit entry after entry 3 is missing.'],
    [
      'the last audit row missing',
      [AUDIT[0]!, AUDIT[1]!, ...POSTINGS],
      'An audit entry after entry 5 is missing.',
    ],
    [
      'the first audit row missing',
      [...AUDIT.slice(1), ...POSTINGS],
      'The first audit entry of the seal is missing.',
    ],
    [
      'an audit row slipped in',
      [AUDIT[0]!, row('audit', 4), ...AUDIT.slice(1), ...POSTINGS],
      'Audit entry 4 was added after the seal was created.',
    ],
    [
      'an audit row slipped in at the end',
      [...AUDIT, row('audit', 9), ...POSTINGS],
      'Audit entry 9 was added after the seal was created.',
    ],
    [
      'a changed posting',
      [...AUDIT, POSTINGS[0]!, row('posting', 4, 'x')],
      'Posting 4, or one of its movements, was changed after it was sealed.',
    ],
    ['a missing posting', [...AUDIT, POSTINGS[0]!], 'A posting after posting 2 is missing.'],
  ])('reports %s', (_, found, message) => {
    expect(firstDifference(COUNTS, KEPT, found)).toBe(message);
  });

  it('reports a seal that holds fewer rows than it counts', () => {
    expect(firstDifference(COUNTS, KEPT.slice(STORED_DIGITS), [...AUDIT, ...POSTINGS])).toBe(
      'The row digests stored in the seal were changed.',
    );
  });

  it('finds any single row that was changed, removed or added', () => {
    const change = fc.constantFrom('change' as const, 'remove' as const, 'add' as const);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(), change, (count, at, how) => {
        const rows = Array.from({ length: count }, (_, index) => row('audit', 2 * index + 2));
        const place = at % count;
        const found = [...rows];
        if (how === 'change') found[place] = row('audit', rows[place]!.id, 'changed');
        if (how === 'remove') found.splice(place, 1);
        if (how === 'add') found.splice(place, 0, row('audit', rows[place]!.id - 1, 'added'));
        const message = firstDifference({ auditRows: count, postings: 0 }, keptOf(rows), found);
        const expected = {
          change: `Audit entry ${rows[place]!.id} was changed after it was sealed.`,
          remove:
            place === 0
              ? 'The first audit entry of the seal is missing.'
              : `An audit entry after entry ${rows[place]!.id - 2} is missing.`,
          add: `Audit entry ${rows[place]!.id - 1} was added after the seal was created.`,
        };
        expect(message).toBe(expected[how]);
      }),
    );
  });
});
