import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { apportionByAmounts } from '~/domain/money/apportion';
import { DomainConflict } from '~/domain/money/domain-conflict';
import { DomainError } from '~/domain/money/domain-error';
import { type Cents, partOfCents, sumCents } from '~/domain/money/money';
import type { Act, LayerState } from './act';
import { netArcOf } from './depreciation';
import type { Amounts } from './movement';
import { PLAIN_HEADER } from './planned-postings';
import type { PostingTerms } from './posting-terms';
import { openOnDay, type WellBooks } from './well-books';
import { formatInterest, type Interest } from './working-interest';

export type Sale = {
  day: CalendarDate;
  /** Interest sold, and the well's interest before the sale, as percentages of the whole well. */
  interestSold: Interest;
  interest: Interest;
  /** Proceeds, in cents; zero when they are booked elsewhere. */
  proceedsCents: Cents;
  terms: PostingTerms;
};

/**
 * Sells a well, or an interest in it: posts accretion through the day first, then derecognizes the sold share of every layer's
 * liability and asset retirement cost, each rounded half-up to the cent, and reposts later accretion on the remaining balance.
 * Rounding never takes a well below zero. Proceeds are allocated in proportion to the liability. Selling everything leaves
 * exactly zero in every layer.
 *
 * @returns the well's carrying amount on the day, before the sale, and the liability and net asset derecognized, in cents
 * @throws DomainError for an interest that the well does not have; DomainConflict for a well without layers, or for postings
 * after the day that block the sale
 * Source: ASC 410-20-40-1 and 410-20-35-4; the sales rule.
 */
export function sellOnDay(
  act: Act,
  books: WellBooks,
  { day, interestSold, interest, proceedsCents, terms }: Sale,
): { carryingCents: Cents; liabilityCents: Cents; assetCents: Cents } {
  const { wellCode, layers } = books;
  if (interestSold > interest) {
    throw new DomainError(
      'interestSold',
      `Interest sold can’t exceed the ${formatInterest(interest)}% the company owns on ${day}`,
    );
  }
  if (layers.length === 0) {
    throw new DomainConflict(
      null,
      `Well "${wellCode}" has no obligation to sell. Change its working interest instead.`,
    );
  }
  const { carryingCents, replay } = openOnDay(act, books, day);
  const parts = computeSoldParts(
    layers.map((layer) => act.stateOf(layer)),
    interestSold,
    interest,
  );
  const liabilities = parts.map(({ liabilityCents }) => liabilityCents);
  const liabilityCents = Number(sumCents(liabilities));
  const proceeds = apportionByAmounts(proceedsCents, liabilities);
  const header = { ...PLAIN_HEADER, kind: 'sale' as const, day, terms };
  const isEmpty = parts.every((part, index) => isZero(part) && proceeds[index] === 0);
  for (const [index, layer] of layers.entries()) {
    const part = parts[index]!;
    const cashCents = proceeds[index]!;
    // A sale that moves no amounts is still booked, because it lowers the interest.
    if (isZero(part) && cashCents === 0 && !(isEmpty && index === 0)) continue;
    act.book('main', header, layer, {
      kind: 'divested',
      liabilityCents: 0 - part.liabilityCents,
      arcCostCents: 0 - part.arcCostCents,
      arcAccumulatedCents: 0 - part.arcAccumulatedCents,
      cashCents,
      accretion: null,
    });
  }
  replay();
  const assets = parts.map(({ arcCostCents, arcAccumulatedCents }) => arcCostCents + arcAccumulatedCents);
  return { carryingCents, liabilityCents, assetCents: Number(sumCents(assets)) };
}

type Part = Pick<Amounts, 'liabilityCents' | 'arcCostCents' | 'arcAccumulatedCents'>;

/** Amounts derecognized from each layer. If rounding would leave the well a cent below zero, that cent stays in a layer. */
function computeSoldParts(layers: readonly LayerState[], interestSold: Interest, interest: Interest): Part[] {
  const toSoldPart = (cents: Cents) => partOfCents(cents, { numerator: interestSold, denominator: interest });
  const parts = layers.map((layer) => ({
    liabilityCents: toSoldPart(layer.currentAroCents),
    arcCostCents: toSoldPart(layer.arcCostCents),
    arcAccumulatedCents: toSoldPart(layer.arcAccumulatedCents),
  }));

  /** Leaves one cent in each of the layers that rounding took most from. */
  const reduceParts = (cents: number, name: keyof Part, getCarrying: (layer: LayerState) => Cents) => {
    const excesses = layers.map((layer, index) => ({
      part: parts[index]!,
      units:
        BigInt(parts[index]![name]) * BigInt(interest) - BigInt(getCarrying(layer)) * BigInt(interestSold),
    }));
    const largestFirst = excesses.sort((a, b) => (a.units === b.units ? 0 : a.units > b.units ? -1 : 1));
    for (const { part } of largestFirst.slice(0, cents)) part[name] -= 1;
  };
  const liability = ({ currentAroCents }: LayerState) => currentAroCents;
  const overdrawn = computeOverdraft(
    layers.map(liability),
    parts.map(({ liabilityCents }) => liabilityCents),
  );
  reduceParts(overdrawn, 'liabilityCents', liability);
  reduceParts(
    computeOverdraft(layers.map(netArcOf), parts.map(netArcOf)),
    'arcCostCents',
    (layer) => layer.arcCostCents,
  );
  return parts;
}

/** Number of cents by which taking these amounts would leave a nonnegative total below zero. */
function computeOverdraft(carried: readonly Cents[], removed: readonly Cents[]): number {
  const [carriedTotal, removedTotal] = [sumCents(carried), sumCents(removed)];
  return carriedTotal >= 0n && removedTotal > carriedTotal ? Number(removedTotal - carriedTotal) : 0;
}

function isZero({ liabilityCents, arcCostCents, arcAccumulatedCents }: Part): boolean {
  return liabilityCents === 0 && arcCostCents === 0 && arcAccumulatedCents === 0;
}
