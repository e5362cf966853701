import { addDays, type Day, endOfMonth, inProportion, presentValue } from './arithmetic';
import {
  type Act,
  accrete,
  attempt,
  type Books,
  balanceOf,
  beginAct,
  book,
  isUnreversed,
  type Layer,
  layersOf,
  liveWells,
  type Measurement,
  movesOf,
  type Posting,
  Refusal,
  type Status,
  takeBack,
  unreversedOf,
  type Well,
  wellOf,
  wouldAccrete,
} from './books';

/** What each act does to the books, as the rulings have it. Each changes the books it is given, or throws a Refusal. */

export type Terms = {
  layerType: 'initial' | 'additional';
  /** Null for an initial layer. */
  measurement: Measurement | null;
  discountBp: number;
  inflationBp: number;
  costCents: bigint;
  lifespanYears: number;
};

/** A day after the end of next month, whenever the tests run; every other day they use has passed. */
export const TOO_LATE: Day = '2199-01-31';

/** Days of the tests are long past, so the only one that is too late is TOO_LATE. */
function requireOpen({ closedThrough }: Books, day: Day): void {
  if (day >= TOO_LATE) throw new Refusal(400);
  if (closedThrough !== null && day <= closedThrough) throw new Refusal(409);
}

export function addWell(books: Books, well: Well): void {
  const code = well.code.toLowerCase();
  if (liveWells(books).some((other) => other.code.toLowerCase() === code)) throw new Refusal(409);
  books.wells.push(well);
}

export function calculate(books: Books, wellId: string, day: Day, terms: Terms): void {
  wellOf(books, wellId);
  requireOpen(books, day);
  recognize(beginAct(books), wellId, day, terms);
}

/**
 * Calculates a layer for each well of a field, or of the company. Without a day each gets its active date.
 * @returns the refused wells, by code
 */
export function calculateAll(books: Books, field: string | null, day: Day | null, terms: Terms): string[] {
  if (day !== null) requireOpen(books, day);
  const wells = liveWells(books).filter((well) => field === null || well.field === field);
  if (wells.length === 0) throw new Refusal(400);
  const act = beginAct(books);
  const refused: string[] = [];
  for (const well of wells) {
    const own = day ?? well.activeDate;
    const wasTaken = attempt(act, () => {
      requireOpen(books, own);
      recognize(act, well.id, own, terms);
    });
    if (!wasTaken) refused.push(well.code);
  }
  return refused.sort();
}

/**
 * Measures a well's next layer and books it.
 * @param round in files, tells apart what is measured against an earlier row of the same file
 */
export function recognize(act: Act, wellId: string, day: Day, terms: Terms, round = 0): void {
  const { books } = act;
  const existing = layersOf(books, wellId);
  const latest = existing.at(-1);
  if ((terms.layerType === 'initial') === (latest !== undefined)) throw new Refusal(409);
  if (latest && day < latest.calculationDate) throw new Refusal(400);

  const before = latest?.estimateCents ?? 0n;
  const measurement = latest ? (terms.measurement ?? 'change') : null;
  const isMeasuredOnItsDay =
    measurement === 'remeasure' || (measurement === 'change' && terms.costCents < before);
  if (!isMeasuredOnItsDay) requireNothingSettledAfter(books, wellId, day);
  const replay = isMeasuredOnItsDay ? bringToDay(act, wellId, { day, round }) : null;
  const carrying = existing.reduce((sum, layer) => sum + balanceOf(books, layer), 0n);

  const layer: Layer = {
    wellId,
    number: books.layers.filter((other) => other.wellId === wellId).length + 1,
    measurement,
    discountBp: terms.discountBp,
    inflationBp: terms.inflationBp,
    costCents: terms.costCents,
    estimateCents: measurement === 'increment' ? before + terms.costCents : terms.costCents,
    lifespanYears: terms.lifespanYears,
    calculationDate: day,
    valueCents: layerValue(terms, { measurement, before, carrying }),
  };
  books.layers.push(layer);
  const kind = measurement === 'change' || measurement === 'remeasure' ? 'revised' : 'incurred';
  bookRecognition(act, layer, kind, round);
  for (const posting of replay ?? []) {
    for (const replayed of layersOf(books, wellId)) accrete(act, `replay ${round}`, replayed, posting);
  }
}

/** No layer is dated before the well's last settlement. */
export function requireNothingSettledAfter(books: Books, wellId: string, day: Day): void {
  const isLater = (posting: Posting) => posting.kind === 'settlement' && posting.day > day;
  if (unreversedOf(books, wellId).some(isLater)) throw new Refusal(409);
}

function bookRecognition(act: Act, layer: Layer, kind: 'incurred' | 'revised', round: number): void {
  const { wellId, number, calculationDate: day, valueCents } = layer;
  const head = { kind: 'calculation' as const, day, isCompanyWide: false, reverses: null };
  book(act, `main ${round}`, head, { wellId, number, kind, cents: valueCents, arcCents: valueCents });
}

function layerValue(
  terms: Terms,
  { measurement, before, carrying }: { measurement: Measurement | null; before: bigint; carrying: bigint },
): bigint {
  const years = terms.lifespanYears;
  if (measurement === 'change') {
    const change = presentValue(terms.costCents - before, { ...terms, years });
    if (change >= 0n) return change;
    // A decrease never takes away more than the well carries.
    const floor = carrying > 0n ? -carrying : 0n;
    return change < floor ? floor : change;
  }
  const whole = presentValue(terms.costCents, { ...terms, years });
  return measurement === 'remeasure' ? whole - carrying : whole;
}

/**
 * Brings a well to the end of a day: accretion beyond it is reversed, and what is missing up to it posted.
 * @returns one accretion posting for each day to be posted again, oldest first
 * @throws Refusal 409 when something else is booked after the day
 */
function bringToDay(
  act: Act,
  wellId: string,
  { day, round = 0, pluggedOn }: { day: Day; round?: number; pluggedOn?: null },
): Posting[] {
  const { books } = act;
  const later = unreversedOf(books, wellId).filter((posting) => posting.day > day);
  if (later.some(({ kind }) => kind !== 'accretion')) throw new Refusal(409);
  for (const posting of later.toReversed()) takeBack(act, posting, posting.day);
  for (const layer of layersOf(books, wellId)) {
    accrete(act, `catch-up ${round}`, layer, { day, isCompanyWide: false, pluggedOn });
  }
  const byDay = new Map<Day, Posting>();
  for (const posting of later) {
    if (!byDay.has(posting.day) || posting.isCompanyWide) byDay.set(posting.day, posting);
  }
  return [...byDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** Posts accretion to a period end, for the company or for one well. */
export function postAccretion(books: Books, periodEnd: Day, wellId: string | null): void {
  requireOpen(books, periodEnd);
  const posted = books.postings
    .filter(({ kind, isCompanyWide }) => kind === 'accretion' && isCompanyWide)
    .filter((posting) => posting.moves.some((move) => isUnreversed(books, posting, move)))
    .map(({ day }) => day);
  const isOutOfOrder = !posted.includes(periodEnd) && posted.some((day) => day > periodEnd);
  if (wellId === null && isOutOfOrder) throw new Refusal(409);
  const act = beginAct(books);
  for (const well of liveWells(books)) {
    if (wellId !== null && well.id !== wellId) continue;
    for (const layer of layersOf(books, well.id)) {
      accrete(act, 'main', layer, { day: periodEnd, isCompanyWide: wellId === null });
    }
  }
}

/** Changes a well's status and the day it was plugged on. Without a day it keeps the one it has, or is plugged today. */
export function changeStatus(books: Books, wellId: string, status: Status, day: Day | null): void {
  const well = wellOf(books, wellId);
  const before = well.status === 'Plugged' ? well.pluggedOn : null;
  const kept = well.status === 'Plugged' ? before : new Date().toISOString().slice(0, 10);
  const next = status === 'Plugged' ? (day ?? kept) : null;
  if (next !== before) {
    const { closedThrough } = books;
    if (before !== null && closedThrough !== null && before <= closedThrough) throw new Refusal(409);
    if (next !== null) {
      requireOpen(books, next);
      // Through its day it accretes as any well; nothing is posted again afterwards.
      bringToDay(beginAct(books), wellId, { day: next, pluggedOn: null });
    }
    well.arrivedPlugged = false;
  }
  well.status = status;
  well.pluggedOn = next;
}

export type SettlementTerms = { day: Day; costCents: bigint; reliefCents: bigint | null; isFinal: boolean };

/** Settles a well: relief and cost over its layers in proportion, and all that is left when final. */
export function settle(
  books: Books,
  wellId: string,
  { day, costCents, reliefCents, isFinal }: SettlementTerms,
): void {
  const well = wellOf(books, wellId);
  requireOpen(books, day);
  const layers = layersOf(books, wellId);
  const isDone = unreversedOf(books, wellId).some(({ wellChange }) => wellChange !== undefined);
  if (isDone && layers.every((layer) => balanceOf(books, layer) === 0n)) throw new Refusal(409);
  if (layers.length === 0) throw new Refusal(409);
  const act = beginAct(books);
  const replay = bringToDay(act, wellId, { day });
  const balances = layers.map((layer) => balanceOf(books, layer));
  const carried = balances.reduce((sum, balance) => sum + balance, 0n);
  const most = carried > 0n ? carried : 0n;
  const smaller = costCents < most ? costCents : most;
  const relief = isFinal ? carried : (reliefCents ?? smaller);
  if (!isFinal && (relief > most || (relief === 0n && costCents === 0n))) throw new Refusal(400);
  const none = balances.map(() => 0n);
  const reliefs = isFinal ? balances : relief === 0n ? none : inProportion(relief, balances);
  const costs = relief === 0n ? none.with(0, costCents) : inProportion(costCents, reliefs);
  const { status, pluggedOn } = well;
  const before = { status, pluggedOn: status === 'Plugged' ? pluggedOn : null };
  const after = status === 'Plugged' ? before : { status: 'Plugged' as const, pluggedOn: day };
  const wellChange = isFinal ? { before, after } : undefined;
  const head = { kind: 'settlement' as const, day, isCompanyWide: false, reverses: null, wellChange };
  for (const [index, { number }] of layers.entries()) {
    const [cents, cashCents] = [-reliefs[index]!, -costs[index]!];
    const isOnlyRecord = isFinal && index === 0 && relief === 0n && costCents === 0n;
    if (cents !== 0n || cashCents !== 0n || isOnlyRecord) {
      book(act, 'main', head, { wellId, number, kind: 'settled', cents, arcCents: 0n, cashCents });
    }
    const arc = movesOf(books, { wellId, number }).reduce((sum, { move }) => sum + move.arcCents, 0n);
    if (isFinal && arc !== 0n) {
      book(act, 'main', head, { wellId, number, kind: 'retired', cents: 0n, arcCents: -arc });
    }
  }
  for (const posting of replay) for (const layer of layers) accrete(act, 'replay', layer, posting);
  if (isFinal) Object.assign(well, after);
}

export type Reversal = { postingId: number; day: Day | null; wellId: string | null; includeLater: boolean };

export function reverse(books: Books, { postingId, day, wellId, includeLater }: Reversal): void {
  const place = books.postings.findIndex(({ id }) => id === postingId);
  const original = books.postings[place];
  if (!original) throw new Refusal(404);
  if (original.kind === 'reversal') throw new Refusal(409);
  if (day !== null) {
    if (day < original.day) throw new Refusal(400);
    requireOpen(books, day);
  }
  const wells = new Set(
    original.moves
      .filter((move) => isUnreversed(books, original, move))
      .map((move) => move.wellId)
      .filter((id) => wellId === null || id === wellId),
  );
  if (wells.size === 0) throw new Refusal(409);
  const bookedSince = new Set(books.postings.slice(place).map(({ id }) => id));
  const toReverse = [...wells].flatMap((id) =>
    unreversedOf(books, id).filter((posting) => bookedSince.has(posting.id)),
  );
  if (!includeLater && toReverse.some(({ id }) => id !== postingId)) throw new Refusal(409);
  for (const id of wells) {
    const changes = toReverse.filter(({ moves }) => moves.some((move) => move.wellId === id)).toReversed();
    for (const { wellChange } of changes) if (wellChange) giveBack(wellOf(books, id), wellChange);
  }
  const act = beginAct(books);
  for (const posting of toReverse) takeBack(act, posting, reversalDay(books, posting.day, day));
}

function giveBack(well: Well, { before, after }: NonNullable<Posting['wellChange']>): void {
  if (well.status !== after.status || well.pluggedOn !== after.pluggedOn) throw new Refusal(409);
  Object.assign(well, before);
}

/** The original's day while that is open, else the first open one; later when the person asked for a later one. */
function reversalDay({ closedThrough }: Books, original: Day, requested: Day | null): Day {
  const firstOpen = closedThrough === null ? original : addDays(closedThrough, 1);
  return [original, firstOpen, requested ?? original].sort().at(-1)!;
}

export function deleteWell(books: Books, wellId: string): void {
  const well = wellOf(books, wellId);
  const isTouching = ({ moves }: Posting) => moves.some((move) => move.wellId === wellId);
  const { closedThrough } = books;
  if (closedThrough !== null && books.postings.some((p) => p.day <= closedThrough && isTouching(p))) {
    throw new Refusal(409);
  }
  const act = beginAct(books);
  for (const posting of unreversedOf(books, wellId)) takeBack(act, posting, posting.day);
  well.isDeleted = true;
}

export function close(books: Books, through: Day): void {
  if (through !== endOfMonth(through) || through >= TOO_LATE) throw new Refusal(400);
  if (books.closedThrough !== null && through <= books.closedThrough) throw new Refusal(409);
  if (!books.postings.some(({ day }) => day <= through)) throw new Refusal(409);
  const layers = liveWells(books).flatMap(({ id }) => layersOf(books, id));
  // Closed is what posting to the date would add nothing to.
  if (layers.some((layer) => wouldAccrete(books, layer, through))) throw new Refusal(409);
  books.closedThrough = through;
}

export function reopen(books: Books, from: Day): void {
  if (!from.endsWith('-01')) throw new Refusal(400);
  if (books.closedThrough === null || from > books.closedThrough) throw new Refusal(409);
  const last = addDays(from, -1);
  books.closedThrough = books.postings.some(({ day }) => day <= last) ? last : null;
}
