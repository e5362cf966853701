import { describe, expect, it } from 'vitest';
import { approvalProblem, findWithdrawal } from '~/domain/books/sign-off';

const signed = {
  figures: [
    { what: '2400-100 ARO liability', value: '-100.00' },
    { what: 'General ledger 2400-100', value: '-100.00' },
  ],
  throughPosting: 7,
};

describe('a sign-off', () => {
  it('is valid while every figure matches what was signed', () => {
    expect(findWithdrawal(signed, { ...signed, figures: [...signed.figures].reverse() })).toBeNull();
  });

  it('is withdrawn if a figure changed, appeared or disappeared, and names the figures', () => {
    const figures = [
      { what: '2400-100 ARO liability', value: '-110.00' },
      { what: '6800-100 Accretion expense', value: '10.00' },
    ];
    expect(findWithdrawal(signed, { figures, throughPosting: 8 })).toEqual({
      hasNewPostings: true,
      changes: [
        { what: '2400-100 ARO liability', was: '-100.00', is: '-110.00' },
        { what: 'General ledger 2400-100', was: '-100.00', is: null },
        { what: '6800-100 Accretion expense', was: null, is: '10.00' },
      ],
    });
  });

  it('is withdrawn by a posting and its reversal, even if no balance changed', () => {
    expect(findWithdrawal(signed, { ...signed, throughPosting: 9 })).toEqual({
      hasNewPostings: true,
      changes: [],
    });
  });

  it.each([
    [
      'without a preparation',
      { preparedBy: null, approver: 'b', isWithdrawn: false },
      /hasn’t been prepared/,
    ],
    [
      'of figures that changed',
      { preparedBy: 'a', approver: 'b', isWithdrawn: true },
      /Prepare the month again/,
    ],
    [
      'by who prepared it',
      { preparedBy: 'a', approver: 'a', isWithdrawn: false },
      /someone else must approve/,
    ],
  ])('is refused %s', (_, given, message) => {
    expect(approvalProblem({ ...given, mayApproveOwn: false })).toMatch(message);
  });

  it.each([
    ['without a preparation', { preparedBy: null, isWithdrawn: false }, /hasn’t been prepared/],
    ['of figures that changed', { preparedBy: 'a', isWithdrawn: true }, /Prepare the month again/],
  ])('is refused %s, even if one person may do both', (_, given, message) => {
    expect(approvalProblem({ ...given, approver: 'a', mayApproveOwn: true })).toMatch(message);
  });

  it.each([
    ['a second person', 'b', false],
    ['who prepared it, where the company lets them', 'a', true],
  ])('is accepted from %s', (_, approver, mayApproveOwn) => {
    expect(approvalProblem({ preparedBy: 'a', approver, mayApproveOwn, isWithdrawn: false })).toBeNull();
  });
});
