import { addDays, type CalendarDate } from '~/domain/calendar/calendar-date';
import { DomainConflict } from '~/domain/money/domain-conflict';
import type { Act, LayerState } from './act';
import { type ArcEvent, createArcHistory } from './arc-history';
import type { PluggedState } from './plugging';
import type { PostingTerms } from './posting-terms';
import type { BookedPosting } from './well-books';
import { type InterestChange, interestOn } from './working-interest';

/** A well's layers, and its postings that are not reversed. */
export type ReversibleWell = {
  layers: readonly LayerState[];
  later: readonly BookedPosting[];
  /** What was booked on the asset before the posting and counts, in the order of posting. */
  arcBefore?: readonly ArcEvent[];
};

/** Postings named in a refusal; more are counted. */
const NAMED = 5;

/**
 * The day a reversal takes effect: that of the posting while its period is open, otherwise the first open day, and never
 * before a day that the person asked for. Source: the rule of correcting a mistake.
 */
export function reversalDate(
  original: CalendarDate,
  { closedThrough, requested }: { closedThrough: CalendarDate | null; requested: CalendarDate | null },
): CalendarDate {
  const open = closedThrough !== null && original <= closedThrough ? addDays(closedThrough, 1) : original;
  return requested !== null && requested > open ? requested : open;
}

/**
 * Reverses postings on some wells: whatever of them is not reversed yet, each movement once. What else was booked on the same wells
 * since the first of them depends on it, so it must go first: it is refused, or with `includeLater` reversed newest first.
 *
 * @param postings one, or all of an act or of an upload
 * @returns how many movements of these postings were reversed
 * @throws DomainConflict that names what was booked later
 * Source: the rule of correcting a mistake; ASC 250-10-45-23 leaves closed periods as they were reported.
 */
export function reversePosting(
  act: Act,
  wells: readonly ReversibleWell[],
  {
    postings,
    includeLater,
    dateOf,
  }: {
    postings: ReadonlySet<number>;
    includeLater: boolean;
    dateOf: (original: CalendarDate) => CalendarDate;
  },
): number {
  // Not spread: an upload may have more postings than a call takes arguments.
  const first = [...postings].reduce((least, id) => Math.min(least, id), Number.POSITIVE_INFINITY);
  const isMeant = ({ id }: BookedPosting) => postings.has(id);
  const affected = wells.filter(({ later }) => later.some(isMeant));
  const inTheWay = affected.flatMap(({ later }) =>
    later.filter((posting) => posting.id >= first && !isMeant(posting)),
  );
  if (inTheWay.length > 0 && !includeLater) throw laterPostings(inTheWay);
  let reversed = 0;
  for (const { layers, later, arcBefore = [] } of affected) {
    const byId = new Map(layers.map((layer) => [layer.id, layer]));
    const newestFirst = later.filter(({ id }) => id >= first).sort((a, b) => b.id - a.id);
    for (const posting of newestFirst) {
      for (const movement of posting.movements) {
        const day = dateOf(posting.day);
        act.reverse(byId.get(movement.layerId)!, movement, { day, posting });
        if (isMeant(posting)) reversed += 1;
      }
    }
    if (later.some((posting) => posting.id >= first && movesBase(act, posting))) {
      restoreBases(act, layers, arcBefore);
    }
  }
  return reversed;
}

/** Whether a posting changed what straight-line depreciation is counted from; so does one by units of production before it. */
function movesBase({ depreciation }: Act, { movements, method }: BookedPosting): boolean {
  if (method === 'units-of-production') return depreciation?.method !== method;
  return movements.some(({ kind }) => kind !== 'accreted' && kind !== 'depreciated');
}

/** What each layer's depreciation is counted from is again what it was. */
function restoreBases(act: Act, layers: readonly LayerState[], before: readonly ArcEvent[]): void {
  const byId = new Map(layers.map((layer) => [layer.id, layer]));
  const history = createArcHistory();
  // Charges by units of production become a base only when the company turns to another method.
  const isByUnits = act.depreciation?.method === 'units-of-production';
  for (const event of before) {
    const layer = byId.get(event.layerId);
    if (layer) history.take(isByUnits ? { ...event, isUnitsOfProduction: false } : event, layer);
  }
  for (const layer of layers) {
    const { arcBaseCents, arcBaseDay } = history.of(layer.id);
    act.rebase(layer, () => ({ arcBaseCents, arcBaseDay }));
  }
}

/**
 * A well's status and plugging day once settlements of it are reversed: as they were before the oldest of them.
 * @param current what they are now
 * @param reversed what the settlements that are reversed changed of them, newest first
 * @throws DomainConflict when someone changed them since
 * Source: the rule that reversing a final settlement gives back status and plugging day.
 */
export function stateGivenBack(
  wellCode: string,
  current: PluggedState,
  reversed: readonly NonNullable<PostingTerms['well']>[],
): PluggedState {
  return reversed.reduce((state, { before, after }) => {
    if (state.wellStatus === after.wellStatus && state.pluggedOn === after.pluggedOn) return before;
    const day = after.pluggedOn === null ? '' : ` on ${after.pluggedOn}`;
    throw new DomainConflict(
      null,
      `Well "${wellCode}" was changed since it was settled. Make it ${after.wellStatus}${day} again, then reverse the settlement.`,
    );
  }, current);
}

/** A sale that is taken back on a day, or the day of another one; `reversal` names what takes it back. */
export type TakenBackSale<Reversal> = {
  id: number;
  day: CalendarDate;
  reversedOn: CalendarDate;
  interest: NonNullable<PostingTerms['interest']>;
  reversal: Reversal;
};

/**
 * A well's interests once sales of it are reversed: as before the oldest of them, from the day of the reversal. Where that is
 * the day of the sale, the sale leaves no trace.
 * @param reversed newest first
 * @throws DomainConflict when someone changed them since
 * Source: the rule that reversing a sale gives back the interest.
 */
export function interestsGivenBack<Reversal>(
  wellCode: string,
  current: readonly InterestChange[],
  reversed: readonly TakenBackSale<Reversal>[],
): (Omit<InterestChange, 'posting'> & { posting: number | null | Reversal })[] {
  const sorted = [...current].sort((a, b) => (a.from < b.from ? -1 : 1));
  const remaining = [...sorted];
  const gone = new Set<InterestChange>();
  for (const { id, day, reversedOn, interest } of reversed) {
    const last = remaining.pop();
    if (last?.posting !== id || last.from !== day || last.percent !== interest.after) {
      throw new DomainConflict(
        null,
        `The working interest of well "${wellCode}" was changed since it was sold. Take that change back first.`,
      );
    }
    if (reversedOn === day) gone.add(last);
    if (interest.replaces)
      remaining.push({ from: day, percent: interest.before, posting: interest.replaces });
  }
  const kept = sorted.filter((change) => !gone.has(change));
  const oldest = reversed.at(-1);
  if (!oldest || interestOn(kept, oldest.reversedOn) === oldest.interest.before) return kept;
  const { day, reversedOn, interest, reversal } = oldest;
  // On the day of the sale, an earlier one of that day decides again.
  const posting = reversedOn === day ? (interest.replaces ?? null) : reversal;
  return [...kept, { from: reversedOn, percent: interest.before, posting }];
}

/**
 * A well's retirement date once layers of it are reversed: each gives back the date that it replaced, as long as the well has
 * the layer's. A date that a person entered since stays.
 * @param current what it is now
 * @param reversed the layers that are reversed, newest first
 * Source: the rule of correcting a mistake; the next layer must not live as long as the mistake said.
 */
export function retirementGivenBack(
  current: CalendarDate | null,
  reversed: readonly { retirementDate: CalendarDate | null; retirementBefore: CalendarDate | null }[],
): CalendarDate | null {
  return reversed.reduce(
    (date, { retirementDate, retirementBefore }) => (date === retirementDate ? retirementBefore : date),
    current,
  );
}

/** @returns the refusal that names what was booked later, the newest first */
export function laterPostings(
  postings: readonly Pick<BookedPosting, 'id' | 'number' | 'kind' | 'day'>[],
): DomainConflict {
  const byId = new Map(postings.map((posting) => [posting.id, posting]));
  const newestFirst = [...byId.values()].sort((a, b) => b.id - a.id);
  const named = newestFirst
    .slice(0, NAMED)
    .map(({ number, kind, day }) => `${kind} dated ${day} (posting ${number})`);
  const more = newestFirst.length > NAMED ? `, and ${newestFirst.length - NAMED} more` : '';
  return new DomainConflict(
    'includeLater',
    `Booked later on the same wells: ${named.join(', ')}${more}. Reverse those first, or reverse them along with it.`,
  );
}
