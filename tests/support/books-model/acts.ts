import {
  addDays,
  alongside,
  avoidNegativeRemainder,
  type Day,
  endOfMonth,
  inProportion,
  roundHalfUp,
} from './arithmetic';
import { chargeOf } from './assets';
import {
  type Books,
  balanceOf,
  balancesOf,
  beginAct,
  book,
  isUnreversed,
  type Layer,
  layersOf,
  liveWells,
  NO_AMOUNTS,
  type Posting,
  Refusal,
  type RestAccount,
  requireOpen,
  requireUnsettled,
  type Status,
  TOO_LATE,
  takeBack,
  unreversedOf,
  type Well,
  wellOf,
  wouldAccrete,
} from './books';
import { giveInterestBack, interestOn, lowerInterest, requireOwned, type TakenBack } from './interests';
import { bringToDay } from './time';

/** The effect of each act on the books, as defined in the rulings. Each function changes the given books or throws a Refusal. */

export function addWell(books: Books, well: Well): void {
  const code = well.code.toLowerCase();
  if (liveWells(books).some((other) => other.code.toLowerCase() === code)) throw new Refusal(409);
  books.wells.push(well);
}

/** Changes a well's status and plugging date. Without a date, the well keeps its own, or is plugged today. */
export function changeStatus(books: Books, wellId: string, status: Status, day: Day | null): void {
  const well = wellOf(books, wellId);
  const before = well.status === 'Plugged' ? well.pluggedOn : null;
  const kept = well.status === 'Plugged' ? before : new Date().toISOString().slice(0, 10);
  const next = status === 'Plugged' ? (day ?? kept) : null;
  let replay = () => {};
  if (next !== before) {
    const { closedThrough } = books;
    if (before !== null && closedThrough !== null && before <= closedThrough) throw new Refusal(409);
    if (next !== null) {
      requireOpen(books, next);
      // Catch-up through the day is computed as if the well were unplugged. The replay charges only the remaining whole months.
      replay = bringToDay(beginAct(books), wellId, { day: next, pluggedOn: null });
    }
    well.arrivedPlugged = false;
  }
  well.status = status;
  well.pluggedOn = next;
  replay();
}

export type SettlementTerms = { day: Day; costCents: bigint; reliefCents: bigint | null; isFinal: boolean };

/** Settles a well: spreads relief and cost over its layers by proportion, and removes all that is left if final. */
export function settle(
  books: Books,
  wellId: string,
  { day, costCents, reliefCents, isFinal }: SettlementTerms,
): void {
  const well = wellOf(books, wellId);
  requireOpen(books, day);
  const layers = layersOf(books, wellId);
  requireUnsettled(books, wellId);
  requireOwned(well, day);
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
  const reliefs = isFinal ? balances : relief === 0n ? none : spread(books, relief, balances);
  const costs = alongside(costCents, reliefs);
  const { status, pluggedOn } = well;
  const before = { status, pluggedOn: status === 'Plugged' ? pluggedOn : null };
  const after = status === 'Plugged' ? before : { status: 'Plugged' as const, pluggedOn: day };
  const wellChange = isFinal ? { before, after } : undefined;
  const money = books.settings.settlementDifference === 'pool' ? ('pool' as const) : ('settlement' as const);
  const restTo = { money, asset: assetTo(books, day, money) };
  const head = { kind: 'settlement' as const, day, isCompanyWide: false, reverses: null, wellChange, restTo };
  for (const [index, { number }] of layers.entries()) {
    const [cents, cashCents] = [-reliefs[index]!, -costs[index]!];
    const isOnlyRecord = isFinal && index === 0 && relief === 0n && costCents === 0n;
    if (cents !== 0n || cashCents !== 0n || isOnlyRecord) {
      book(act, 'main', head, { ...NO_AMOUNTS, wellId, number, kind: 'settled', cents, cashCents });
    }
    const { arcCents, accumulatedCents } = balancesOf(books, { wellId, number });
    if (isFinal && (arcCents !== 0n || accumulatedCents !== 0n)) {
      const left = { arcCents: -arcCents, accumulatedCents: -accumulatedCents };
      book(act, 'main', head, { ...NO_AMOUNTS, ...left, wellId, number, kind: 'retired' });
    }
  }
  replay();
  if (isFinal) Object.assign(well, after);
}

/** Account for an asset that leaves on a day: accumulated depreciation if depreciation is kept elsewhere. */
function assetTo({ settings }: Books, day: Day, money: RestAccount): RestAccount {
  const { depreciation, depreciationFrom } = settings;
  return depreciation === 'none' || day < depreciationFrom! ? 'accumulated' : money;
}

/** Relief per layer: in proportion, or oldest first if no layer is negative and the company is set to it. */
function spread({ settings }: Books, relief: bigint, balances: readonly bigint[]): bigint[] {
  if (settings.settlementOrder === 'proportion' || balances.some((balance) => balance < 0n)) {
    return inProportion(relief, balances);
  }
  return balances.map((balance, index) => {
    const left = relief - balances.slice(0, index).reduce((sum, older) => sum + older, 0n);
    return left <= 0n ? 0n : left < balance ? left : balance;
  });
}

export type SaleTerms = { day: Day; interestSold: bigint; proceedsCents: bigint };

/** Sells a well or a share of it: every layer loses the sold part of the company's interest, and the interest drops. */
export function sell(books: Books, wellId: string, { day, interestSold, proceedsCents }: SaleTerms): void {
  const well = wellOf(books, wellId);
  requireOpen(books, day);
  requireOwned(well, day);
  if (well.interests.some(({ from }) => from > day)) throw new Refusal(409);
  const before = interestOn(well, day);
  if (interestSold > before) throw new Refusal(400);
  const layers = layersOf(books, wellId);
  if (layers.length === 0) throw new Refusal(409);
  const act = beginAct(books);
  const replay = bringToDay(act, wellId, { day });
  const balances = layers.map((layer) => balancesOf(books, layer));
  const exactly = (cents: bigint) => ({ n: cents * interestSold, d: before });
  const take = (amounts: bigint[]) => amounts.map((cents) => roundHalfUp(exactly(cents)));
  const total = (amounts: bigint[]) => amounts.reduce((sum, cents) => sum + cents, 0n);
  const [owed, paid, worn] = [
    balances.map(({ cents }) => cents),
    balances.map(({ arcCents }) => arcCents),
    balances.map(({ accumulatedCents }) => accumulatedCents),
  ];
  const [liabilities, costs, accumulated] = [take(owed), take(paid), take(worn)];
  avoidNegativeRemainder(liabilities, {
    exact: owed.map(exactly),
    carried: total(owed),
    left: total(owed) - total(liabilities),
  });
  const net = total(paid) + total(worn);
  avoidNegativeRemainder(costs, {
    exact: paid.map(exactly),
    carried: net,
    left: net - total(costs) - total(accumulated),
  });
  const proceeds = alongside(proceedsCents, liabilities);
  const interestChange = { before, after: before - interestSold };
  const restTo = { money: 'disposal' as const, asset: assetTo(books, day, 'disposal') };
  const head = { kind: 'sale' as const, day, isCompanyWide: false, reverses: null, interestChange, restTo };
  const moves = layers.map(({ number }, index) => {
    const amounts = {
      cents: -liabilities[index]!,
      arcCents: -costs[index]!,
      accumulatedCents: -accumulated[index]!,
    };
    return { ...amounts, cashCents: proceeds[index]!, wellId, number, kind: 'divested' as const };
  });
  const moving = moves.filter(
    (move) => move.cents || move.arcCents || move.accumulatedCents || move.cashCents,
  );
  // A sale is recorded even if no amount moves.
  for (const move of moving.length > 0 ? moving : moves.slice(0, 1)) book(act, 'main', head, move);
  replay();
  const sale = books.postings.findLast(({ kind }) => kind === 'sale')!.id;
  lowerInterest(well, { day, after: interestChange.after, sale });
}

export type Reversal = {
  postingId: number;
  day: Day | null;
  wellId: string | null;
  includeLater: boolean;
  wholeAct: boolean;
};

/**
 * The postings covered by a reversal, and those of them that decide which wells it covers; an act's accretion and depreciation don't
 * count if it has other postings.
 */
function reversedOf({ postings }: Books, original: Posting, wholeAct: boolean) {
  const all = wholeAct ? postings.filter(({ act }) => act === original.act) : [original];
  const booked = all.filter(({ kind }) => kind !== 'reversal');
  const main = booked.filter(({ kind }) => kind !== 'accretion' && kind !== 'depreciation');
  return { all, booked, deciding: main.length > 0 ? main : booked };
}

export function reverse(books: Books, { postingId, day, wellId, includeLater, wholeAct }: Reversal): void {
  const original = books.postings.find(({ id }) => id === postingId);
  if (!original) throw new Refusal(404);
  if (wellId !== null) wellOf(books, wellId);
  const { all, booked, deciding } = reversedOf(books, original, wholeAct);
  if (booked.length === 0) throw new Refusal(409);
  if (day !== null) {
    if (booked.some((posting) => day < posting.day)) throw new Refusal(400);
    requireOpen(books, day);
  }
  const wells = new Set(
    deciding.flatMap((posting) =>
      posting.moves
        .filter((move) => isUnreversed(books, posting, move))
        .map((move) => move.wellId)
        .filter((id) => wellId === null || id === wellId),
    ),
  );
  if (wells.size === 0) throw new Refusal(409);
  const bookedSince = new Set(books.postings.slice(books.postings.indexOf(all[0]!)).map(({ id }) => id));
  const toReverse = [...wells].flatMap((id) =>
    unreversedOf(books, id).filter((posting) => bookedSince.has(posting.id)),
  );
  const isMeant = ({ id }: Posting) => booked.some((posting) => posting.id === id);
  if (!includeLater && !toReverse.every(isMeant)) throw new Refusal(409);
  for (const id of wells) {
    const changes = toReverse.filter(({ moves }) => moves.some((move) => move.wellId === id)).toReversed();
    for (const { wellChange } of changes) if (wellChange) giveBack(wellOf(books, id), wellChange);
  }
  const act = beginAct(books);
  const layersBefore = new Map([...wells].map((id) => [id, layersOf(books, id)]));
  for (const posting of toReverse) takeBack(act, posting, reversalDay(books, posting.day, day));
  for (const [id, before] of layersBefore) giveDateBack(books, wellOf(books, id), before);
  for (const id of wells) {
    const sales = toReverse.filter(({ kind, moves }) => kind === 'sale' && moves[0]!.wellId === id);
    const taken = sales.toReversed().map((sale): TakenBack => {
      const reversal = books.postings.find(({ reverses }) => reverses === sale.id)!;
      return { sale, reversedOn: reversal.day, reversal: reversal.id };
    });
    if (taken.length > 0) giveInterestBack(books, wellOf(books, id), taken);
  }
}

function giveBack(well: Well, { before, after }: NonNullable<Posting['wellChange']>): void {
  if (well.status !== after.status || well.pluggedOn !== after.pluggedOn) throw new Refusal(409);
  Object.assign(well, before);
}

/** Restores the retirement dates that removed layers had replaced, newest first, as long as the well still has the layer's date. */
function giveDateBack(books: Books, well: Well, before: readonly Layer[]): void {
  const left = layersOf(books, well.id);
  const gone = before.filter(({ number }) => !left.some((layer) => layer.number === number));
  for (const { replaced, retirementDate } of gone.toReversed()) {
    if (replaced && well.retirementDate === retirementDate) well.retirementDate = replaced.retirementDate;
  }
}

/** The original's day if open, otherwise the first open one; later if the user asked for a later day. */
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
  // The posting can no longer be reversed on its own day, so reports by well still need it between the two days.
  const dayOf = (id: number | null) => books.postings.find((posting) => posting.id === id)?.day;
  if (books.postings.some((p) => p.reverses !== null && p.day !== dayOf(p.reverses) && isTouching(p))) {
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
  // A month can be closed if posting to its end would add nothing.
  const isMissing = (layer: Layer) =>
    wouldAccrete(books, layer, through) || chargeOf(books, layer, through) !== null;
  if (layers.some(isMissing)) throw new Refusal(409);
  books.closedThrough = through;
}

export function reopen(books: Books, from: Day): void {
  if (!from.endsWith('-01')) throw new Refusal(400);
  if (books.closedThrough === null || from > books.closedThrough) throw new Refusal(409);
  const last = addDays(from, -1);
  books.closedThrough = books.postings.some(({ day }) => day <= last) ? last : null;
}
