/** One figure of a month as stored with a sign-off: its label, and its amount or text. */
export type SignedFigure = { what: string; value: string };

/** A figure that differs from what was signed; `was` is null for a new figure, `is` for one that is gone. */
export type FigureChange = { what: string; was: string | null; is: string | null };

/** Figures and postings that a preparation was signed on. */
export type SignedBasis = { figures: readonly SignedFigure[]; throughPosting: number };

export type Withdrawal = { changes: FigureChange[]; hasNewPostings: boolean };

/**
 * Explains why a sign-off is no longer valid: a figure differs from what was signed, or something was posted in the month or
 * earlier, even if it nets to zero. Null while the sign-off is valid. Postings are never deleted, so a sign-off withdrawn by
 * one stays withdrawn.
 * Source: any change of a figure after preparation withdraws the sign-off and reports what changed.
 */
export function findWithdrawal(signed: SignedBasis, now: SignedBasis): Withdrawal | null {
  const changes = compareFigures(signed.figures, now.figures);
  const hasNewPostings = now.throughPosting !== signed.throughPosting;
  return changes.length > 0 || hasNewPostings ? { changes, hasNewPostings } : null;
}

function compareFigures(signed: readonly SignedFigure[], now: readonly SignedFigure[]): FigureChange[] {
  const [before, after] = [signed, now].map(
    (figures) => new Map(figures.map(({ what, value }) => [what, value])),
  );
  return [...new Set([...before!.keys(), ...after!.keys()])]
    .map((what) => ({ what, was: before!.get(what) ?? null, is: after!.get(what) ?? null }))
    .filter(({ was, is }) => was !== is);
}

/** Reason why a user may not approve, as an error message; null if they may. Source: the preparer cannot approve. */
export function approvalProblem({
  preparedBy,
  approver,
  mayApproveOwn,
  isWithdrawn,
}: {
  preparedBy: string | null;
  approver: string;
  /** True when the company lets one person do both. */
  mayApproveOwn: boolean;
  isWithdrawn: boolean;
}): string | null {
  if (preparedBy === null)
    return 'This month hasn’t been prepared yet. It can be approved after it is prepared.';
  if (isWithdrawn)
    return 'Figures changed after preparation, so the sign-off was withdrawn. Prepare the month again.';
  if (preparedBy === approver && !mayApproveOwn)
    return 'You prepared this month, so someone else must approve it.';
  return null;
}
