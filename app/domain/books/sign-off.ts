/** One figure of a month as a sign-off keeps it: what it is, and its amount or text. */
export type SignedFigure = { what: string; value: string };

/** A figure that is not what was signed; null where it was not there, or is gone. */
export type FigureChange = { what: string; was: string | null; is: string | null };

/** What a preparation was signed on. */
export type SignedBasis = { figures: readonly SignedFigure[]; throughPosting: number };

export type Withdrawal = { changes: FigureChange[]; hasNewPostings: boolean };

/**
 * Why a sign-off no longer counts: a figure is not what was signed, or something was posted on a day of the month or before,
 * even if all of it together changes no balance. Null while it counts. Postings are never deleted, so a sign-off that was
 * withdrawn never comes back.
 * Source: any change of a figure after preparation withdraws the sign-off and says what changed.
 */
export function withdrawalOf(signed: SignedBasis, now: SignedBasis): Withdrawal | null {
  const changes = changesOf(signed.figures, now.figures);
  const hasNewPostings = now.throughPosting !== signed.throughPosting;
  return changes.length > 0 || hasNewPostings ? { changes, hasNewPostings } : null;
}

function changesOf(signed: readonly SignedFigure[], now: readonly SignedFigure[]): FigureChange[] {
  const [before, after] = [signed, now].map((list) => new Map(list.map(({ what, value }) => [what, value])));
  return [...new Set([...before!.keys(), ...after!.keys()])]
    .map((what) => ({ what, was: before!.get(what) ?? null, is: after!.get(what) ?? null }))
    .filter(({ was, is }) => was !== is);
}

/** Who may not approve, as the refusal says it; null for who may. Source: who prepared cannot approve. */
export function approvalProblem({
  preparedBy,
  approver,
  mayApproveOwn,
  isWithdrawn,
}: {
  preparedBy: string | null;
  approver: string;
  /** Whether the company lets one person do both. */
  mayApproveOwn: boolean;
  isWithdrawn: boolean;
}): string | null {
  if (preparedBy === null) return 'Nobody has prepared this month yet. It can be approved after that.';
  if (isWithdrawn)
    return 'Figures changed after preparation, which withdrew the sign-off. Prepare the month again.';
  if (preparedBy === approver && !mayApproveOwn)
    return 'You prepared this month. Someone else has to approve it.';
  return null;
}
