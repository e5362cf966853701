import {
  type Day,
  divide,
  type Fraction,
  growParts,
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
  const [from, to] = [
    indexOfRecognition(books, layer),
    next ? indexOfRecognition(books, next) : books.postings.length,
  ];
  const remaining = books.postings
    .slice(from + 1, to)
    .map((posting) => remainingPart(books, layer.wellId, posting))
    .reduce(multiply, whole(layer.estimateCents));
  return roundHalfUp(remaining);
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
    const isReset = layer.measurement === 'remeasure';
    const cents = layer.estimateCents - (isReset ? 0n : (layer.repricedCents ?? before));
    before = estimateLeftOf(books, layer);
    const remaining = { n: before, d: layer.estimateCents };
    return { cents, rate: layer.inflation, years: yearsOfInflation(layer, day), isReset, remaining };
  });
  return growParts(parts);
}

export function yearsOfInflation(layer: Layer, day: Day): Fraction {
  const elapsed = subtract(startOf(day), startOf(layer.calculationDate));
  const life = lengthOfLife(layer);
  return isLess(elapsed, life) ? elapsed : life;
}

function indexOfRecognition({ postings }: Books, { wellId, number }: Layer): number {
  return postings.findIndex(({ moves }) =>
    moves.some((move) => move.wellId === wellId && move.number === number),
  );
}

/** Fraction of a well's obligation that a posting leaves. */
function remainingPart(books: Books, wellId: string, posting: Posting): Fraction {
  const { kind, moves, interestChange, wellChange } = posting;
  const wellMoves = moves.filter((move) => move.wellId === wellId && isUnreversed(books, posting, move));
  if ((kind !== 'settlement' && kind !== 'sale') || wellMoves.length === 0) return whole(1n);
  if (wellChange) return whole(0n);
  if (interestChange) return divide(whole(interestChange.after), whole(interestChange.before));
  const carried = books.postings
    .slice(0, books.postings.indexOf(posting))
    .flatMap((earlier) => earlier.moves)
    .filter((move) => move.wellId === wellId)
    .reduce((sum, { cents }) => sum + cents, 0n);
  if (carried <= 0n) return whole(1n);
  const reliefCents = wellMoves.reduce((sum, { cents }) => sum - cents, 0n);
  return subtract(whole(1n), divide(whole(reliefCents), whole(carried)));
}
