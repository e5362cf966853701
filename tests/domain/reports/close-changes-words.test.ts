import { describe, expect, it } from 'vitest';
import {
  changedFigures,
  changesTables,
  changesTie,
  changesTitle,
  reopeningText,
} from '~/components/close/close-changes-text';
import { DEFAULT_PREFERENCES } from '~/hooks/preferences';
import { formatFor } from '~/hooks/use-format';
import type { CloseChangesView, CloseFiguresView } from '~/schemas/close/close-changes';
import { comparedColumn } from '../../support/compared-column';

const format = formatFor(DEFAULT_PREFERENCES);
const ann = { userId: '1', user: { id: '1', name: 'Ann', email: 'ann@example.com' } };

function figures(at: string, given: Partial<CloseFiguresView>): CloseFiguresView {
  const { is: _, beginDate: __, endDate: ___, asClosed: ____, ...none } = comparedColumn('period', '', {});
  return { at, closedBy: ann, ...none, arcCost: '0.00', arcAccumulated: '0.00', arcNet: '0.00', ...given };
}

const change: CloseChangesView = {
  before: figures('2026-02-03T10:00:00.000Z', {
    beginning: '100.00',
    ending: '100.00',
    nonCurrent: '100.00',
    arcCost: '90.00',
    arcNet: '90.00',
  }),
  after: figures('2026-02-05T10:00:00.000Z', {
    beginning: '100.00',
    incurred: '1200.00',
    ending: '1300.00',
    nonCurrent: '1300.00',
    arcCost: '1290.00',
    arcNet: '1290.00',
  }),
  reopened: { at: '2026-02-04T10:00:00.000Z', ...ann, reason: 'Late invoice' },
  count: 1,
  sums: { liability: '1200.00', arcCost: '1200.00', arcAccumulated: '0.00' },
  postings: [
    {
      postingId: '7',
      actId: '7',
      effectiveOn: '2026-01-20',
      kind: 'calculation',
      source: 'user',
      wellId: null,
      wellCode: 'A',
      movements: 1,
      liability: '1200.00',
      arcCost: '1200.00',
      arcAccumulated: '0.00',
      cash: '0.00',
      result: '0.00',
      memo: 'Quote of January',
      reference: null,
      reversesId: null,
      reversesOn: null,
      reversedBy: '',
      enteredAt: '2026-02-04T11:00:00.000Z',
      enteredBy: 'Ann',
      afterClose: 'yes',
      approvedAt: null,
      approvedBy: null,
      evidence: 0,
    },
  ],
};

describe('the text about changes since a close', () => {
  it('names both closes, or the current books, and the reason for the reopening', () => {
    expect(changesTitle(change, format)).toBe(
      'From the close of Feb 3, 2026, 10:00 AM UTC by Ann to the close of Feb 5, 2026, 10:00 AM UTC by Ann',
    );
    const open = { ...change, after: { ...change.after, closedBy: null } };
    expect(changesTitle(open, format)).toMatch(/by Ann to now$/);
    expect(reopeningText(change, format)).toBe('Reopened Feb 4, 2026, 10:00 AM UTC by Ann: Late invoice');
  });

  it('shows the figures that are not zero, and those that are always shown', () => {
    expect(
      changedFigures(change).map(({ name, before, change: by, after }) => [name, before, by, after]),
    ).toEqual([
      ['Beginning balance', '100.00', '0.00', '100.00'],
      ['Liabilities incurred', '0.00', '1200.00', '1200.00'],
      ['Ending balance', '100.00', '1200.00', '1300.00'],
      ['Non-current portion', '100.00', '1200.00', '1300.00'],
      ['Asset retirement cost', '90.00', '1200.00', '1290.00'],
      ['Net asset retirement cost', '90.00', '1200.00', '1290.00'],
    ]);
  });

  it('ties the postings to the difference, and shows where a cent is missing', () => {
    expect(changesTie(change, format)).toEqual({
      isTied: true,
      text: 'Before + 1 posting = after. Liability 100.00 + 1,200.00 = 1,300.00; ARC cost 90.00 + 1,200.00 = 1,290.00; accumulated 0.00 + 0.00 = 0.00',
    });
    const off = changesTie({ ...change, sums: { ...change.sums, liability: '1200.01' } }, format);
    expect(off.isTied).toBe(false);
    expect(off.text).toContain('Liability 100.00 + 1,200.01 ≠ 1,300.00; ARC cost 90.00 + 1,200.00 = ');
  });

  it('shows the date of a reversed posting if it differs', () => {
    const remarks = (reversesOn: string) => {
      const [posting] = change.postings;
      const reversal = { ...posting!, reversesId: '3', reversesOn };
      return String(changesTables([{ ...change, postings: [reversal] }], format)[1]!.rows[0]!.at(-1));
    };
    expect(remarks('2025-12-31')).toContain('Reverses 3 of Dec 31, 2025 ·');
    expect(remarks('2026-01-20')).toContain('Reverses 3 ·');
  });

  it('becomes two tables of the pack, and none for a month that was not reopened', () => {
    expect(changesTables([], format)).toEqual([]);
    const [figures, postings] = changesTables([change, change], format);
    expect(figures!.rows).toHaveLength(12);
    expect(figures!.notes[1]).toBe('Reopened Feb 4, 2026, 10:00 AM UTC by Ann: Late invoice');
    expect(postings!.notes).toHaveLength(1);
    expect(postings!.rows[0]).toEqual([
      'the close of Feb 3, 2026, 10:00 AM UTC by Ann',
      '7',
      '2026-01-20',
      expect.any(String),
      'A',
      '1200.00',
      '1200.00',
      '0.00',
      '0.00',
      '0.00',
      'Feb 4, 2026, 11:00 AM UTC',
      'Ann',
      'After the close · Quote of January',
    ]);
    const [, long] = changesTables([{ ...change, count: 600 }], format);
    expect(long!.notes[1]).toBe(
      'The first 1 since the close of Feb 3, 2026, 10:00 AM UTC by Ann; the posting register has all',
    );
  });
});
