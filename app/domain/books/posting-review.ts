import type { CalendarDate } from '~/domain/calendar/calendar-date';

/** A close of the books, or an approval of one, as far as it says what was there to be looked at. */
export type Review = { through: CalendarDate; at: string };

/** An approval, and the day through which the books had been closed when it was given: what was closed is not looked at again. */
export type Approved = Review & { closedThrough: CalendarDate | null };

type Entered = { day: CalendarDate; at: string };

/** Whether a posting's day had been closed before the posting was entered, which takes a reopening. */
export function isAfterClose({ day, at }: Entered, closes: readonly Review[]): boolean {
  return closes.some((close) => close.through >= day && close.at < at);
}

/**
 * The first approval that a posting was there for. Whatever is posted later withdraws an approval, but not what was looked at.
 * @param approvals in the order in which they were given
 */
export function approvalOf<Approval extends Approved>(
  { day, at }: Entered,
  approvals: readonly Approval[],
): Approval | null {
  const isCovered = ({ through, closedThrough }: Approval) =>
    through >= day && (closedThrough === null || closedThrough < day);
  return approvals.find((approval) => isCovered(approval) && approval.at > at) ?? null;
}
