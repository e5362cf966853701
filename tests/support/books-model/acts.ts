import {
  addDays,
  apportionByAmounts,
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
  type OffsetAccount,
  type Posting,
  Refusal,
  requireOpen,
  requireUnsettled,
  reverseMoves,
  type Status,
  TOO_LATE,
  unreversedOf,
  type Well,
  wellOf,
  wouldAccrete,
} from './books';
import { interestOn, lowerInterest, type ReversedSale, requireOwned, restoreInterests } from './interests';
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
  const defaultDay = well.status === 'Plugged' ? before : new Date().toISOString().slice(0, 10);
  const next = status === 'Plugged' ? (day ?? defaultDay) : null;
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
  const maxRelief = carried > 0n ? carried : 0n;
  const smaller = costCents < maxRelief ? costCents : maxRelief;
  const relief = isFinal ? carried : (reliefCents ?? smaller);
  if (!isFinal && (relief > maxRelief || (relief === 0n && costCents === 0n))) throw new Refusal(400);
  const zeros = balances.map(() => 0n);
  const reliefs = isFinal ? balances : relief === 0n ? zeros : spread(books, relief, balances);
  const costs = apportionByAmounts(costCents, reliefs);
  const { status, pluggedOn } = well;
  const before = { status, pluggedOn: status === 'Plugged' ? pluggedOn : null };
  const after = status === 'Plugged' ? before : { status: 'Plugged' as const, pluggedOn: day };
  const wellChange = isFinal ? { before, after } : undefined;
  const money = books.settings.settlementDifference === 'pool' ? ('pool' as const) : ('settlement' as const);
  const offsetTo = { money, asset: assetTo(books, day, money) };
  const header = {
    kind: 'settlement' as const,
    day,
    isCompanyWide: false,
    reverses: null,
    wellChange,
    offsetTo,
  };
  for (const [index, { number }] of layers.entries()) {
    const [cents, cashCents] = [-reliefs[index]!, -costs[index]!];
    const isOnlyRecord = isFinal && index === 0 && relief === 0n && costCents === 0n;
    if (cents !== 0n || cashCents !== 0n || isOnlyRecord) {
      book(act, 'main', header, { ...NO_AMOUNTS, wellId, number, kind: 'settled', cents, cashCents });
    }
    const { arcCents, accumulatedCents } = balancesOf(books, { wellId, number });
    if (isFinal && (arcCents !== 0n || accumulatedCents !== 0n)) {
      const writeOff = { arcCents: -arcCents, accumulatedCents: -accumulatedCents };
      book(act, 'main', header, { ...NO_AMOUNTS, ...writeOff, wellId, number, kind: 'retired' });
    }
  }
  replay();
  if (isFinal) Object.assign(well, after);
}

/** Account for an asset that leaves on a day: accumulated depreciation if depreciation is kept elsewhere. */
function assetTo({ settings }: Books, day: Day, money: OffsetAccount): OffsetAccount {
  const { depreciation, depreciationFrom } = settings;
  return depreciation === 'none' || day < depreciationFrom! ? 'accumulated' : money;
}

/** Relief per layer: in proportion, or oldest first if no layer is negative and the company is set to it. */
function spread({ settings }: Books, relief: bigint, balances: readonly bigint[]): bigint[] {
  if (settings.settlementOrder === 'proportion' || balances.some((balance) => balance < 0n)) {
    return inProportion(relief, balances);
  }
  return balances.map((balance, index) => {
    const remaining = relief - balances.slice(0, index).reduce((sum, older) => sum + older, 0n);
    return remaining <= 0n ? 0n : remaining < balance ? remaining : balance;
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
  const soldShares = (amounts: bigint[]) => amounts.map((cents) => roundHalfUp(exactly(cents)));
  const total = (amounts: bigint[]) => amounts.reduce((sum, cents) => sum + cents, 0n);
  const [liabilityBalances, costBalances, accumulatedBalances] = [
    balances.map(({ cents }) => cents),
    balances.map(({ arcCents }) => arcCents),
    balances.map(({ accumulatedCents }) => accumulatedCents),
  ];
  const [liabilities, costs, accumulated] = [
    soldShares(liabilityBalances),
    soldShares(costBalances),
    soldShares(accumulatedBalances),
  ];
  avoidNegativeRemainder(liabilities, {
    exact: liabilityBalances.map(exactly),
    carried: total(liabilityBalances),
    remaining: total(liabilityBalances) - total(liabilities),
  });
  const net = total(costBalances) + total(accumulatedBalances);
  avoidNegativeRemainder(costs, {
    exact: costBalances.map(exactly),
    carried: net,
    remaining: net - total(costs) - total(accumulated),
  });
  const proceeds = apportionByAmounts(proceedsCents, liabilities);
  const interestChange = { before, after: before - interestSold };
  const offsetTo = { money: 'disposal' as const, asset: assetTo(books, day, 'disposal') };
  const header = {
    kind: 'sale' as const,
    day,
    isCompanyWide: false,
    reverses: null,
    interestChange,
    offsetTo,
  };
  const moves = layers.map(({ number }, index) => {
    const amounts = {
      cents: -liabilities[index]!,
      arcCents: -costs[index]!,
      accumulatedCents: -accumulated[index]!,
    };
    return { ...amounts, cashCents: proceeds[index]!, wellId, number, kind: 'divested' as const };
  });
  const nonzeroMoves = moves.filter(
    (move) => move.cents || move.arcCents || move.accumulatedCents || move.cashCents,
  );
  // A sale is recorded even if no amount moves.
  for (const move of nonzeroMoves.length > 0 ? nonzeroMoves : moves.slice(0, 1))
    book(act, 'main', header, move);
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
function postingsToReverse({ postings }: Books, original: Posting, wholeAct: boolean) {
  const actPostings = wholeAct ? postings.filter(({ act }) => act === original.act) : [original];
  const booked = actPostings.filter(({ kind }) => kind !== 'reversal');
  const main = booked.filter(({ kind }) => kind !== 'accretion' && kind !== 'depreciation');
  return { actPostings, booked, deciding: main.length > 0 ? main : booked };
}

export function reverse(books: Books, { postingId, day, wellId, includeLater, wholeAct }: Reversal): void {
  const original = books.postings.find(({ id }) => id === postingId);
  if (!original) throw new Refusal(404);
  if (wellId !== null) wellOf(books, wellId);
  const { actPostings, booked, deciding } = postingsToReverse(books, original, wholeAct);
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
  const bookedSince = new Set(
    books.postings.slice(books.postings.indexOf(actPostings[0]!)).map(({ id }) => id),
  );
  const toReverse = [...wells].flatMap((id) =>
    unreversedOf(books, id).filter((posting) => bookedSince.has(posting.id)),
  );
  const isRequested = ({ id }: Posting) => booked.some((posting) => posting.id === id);
  if (!includeLater && !toReverse.every(isRequested)) throw new Refusal(409);
  for (const id of wells) {
    const changes = toReverse.filter(({ moves }) => moves.some((move) => move.wellId === id)).toReversed();
    for (const { wellChange } of changes) if (wellChange) restoreStatus(wellOf(books, id), wellChange);
  }
  const act = beginAct(books);
  const layersBefore = new Map([...wells].map((id) => [id, layersOf(books, id)]));
  for (const posting of toReverse) reverseMoves(act, posting, reversalDay(books, posting.day, day));
  for (const [id, before] of layersBefore) restoreRetirementDate(books, wellOf(books, id), before);
  for (const id of wells) {
    const sales = toReverse.filter(({ kind, moves }) => kind === 'sale' && moves[0]!.wellId === id);
    const reversedSales = sales.toReversed().map((sale): ReversedSale => {
      const reversal = books.postings.find(({ reverses }) => reverses === sale.id)!;
      return { sale, reversedOn: reversal.day, reversal: reversal.id };
    });
    if (reversedSales.length > 0) restoreInterests(books, wellOf(books, id), reversedSales);
  }
}

function restoreStatus(well: Well, { before, after }: NonNullable<Posting['wellChange']>): void {
  if (well.status !== after.status || well.pluggedOn !== after.pluggedOn) throw new Refusal(409);
  Object.assign(well, before);
}

/** Restores the retirement dates that removed layers had replaced, newest first, as long as the well still has the layer's date. */
function restoreRetirementDate(books: Books, well: Well, before: readonly Layer[]): void {
  const remaining = layersOf(books, well.id);
  const removed = before.filter(({ number }) => !remaining.some((layer) => layer.number === number));
  for (const { replaced, retirementDate } of removed.toReversed()) {
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
  const affectsWell = ({ moves }: Posting) => moves.some((move) => move.wellId === wellId);
  const { closedThrough } = books;
  if (closedThrough !== null && books.postings.some((p) => p.day <= closedThrough && affectsWell(p))) {
    throw new Refusal(409);
  }
  // The posting can no longer be reversed on its own day, so reports by well still need it between the two days.
  const dayOf = (id: number | null) => books.postings.find((posting) => posting.id === id)?.day;
  if (books.postings.some((p) => p.reverses !== null && p.day !== dayOf(p.reverses) && affectsWell(p))) {
    throw new Refusal(409);
  }
  const act = beginAct(books);
  for (const posting of unreversedOf(books, wellId)) reverseMoves(act, posting, posting.day);
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
