import { addDays, type Day, endOfMonth } from './arithmetic';
import { depreciate, requireRates } from './assets';
import {
  type Act,
  accrete,
  type Books,
  beginAct,
  isUnreversed,
  layersOf,
  liveWells,
  type Posting,
  Refusal,
  requireOpen,
  reverseMoves,
  unreversedOf,
  wellOf,
} from './books';

/** The passage of time in the books: month by month, and up to the day of an act. */

/** Posting kinds that only reflect the passage of time. */
const PERIODIC_KINDS: readonly Posting['kind'][] = ['accretion', 'depreciation'];

/**
 * Brings a well to the end of a day: reverses accretion and depreciation beyond it, and posts what is missing up to it.
 * @returns a function that reposts the time after the day, on the same days
 * @throws Refusal 409 when anything else is booked after the day
 */
export function bringToDay(
  act: Act,
  wellId: string,
  { day, round = 0, pluggedOn }: { day: Day; round?: number; pluggedOn?: null },
): () => void {
  const { books } = act;
  const later = unreversedOf(books, wellId).filter((posting) => posting.day > day);
  if (later.some((posting) => !PERIODIC_KINDS.includes(posting.kind) || isSuperseded(books, posting)))
    throw new Refusal(409);
  for (const posting of later.toReversed()) {
    if (!removeReplay(act, posting, wellId)) reverseMoves(act, posting, posting.day);
  }
  const layers = layersOf(books, wellId);
  const catchUpTo = { day, isCompanyWide: false, pluggedOn };
  for (const layer of layers) accrete(act, `catch-up ${round}`, layer, catchUpTo);
  for (const layer of layers) depreciate(act, `catch-up ${round}`, layer, catchUpTo);
  return () => {
    const currentLayers = layersOf(books, wellId);
    for (const posting of byDay(later.filter(({ kind }) => kind === 'accretion'))) {
      for (const layer of currentLayers) accrete(act, `replay ${round}`, layer, posting);
    }
    for (const posting of byDay(later)) {
      for (const layer of currentLayers) depreciate(act, `replay ${round}`, layer, posting);
    }
  };
}

/** True when depreciation could not be reposted because the company's setting has changed. */
function isSuperseded({ settings }: Books, { kind, day, isByUnits = false }: Posting): boolean {
  const { depreciation, depreciationFrom } = settings;
  if (kind !== 'depreciation') return false;
  return (
    depreciation === 'none' ||
    day < depreciationFrom! ||
    isByUnits !== (depreciation === 'units-of-production')
  );
}

/** Removes replayed postings of the same act instead of reversing them, because they are not booked yet. */
function removeReplay({ books, booked }: Act, { id }: Posting, wellId: string): boolean {
  const [key, posting] = [...booked].find(([, candidate]) => candidate.id === id) ?? [];
  if (!key || !posting || !JSON.parse(key)[0].startsWith('replay')) return false;
  posting.moves = posting.moves.filter((move) => move.wellId !== wellId);
  if (posting.moves.length === 0) {
    booked.delete(key);
    books.postings = books.postings.filter((candidate) => candidate !== posting);
  }
  return true;
}

/** One posting per day, preferring the company-wide one, oldest first. */
function byDay(postings: readonly Posting[]): Posting[] {
  const newestByDay = new Map<Day, Posting>();
  for (const posting of postings) {
    if (!newestByDay.has(posting.day) || posting.isCompanyWide) newestByDay.set(posting.day, posting);
  }
  return [...newestByDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** Period ends with unreversed company-wide accretion. */
export function periodEndsOf(books: Books): Day[] {
  return books.postings
    .filter(({ kind, isCompanyWide }) => kind === 'accretion' && isCompanyWide)
    .filter((posting) => posting.moves.some((move) => isUnreversed(books, posting, move)))
    .map(({ day }) => day);
}

/**
 * Posts accretion and depreciation to a period end, for the company or for one well; with `eachMonth`, also to every missed month-end
 * before it.
 */
export function postAccretion(
  books: Books,
  periodEnd: Day,
  wellId: string | null,
  { eachMonth = false }: { eachMonth?: boolean } = {},
): void {
  const wells = wellId === null ? liveWells(books) : [wellOf(books, wellId)];
  requireOpen(books, periodEnd);
  const posted = periodEndsOf(books);
  const isOutOfOrder = (end: Day) => !posted.includes(end) && posted.some((day) => day > end);
  if (wellId === null && isOutOfOrder(periodEnd)) throw new Refusal(409);
  const act = beginAct(books);
  const layers = wells.flatMap(({ id }) => layersOf(books, id));
  requireRates(books, layers, periodEnd);
  const first = layers.map(({ calculationDate }) => calculationDate).sort()[0] ?? periodEnd;
  const months = eachMonth ? monthEndsBetween(first, periodEnd) : [];
  const postedEnds = eachMonth ? posted.filter((day) => day < periodEnd) : [];
  const ends = [...new Set([...months, ...postedEnds])].sort();
  const isOpen = (end: Day) => books.closedThrough === null || end > books.closedThrough;
  for (const day of [...ends.filter((end) => !isOutOfOrder(end) && isOpen(end)), periodEnd]) {
    const header = { day, isCompanyWide: wellId === null, periodType: 'monthly' as const };
    for (const layer of layers) accrete(act, 'main', layer, header);
    for (const layer of layers) depreciate(act, 'main', layer, header);
  }
}

function monthEndsBetween(first: Day, before: Day): Day[] {
  const ends: Day[] = [];
  for (let end = endOfMonth(first); end < before; end = endOfMonth(addDays(end, 1))) ends.push(end);
  return ends;
}
