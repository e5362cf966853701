import {
  type Day,
  divide,
  type Fraction,
  grown,
  isLess,
  lengthOfLife,
  multiply,
  roundHalfUp,
  startOf,
  subtract,
  whole,
} from './arithmetic';
import { type Books, isUnreversed, type Layer, layersOf, type Posting } from './books';

/**
 * What settlements and sales left of a layer's estimate before its well's next layer: the product of the parts of the obligation that
 * each one left.
 */
export function estimateLeftOf(books: Books, layer: Layer): bigint {
  const next = layersOf(books, layer.wellId).find(({ number }) => number > layer.number);
  const [from, to] = [placeOf(books, layer), next ? placeOf(books, next) : books.postings.length];
  const left = books.postings
    .slice(from + 1, to)
    .map((posting) => partLeft(books, layer.wellId, posting))
    .reduce(multiply, whole(layer.estimateCents));
  return roundHalfUp(left);
}

/** The estimate that a change on a day is compared with: as stated, or at the prices of the day. */
export function comparedEstimate(books: Books, wellId: string, day: Day, basis = books.settings.changeBasis) {
  const latest = layersOf(books, wellId).at(-1);
  if (!latest) return 0n;
  return basis === 'repriced' ? repricedEstimate(books, wellId, day) : estimateLeftOf(books, latest);
}

/** A well's estimate at the prices of a day, each layer at its own inflation until it retires. */
function repricedEstimate(books: Books, wellId: string, day: Day): bigint {
  let before = 0n;
  const parts = layersOf(books, wellId).map((layer) => {
    const isAnew = layer.measurement === 'remeasure';
    const cents = layer.estimateCents - (isAnew ? 0n : (layer.repricedCents ?? before));
    before = estimateLeftOf(books, layer);
    const left = { n: before, d: layer.estimateCents };
    return { cents, rate: layer.inflation, years: yearsOfInflation(layer, day), isAnew, left };
  });
  return grown(parts);
}

export function yearsOfInflation(layer: Layer, day: Day): Fraction {
  const passed = subtract(startOf(day), startOf(layer.calculationDate));
  const whole = lengthOfLife(layer);
  return isLess(passed, whole) ? passed : whole;
}

function placeOf({ postings }: Books, { wellId, number }: Layer): number {
  return postings.findIndex(({ moves }) =>
    moves.some((move) => move.wellId === wellId && move.number === number),
  );
}

/** Fraction of a well's obligation that a posting leaves. */
function partLeft(books: Books, wellId: string, posting: Posting): Fraction {
  const { kind, moves, interestChange, wellChange } = posting;
  const own = moves.filter((move) => move.wellId === wellId && isUnreversed(books, posting, move));
  if ((kind !== 'settlement' && kind !== 'sale') || own.length === 0) return whole(1n);
  if (wellChange) return whole(0n);
  if (interestChange) return divide(whole(interestChange.after), whole(interestChange.before));
  const carried = books.postings
    .slice(0, books.postings.indexOf(posting))
    .flatMap((earlier) => earlier.moves)
    .filter((move) => move.wellId === wellId)
    .reduce((sum, { cents }) => sum + cents, 0n);
  if (carried <= 0n) return whole(1n);
  const taken = own.reduce((sum, { cents }) => sum - cents, 0n);
  return subtract(whole(1n), divide(whole(taken), whole(carried)));
}
