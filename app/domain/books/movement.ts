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

/** Starting balance of an accretion, or base of a depreciation, stored so the amount can be recomputed from the movement alone. */
export type ChargeBasis = {
  baseCents: Cents;
  /** For straight-line depreciation: the fraction of the time from the base to the well's retirement that has elapsed. */
  time: YearFraction;
  /** Date the layer had accreted or depreciated through before; null the first time. */
  since: CalendarDate | null;
};

export type Movement = Amounts & {
  layerId: number;
  kind: MovementKind;
  /** Null except for accretion and depreciation. */
  accretion: ChargeBasis | null;
};

/** Amounts of accretion: only the liability changes. */
export function accretionMovement(expenseCents: Cents, accretion: ChargeBasis): Omit<Movement, 'layerId'> {
  return { ...NO_AMOUNTS, kind: 'accreted', liabilityCents: expenseCents, accretion };
}

/** Amounts of depreciation: only accumulated depreciation changes. */
export function depreciationMovement({
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

/** The same movement with its amounts negated. Subtracting from 0 avoids negative zero. */
export function negate({ layerId: _, ...movement }: Movement): Omit<Movement, 'layerId'> {
  return {
    kind: movement.kind,
    liabilityCents: 0 - movement.liabilityCents,
    arcCostCents: 0 - movement.arcCostCents,
    arcAccumulatedCents: 0 - movement.arcAccumulatedCents,
    cashCents: 0 - movement.cashCents,
    accretion: null,
  };
}
