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

/** The whole well, 100%. What a well has unless someone says otherwise. */
export const WHOLE_INTEREST: Interest = 100 * 10 ** PLACES;

/** From when on a well has an interest. `posting` is the sale that lowered it, or the reversal that gave it back. */
export type InterestChange = { from: CalendarDate; percent: Interest; posting: number | null };

/**
 * Reads a percentage such as `75`, `"73.4375"` or `"75%"`; never rounds and never throws, but names the reason why a text is refused.
 * Source: interests have at most eight decimals and are at most 100%.
 */
export function parseInterest(
  input: string | number,
): { ok: true; interest: Interest } | { ok: false; reason: DecimalTextProblem } {
  const parsed = parseFixed(withoutPercentSign(input), { places: PLACES, max: WHOLE_INTEREST });
  return parsed.ok ? { ok: true, interest: parsed.units } : parsed;
}

/** Writes an interest as percent, with two decimals or as many as it has: "75.00", "73.4375". */
export function formatInterest(interest: Interest): string {
  return formatFixed(interest, PLACES).replace(/0{1,6}$/, '');
}

/** The interest at the end of a day: that of the newest change by then, or the whole well. */
export function interestOn(changes: readonly InterestChange[], day: CalendarDate): Interest {
  return newest(changes.filter(({ from }) => from <= day));
}

/** An interest as the journal knows it: with the reversal that took the sale back on its own day, as if it had not been. */
export type KnownInterest = InterestChange & { until?: number | null };

/**
 * The interest that a movement was measured with when it was posted: a sale counts for what was posted after it, until it is
 * taken back. So an entry stays as it was reported when a sale is dated before it later, and on the day of a sale, movements
 * booked before the sale, and the sale's own, have the interest from before it. What a person says of a day counts as if it
 * had always been said.
 */
export function interestBefore(
  changes: readonly KnownInterest[],
  movement: { day: CalendarDate; posting: number },
): Interest {
  return newest(
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

/** The part of a gross amount that an interest bears, in cents, rounded half-up: 73.4375% of 250,000.00 is 183,593.75. */
export function netOf(grossCents: Cents, interest: Interest): Cents {
  return boundedCents(partOfCents(grossCents, { numerator: interest, denominator: WHOLE_INTEREST }));
}

/** The whole well's amount of which an interest bears `netCents`, rounded half-up; the amount itself without an interest. */
export function grossOf(netCents: bigint, interest: Interest): bigint {
  return interest === 0 ? netCents : roundHalfUp(netCents * BigInt(WHOLE_INTEREST), BigInt(interest));
}

function newest(changes: readonly InterestChange[]): Interest {
  const last = changes.reduce<InterestChange | null>(
    (found, change) => (found === null || isNewer(change, found) ? change : found),
    null,
  );
  return last?.percent ?? WHOLE_INTEREST;
}

/** Of two sales on a day, the second says what is left. */
function isNewer(change: InterestChange, than: InterestChange): boolean {
  if (change.from !== than.from) return change.from > than.from;
  return (change.posting ?? 0) > (than.posting ?? 0);
}
