import { accretionOf, accretionTime, type Day, type Life, type Span } from './arithmetic';

/** Accounting settings of a company. */
export type Settings = {
  method: 'simple' | 'effective';
  settlementOrder: 'proportion' | 'oldest';
  settlementDifference: 'result' | 'pool';
  downwardRate: 'average' | 'newest';
  changeBasis: 'stated' | 'repriced';
  depreciation: 'none' | 'straight-line' | 'units-of-production';
  /** First day of depreciation; null if the company never depreciated. */
  depreciationFrom: Day | null;
};

/** The books of one company as the model keeps them: plain lists. Every balance is summed from them each time. */
export type Books = {
  settings: Settings;
  /** Depletion rates by month and field, in ten-thousandths of a percent. */
  rates: Record<string, bigint>;
  closedThrough: Day | null;
  wells: Well[];
  layers: Layer[];
  /** In booking order. */
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
  /** Imported as Plugged, so it accretes nothing. */
  arrivedPlugged: boolean;
  /** Default for layers without a retirement date or lifespan. */
  retirementDate: Day | null;
  /** The company's interests over time; the whole well before the first. */
  interests: InterestChange[];
  isDeleted: boolean;
};

/** An interest from a day on. `posting` is the sale or the reversal that set it; null if a user did. */
export type InterestChange = { from: Day; percent: Percent; posting: number | null };

/** Hundred-millionths of a percent. */
export type Percent = bigint;

export type Measurement = 'change' | 'increment' | 'remeasure';

/** Identified by its well, and its number on that well. */
export type Layer = Life & {
  wellId: string;
  number: number;
  measurement: Measurement | null;
  /** In trillionths of one. */
  discount: bigint;
  inflation: bigint;
  costCents: bigint;
  /** Gross cost (all owners), if given. */
  grossCents: bigint | null;
  /** The well's total estimate including this layer. */
  estimateCents: bigint;
  /** The estimate at the prices of the day that a change was measured against; null if measured otherwise. */
  repricedCents: bigint | null;
  valueCents: bigint;
  /** The well's retirement date before this layer changed it; null if the layer set none. */
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

/** Effect of a movement on the liability, the asset's cost, its depreciation (negative) and cash. */
export type Amounts = { cents: bigint; arcCents: bigint; accumulatedCents: bigint; cashCents: bigint };

export const NO_AMOUNTS: Amounts = { cents: 0n, arcCents: 0n, accumulatedCents: 0n, cashCents: 0n };

export type Move = Amounts & { wellId: string; number: number; kind: MoveKind };

/** A well's status and its plugging date. */
export type PluggedState = Pick<Well, 'status' | 'pluggedOn'>;

/** Accounts for the remainder of a movement. */
export type OffsetAccount = 'settlement' | 'disposal' | 'pool' | 'accumulated';

export type Posting = {
  /** The product's id; until known, a negative id assigned by the model. */
  id: number;
  /** The product's act number; 0 until known. */
  act: number;
  kind: 'calculation' | 'accretion' | 'depreciation' | 'settlement' | 'sale' | 'opening' | 'reversal';
  day: Day;
  isCompanyWide: boolean;
  /** Set for period-end postings by a user, and for their replays. */
  periodType?: 'monthly' | null;
  /** True for depreciation by units of production. */
  isByUnits?: boolean;
  reverses: number | null;
  /** The well's state before and after a final settlement. */
  wellChange?: { before: PluggedState; after: PluggedState };
  /** The well's interest before and after a sale. */
  interestChange?: { before: Percent; after: Percent };
  /** Accounts for the remainder of cash and of the asset in a settlement or sale, and in its reversal. */
  offsetTo?: { money: OffsetAccount; asset: OffsetAccount };
  moves: Move[];
};

/** Fields shared by the movements of one posting. */
export type PostingHeader = Omit<Posting, 'id' | 'act' | 'moves'>;

/** A refusal by the model, with the expected status of the response. */
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

function isMoveOf(layer: LayerName) {
  return (move: LayerName) => move.wellId === layer.wellId && move.number === layer.number;
}

/** Movements in the books with their postings, oldest first. */
export function movesOf(books: Books, layer?: LayerName): { posting: Posting; move: Move }[] {
  return books.postings.flatMap((posting) =>
    posting.moves.filter(layer ? isMoveOf(layer) : () => true).map((move) => ({ posting, move })),
  );
}

/** True if no reversal of its posting has reversed the movement. */
export function isUnreversed({ postings }: Books, { id }: Posting, move: Move): boolean {
  return !postings.some(
    ({ reverses, moves }) =>
      reverses === id && moves.some((reversal) => isMoveOf(move)(reversal) && reversal.kind === move.kind),
  );
}

/** Postings with unreversed movements on a well, each with those movements only. Oldest first. */
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

/** Accretion of a layer, from all movements or those dated up to a day; reversed amounts cancel out. */
export function accretedOf(books: Books, layer: LayerName, day?: Day): bigint {
  const moves = movesOf(books, layer).filter(
    ({ posting, move }) => move.kind === 'accreted' && (day === undefined || posting.day <= day),
  );
  return moves.reduce((sum, { move }) => sum + move.cents, 0n);
}

/** Sum of the movements. */
export function sumOf(moves: readonly Amounts[]): Amounts {
  const add = (amount: keyof Amounts) => moves.reduce((sum, move) => sum + move[amount], 0n);
  return {
    cents: add('cents'),
    arcCents: add('arcCents'),
    accumulatedCents: add('accumulatedCents'),
    cashCents: add('cashCents'),
  };
}

/** Balances of a layer, from all movements or those dated up to a day. */
export function balancesOf(books: Books, layer: LayerName, day?: Day): Amounts {
  const moves = movesOf(books, layer).filter(({ posting }) => day === undefined || posting.day <= day);
  return sumOf(moves.map(({ move }) => move));
}

/** Day accreted through: the newest unreversed accretion or opening balance of a layer. */
export function accretedThroughOf(books: Books, layer: LayerName): Day | null {
  const days = movesOf(books, layer)
    .filter(({ posting, move }) => posting.kind !== 'reversal' && isUnreversed(books, posting, move))
    .filter(({ move }) => move.kind === 'accreted' || move.kind === 'opening')
    .map(({ posting }) => posting.day);
  return days.sort().at(-1) ?? null;
}

/** True when a layer's recognition is reversed. Such a layer is ignored everywhere. */
export function isReversed(books: Books, layer: LayerName): boolean {
  const recognition = movesOf(books, layer).find(({ move }) => move.kind !== 'accreted');
  return recognition !== undefined && !isUnreversed(books, recognition.posting, recognition.move);
}

/** True when a layer is settled or sold down to zero. */
export function isSettled(books: Books, layer: LayerName): boolean {
  const settled = movesOf(books, layer).filter(
    ({ move }) => move.kind === 'settled' || move.kind === 'divested',
  );
  return settled.reduce((sum, { move }) => sum + move.cents, 0n) !== 0n && balanceOf(books, layer) === 0n;
}

/** A well's unreversed layers, by number. */
export function layersOf(books: Books, wellId: string): Layer[] {
  return books.layers.filter((layer) => layer.wellId === wellId && !isReversed(books, layer));
}

/** The accretion span of a layer. `pluggedOn` defaults to the well's. */
function spanOf(books: Books, layer: Layer, pluggedOn = lastDayOf(books, layer)): Span {
  const { calculationDate, lifespanYears, retirementDate } = layer;
  const accretedThrough = accretedThroughOf(books, layer);
  return { calculationDate, lifespanYears, retirementDate, accretedThrough, pluggedOn };
}

/** Last day on which a layer's well accretes; null if not plugged. */
export function lastDayOf(books: Books, { wellId }: Pick<Layer, 'wellId'>): Day | null {
  const { status, arrivedPlugged, pluggedOn } = books.wells.find(({ id }) => id === wellId)!;
  if (status !== 'Plugged') return null;
  return arrivedPlugged ? BEFORE_ALL_TIME : (pluggedOn ?? BEFORE_ALL_TIME);
}

/** True when posting accretion to a day would record anything for a layer. */
export function wouldAccrete(books: Books, layer: Layer, day: Day): boolean {
  return balanceOf(books, layer) !== 0n && accretionTime(spanOf(books, layer), day).n > 0n;
}

/** Refuses a finally settled well, unless a layer was recognized on it since. */
export function requireUnsettled(books: Books, wellId: string): void {
  const isDone = unreversedOf(books, wellId).some(({ wellChange }) => wellChange !== undefined);
  const layers = layersOf(books, wellId);
  if (isDone && layers.every((layer) => balanceOf(books, layer) === 0n)) throw new Refusal(409);
}

/** A day after the end of next month, whenever the tests run; every other day in the tests is in the past. */
export const TOO_LATE: Day = '2199-01-31';

/** All days in the tests are long past, so only TOO_LATE is too late. */
export function requireOpen({ closedThrough }: Books, day: Day): void {
  if (day >= TOO_LATE) throw new Refusal(400);
  if (closedThrough !== null && day <= closedThrough) throw new Refusal(409);
}

/** An act in progress: its postings so far, one for each kind, day and purpose. */
export type Act = { books: Books; booked: Map<string, Posting> };

/** Source of temporary posting ids until the product's are known. */
let provisional = 0;

export function beginAct(books: Books): Act {
  return { books, booked: new Map() };
}

/** Purposes of an act's postings, in booking order; a round number may follow. */
const STEPS = ['reverse', 'catch-up', 'main', 'replay'];

/**
 * Books a movement. Movements with the same posting head and purpose in the act share a posting; postings are kept in booking order,
 * whichever well needed them first.
 * @param step distinguishes what the act does before and after its own movements
 */
export function book({ books, booked }: Act, step: string, header: PostingHeader, move: Move): void {
  const { kind, day, isCompanyWide, periodType = null, reverses } = header;
  const key = JSON.stringify([step, kind, day, isCompanyWide, periodType, reverses]);
  let posting = booked.get(key);
  if (!posting) {
    provisional -= 1;
    posting = { id: provisional, act: 0, ...header, moves: [] };
    const sortKey = sortKeyOf(step, day);
    const later = [...booked].filter(([key]) => sortKeyOf(JSON.parse(key)[0], JSON.parse(key)[2]) > sortKey);
    const before = later.map(([, other]) => books.postings.indexOf(other)).filter((index) => index >= 0);
    books.postings.splice(Math.min(...before, books.postings.length), 0, posting);
    booked.set(key, posting);
  }
  posting.moves.push(move);
}

/** Sort key: by round, then step, then day. */
function sortKeyOf(step: string, day: Day): string {
  const [name, round = '0'] = step.split(' ');
  return `${round.padStart(4, '0')} ${STEPS.indexOf(name!)} ${day}`;
}

/** Accretes a layer through a day, if there is anything to accrete. */
export function accrete(
  act: Act,
  step: string,
  layer: Layer,
  {
    day,
    isCompanyWide,
    periodType,
    pluggedOn,
  }: Pick<PostingHeader, 'day' | 'isCompanyWide' | 'periodType'> & { pluggedOn?: Day | null },
): void {
  const { books } = act;
  const { method } = books.settings;
  const balance = balanceOf(books, layer);
  const time = accretionTime(spanOf(books, layer, pluggedOn), day);
  if (balance === 0n || time.n === 0n || isReversed(books, layer)) return;
  const { wellId, number, discount } = layer;
  const cents = accretionOf(balance, { method, discount, time });
  const header = { kind: 'accretion' as const, day, isCompanyWide, periodType, reverses: null };
  book(act, step, header, { ...NO_AMOUNTS, wellId, number, kind: 'accreted', cents });
}

/** Reverses movements of a posting on a day, with the same amounts negated. */
export function reverseMoves(act: Act, { id, offsetTo, moves }: Posting, day: Day): void {
  const header = { kind: 'reversal' as const, day, isCompanyWide: false, reverses: id, offsetTo };
  for (const move of moves) {
    const { cents, arcCents, accumulatedCents, cashCents } = move;
    book(act, 'reverse', header, {
      ...move,
      cents: -cents,
      arcCents: -arcCents,
      accumulatedCents: -accumulatedCents,
      cashCents: -cashCents,
    });
  }
}

/** Runs part of an act. @returns false, with all of its changes undone, if it is refused */
export function attempt(act: Act, run: () => void): boolean {
  const { books } = act;
  const before = structuredClone(books);
  const booked = new Map([...act.booked].map(([key, { id }]) => [key, id]));
  try {
    run();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    Object.assign(books, before);
    // The copies have the same ids as the original postings.
    act.booked = new Map(
      [...booked].map(([key, id]) => [key, books.postings.find((posting) => posting.id === id)!]),
    );
    return false;
  }
}
