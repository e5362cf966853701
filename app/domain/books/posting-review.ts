import type { CalendarDate } from '~/domain/calendar/calendar-date';

/**
 * A close of the books, or an approval of one, with the id of the newest posting at the time. A timestamp won't do, because it
 * records when a request started, and another request may finish sooner.
 */
export type Review = { through: CalendarDate; throughPosting: number };

/** An approval, with the day the books were already closed through when it was given. An approval does not cover closed days. */
export type Approved = Review & { closedThrough: CalendarDate | null };

type Posting = { day: CalendarDate; id: number };

/** True when a posting's day had been closed before the posting was entered, which requires a reopening. */
export function isAfterClose({ day, id }: Posting, closes: readonly Review[]): boolean {
  return closes.some(({ through, throughPosting }) => through >= day && throughPosting < id);
}

/**
 * First approval that covers a posting. Later postings withdraw an approval, but do not undo the review of earlier ones.
 * @param approvals in the order in which they were given
 */
export function findApproval<Approval extends Approved>(
  { day, id }: Posting,
  approvals: readonly Approval[],
): Approval | null {
  const isCovered = ({ through, throughPosting, closedThrough }: Approval) =>
    through >= day && (closedThrough === null || closedThrough < day) && throughPosting >= id;
  return approvals.find(isCovered) ?? null;
}
