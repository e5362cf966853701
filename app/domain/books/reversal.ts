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
  /** Asset movements in effect before the posting, in posting order. */
  arcBefore?: readonly ArcEvent[];
};

/** Postings named in an error message; the rest are only counted. */
const MAX_NAMED = 5;

/**
 * Effective date of a reversal: the posting's date if its period is open, otherwise the first open day, and never before a date
 * that the user requested.
 * Source: the rule for correcting a mistake.
 */
export function reversalDate(
  original: CalendarDate,
  { closedThrough, requested }: { closedThrough: CalendarDate | null; requested: CalendarDate | null },
): CalendarDate {
  const earliest = closedThrough !== null && original <= closedThrough ? addDays(closedThrough, 1) : original;
  return requested !== null && requested > earliest ? requested : earliest;
}

/**
 * Reverses postings on some wells: each movement that is not reversed yet, once. Anything else booked on the same wells since
 * the first of them depends on them, so it must be reversed first: it blocks the reversal or, with `includeLater`, is reversed
 * too, newest first.
 *
 * @param postings one, or all of an act or of an upload
 * @returns number of movements of these postings that were reversed
 * @throws DomainConflict that names the later postings
 * Source: the rule for correcting a mistake; ASC 250-10-45-23 leaves closed periods as they were reported.
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
  // Not spread, because an upload may have more postings than a function call accepts arguments.
  const firstId = [...postings].reduce((min, id) => Math.min(min, id), Number.POSITIVE_INFINITY);
  const isRequested = ({ id }: BookedPosting) => postings.has(id);
  const affected = wells.filter(({ later }) => later.some(isRequested));
  const blocking = affected.flatMap(({ later }) =>
    later.filter((posting) => posting.id >= firstId && !isRequested(posting)),
  );
  if (blocking.length > 0 && !includeLater) throw laterPostingsError(blocking);
  let reversed = 0;
  for (const { layers, later, arcBefore = [] } of affected) {
    const byId = new Map(layers.map((layer) => [layer.id, layer]));
    const newestFirst = later.filter(({ id }) => id >= firstId).sort((a, b) => b.id - a.id);
    for (const posting of newestFirst) {
      for (const movement of posting.movements) {
        const day = dateOf(posting.day);
        act.reverse(byId.get(movement.layerId)!, movement, { day, posting });
        if (isRequested(posting)) reversed += 1;
      }
    }
    if (later.some((posting) => posting.id >= firstId && changesBase(act, posting))) {
      restoreBases(act, layers, arcBefore);
    }
  }
  return reversed;
}

/** True when a posting changed the straight-line depreciation base. Units-of-production charges do once the method changes. */
function changesBase({ depreciation }: Act, { movements, method }: BookedPosting): boolean {
  if (method === 'units-of-production') return depreciation?.method !== method;
  return movements.some(({ kind }) => kind !== 'accreted' && kind !== 'depreciated');
}

/** Restores each layer's depreciation base to what it was before. */
function restoreBases(act: Act, layers: readonly LayerState[], before: readonly ArcEvent[]): void {
  const byId = new Map(layers.map((layer) => [layer.id, layer]));
  const history = createArcHistory();
  // Units-of-production charges become a base only when the company switches to another method.
  const isByUnits = act.depreciation?.method === 'units-of-production';
  for (const event of before) {
    const layer = byId.get(event.layerId);
    if (layer) history.apply(isByUnits ? { ...event, isUnitsOfProduction: false } : event, layer);
  }
  for (const layer of layers) {
    const { arcBaseCents, arcBaseDay } = history.balancesOf(layer.id);
    act.rebase(layer, () => ({ arcBaseCents, arcBaseDay }));
  }
}

/**
 * A well's status and plugging date after its settlements are reversed: those before the oldest of them.
 *
 * @param current the well's state now
 * @param reversed state changes of the reversed settlements, newest first
 * @throws DomainConflict when someone has changed the state since
 * Source: the rule that reversing a final settlement restores status and plugging date.
 */
export function stateAfterReversal(
  wellCode: string,
  current: PluggedState,
  reversed: readonly NonNullable<PostingTerms['well']>[],
): PluggedState {
  return reversed.reduce((state, { before, after }) => {
    if (state.wellStatus === after.wellStatus && state.pluggedOn === after.pluggedOn) return before;
    const day = after.pluggedOn === null ? '' : ` on ${after.pluggedOn}`;
    throw new DomainConflict(
      null,
      `Well "${wellCode}" has changed since it was settled. Set its status back to ${after.wellStatus}${day}, then reverse the settlement.`,
    );
  }, current);
}

/** A sale and the day its reversal takes effect, which may be the sale's own day; `reversal` identifies the reversal. */
export type ReversedSale<Reversal> = {
  id: number;
  day: CalendarDate;
  reversedOn: CalendarDate;
  interest: NonNullable<PostingTerms['interest']>;
  reversal: Reversal;
};

/**
 * A well's interests after its sales are reversed: as before the oldest sale, from the day of the reversal. If that is the day
 * of the sale, the sale leaves no trace.
 *
 * @param reversed newest first
 * @throws DomainConflict when someone has changed the interests since
 * Source: the rule that reversing a sale restores the interest.
 */
export function interestsAfterReversal<Reversal>(
  wellCode: string,
  current: readonly InterestChange[],
  reversed: readonly ReversedSale<Reversal>[],
): (Omit<InterestChange, 'posting'> & { posting: number | null | Reversal })[] {
  const sorted = [...current].sort((a, b) => (a.from < b.from ? -1 : 1));
  const remaining = [...sorted];
  const removed = new Set<InterestChange>();
  for (const { id, day, reversedOn, interest } of reversed) {
    const last = remaining.pop();
    if (last?.posting !== id || last.from !== day || last.percent !== interest.after) {
      throw new DomainConflict(
        null,
        `The working interest of well "${wellCode}" has changed since the sale. Undo that change, then reverse the sale.`,
      );
    }
    if (reversedOn === day) removed.add(last);
    if (interest.replaces)
      remaining.push({ from: day, percent: interest.before, posting: interest.replaces });
  }
  const remainingChanges = sorted.filter((change) => !removed.has(change));
  const oldest = reversed.at(-1);
  if (!oldest || interestOn(remainingChanges, oldest.reversedOn) === oldest.interest.before)
    return remainingChanges;
  const { day, reversedOn, interest, reversal } = oldest;
  // On the day of the sale, an earlier sale on that day applies again.
  const posting = reversedOn === day ? (interest.replaces ?? null) : reversal;
  return [...remainingChanges, { from: reversedOn, percent: interest.before, posting }];
}

/**
 * A well's retirement date after its layers are reversed: each restores the date it replaced, if the well still has the layer's
 * date. A date that a user has entered since is kept.
 *
 * @param current the well's date now
 * @param reversed the reversed layers, newest first
 * Source: the rule for correcting a mistake; the next layer must not inherit the mistaken life.
 */
export function retirementDateAfterReversal(
  current: CalendarDate | null,
  reversed: readonly { retirementDate: CalendarDate | null; retirementBefore: CalendarDate | null }[],
): CalendarDate | null {
  return reversed.reduce(
    (date, { retirementDate, retirementBefore }) => (date === retirementDate ? retirementBefore : date),
    current,
  );
}

/** @returns the error that names what was booked later, newest first */
export function laterPostingsError(
  postings: readonly Pick<BookedPosting, 'id' | 'number' | 'kind' | 'day'>[],
): DomainConflict {
  const byId = new Map(postings.map((posting) => [posting.id, posting]));
  const newestFirst = [...byId.values()].sort((a, b) => b.id - a.id);
  const names = newestFirst
    .slice(0, MAX_NAMED)
    .map(({ number, kind, day }) => `${kind} dated ${day} (posting ${number})`);
  const more = newestFirst.length > MAX_NAMED ? `, and ${newestFirst.length - MAX_NAMED} more` : '';
  return new DomainConflict(
    'includeLater',
    `These wells have later postings: ${names.join(', ')}${more}. Reverse those first, or include them in this reversal.`,
  );
}
