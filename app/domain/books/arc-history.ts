import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { MonthPosition } from '~/domain/calendar/month-scale';
import type { Cents } from '~/domain/money/money';
import { type ArcBalances, computeBase, NO_ARC } from './depreciation';
import { endOfLife, type LayerLife } from './life';
import { MOVEMENT_KINDS, type MovementKind } from './movement-kinds';

/** A movement in effect: neither reversed nor a reversal. */
export type ArcEvent = {
  layerId: number;
  day: CalendarDate;
  kind: MovementKind;
  isUnitsOfProduction: boolean;
  arcCostCents: Cents;
  arcAccumulatedCents: Cents;
};

/**
 * Derives each layer's depreciation base and depreciated-through date from movements, which must come in posting order. The
 * cached values on layers are maintained by the same steps, one by one. A reversal takes them from here, because it undoes more
 * than its own movements show, and the books check compares the two.
 * Source: the depreciation base rule.
 */
export function createArcHistory() {
  const balances = new Map<number, ArcBalances>();
  const wells = new Map<number, { lifeEnd: MonthPosition; layers: number[] }>();

  const rebase = (layerId: number) => {
    const before = balances.get(layerId)!;
    balances.set(layerId, { ...before, ...computeBase(before) });
  };

  /** A layer that changes the well's retirement date restarts depreciation of the older layers from their remaining net cost. */
  function recognize(layerId: number, { wellId, ...life }: LayerLife & { wellId: number }): void {
    const lifeEnd = endOfLife(life);
    const well = wells.get(wellId) ?? { lifeEnd, layers: [] };
    if (well.lifeEnd !== lifeEnd) for (const older of well.layers) rebase(older);
    wells.set(wellId, { lifeEnd, layers: [...well.layers, layerId] });
  }

  return {
    apply(event: ArcEvent, layer: LayerLife & { wellId: number }): void {
      const { layerId, day, kind } = event;
      const before = balances.get(layerId) ?? NO_ARC;
      balances.set(layerId, {
        ...before,
        arcCostCents: before.arcCostCents + event.arcCostCents,
        arcAccumulatedCents: before.arcAccumulatedCents + event.arcAccumulatedCents,
        depreciatedThrough: kind === 'depreciated' ? day : before.depreciatedThrough,
        arcBaseDay: kind === 'opening' ? day : before.arcBaseDay,
      });
      if (kind !== 'depreciated' || event.isUnitsOfProduction) rebase(layerId);
      if (MOVEMENT_KINDS[kind].isRecognition) recognize(layerId, layer);
    },

    /** A layer's balances after the movements so far. */
    balancesOf: (layerId: number): ArcBalances => balances.get(layerId) ?? NO_ARC,
  };
}
