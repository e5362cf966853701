import { describe, expect, it } from 'vitest';
import { withTerms } from '~/components/imports/stored-upload';

const TERMS = { asOf: '2026-01-31', additionalCost: 'added', skipPosted: false, reviewed: 'first' } as const;
const STORED = { uploadURL: '/api/objects/upload/1', key: 'a', terms: TERMS };

describe('the request to process a stored file', () => {
  it('is unchanged by another preview of the same terms, because it may have arrived already', () => {
    expect(withTerms(STORED, { ...TERMS, reviewed: 'second' })).toEqual(STORED);
  });

  it.each([{ asOf: '2026-02-28' }, { additionalCost: 'total' as const }, { skipPosted: true }])(
    'is a new one, based on the newest preview, with %o',
    (other) => {
      const terms = { ...TERMS, ...other, reviewed: 'second' };
      const next = withTerms(STORED, terms);
      expect(next).toMatchObject({ uploadURL: STORED.uploadURL, terms });
      expect(next.key).not.toBe(STORED.key);
    },
  );
});
