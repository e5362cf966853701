import type { MovementKind, PostingKind } from '~/domain/books/movement-kinds';
import { POSTING_NAMES } from '~/domain/books/posting-kind-names';
import { type CalendarDate, isMonthEnd } from '~/domain/calendar/calendar-date';
import type { Format } from '~/hooks/use-format';
import type { ActPreview } from '~/schemas/books/posting';

type PlannedPosting = ActPreview['postings'][number];

/** Movement names for table columns. */
export const MOVEMENT_NAMES: Record<MovementKind, string> = {
  opening: 'Opening balance',
  incurred: 'Layer recognized',
  acquired: 'Layer acquired',
  revised: 'Estimate revised',
  accreted: 'Accretion',
  depreciated: 'Depreciation',
  settled: 'Settlement',
  retired: 'Asset retired',
  divested: 'Sale',
};

/** Names of reversed movements. */
export const REVERSED_NAMES: Record<MovementKind, string> = {
  opening: 'Opening balance reversed',
  incurred: 'Layer reversed',
  acquired: 'Acquired layer reversed',
  revised: 'Revision reversed',
  accreted: 'Accretion reversed',
  depreciated: 'Depreciation reversed',
  settled: 'Settlement reversed',
  retired: 'Asset write-off reversed',
  divested: 'Sale reversed',
};

/** Name of a movement, or of its reversal. */
export function getMovementName({
  kind,
  postingKind,
}: {
  kind: MovementKind;
  postingKind: PostingKind;
}): string {
  return (postingKind === 'reversal' ? REVERSED_NAMES : MOVEMENT_NAMES)[kind];
}

/**
 * Names each posting of an act, in the act's order. Accretion on a date whose accretion the act reverses is that period
 * posted again on the new balance; any other accretion brings the well up to the act's date.
 */
export function getPostingNames(postings: readonly PlannedPosting[]): string[] {
  const reversedDays = new Set(
    postings
      .filter(({ kind, movements }) => kind === 'reversal' && movements.some(isAccretion))
      .map(({ effectiveOn }) => effectiveOn),
  );
  return postings.map((posting) => {
    const kinds = [...new Set(posting.movements.map(({ kind }) => kind))];
    const [kind] = kinds;
    if (posting.kind === 'accretion' && reversedDays.has(posting.effectiveOn))
      return 'Accretion posted again';
    if (kind === undefined || kinds.length > 1) return POSTING_NAMES[posting.kind];
    return posting.kind === 'reversal' ? REVERSED_NAMES[kind] : MOVEMENT_NAMES[kind];
  });
}

/**
 * Warns that an act also posts accretion of earlier months, which is then dated with the act. Only accretion of an open month can
 * still be posted to its own month first; that of closed months belongs in the first open one. Null if all earlier months are
 * posted.
 */
export function describeUnposted(
  { postings, unpostedThrough }: Pick<ActPreview, 'postings' | 'unpostedThrough'>,
  closedThrough: CalendarDate | null,
  format: Format,
): { title: string; advice: string } | null {
  if (unpostedThrough === null) return null;
  const day = format.date(unpostedThrough);
  if (closedThrough === null || unpostedThrough > closedThrough) {
    return {
      title: `Accretion through ${day} isn’t posted yet`,
      advice: 'It will post with this, on a later date. To record it in its own month, post accretion first.',
    };
  }
  // Accretion on a month-end isn't what the warning is about: that of its own month, posted again.
  const days = postings
    .filter(({ kind, effectiveOn }) => kind === 'accretion' && !isMonthEnd(effectiveOn))
    .map(({ effectiveOn }) => effectiveOn);
  const months = [...new Set(days.map((date) => date.slice(0, 7)))].sort();
  return {
    title: `Accretion of closed months through ${day} posts with this, in ${formatMonths(months, format)}`,
    advice: 'Closed months don’t change.',
  };
}

/** "Oct 2026 and Nov 2026", or for more than three "34 months, Jan 2024 to Oct 2026". */
export function formatMonths(months: readonly string[], format: Format): string {
  const [first = '', ...otherMonths] = months;
  const last = otherMonths.at(-1);
  if (last === undefined) return first && format.month(first);
  if (months.length > 3) {
    return `${format.integer(months.length)} months, ${format.month(first)} to ${format.month(last)}`;
  }
  const precedingMonths = months.slice(0, -1).map((month) => format.month(month));
  return `${precedingMonths.join(', ')} and ${format.month(last)}`;
}

function isAccretion({ kind }: { kind: MovementKind }): boolean {
  return kind === 'accreted';
}
