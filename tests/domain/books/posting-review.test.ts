import { describe, expect, it } from 'vitest';
import { findApproval, isAfterClose } from '~/domain/books/posting-review';

const MARCH = { through: '2026-03-31', throughPosting: 30, closedThrough: null };
const JUNE = { through: '2026-06-30', throughPosting: 60, closedThrough: null };
const entered = (day: string, id: number) => ({ day, id });

describe('the review status of a posting', () => {
  it('is after the close only if the posting’s own day was closed by then', () => {
    expect(isAfterClose(entered('2026-03-31', 30), [MARCH])).toBe(false);
    expect(isAfterClose(entered('2026-03-31', 31), [MARCH])).toBe(true);
    expect(isAfterClose(entered('2026-01-15', 35), [MARCH, JUNE])).toBe(true);
    expect(isAfterClose(entered('2026-04-01', 35), [MARCH, JUNE])).toBe(false);
  });

  it('is not approved by an approval made after its day was closed', () => {
    const june = (closedThrough: string | null) => ({ ...JUNE, closedThrough });
    const posting = entered('2026-03-31', 25);
    expect(findApproval(posting, [june('2026-03-31')])).toBeNull();
    // Closed and reopened before the approval.
    expect(findApproval(posting, [june('2026-02-28')])).not.toBeNull();
    expect(findApproval(posting, [june(null)])).not.toBeNull();
  });

  it('is approved by the first later approval of its month or of a later month', () => {
    const again = { ...MARCH, throughPosting: 45 };
    const approvals = [MARCH, again, JUNE];
    expect(findApproval(entered('2026-02-10', 10), approvals)).toBe(MARCH);
    expect(findApproval(entered('2026-02-10', 45), approvals)).toBe(again);
    expect(findApproval(entered('2026-04-01', 32), approvals)).toBe(JUNE);
    expect(findApproval(entered('2026-04-01', 61), approvals)).toBeNull();
    expect(findApproval(entered('2026-07-01', 50), approvals)).toBeNull();
  });
});
