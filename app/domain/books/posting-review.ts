import type { CalendarDate } from '~/domain/calendar/calendar-date';

/**
 * A close of the books, or an approval of one, as far as it says what was there to be looked at: what was posted by then, by the id
 * of the newest. Times won't do. They are those at which requests began, and another request may be done sooner.
 */
export type Review = { through: CalendarDate; throughPosting: number };

/** An approval, and the day through which the books had been closed when it was given: what was closed is not looked at again. */
export type Approved = Review & { closedThrough: CalendarDate | null };

type Posting = { day: CalendarDate; id: number };

/** Whether a posting's day had been closed before the posting was entered, which takes a reopening. */
export function isAfterClose({ day, id }: Posting, closes: readonly Review[]): boolean {
  return closes.some(({ through, throughPosting }) => through >= day && throughPosting < id);
}

/**
 * The first approval that a posting was there for. Whatever is posted later withdraws an approval, but not what was looked at.
 * @param approvals in the order in which they were given
 */
export function approvalOf<Approval extends Approved>(
  { day, id }: Posting,
  approvals: readonly Approval[],
): Approval | null {
  const isCovered = ({ through, throughPosting, closedThrough }: Approval) =>
    through >= day && (closedThrough === null || closedThrough < day) && throughPosting >= id;
  return approvals.find(isCovered) ?? null;
}
