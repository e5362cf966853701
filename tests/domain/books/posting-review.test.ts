import { describe, expect, it } from 'vitest';
import { approvalOf, isAfterClose } from '~/domain/books/posting-review';

const MARCH = { through: '2026-03-31', at: '2026-04-05T10:00:00.000Z', closedThrough: null };
const JUNE = { through: '2026-06-30', at: '2026-07-05T10:00:00.000Z', closedThrough: null };
const entered = (day: string, at: string) => ({ day, at });

describe('what was closed or approved about a posting', () => {
  it('is after the close only when its own day had been closed by then', () => {
    expect(isAfterClose(entered('2026-03-31', '2026-04-05T09:59:59.999Z'), [MARCH])).toBe(false);
    expect(isAfterClose(entered('2026-03-31', '2026-04-05T10:00:00.001Z'), [MARCH])).toBe(true);
    expect(isAfterClose(entered('2026-01-15', '2026-04-06T08:00:00.000Z'), [MARCH, JUNE])).toBe(true);
    expect(isAfterClose(entered('2026-04-01', '2026-04-06T08:00:00.000Z'), [MARCH, JUNE])).toBe(false);
  });

  it('is not approved by an approval that found its day closed', () => {
    const june = (closedThrough: string | null) => ({ ...JUNE, closedThrough });
    const posting = entered('2026-03-31', '2026-04-01T08:00:00.000Z');
    expect(approvalOf(posting, [june('2026-03-31')])).toBeNull();
    // Closed and reopened before it.
    expect(approvalOf(posting, [june('2026-02-28')])).not.toBeNull();
    expect(approvalOf(posting, [june(null)])).not.toBeNull();
  });

  it('is approved by the first approval of its month or a later one that came after it', () => {
    const again = { ...MARCH, at: '2026-05-02T10:00:00.000Z' };
    const approvals = [MARCH, again, JUNE];
    expect(approvalOf(entered('2026-02-10', '2026-02-11T08:00:00.000Z'), approvals)).toBe(MARCH);
    expect(approvalOf(entered('2026-02-10', '2026-05-01T08:00:00.000Z'), approvals)).toBe(again);
    expect(approvalOf(entered('2026-04-01', '2026-04-02T08:00:00.000Z'), approvals)).toBe(JUNE);
    expect(approvalOf(entered('2026-04-01', '2026-07-06T08:00:00.000Z'), approvals)).toBeNull();
    expect(approvalOf(entered('2026-07-01', '2026-07-02T08:00:00.000Z'), approvals)).toBeNull();
  });
});
