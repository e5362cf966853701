import { type Day, growParts, type Rates, rateOfBp, retirementOf, roundHalfUp, subtract } from './arithmetic';
import {
  type Act,
  attempt,
  type Books,
  balanceOf,
  beginAct,
  type Layer,
  layersOf,
  liveWells,
  Refusal,
  requireOpen,
  requireUnsettled,
} from './books';
import { comparedEstimate, estimateLeftOf, yearsOfInflation } from './estimates';
import { lifeOf, recognize, type Terms } from './recognition';

/** Bulk revision of estimates, as defined in the ruling. */

export type RevisedWell = {
  code: string;
  costCents: bigint;
  lifespanYears: number | null;
  discountBp: number | null;
  inflationBp: number | null;
};

export type Revision = {
  day: Day;
  rows: readonly RevisedWell[];
  mode: 'all' | 'accepted';
  movedDates: 'change' | 'remeasure';
};

/** One act for all rows, or for those that are not refused. */
export function revise(books: Books, { day, rows, mode, movedDates }: Revision): string[] {
  requireOpen(books, day);
  const act = beginAct(books);
  const seen = new Set<string>();
  const refused: string[] = [];
  for (const [index, row] of rows.entries()) {
    const code = row.code.toLowerCase();
    const isDuplicate = seen.has(code);
    seen.add(code);
    if (isDuplicate || !attempt(act, () => reviseWell(act, day, row, movedDates)))
      refused.push(String(index + 1));
  }
  const isPartlyAccepted = mode === 'accepted' && refused.length < rows.length;
  if (refused.length > 0 && !isPartlyAccepted) throw new Refusal(409);
  return refused;
}

function reviseWell(act: Act, day: Day, row: RevisedWell, movedDates: Revision['movedDates']): void {
  const { books } = act;
  const well = liveWells(books).find(({ code }) => code.toLowerCase() === row.code.toLowerCase());
  if (!well) throw new Refusal(409);
  const latest = layersOf(books, well.id).at(-1);
  if (!latest) throw new Refusal(409);
  requireUnsettled(books, well.id);
  const { costCents, discountBp, inflationBp } = row;
  const change = costCents - comparedEstimate(books, well.id, day);
  const life = remainingLife(row, latest, day);
  const retirement = retirementOf(lifeOf(well, day, life));
  const isRemeasured = movedDates === 'remeasure' && retirement !== retirementOf(latest);
  const hasRates = discountBp !== null && inflationBp !== null;
  // An increase uses current rates, which only the user can supply.
  if (change > 0n && !hasRates) throw new Refusal(409);
  const withEnteredRates = (rates: Rates): Rates => ({
    discount: discountBp === null ? rates.discount : rateOfBp(discountBp),
    inflation: inflationBp === null ? rates.inflation : rateOfBp(inflationBp),
  });
  const ratesOn = () => {
    if (hasRates || (change === 0n && !isRemeasured)) return withEnteredRates(latest);
    const reduced = reducedRates(books, well.id, day, isRemeasured ? null : -change);
    if (reduced === null) throw new Refusal(409);
    return withEnteredRates(reduced);
  };
  const terms: Terms = {
    layerType: 'additional',
    measurement: isRemeasured ? 'remeasure' : 'change',
    discountBp: 0,
    inflationBp: 0,
    costCents,
    ...life,
  };
  recognize(act, well.id, day, terms, { ratesOn, keepsRetirementDate: true });
}

/** The lifespan given in the row; otherwise the well's retirement date is unchanged. */
function remainingLife(
  { lifespanYears }: RevisedWell,
  latest: Layer,
  day: Day,
): Pick<Terms, 'lifespanYears' | 'retirementDate'> {
  if (lifespanYears !== null) return { lifespanYears };
  const retirement = retirementOf(latest);
  if (retirement <= day) throw new Refusal(409);
  return { lifespanYears, retirementDate: retirement };
}

/** Rates of the layers that a decrease reduces, by the company's policy, or of all layers; null if nothing is left to reduce. */
function reducedRates(books: Books, wellId: string, day: Day, decrease: bigint | null): Rates | null {
  const layers = layersOf(books, wellId);
  const weights =
    books.settings.downwardRate === 'average' || decrease === null
      ? layers.map((layer) => ({ layer, weight: balanceOf(books, layer) }))
      : weightsOfDecrease(books, layers, day, decrease);
  const positive = weights.filter(({ weight }) => weight > 0n);
  const total = positive.reduce((sum, { weight }) => sum + weight, 0n);
  if (total === 0n) return null;
  const mean = (rate: keyof Rates) => {
    const sum = positive.reduce((before, { layer, weight }) => before + weight * layer[rate], 0n);
    return roundHalfUp({ n: sum, d: total });
  };
  return { discount: mean('discount'), inflation: mean('inflation') };
}

type Weighted = { layer: Layer; weight: bigint };

/**
 * The amounts that a decrease takes from the layers' parts of the undiscounted estimate, newest first, after earlier decreases took
 * theirs the same way.
 */
function weightsOfDecrease(books: Books, layers: readonly Layer[], day: Day, decrease: bigint): Weighted[] {
  const parts: (Weighted & { priceDate: Day })[] = [];
  const reprice = (to: Day) => {
    for (const part of parts) {
      const from = yearsOfInflation(part.layer, part.priceDate);
      const years = subtract(yearsOfInflation(part.layer, to), from);
      const remaining = { n: 1n, d: 1n };
      part.weight = growParts([
        { cents: part.weight, rate: part.layer.inflation, years, isReset: true, remaining },
      ]);
      part.priceDate = to;
    }
  };
  const removeNewest = (amount: bigint): Weighted[] => {
    const removed: Weighted[] = [];
    let remaining = amount;
    for (const part of parts.toReversed()) {
      const weight = remaining < part.weight ? remaining : part.weight;
      if (weight > 0n) removed.push({ layer: part.layer, weight });
      part.weight -= weight;
      remaining -= weight;
    }
    return removed;
  };
  let before = 0n;
  for (const layer of layers) {
    const isReset = layer.measurement === 'remeasure';
    // A remeasurement replaces all parts with the whole estimate at its own rates.
    if (isReset) parts.length = 0;
    if (layer.repricedCents !== null) reprice(layer.calculationDate);
    const change = layer.estimateCents - (isReset ? 0n : (layer.repricedCents ?? before));
    if (change > 0n) parts.push({ layer, weight: change, priceDate: layer.calculationDate });
    else removeNewest(-change);
    before = estimateLeftOf(books, layer);
    // A settlement or sale reduces each part in proportion.
    for (const part of parts) part.weight = roundHalfUp({ n: part.weight * before, d: layer.estimateCents });
  }
  if (books.settings.changeBasis === 'repriced') reprice(day);
  return removeNewest(decrease);
}
