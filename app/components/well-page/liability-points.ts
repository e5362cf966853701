import { type DisclosureColumn, MOVEMENT_KINDS } from '~/domain/books/movement-kinds';
import { formatCents, parseCents } from '~/domain/money/money';
import type { WellLedgerView } from '~/schemas/reports/report-views';

/** Cause of a change in the liability, as marked on the chart. */
export type Mark = DisclosureColumn | 'reversal';

/** The liability at the end of a day on which it changed. */
export type LiabilityPoint = {
  day: string;
  change: string;
  balance: string;
  /** Causes of the change, most significant first; the chart marks the point with the first. */
  marks: Mark[];
};

/** Order of significance. Month-end accretion is the normal course of the line; anything else on the same day matters more. */
const MARK_ORDER: Mark[] = [
  'settled',
  'divested',
  'reversal',
  'revisions',
  'acquired',
  'incurred',
  'opening',
  'accretion',
];

/** Liability of a well by day, from its ledger, oldest first. Movements that don't affect the liability are skipped. */
export function liabilityPoints(ledger: readonly WellLedgerView[]): LiabilityPoint[] {
  const liabilityRows = ledger.filter(({ liability }) => parseCents(liability) !== 0n);
  return [...Map.groupBy(liabilityRows, ({ effectiveOn }) => effectiveOn)].map(([day, rows]) => {
    const marks = new Set(
      rows.flatMap(({ postingKind, kind }): Mark | Mark[] =>
        postingKind === 'reversal' ? 'reversal' : (MOVEMENT_KINDS[kind].column ?? []),
      ),
    );
    return {
      day,
      change: formatCents(rows.reduce((sum, { liability }) => sum + parseCents(liability), 0n)),
      balance: rows.at(-1)!.liabilityBalance,
      marks: MARK_ORDER.filter((mark) => marks.has(mark)),
    };
  });
}

export type DayTick = { day: string; isYear: boolean };

/** Possible distances between ticks on the time axis, in months. */
const STEPS = [1, 2, 3, 6, 12, 24, 60, 120, 240];

/**
 * Ticks of the time axis: first days of months between two days, evenly spaced, at most `maxTicks` of them. With a step of a year or
 * more, they are first days of years.
 */
export function dayTicks(first: string, last: string, maxTicks: number): DayTick[] {
  const from = monthNumber(first) + (first.endsWith('-01') ? 0 : 1);
  const to = monthNumber(last);
  const step = STEPS.find((months) => (to - from) / months < maxTicks) ?? STEPS.at(-1)!;
  const ticks: DayTick[] = [];
  for (let month = Math.ceil(from / step) * step; month <= to; month += step) {
    const year = String(Math.floor(month / 12)).padStart(4, '0');
    ticks.push({ day: `${year}-${String((month % 12) + 1).padStart(2, '0')}-01`, isYear: step >= 12 });
  }
  return ticks;
}

function monthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}
