import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Cents } from '~/domain/money/money';
import type { Act, LayerState } from './act';
import { capitalizeChange, netArcOf } from './depreciation';
import type { Measurement } from './layer';
import { NO_AMOUNTS } from './movement';
import type { MovementKind } from './movement-kinds';
import { PLAIN_HEADER } from './planned-postings';
import { restartDepreciation } from './well-books';

/** How the company incurred an obligation: by its own work, or by buying a well or an interest in one. */
export const ORIGINS = ['incurred', 'acquired'] as const satisfies readonly MovementKind[];
export type Origin = (typeof ORIGINS)[number];

/** A layer before anything is booked on it, with its value at recognition in cents (negative for a decrease). */
export type RecognizedLayer = LayerState & { aroValueCents: Cents; measurement: Measurement | null };

/** A well before the layer. */
export type RecognizingWell = { layers: readonly LayerState[]; pluggedOn: CalendarDate | null };

/**
 * Books a layer's recognition on its calculation date: the obligation, and the asset retirement cost capitalized with it. If
 * the company depreciates, not all of it is capitalized when a revision has no asset to reduce, or no life to be allocated
 * over. If the layer changes the well's retirement date, depreciation of the older layers restarts.
 *
 * @throws DomainError when a balance would be beyond the largest amount
 * Source: ASC 410-20-25-5 (capitalize the cost with the liability) and 410-20-35-8 (revisions); `capitalizeChange` has the floor.
 */
export function recognize(
  act: Act,
  layer: RecognizedLayer,
  { layers, pluggedOn }: RecognizingWell,
  origin: Origin = 'incurred',
): void {
  const { aroValueCents, measurement, calculationDate } = layer;
  const isRevision = act.depreciation !== null && layers.length > 0;
  const netArcCents = layers.reduce((sum, older) => sum + netArcOf(act.stateOf(older)), 0);
  const isPlugged = pluggedOn !== null && pluggedOn <= calculationDate;
  const arcCostCents = isRevision
    ? capitalizeChange(aroValueCents, { netArcCents, isPlugged })
    : aroValueCents;
  act.book('main', { ...PLAIN_HEADER, kind: 'calculation', day: calculationDate }, layer, {
    ...NO_AMOUNTS,
    kind: measurement === 'change' || measurement === 'remeasure' ? 'revised' : origin,
    liabilityCents: aroValueCents,
    arcCostCents,
    accretion: null,
  });
  restartDepreciation(act, layers, layer);
}
