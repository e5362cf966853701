import { type Day, type Life, lengthOfLife, presentValue, type Rates, rateOfBp } from './arithmetic';
import { capitalized, movesRetirement } from './assets';
import {
  type Act,
  attempt,
  type Books,
  balanceOf,
  beginAct,
  book,
  type Layer,
  layersOf,
  liveWells,
  type Measurement,
  NO_AMOUNTS,
  Refusal,
  requireOpen,
  type Settings,
  unreversedOf,
  type Well,
  wellOf,
} from './books';
import { comparedEstimate, estimateLeftOf } from './estimates';
import { interestOn, netOf, requireOwned } from './interests';
import { bringToDay } from './time';

/** Recognition of layers, as defined in the rulings. */

export type Terms = {
  layerType: 'initial' | 'additional';
  /** Null for an initial layer. */
  measurement: Measurement | null;
  discountBp: number;
  inflationBp: number;
  costCents: bigint;
  /** True when the cost is gross (all owners). */
  isGross?: boolean;
  /** At most one of the two; if neither is given, the well's date applies. */
  lifespanYears: number | null;
  retirementDate?: Day | null;
  /** True when the well, or an interest in it, was acquired. Not with a revised estimate. */
  isAcquired?: boolean;
};

const LONGEST_LIFE = 200n;

export function calculate(books: Books, wellId: string, day: Day, terms: Terms): void {
  wellOf(books, wellId);
  requireOpen(books, day);
  recognize(beginAct(books), wellId, day, terms);
}

/** Calculates a layer for each well of a field, or of the company. Without a day, each layer gets its well's active date. */
export function calculateAll(books: Books, field: string | null, day: Day | null, terms: Terms): string[] {
  if (day !== null) requireOpen(books, day);
  const wells = liveWells(books).filter((well) => field === null || well.field === field);
  if (wells.length === 0) throw new Refusal(400);
  const hasLife = terms.lifespanYears !== null || terms.retirementDate;
  if (!hasLife && wells.every(({ retirementDate }) => retirementDate === null)) throw new Refusal(400);
  const act = beginAct(books);
  const refused: string[] = [];
  for (const { id, code, activeDate } of wells) {
    const wellDay = day ?? activeDate;
    const succeeded = attempt(act, () => {
      requireOpen(books, wellDay);
      recognize(act, id, wellDay, terms);
    });
    if (!succeeded) refused.push(code);
  }
  return refused.sort();
}

type Recognition = {
  /** In files, distinguishes layers that are measured against an earlier row of the same file. */
  round?: number;
  /** Rates derived from the carrying amounts on the day. */
  ratesOn?: () => Rates;
  /** True when the layer's retirement date is already the well's. */
  keepsRetirementDate?: boolean;
  /** Basis for measuring a change; the company's setting, except in files, which state totals. */
  basis?: Settings['changeBasis'];
};

/** Measures a well's next layer and books it. */
export function recognize(
  act: Act,
  wellId: string,
  day: Day,
  terms: Terms,
  { round = 0, ratesOn, keepsRetirementDate = false, basis: requestedBasis }: Recognition = {},
): void {
  const { books } = act;
  const basis = requestedBasis ?? books.settings.changeBasis;
  const well = wellOf(books, wellId);
  const existing = layersOf(books, wellId);
  const latest = existing.at(-1);
  requireOrder(terms, day, latest);
  requireOwned(well, day);
  const life = lifeOf(well, day, terms);
  const costCents = costOf(well, day, terms);

  const before = latest ? estimateLeftOf(books, latest) : 0n;
  const measurement = latest ? (terms.measurement ?? 'change') : null;
  const isRepriced = measurement === 'change' && basis === 'repriced';
  const compared = comparedEstimate(books, wellId, day, basis);
  const isOnDay = isMeasuredOnDay(books, wellId, { ...terms, costCents, compared }, life);
  if (!isOnDay) requireNothingSettledAfter(books, wellId, day);
  const replay = isOnDay ? bringToDay(act, wellId, { day, round }) : null;
  const carrying = existing.reduce((sum, layer) => sum + balanceOf(books, layer), 0n);

  const entered = { discount: rateOfBp(terms.discountBp), inflation: rateOfBp(terms.inflationBp) };
  const rates = ratesOn?.() ?? entered;
  const setsRetirementDate = Boolean(terms.retirementDate) && !keepsRetirementDate;
  const layer: Layer = {
    ...life,
    ...rates,
    wellId,
    number: books.layers.filter((other) => other.wellId === wellId).length + 1,
    measurement,
    costCents,
    grossCents: terms.isGross ? terms.costCents : null,
    estimateCents: measurement === 'increment' ? before + costCents : costCents,
    repricedCents: isRepriced ? compared : null,
    valueCents: layerValue({ costCents, rates, life }, { measurement, before: compared, carrying }),
    replaced: setsRetirementDate ? { retirementDate: well.retirementDate } : null,
  };
  const arcCents = capitalized(books, wellId, day, layer.valueCents);
  books.layers.push(layer);
  bookRecognition(act, layer, { ...terms, arcCents }, round);
  replay?.();
  if (setsRetirementDate) well.retirementDate = life.retirementDate;
}

/** Requires exactly one initial layer, first, and no layer dated before the previous one. */
export function requireOrder(
  { layerType }: Pick<Terms, 'layerType'>,
  day: Day,
  latest: Layer | undefined,
): void {
  if ((layerType === 'initial') === (latest !== undefined)) throw new Refusal(409);
  if (latest && day < latest.calculationDate) throw new Refusal(400);
}

/** The life given in the calculation, otherwise the well's. */
export function lifeOf(
  well: Pick<Well, 'retirementDate'>,
  calculationDate: Day,
  { lifespanYears, retirementDate: requestedDate }: Pick<Terms, 'lifespanYears' | 'retirementDate'>,
): Life {
  const retirementDate = requestedDate ?? (lifespanYears === null ? well.retirementDate : null);
  if (retirementDate === null) {
    if (lifespanYears === null) throw new Refusal(400);
    return { calculationDate, lifespanYears, retirementDate };
  }
  if (retirementDate <= calculationDate) throw new Refusal(400);
  const { n, d } = lengthOfLife({ calculationDate, lifespanYears: 0, retirementDate });
  const years = (n + d - 1n) / d;
  if (years > LONGEST_LIFE) throw new Refusal(400);
  return { calculationDate, lifespanYears: Math.max(1, Number(years)), retirementDate };
}

/** The company's share of a gross cost on the day, or the cost as given. */
function costOf(well: Well, day: Day, { costCents, isGross }: Terms): bigint {
  const cents = isGross ? netOf(costCents, interestOn(well, day)) : costCents;
  if (cents === 0n) throw new Refusal(400);
  return cents;
}

/**
 * True when a layer depends on balances of its day: decreases and remeasurements need the well's carrying amount, and a changed
 * retirement date needs the net asset if the company depreciates straight-line.
 */
export function isMeasuredOnDay(
  books: Books,
  wellId: string,
  { measurement, costCents, compared }: Pick<Terms, 'measurement' | 'costCents'> & { compared: bigint },
  life: Life,
): boolean {
  const existing = layersOf(books, wellId);
  if (existing.length === 0) return false;
  if (books.settings.depreciation === 'straight-line' && movesRetirement(existing, life)) return true;
  return measurement === 'remeasure' || (measurement === 'change' && costCents < compared);
}

/** Refuses a layer dated before the well's last settlement or sale. */
export function requireNothingSettledAfter(books: Books, wellId: string, day: Day): void {
  const isLater = ({ kind, day: postingDay }: { kind: string; day: Day }) =>
    (kind === 'settlement' || kind === 'sale') && postingDay > day;
  if (unreversedOf(books, wellId).some(isLater)) throw new Refusal(409);
}

function bookRecognition(
  act: Act,
  layer: Layer,
  { isAcquired, arcCents }: Terms & { arcCents: bigint },
  round: number,
): void {
  const { wellId, number, measurement, calculationDate: day, valueCents } = layer;
  const isRevision = measurement === 'change' || measurement === 'remeasure';
  const kind = isRevision ? 'revised' : isAcquired ? 'acquired' : 'incurred';
  const head = { kind: 'calculation' as const, day, isCompanyWide: false, reverses: null };
  book(act, `main ${round}`, head, {
    ...NO_AMOUNTS,
    wellId,
    number,
    kind,
    cents: valueCents,
    arcCents,
  });
}

function layerValue(
  { costCents, rates, life }: { costCents: bigint; rates: Rates; life: Life },
  { measurement, before, carrying }: { measurement: Measurement | null; before: bigint; carrying: bigint },
): bigint {
  const years = lengthOfLife(life);
  if (measurement === 'change') {
    const change = presentValue(costCents - before, rates, years);
    if (change >= 0n) return change;
    // A decrease never exceeds the well's carrying amount.
    const floor = carrying > 0n ? -carrying : 0n;
    return change < floor ? floor : change;
  }
  const value = presentValue(costCents, rates, years);
  return measurement === 'remeasure' ? value - carrying : value;
}
