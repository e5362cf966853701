import { type DisclosureSums, noDisclosureSums } from '~/domain/books/disclosure';
import { MOVEMENT_KINDS, type MovementKind, rollforwardOf } from '~/domain/books/movement-kinds';
import type { RollforwardSums } from '~/domain/books/rollforward';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Cents } from '~/domain/money/money';

// The reports add up in SQL (services/reports/movement-sums.server.ts). These are the same rules movement by movement, used by
// tests/worker/reports/report.test.ts to check the SQL, and to check the figures of docs/accounting-method.md.

/** A dated movement of a well's liability. A reversal has the kind of the movement it reverses, and a negated amount. */
export type LedgerEvent = { kind: MovementKind; isReversal: boolean; date: CalendarDate; cents: Cents };

/** Sums a well's movements for a rollforward, like `movementSums`. The begin and end dates are inclusive. */
export function sumEvents(
  events: Iterable<LedgerEvent>,
  { begin, end }: { begin: CalendarDate; end: CalendarDate },
): RollforwardSums {
  const sums = {
    beforeCents: 0,
    additionsCents: 0,
    accretionCents: 0,
    reductionsCents: 0,
    throughEndCents: 0,
  };
  for (const { kind, isReversal, date, cents } of events) {
    if (date > end) continue;
    sums.throughEndCents += cents;
    const column = rollforwardOf(MOVEMENT_KINDS[kind]);
    const isIncrease = cents > 0 !== isReversal;
    if (date < begin || (column === 'beginning' && !isReversal)) sums.beforeCents += cents;
    else if (column === 'accretion') sums.accretionCents += cents;
    else if (column === 'change' && isIncrease) sums.additionsCents += cents;
    else sums.reductionsCents -= cents;
  }
  return sums;
}

/** Sums a well's movements for a disclosure, like `disclosureSums`. */
export function sumForDisclosure(
  events: Iterable<LedgerEvent>,
  { begin, end }: { begin: CalendarDate; end: CalendarDate },
): DisclosureSums {
  const sums = noDisclosureSums();
  for (const { kind, date, cents } of events) {
    if (date > end) continue;
    sums.throughEndCents += cents;
    const { column } = MOVEMENT_KINDS[kind];
    if (date < begin) sums.beforeCents += cents;
    else if (column) sums.within[column] += cents;
  }
  return sums;
}
