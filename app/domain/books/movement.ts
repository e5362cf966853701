import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Cents } from '~/domain/money/money';
import type { YearFraction } from './accretion';
import type { LayerDepreciation } from './depreciation';
import type { MovementKind } from './movement-kinds';

/** Signed amounts of one movement, in cents. Accumulated depreciation is negative. */
export type Amounts = {
  liabilityCents: Cents;
  arcCostCents: Cents;
  arcAccumulatedCents: Cents;
  cashCents: Cents;
};

export const NO_AMOUNTS: Amounts = {
  liabilityCents: 0,
  arcCostCents: 0,
  arcAccumulatedCents: 0,
  cashCents: 0,
};

/** What an accretion started from, or a depreciation is counted from, so that it can be recomputed on its own. */
export type AccretionBasis = {
  baseCents: Cents;
  /** Of straight-line depreciation: the part of the time from the base to the well's retirement that has passed. */
  time: YearFraction;
  /** How far the layer had accreted, or was depreciated, before; null when it is the first time. */
  since: CalendarDate | null;
};

export type Movement = Amounts & {
  layerId: number;
  kind: MovementKind;
  /** Null for everything but accretion and depreciation. */
  accretion: AccretionBasis | null;
};

/** The amounts of accretion: the liability grows, nothing else does. */
export function accretedBy(expenseCents: Cents, accretion: AccretionBasis): Omit<Movement, 'layerId'> {
  return { ...NO_AMOUNTS, kind: 'accreted', liabilityCents: expenseCents, accretion };
}

/** The amounts of depreciation: what is written off grows, nothing else does. */
export function depreciatedBy({
  chargeCents,
  baseCents,
  time,
  since,
}: LayerDepreciation): Omit<Movement, 'layerId'> {
  return {
    ...NO_AMOUNTS,
    kind: 'depreciated',
    arcAccumulatedCents: 0 - chargeCents,
    accretion: { baseCents, time, since },
  };
}

/** The same movement with its amounts negated. Adding 0 leaves only one zero. */
export function negated({ layerId: _, ...movement }: Movement): Omit<Movement, 'layerId'> {
  return {
    kind: movement.kind,
    liabilityCents: 0 - movement.liabilityCents,
    arcCostCents: 0 - movement.arcCostCents,
    arcAccumulatedCents: 0 - movement.arcAccumulatedCents,
    cashCents: 0 - movement.cashCents,
    accretion: null,
  };
}
