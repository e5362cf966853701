import { type Day, roundHalfUp } from './arithmetic';
import {
  type Books,
  type InterestChange,
  layersOf,
  type Percent,
  type Posting,
  Refusal,
  unreversedOf,
  type Well,
  wellOf,
} from './books';

/** The company's interests in its wells. */

const PER_PERCENT = 100_000_000n;
export const WHOLE: Percent = 100n * PER_PERCENT;

/** As written in requests: 73.4375. */
export function percentText(percent: Percent): string {
  const digits = String(percent).padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

/** The interest at the end of a day. */
export function interestOn({ interests }: Pick<Well, 'interests'>, day: Day): Percent {
  return newest(interests.filter(({ from }) => from <= day));
}

/**
 * The interest in effect for a posting: a sale affects later postings until it is reversed on its own day, and an interest entered by a
 * user counts as if it had always been entered.
 */
export function interestBefore(
  postings: readonly Posting[],
  { id: wellId, interests }: Pick<Well, 'id' | 'interests'>,
  { id, day, interestChange }: Posting,
): Percent {
  if (interestChange) return interestChange.before;
  const isOfWell = ({ moves }: Posting) => moves.some((move) => move.wellId === wellId);
  const sales = postings.filter((posting) => posting.kind === 'sale' && isOfWell(posting));
  const saleIds = new Set(sales.map((sale) => sale.id));
  const entered = interests.filter(({ posting }) => posting === null || !saleIds.has(posting));
  const counted = sales.filter((sale) => {
    const sameDayReversal = postings.find(
      (candidate) => candidate.reverses === sale.id && candidate.day === sale.day && isOfWell(candidate),
    );
    return sameDayReversal === undefined || id < sameDayReversal.id;
  });
  const sold = counted.map((sale) => ({
    from: sale.day,
    percent: sale.interestChange!.after,
    posting: sale.id,
  }));
  return newest(
    [...entered, ...sold].filter(({ from, posting }) => from <= day && (posting === null || posting < id)),
  );
}

function newest(changes: readonly InterestChange[]): Percent {
  const order = (a: InterestChange, b: InterestChange) =>
    a.from === b.from ? (a.posting ?? 0) - (b.posting ?? 0) : a.from < b.from ? -1 : 1;
  return [...changes].sort(order).at(-1)?.percent ?? WHOLE;
}

/** The company's share of a gross cost, to the cent. */
export function netOf(grossCents: bigint, percent: Percent): bigint {
  return roundHalfUp({ n: grossCents * percent, d: WHOLE });
}

/** The gross amount for a net one, to the cent. */
export function grossOf(cents: bigint, percent: Percent): bigint {
  return percent === 0n ? cents : roundHalfUp({ n: cents * WHOLE, d: percent });
}

/** The day of a well's newest unreversed sale. */
function lastSaleDay(books: Books, wellId: string): Day | undefined {
  const sales = unreversedOf(books, wellId).filter(({ kind }) => kind === 'sale');
  return sales
    .map(({ day }) => day)
    .sort()
    .at(-1);
}

/** Refuses an act on a well on a day when the company has no interest in it. */
export function requireOwned(well: Well, day: Day): void {
  if (interestOn(well, day) === 0n) throw new Refusal(409);
}

/** Replaces all interests of a well with those entered by a user; those set by sales must remain unchanged. */
export function changeInterests(
  books: Books,
  wellId: string,
  requested: readonly Omit<InterestChange, 'posting'>[],
): void {
  const well = wellOf(books, wellId);
  const isSame = (a: Omit<InterestChange, 'posting'>) => (b: Omit<InterestChange, 'posting'>) =>
    a.from === b.from && a.percent === b.percent;
  const next = requested.map((change) => well.interests.find(isSame(change)) ?? { ...change, posting: null });
  const changed = [
    ...well.interests.filter((change) => !next.some(isSame(change))),
    ...next.filter((change) => !well.interests.some(isSame(change))),
  ];
  const lastSale = lastSaleDay(books, wellId);
  const isFrozen = ({ from }: InterestChange) => lastSale !== undefined && from <= lastSale;
  const isClosed = ({ from }: InterestChange) => books.closedThrough !== null && from <= books.closedThrough;
  const hasLayers = layersOf(books, wellId).length > 0;
  if (changed.some((change) => isFrozen(change) || (hasLayers && isClosed(change)))) throw new Refusal(409);
  well.interests = next;
}

/** Lowers the interest from the day of the sale on, replacing any interest entered for that day. */
export function lowerInterest(
  well: Well,
  { day, after, sale }: { day: Day; after: Percent; sale: number },
): void {
  const otherChanges = well.interests.filter(({ from }) => from !== day);
  well.interests = [...otherChanges, { from: day, percent: after, posting: sale }];
}

/** A reversed sale, with the day and the posting of the reversal. */
export type ReversedSale = { sale: Posting; reversedOn: Day; reversal: number };

/**
 * Restores the interest after sales are reversed, newest first: from the day of the reversal on, the well has the interest from before
 * the oldest of them. A sale reversed on its own day leaves no trace.
 * @throws Refusal if the interest was changed since
 */
export function restoreInterests(books: Books, well: Well, sales: readonly ReversedSale[]): void {
  // The last of several sales on a day determines what is left.
  const newestOfDay = sales.filter(({ sale }, index) => sales[index - 1]?.sale.day !== sale.day);
  const byDay = [...well.interests].sort((a, b) => (a.from < b.from ? -1 : 1));
  for (const [index, { sale }] of newestOfDay.entries()) {
    const last = byDay.at(-1 - index);
    const isFromSale = last?.posting === sale.id && last.from === sale.day;
    if (!isFromSale || last.percent !== sale.interestChange!.after) throw new Refusal(409);
  }
  const undoneSales = sales
    .filter(({ sale, reversedOn }) => reversedOn === sale.day)
    .map(({ sale }) => sale.id);
  well.interests = well.interests.filter(({ posting }) => posting === null || !undoneSales.includes(posting));
  const { sale, reversedOn, reversal } = sales.at(-1)!;
  const remainingSales = unreversedOf(books, well.id).filter(
    ({ kind, day }) => kind === 'sale' && day === sale.day,
  );
  const posting = reversedOn === sale.day ? (remainingSales.at(-1)?.id ?? null) : reversal;
  const percent = sale.interestChange!.before;
  if (interestOn(well, reversedOn) !== percent || remainingSales.length > 0) {
    well.interests = [
      ...well.interests.filter(({ from }) => from !== reversedOn),
      { from: reversedOn, percent, posting },
    ];
  }
}
