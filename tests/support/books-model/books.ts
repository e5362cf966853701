import { accretionOf, accretionTime, type Day, type Span } from './arithmetic';

/** The books of one company as the model keeps them: plain lists. Every balance is added up from them each time. */
export type Books = {
  method: 'simple' | 'effective';
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
  isDeleted: boolean;
};

export type Measurement = 'change' | 'increment' | 'remeasure';

/** Its well, and its number on that well, are its name. */
export type Layer = {
  wellId: string;
  number: number;
  measurement: Measurement | null;
  discountBp: number;
  inflationBp: number;
  costCents: bigint;
  /** The well's total estimate once it is counted. */
  estimateCents: bigint;
  lifespanYears: number;
  calculationDate: Day;
  valueCents: bigint;
};

export type MoveKind = 'opening' | 'incurred' | 'revised' | 'accreted' | 'settled' | 'retired';

export type Move = {
  wellId: string;
  number: number;
  kind: MoveKind;
  cents: bigint;
  arcCents: bigint;
  /** Of settlements only. */
  cashCents?: bigint;
};

/** A well's status and the day that goes with it. */
export type PluggedState = Pick<Well, 'status' | 'pluggedOn'>;

export type Posting = {
  /** The product's id; before that is known, one of the model's own: negative. */
  id: number;
  kind: 'calculation' | 'accretion' | 'settlement' | 'opening' | 'reversal';
  day: Day;
  isCompanyWide: boolean;
  reverses: number | null;
  /** What a final settlement changed of its well. */
  wellChange?: { before: PluggedState; after: PluggedState };
  moves: Move[];
};

/** Why the model refuses, by the status that the call has to answer. */
export class Refusal extends Error {
  constructor(readonly status: 400 | 404 | 409) {
    super(`refused with ${status}`);
  }
}

/** A day so early that a well plugged on it never accretes. */
const BEFORE_ALL_TIME: Day = '0001-01-01';

export function emptyBooks(method: Books['method']): Books {
  return { method, closedThrough: null, wells: [], layers: [], postings: [] };
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

/** What a layer carries at the end of a day: movements dated up to it. */
export function balanceOn(books: Books, layer: LayerName, day: Day): bigint {
  return movesOf(books, layer)
    .filter(({ posting }) => posting.day <= day)
    .reduce((sum, { move }) => sum + move.cents, 0n);
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

/** Whether a layer is settled down to zero. */
export function isSettled(books: Books, layer: LayerName): boolean {
  const settled = movesOf(books, layer).filter(({ move }) => move.kind === 'settled');
  return settled.reduce((sum, { move }) => sum + move.cents, 0n) !== 0n && balanceOf(books, layer) === 0n;
}

/** A well's layers that count, by number. */
export function layersOf(books: Books, wellId: string): Layer[] {
  return books.layers.filter((layer) => layer.wellId === wellId && !isReversed(books, layer));
}

/** When a layer accretes. `pluggedOn` is its well's unless given. */
export function spanOf(books: Books, layer: Layer, pluggedOn = lastDayOf(books, layer)): Span {
  const { calculationDate, lifespanYears } = layer;
  return { calculationDate, lifespanYears, accretedThrough: accretedThroughOf(books, layer), pluggedOn };
}

function lastDayOf(books: Books, { wellId }: Layer): Day | null {
  const { status, arrivedPlugged, pluggedOn } = books.wells.find(({ id }) => id === wellId)!;
  if (status !== 'Plugged') return null;
  return arrivedPlugged ? BEFORE_ALL_TIME : (pluggedOn ?? BEFORE_ALL_TIME);
}

/** Whether posting accretion to a day would record anything on a layer. */
export function wouldAccrete(books: Books, layer: Layer, day: Day): boolean {
  return balanceOf(books, layer) !== 0n && accretionTime(spanOf(books, layer), day).n > 0n;
}

/** An act under way: what it has booked so far, a posting for each kind, day and purpose. */
export type Act = { books: Books; booked: Map<string, Posting> };

/** Postings get ids of the model's own until the product's are known. */
let provisional = 0;

export function beginAct(books: Books): Act {
  return { books, booked: new Map() };
}

/**
 * Books a movement. Movements that share a posting's head and their purpose in the act share the posting.
 * @param step tells apart what the act does before its own movements, and after them
 */
export function book(
  { books, booked }: Act,
  step: string,
  head: Omit<Posting, 'id' | 'moves'>,
  move: Move,
): void {
  const key = JSON.stringify([step, head.kind, head.day, head.isCompanyWide, head.reverses]);
  let posting = booked.get(key);
  if (!posting) {
    provisional -= 1;
    posting = { id: provisional, ...head, moves: [] };
    booked.set(key, posting);
    books.postings.push(posting);
  }
  posting.moves.push(move);
}

/** Accretes a layer through a day, where there is anything to accrete. */
export function accrete(
  act: Act,
  step: string,
  layer: Layer,
  { day, isCompanyWide, pluggedOn }: { day: Day; isCompanyWide: boolean; pluggedOn?: Day | null },
): void {
  const { books } = act;
  const balance = balanceOf(books, layer);
  const time = accretionTime(spanOf(books, layer, pluggedOn), day);
  if (balance === 0n || time.n === 0n || isReversed(books, layer)) return;
  const cents = accretionOf(balance, { method: books.method, discountBp: layer.discountBp, time });
  const { wellId, number } = layer;
  const head = { kind: 'accretion' as const, day, isCompanyWide, reverses: null };
  book(act, step, head, { wellId, number, kind: 'accreted', cents, arcCents: 0n });
}

/** Takes movements of a posting back on a day: the same amounts negated. */
export function takeBack(act: Act, { id, moves }: Posting, day: Day): void {
  const head = { kind: 'reversal' as const, day, isCompanyWide: false, reverses: id };
  for (const move of moves) {
    const cashCents = -(move.cashCents ?? 0n);
    book(act, 'reverse', head, { ...move, cents: -move.cents, arcCents: -move.arcCents, cashCents });
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
