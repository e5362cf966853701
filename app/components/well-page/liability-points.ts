import { type DisclosureColumn, MOVEMENT_KINDS } from '~/domain/books/movement-kinds';
import { formatCents, parseCents } from '~/domain/money/money';
import type { WellLedgerView } from '~/schemas/reports/report-views';

/** What moved the liability, as the chart marks it. */
export type Mark = DisclosureColumn | 'reversal';

/** The liability at the end of a day on which something moved it. */
export type LiabilityPoint = {
  day: string;
  change: string;
  balance: string;
  /** What moved it, the more telling first: the chart marks the point as the first. */
  marks: Mark[];
};

/** A month-end's accretion is what a line is for; anything else of the same day tells more. */
const TELLING: Mark[] = [
  'settled',
  'divested',
  'reversal',
  'revisions',
  'acquired',
  'incurred',
  'opening',
  'accretion',
];

/**
 * The liability of a well day by day, from its ledger, oldest first. Movements that leave the liability alone make no point.
 */
export function liabilityPoints(ledger: readonly WellLedgerView[]): LiabilityPoint[] {
  const moving = ledger.filter(({ liability }) => parseCents(liability) !== 0n);
  return [...Map.groupBy(moving, ({ effectiveOn }) => effectiveOn)].map(([day, rows]) => {
    const marks = new Set(
      rows.flatMap(({ postingKind, kind }): Mark | Mark[] =>
        postingKind === 'reversal' ? 'reversal' : (MOVEMENT_KINDS[kind].column ?? []),
      ),
    );
    return {
      day,
      change: formatCents(rows.reduce((sum, { liability }) => sum + parseCents(liability), 0n)),
      balance: rows.at(-1)!.liabilityBalance,
      marks: TELLING.filter((mark) => marks.has(mark)),
    };
  });
}

export type DayTick = { day: string; isYear: boolean };

/** Steps between two marks along the axis of time, in months. */
const STEPS = [1, 2, 3, 6, 12, 24, 60, 120, 240];

/**
 * First days of months between two days, at even distances and at most so many of them: where the axis of time is marked.
 * From a step of a year on, they are first days of years.
 */
export function dayTicks(first: string, last: string, most: number): DayTick[] {
  const from = monthNumber(first) + (first.endsWith('-01') ? 0 : 1);
  const to = monthNumber(last);
  const step = STEPS.find((months) => (to - from) / months < most) ?? STEPS.at(-1)!;
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
