import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { DomainError } from '~/domain/money/domain-error';
import {
  type AccretableLayer,
  type AccretionCalculator,
  accreteLayer,
  type LayerAccretion,
} from './accretion';

/** Overdue accretion that the layers' next posting books as one expense. */
export type CatchUp = {
  layers: number;
  /** Earliest day from which any of the layers accretes. */
  from: CalendarDate;
  /** In cents, signed; no upper limit. */
  amountCents: bigint;
};

/**
 * Accretion that a posting through a day would book for layers dated in the past: how many, from when, and how much, each
 * rounded as its own record. Null when there is nothing to catch up on. Layers whose accretion is beyond the largest amount are
 * skipped, because no posting can book it.
 *
 * Source: the rule that no upload silently books years of accretion.
 */
export function computeCatchUp(
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

/** Combines the catch-ups of two parts of a file. */
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
