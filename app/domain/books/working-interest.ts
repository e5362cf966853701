import type { CalendarDate } from '~/domain/calendar/calendar-date';
import {
  type DecimalTextProblem,
  formatFixed,
  parseFixed,
  withoutPercentSign,
} from '~/domain/money/decimal-text';
import { boundedCents, type Cents, partOfCents, roundHalfUp } from '~/domain/money/money';

/** A working interest in units of 10^-8 percent: 73.4375% is 7,343,750,000. Always a safe integer. */
export type Interest = number;

const PLACES = 8;

/** The whole well, 100%, which is also the default. */
export const WHOLE_INTEREST: Interest = 100 * 10 ** PLACES;

/** A well's interest from a date on. `posting` is the sale that lowered it or the reversal that restored it; null for neither. */
export type InterestChange = { from: CalendarDate; percent: Interest; posting: number | null };

/** True for the same interest from the same day, however it was recorded. */
export function isSameInterest(
  a: Pick<InterestChange, 'from' | 'percent'>,
  b: Pick<InterestChange, 'from' | 'percent'>,
): boolean {
  return a.from === b.from && a.percent === b.percent;
}

/**
 * Parses a percentage such as `75`, `"73.4375"`, or `"75%"`. Never rounds or throws, but returns the reason a text is rejected.
 * Source: interests have at most eight decimals and are at most 100%.
 */
export function parseInterest(
  input: string | number,
): { ok: true; interest: Interest } | { ok: false; reason: DecimalTextProblem } {
  const parsed = parseFixed(withoutPercentSign(input), { places: PLACES, max: WHOLE_INTEREST });
  return parsed.ok ? { ok: true, interest: parsed.units } : parsed;
}

/** Formats an interest as a percentage with at least two decimals: "75.00", "73.4375". */
export function formatInterest(interest: Interest): string {
  return formatFixed(interest, PLACES).replace(/0{1,6}$/, '');
}

/** Interest at the end of a day: from the newest change by then, or the whole well. */
export function interestOn(changes: readonly InterestChange[], day: CalendarDate): Interest {
  return newestPercent(changes.filter(({ from }) => from <= day));
}

/** Interest change as the journal sees it. `until` is a reversal on the sale's own day, after which the sale no longer counts. */
export type RecordedInterest = InterestChange & { until?: number | null };

/**
 * Interest that a movement was measured with when it was posted: a sale applies to later postings until it is reversed. So an
 * entry stays as reported when a sale is later dated before it, and on the day of a sale, the sale and the movements booked
 * before it have the previous interest. An interest that a user enters for a date applies as if it had always been entered.
 */
export function interestBefore(
  changes: readonly RecordedInterest[],
  movement: { day: CalendarDate; posting: number },
): Interest {
  return newestPercent(
    changes.filter(
      ({ from, posting, until = null }) =>
        from <= movement.day &&
        (posting === null || posting < movement.posting) &&
        (until === null || movement.posting < until),
    ),
  );
}

/** A share of an interest, in percent of it, rounded half-up: a third (33.33333333) of 75% is 25%. */
export function shareOf(interest: Interest, share: Interest): Interest {
  return Number(roundHalfUp(BigInt(interest) * BigInt(share), BigInt(WHOLE_INTEREST)));
}

/** Part of a gross amount that an interest bears, in cents, rounded half-up: 73.4375% of 250,000.00 is 183,593.75. */
export function netOf(grossCents: Cents, interest: Interest): Cents {
  return boundedCents(partOfCents(grossCents, { numerator: interest, denominator: WHOLE_INTEREST }));
}

/** Amount of the whole well of which an interest bears `netCents`, rounded half-up; `netCents` itself for an interest of zero. */
export function grossOf(netCents: bigint, interest: Interest): bigint {
  return interest === 0 ? netCents : roundHalfUp(netCents * BigInt(WHOLE_INTEREST), BigInt(interest));
}

function newestPercent(changes: readonly InterestChange[]): Interest {
  const last = changes.reduce<InterestChange | null>(
    (latest, change) => (latest === null || isNewer(change, latest) ? change : latest),
    null,
  );
  return last?.percent ?? WHOLE_INTEREST;
}

/** Of two sales on the same day, the later one determines what is left. */
function isNewer(change: InterestChange, other: InterestChange): boolean {
  if (change.from !== other.from) return change.from > other.from;
  return (change.posting ?? 0) > (other.posting ?? 0);
}
