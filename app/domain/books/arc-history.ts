import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { MonthPosition } from '~/domain/calendar/month-scale';
import type { Cents } from '~/domain/money/money';
import { type ArcBalances, NO_ARC, rebased } from './depreciation';
import { endOfLife, type LayerLife } from './life';
import { MOVEMENT_KINDS, type MovementKind } from './movement-kinds';

/** A movement that counts: one that is not reversed, nor a reversal. */
export type ArcEvent = {
  layerId: number;
  day: CalendarDate;
  kind: MovementKind;
  isUnitsOfProduction: boolean;
  arcCostCents: Cents;
  arcAccumulatedCents: Cents;
};

/**
 * Makes out of movements, given in the order in which they were posted, what each layer's depreciation is counted from and how
 * far it has come. The caches of layers are kept by the same steps, one by one; a reversal takes them from here, for it takes
 * back more than its own movements say, and the books check compares them.
 * Source: the rule of depreciation's base.
 */
export function createArcHistory() {
  const balances = new Map<number, ArcBalances>();
  const wells = new Map<number, { lifeEnd: MonthPosition; layers: number[] }>();

  const rebase = (layerId: number) => {
    const before = balances.get(layerId)!;
    balances.set(layerId, { ...before, ...rebased(before) });
  };

  /** A layer that changes when its well retires restarts the depreciation of the older ones from what they have left. */
  function recognize(layerId: number, { wellId, ...life }: LayerLife & { wellId: number }): void {
    const lifeEnd = endOfLife(life);
    const well = wells.get(wellId) ?? { lifeEnd, layers: [] };
    if (well.lifeEnd !== lifeEnd) for (const older of well.layers) rebase(older);
    wells.set(wellId, { lifeEnd, layers: [...well.layers, layerId] });
  }

  return {
    take(event: ArcEvent, layer: LayerLife & { wellId: number }): void {
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

    /** What the movements so far make of a layer. */
    of: (layerId: number): ArcBalances => balances.get(layerId) ?? NO_ARC,
  };
}
