import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { DomainError } from '~/domain/money/domain-error';
import {
  type AccretableLayer,
  type AccretionCalculator,
  accreteLayer,
  type LayerAccretion,
} from './accretion';

/** Accretion that layers have yet to catch up with, which their next posting books as one expense. */
export type CatchUp = {
  layers: number;
  /** The earliest day from which one of them accretes. */
  from: CalendarDate;
  /** In cents, signed; a sum of any size. */
  amountCents: bigint;
};

/**
 * What a posting of accretion through a day would book for layers that come with a date in the past: how many of them, from
 * when, and how much, each rounded as its own record. Null where there is nothing to catch up with. A layer whose
 * accretion is beyond the largest amount is left out: no posting can book it.
 *
 * Source: the rule that no upload books years of accretion without saying so.
 */
export function catchUpOf(
  layers: Iterable<AccretableLayer>,
  through: CalendarDate,
  calculator: AccretionCalculator,
): CatchUp | null {
  let catchUp: CatchUp | null = null;
  for (const layer of layers) {
    const accretion = accretionThrough(layer, through, calculator);
    if (!accretion) continue;
    const amountCents = BigInt(accretion.expenseCents);
    catchUp = addCatchUp(catchUp, { layers: 1, from: accretion.periodStart, amountCents });
  }
  return catchUp;
}

/** Two parts of a file taken together. */
export function addCatchUp(one: CatchUp | null, other: CatchUp | null): CatchUp | null {
  if (!one || !other) return one ?? other;
  return {
    layers: one.layers + other.layers,
    from: one.from < other.from ? one.from : other.from,
    amountCents: one.amountCents + other.amountCents,
  };
}

function accretionThrough(
  layer: AccretableLayer,
  periodEnd: CalendarDate,
  calculator: AccretionCalculator,
): LayerAccretion | null {
  try {
    return accreteLayer({ layer, periodEnd, calculator });
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
