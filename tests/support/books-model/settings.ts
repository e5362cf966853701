import { addDays, type Day } from './arithmetic';
import { depreciate, requireRates } from './assets';
import {
  type Books,
  beginAct,
  isUnreversed,
  layersOf,
  liveWells,
  type Posting,
  Refusal,
  type Settings,
  TOO_LATE,
} from './books';
import { periodEndsOf } from './time';

/** Starting and ending depreciation, as defined in the ruling on depreciation. */

export type Switch = { depreciation: Settings['depreciation']; from: Day | null };

/** Unreversed depreciation postings, oldest first. */
function depreciationPostings(books: Books): Posting[] {
  return books.postings
    .filter(({ kind }) => kind === 'depreciation')
    .filter((posting) => posting.moves.some((move) => isUnreversed(books, posting, move)))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}

/**
 * Sets the depreciation method and its start date. Starting posts the catch-up: to that day or the first open one, and to each period end
 * posted since.
 */
export function switchDepreciation(books: Books, { depreciation, from: requestedFrom }: Switch): void {
  const { settings, closedThrough } = books;
  const isOff = settings.depreciation === 'none';
  if (depreciation === 'none') {
    settings.depreciation = depreciation;
    return;
  }
  const from = requestedFrom ?? (isOff ? null : settings.depreciationFrom);
  if (depreciation === settings.depreciation && from === settings.depreciationFrom) return;
  if (from === null || from >= TOO_LATE) throw new Refusal(400);
  const newest = depreciationPostings(books).at(-1);
  const isAfterPause = isOff && (newest?.isByUnits ?? false) === (depreciation === 'units-of-production');
  if (newest && !isAfterPause && from <= newest.day) throw new Refusal(409);
  settings.depreciation = depreciation;
  settings.depreciationFrom = from;
  const first = closedThrough !== null && from <= closedThrough ? addDays(closedThrough, 1) : from;
  const days = [first, ...new Set(periodEndsOf(books).filter((day) => day > first))].sort();
  const act = beginAct(books);
  const layers = liveWells(books).flatMap(({ id }) => layersOf(books, id));
  requireRates(books, layers, days.at(-1)!);
  for (const day of days) {
    for (const layer of layers) depreciate(act, 'main', layer, { day, isCompanyWide: true });
  }
}

export type DepletionRate = { field: string; month: string; percentE4: bigint | null };

/** True when a well in the field was charged for the month, or for a later one. */
function isCharged(books: Books, field: string, month: string): boolean {
  const wells = new Set(liveWells(books).flatMap((well) => (well.field === field ? [well.id] : [])));
  return depreciationPostings(books).some(
    (posting) =>
      posting.day.slice(0, 7) >= month &&
      posting.moves.some((move) => wells.has(move.wellId) && isUnreversed(books, posting, move)),
  );
}

/** Sets rates. A rate of a month already posted for its field cannot change, but a missing one may be added. */
export function setRates(books: Books, rates: readonly DepletionRate[]): void {
  const through = depreciationPostings(books)
    .filter(({ isByUnits }) => isByUnits)
    .at(-1)
    ?.day.slice(0, 7);
  for (const { field, month, percentE4 } of rates) {
    const key = `${month} ${field}`;
    const before = books.rates[key] ?? null;
    if (before === percentE4) continue;
    if (before !== null && through !== undefined && month <= through && isCharged(books, field, month)) {
      throw new Refusal(409);
    }
    if (percentE4 === null) delete books.rates[key];
    else books.rates[key] = percentE4;
  }
}
