import { accretionOf, accretionTime, type Day, type Life, type Span } from './arithmetic';

/** How a company keeps its books. */
export type Settings = {
  method: 'simple' | 'effective';
  settlementOrder: 'proportion' | 'oldest';
  settlementDifference: 'result' | 'pool';
  downwardRate: 'average' | 'newest';
  changeBasis: 'stated' | 'repriced';
  depreciation: 'none' | 'straight-line' | 'units-of-production';
  /** The day from which it depreciates; null while it never has. */
  depreciationFrom: Day | null;
};

/** The books of one company as the model keeps them: plain lists. Every balance is added up from them each time. */
export type Books = {
  settings: Settings;
  /** Depletion rates by month and field, in ten-thousandths of a percent. */
  rates: Record<string, bigint>;
  closedThrough: Day | null;
  wells: Well[];
  layers: Layer[];
  /** In the order in which they were booked. */
  postings: Posting[];
};

export type Status = 'Active' | 'Inactive' | 'Plugged';

export type Well = {
  /** The product's id. */
  id: string;
  code: string;
  field: string;
  activeDate: Day;
  status: Status;
  pluggedOn: Day | null;
  /** Came into the books Plugged, and so accretes nothing. */
  arrivedPlugged: boolean;
  /** What layers live to that say nothing of their own. */
  retirementDate: Day | null;
  /** What the company owns of it, each from a day on; the whole well before. */
  interests: InterestChange[];
  isDeleted: boolean;
};

/** A share of a well from a day on. `posting` is the sale or the reversal that decided it; null where a person did. */
export type InterestChange = { from: Day; percent: Percent; posting: number | null };

/** Hundred-millionths of a percent. */
export type Percent = bigint;

export type Measurement = 'change' | 'increment' | 'remeasure';

/** Its well, and its number on that well, are its name. */
export type Layer = Life & {
  wellId: string;
  number: number;
  measurement: Measurement | null;
  /** In trillionths of one. */
  discount: bigint;
  inflation: bigint;
  costCents: bigint;
  /** All owners' cost, where that was given. */
  grossCents: bigint | null;
  /** The well's total estimate once it is counted. */
  estimateCents: bigint;
  /** What a change was measured against, where that was the estimate at the prices of its day. */
  repricedCents: bigint | null;
  valueCents: bigint;
  /** The well's retirement date that it replaced; null where it named none. */
  replaced: { retirementDate: Day | null } | null;
};

export type MoveKind =
  | 'opening'
  | 'incurred'
  | 'acquired'
  | 'revised'
  | 'accreted'
  | 'depreciated'
  | 'settled'
  | 'retired'
  | 'divested';

/** What a movement does to the liability, the cost of the asset, its depreciation (negative) and cash. */
export type Amounts = { cents: bigint; arcCents: bigint; accumulatedCents: bigint; cashCents: bigint };

export const NO_AMOUNTS: Amounts = { cents: 0n, arcCents: 0n, accumulatedCents: 0n, cashCents: 0n };

export type Move = Amounts & { wellId: string; number: number; kind: MoveKind };

/** A well's status and the day that goes with it. */
export type PluggedState = Pick<Well, 'status' | 'pluggedOn'>;

/** The accounts that take what a movement leaves over. */
export type RestAccount = 'settlement' | 'disposal' | 'pool' | 'accumulated';

export type Posting = {
  /** The product's id; before that is known, one of the model's own: negative. */
  id: number;
  /** The product's number of its act; 0 before that is known. */
  act: number;
  kind: 'calculation' | 'accretion' | 'depreciation' | 'settlement' | 'sale' | 'opening' | 'reversal';
  day: Day;
  isCompanyWide: boolean;
  /** Of what a person posted to a period end, and of what is posted again in its place. */
  periodType?: 'monthly' | null;
  /** Whether a depreciation is one by units of production. */
  isByUnits?: boolean;
  reverses: number | null;
  /** What a final settlement changed of its well. */
  wellChange?: { before: PluggedState; after: PluggedState };
  /** What a sale changed of its well's interest. */
  interestChange?: { before: Percent; after: Percent };
  /** Where a settlement or a sale, and what takes it back, leaves the rest of money and of the asset. */
  restTo?: { money: RestAccount; asset: RestAccount };
  moves: Move[];
};

/** What movements of one posting share. */
export type Head = Omit<Posting, 'id' | 'act' | 'moves'>;

/** Why the model refuses, by the status that the call has to answer. */
export class Refusal extends Error {
  constructor(readonly status: 400 | 404 | 409) {
    super(`refused with ${status}`);
  }
}

/** A day so early that a well plugged on it never accretes. */
const BEFORE_ALL_TIME: Day = '0001-01-01';

export function emptyBooks(settings: Settings): Books {
  return { settings, rates: {}, closedThrough: null, wells: [], layers: [], postings: [] };
}

export function liveWells({ wells }: Books): Well[] {
  return wells.filter(({ isDeleted }) => !isDeleted);
}

export function wellOf({ wells }: Books, wellId: string): Well {
  const well = wells.find(({ id, isDeleted }) => id === wellId && !isDeleted);
  if (!well) throw new Refusal(404);
  return well;
}

type LayerName = Pick<Layer, 'wellId' | 'number'>;

function isOf(layer: LayerName) {
  return (move: LayerName) => move.wellId === layer.wellId && move.number === layer.number;
}

/** Movements of the books with their postings, oldest first. */
export function movesOf(books: Books, layer?: LayerName): { posting: Posting; move: Move }[] {
  return books.postings.flatMap((posting) =>
    posting.moves.filter(layer ? isOf(layer) : () => true).map((move) => ({ posting, move })),
  );
}

/** Whether a movement still counts: no reversal of its posting has taken it back. */
export function isUnreversed({ postings }: Books, { id }: Posting, move: Move): boolean {
  return !postings.some(
    ({ reverses, moves }) =>
      reverses === id && moves.some((taken) => isOf(move)(taken) && taken.kind === move.kind),
  );
}

/** Postings with movements on a well that still count, each with those movements only. Oldest first. */
export function unreversedOf(books: Books, wellId: string): Posting[] {
  return books.postings
    .filter(({ kind }) => kind !== 'reversal')
    .map((posting) => ({
      ...posting,
      moves: posting.moves.filter((move) => move.wellId === wellId && isUnreversed(books, posting, move)),
    }))
    .filter(({ moves }) => moves.length > 0);
}

export function balanceOf(books: Books, layer: LayerName): bigint {
  return movesOf(books, layer).reduce((sum, { move }) => sum + move.cents, 0n);
}

/** What a layer has accreted, all of its movements or those dated up to a day; what is reversed adds up to nothing. */
export function accretedOf(books: Books, layer: LayerName, day?: Day): bigint {
  const moves = movesOf(books, layer).filter(
    ({ posting, move }) => move.kind === 'accreted' && (day === undefined || posting.day <= day),
  );
  return moves.reduce((sum, { move }) => sum + move.cents, 0n);
}

/** What movements add up to. */
export function sumOf(moves: readonly Amounts[]): Amounts {
  const add = (amount: keyof Amounts) => moves.reduce((sum, move) => sum + move[amount], 0n);
  return {
    cents: add('cents'),
    arcCents: add('arcCents'),
    accumulatedCents: add('accumulatedCents'),
    cashCents: add('cashCents'),
  };
}

/** What a layer has: all of its movements, or those dated up to a day. */
export function balancesOf(books: Books, layer: LayerName, day?: Day): Amounts {
  const moves = movesOf(books, layer).filter(({ posting }) => day === undefined || posting.day <= day);
  return sumOf(moves.map(({ move }) => move));
}

/** Through when a layer has accreted: its newest accretion or opening balance that still counts. */
export function accretedThroughOf(books: Books, layer: LayerName): Day | null {
  const days = movesOf(books, layer)
    .filter(({ posting, move }) => posting.kind !== 'reversal' && isUnreversed(books, posting, move))
    .filter(({ move }) => move.kind === 'accreted' || move.kind === 'opening')
    .map(({ posting }) => posting.day);
  return days.sort().at(-1) ?? null;
}

/** Whether a layer's recognition is reversed. It then takes part in nothing. */
export function isReversed(books: Books, layer: LayerName): boolean {
  const recognition = movesOf(books, layer).find(({ move }) => move.kind !== 'accreted');
  return recognition !== undefined && !isUnreversed(books, recognition.posting, recognition.move);
}

/** Whether a layer is settled or sold down to zero. */
export function isSettled(books: Books, layer: LayerName): boolean {
  const settled = movesOf(books, layer).filter(
    ({ move }) => move.kind === 'settled' || move.kind === 'divested',
  );
  return settled.reduce((sum, { move }) => sum + move.cents, 0n) !== 0n && balanceOf(books, layer) === 0n;
}

/** A well's layers that count, by number. */
export function layersOf(books: Books, wellId: string): Layer[] {
  return books.layers.filter((layer) => layer.wellId === wellId && !isReversed(books, layer));
}

/** When a layer accretes. `pluggedOn` is its well's unless given. */
function spanOf(books: Books, layer: Layer, pluggedOn = lastDayOf(books, layer)): Span {
  const { calculationDate, lifespanYears, retirementDate } = layer;
  const accretedThrough = accretedThroughOf(books, layer);
  return { calculationDate, lifespanYears, retirementDate, accretedThrough, pluggedOn };
}

/** The last day on which a layer's well accretes; null while it is not plugged. */
export function lastDayOf(books: Books, { wellId }: Pick<Layer, 'wellId'>): Day | null {
  const { status, arrivedPlugged, pluggedOn } = books.wells.find(({ id }) => id === wellId)!;
  if (status !== 'Plugged') return null;
  return arrivedPlugged ? BEFORE_ALL_TIME : (pluggedOn ?? BEFORE_ALL_TIME);
}

/** Whether posting accretion to a day would record anything on a layer. */
export function wouldAccrete(books: Books, layer: Layer, day: Day): boolean {
  return balanceOf(books, layer) !== 0n && accretionTime(spanOf(books, layer), day).n > 0n;
}

/** A well that is finally settled is done, unless something was recognized on it since. */
export function requireUnsettled(books: Books, wellId: string): void {
  const isDone = unreversedOf(books, wellId).some(({ wellChange }) => wellChange !== undefined);
  const layers = layersOf(books, wellId);
  if (isDone && layers.every((layer) => balanceOf(books, layer) === 0n)) throw new Refusal(409);
}

/** A day after the end of next month, whenever the tests run; every other day they use has passed. */
export const TOO_LATE: Day = '2199-01-31';

/** Days of the tests are long past, so the only one that is too late is TOO_LATE. */
export function requireOpen({ closedThrough }: Books, day: Day): void {
  if (day >= TOO_LATE) throw new Refusal(400);
  if (closedThrough !== null && day <= closedThrough) throw new Refusal(409);
}

/** An act under way: what it has booked so far, a posting for each kind, day and purpose. */
export type Act = { books: Books; booked: Map<string, Posting> };

/** Postings get ids of the model's own until the product's are known. */
let provisional = 0;

export function beginAct(books: Books): Act {
  return { books, booked: new Map() };
}

/** The purposes of an act's postings, in the order in which it books them; a round's number may follow. */
const STEPS = ['reverse', 'catch-up', 'main', 'replay'];

/**
 * Books a movement. Movements that share a posting's head and their purpose in the act share the posting; postings are in the
 * order in which they are booked, whichever well needed them first.
 * @param step tells apart what the act does before its own movements, and after them
 */
export function book({ books, booked }: Act, step: string, head: Head, move: Move): void {
  const { kind, day, isCompanyWide, periodType = null, reverses } = head;
  const key = JSON.stringify([step, kind, day, isCompanyWide, periodType, reverses]);
  let posting = booked.get(key);
  if (!posting) {
    provisional -= 1;
    posting = { id: provisional, act: 0, ...head, moves: [] };
    const place = placeOf(step, day);
    const later = [...booked].filter(([key]) => placeOf(JSON.parse(key)[0], JSON.parse(key)[2]) > place);
    const before = later.map(([, one]) => books.postings.indexOf(one)).filter((index) => index >= 0);
    books.postings.splice(Math.min(...before, books.postings.length), 0, posting);
    booked.set(key, posting);
  }
  posting.moves.push(move);
}

/** Round by round, step by step, and within one by day; to be compared. */
function placeOf(step: string, day: Day): string {
  const [name, round = '0'] = step.split(' ');
  return `${round.padStart(4, '0')} ${STEPS.indexOf(name!)} ${day}`;
}

/** Accretes a layer through a day, where there is anything to accrete. */
export function accrete(
  act: Act,
  step: string,
  layer: Layer,
  {
    day,
    isCompanyWide,
    periodType,
    pluggedOn,
  }: Pick<Head, 'day' | 'isCompanyWide' | 'periodType'> & { pluggedOn?: Day | null },
): void {
  const { books } = act;
  const { method } = books.settings;
  const balance = balanceOf(books, layer);
  const time = accretionTime(spanOf(books, layer, pluggedOn), day);
  if (balance === 0n || time.n === 0n || isReversed(books, layer)) return;
  const { wellId, number, discount } = layer;
  const cents = accretionOf(balance, { method, discount, time });
  const head = { kind: 'accretion' as const, day, isCompanyWide, periodType, reverses: null };
  book(act, step, head, { ...NO_AMOUNTS, wellId, number, kind: 'accreted', cents });
}

/** Takes movements of a posting back on a day: the same amounts negated. */
export function takeBack(act: Act, { id, restTo, moves }: Posting, day: Day): void {
  const head = { kind: 'reversal' as const, day, isCompanyWide: false, reverses: id, restTo };
  for (const move of moves) {
    const { cents, arcCents, accumulatedCents, cashCents } = move;
    book(act, 'reverse', head, {
      ...move,
      cents: -cents,
      arcCents: -arcCents,
      accumulatedCents: -accumulatedCents,
      cashCents: -cashCents,
    });
  }
}

/** Does a part of an act. @returns false, with nothing of it done, when it is refused */
export function attempt(act: Act, part: () => void): boolean {
  const { books } = act;
  const before = structuredClone(books);
  const booked = new Map([...act.booked].map(([key, { id }]) => [key, id]));
  try {
    part();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    Object.assign(books, before);
    // The copies are the same postings, found again by their ids.
    act.booked = new Map(
      [...booked].map(([key, id]) => [key, books.postings.find((posting) => posting.id === id)!]),
    );
    return false;
  }
}
