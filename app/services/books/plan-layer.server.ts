import type { Act } from '~/domain/books/act';
import { PLAIN_HEAD } from '~/domain/books/act';
import { capitalized, NO_ARC, netArcOf } from '~/domain/books/depreciation';
import { measureLayer } from '~/domain/books/layer';
import { NO_AMOUNTS } from '~/domain/books/rest';
import type { Rates } from '~/domain/books/revision';
import { changesLife, openOnDay, spreadAnew } from '~/domain/books/well-books';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { DomainError } from '~/domain/money/domain-error';
import type { Cents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { LayerTerms } from '~/schemas/books/aro-layer';
import type { AddedLayer } from './post.server';
import type { BookedLayer, BookedWell } from './well-books.server';

/** Measures a layer; a batch remembers results, for most of its wells have the same figures. */
export type Measure = typeof measureLayer;

export type LayerToPlan = {
  terms: LayerTerms;
  calculationDate: CalendarDate;
  /** The layer's id within the act: −1 for the first one it adds. */
  id: number;
  measure?: Measure;
  /** The rates of a decrease that takes those of the layers it reduces, given as they are on the day. */
  ratesOn?: (layers: readonly BookedLayer[]) => Rates;
};

/**
 * Plans a well's next layer as part of an act. The initial layer comes first and once; no layer is dated before the one
 * before it. A decrease and a remeasurement are measured against what the well carries on the day: accretion and depreciation
 * through the day first, and what was posted beyond it again afterwards. An initial layer and an increase need no balance,
 * unless they change what the company's depreciation is spread over.
 *
 * @throws AppError conflict, invalid; DomainConflict for what is booked after the day; DomainError beyond the largest amount
 */
export function planLayer(
  act: Act,
  well: BookedWell,
  { terms: given, calculationDate, id, measure = measureLayer, ratesOn }: LayerToPlan,
): NewLayer {
  const latest = well.layers.at(-1) ?? null;
  requirePlace(given, calculationDate, latest);
  const previousOf = (carryingAmountCents: Cents) =>
    latest && { totalEstimateCents: latest.totalEstimateCents, carryingAmountCents };

  const measuredAs = (terms: LayerTerms, carryingCents: Cents) => {
    const measurement = terms.measurement ?? 'change';
    const measured = measure({ ...terms, measurement, previous: previousOf(carryingCents) });
    return toLayer(well, { terms, calculationDate, id, ...measured });
  };

  if (!latest || !needsBalance(act, well, { terms: given, calculationDate })) {
    requireNothingSettledAfter(well, calculationDate);
    const layer = measuredAs(given, 0);
    recognize(act, layer, well);
    return layer;
  }
  const { carryingCents, replay } = openOnDay(act, well, calculationDate);
  const layer = measuredAs({ ...given, ...ratesOn?.(well.layers.map(act.stateOf)) }, carryingCents);
  recognize(act, layer, well);
  replay([layer]);
  return layer;
}

/** No layer is dated before the well's last settlement. @throws AppError conflict */
export function requireNothingSettledAfter(
  { wellCode, settledOn }: Pick<BookedWell, 'wellCode' | 'settledOn'>,
  calculationDate: CalendarDate,
): void {
  if (settledOn === null || settledOn <= calculationDate) return;
  const message = `Well "${wellCode}" was settled on ${settledOn}. Use a date from then on, or reverse that settlement first.`;
  throw refusal('conflict', 'calculationDate', message);
}

/**
 * Whether a layer is measured on its day: a decrease of the estimate and a remeasurement against what the well carries, and
 * one that changes when the well retires because of what its depreciation has left.
 */
export function needsBalance(
  act: Act,
  { layers }: Pick<BookedWell, 'layers'>,
  { terms, calculationDate }: Pick<LayerToPlan, 'terms' | 'calculationDate'>,
): boolean {
  const latest = layers.at(-1);
  if (!latest) return false;
  if (terms.measurement === 'remeasure' || changesLife(act, layers, { ...terms, calculationDate }))
    return true;
  return terms.measurement !== 'increment' && terms.pAndACostCents < latest.totalEstimateCents;
}

/**
 * Books a layer's recognition: the obligation, and the asset retirement cost capitalized with it, which is not all of it
 * where the company depreciates and a revision finds no asset to reduce, or no life to spread over.
 */
export function recognize(
  act: Act,
  layer: NewLayer,
  { layers, pluggedOn }: Pick<BookedWell, 'layers' | 'pluggedOn'>,
) {
  const { aroValueCents, measurement, calculationDate } = layer;
  const isRevision = act.depreciation !== null && layers.length > 0;
  const netArcCents = layers.reduce((sum, one) => sum + netArcOf(act.stateOf(one)), 0);
  const isPlugged = pluggedOn !== null && pluggedOn <= calculationDate;
  const arcCostCents = isRevision ? capitalized(aroValueCents, { netArcCents, isPlugged }) : aroValueCents;
  act.book('main', { ...PLAIN_HEAD, kind: 'calculation', day: calculationDate }, layer, {
    ...NO_AMOUNTS,
    kind: measurement === 'change' || measurement === 'remeasure' ? 'revised' : 'incurred',
    liabilityCents: aroValueCents,
    arcCostCents,
    accretion: null,
  });
  spreadAnew(act, layers, layer);
}

/** Refuses a layer that may not follow the latest one. @throws AppError conflict, invalid */
export function requirePlace(
  terms: LayerTerms,
  calculationDate: CalendarDate,
  latest: BookedLayer | null,
): void {
  if (terms.layerType === 'initial' && latest) {
    throw refusal('conflict', 'layerType', 'This well already has an initial layer');
  }
  if (terms.layerType === 'additional' && !latest) {
    throw refusal('conflict', 'layerType', 'Calculate the initial layer first');
  }
  if (latest && calculationDate < latest.calculationDate) {
    const message = `Calculation date must not be before the previous layer's, ${latest.calculationDate}`;
    throw refusal('invalid', 'calculationDate', message);
  }
}

type Measured = Pick<LayerToPlan, 'terms' | 'calculationDate' | 'id'> & {
  aroValueCents: Cents;
  totalEstimateCents: Cents;
  isGiven?: boolean;
};

/** A layer that an act adds: as it is written, and as the act finds it before anything is booked on it. */
export type NewLayer = AddedLayer & BookedLayer;

/** Makes a layer of its terms and of what was measured. */
export function toLayer(
  well: Pick<BookedWell, 'ledgerId' | 'layerCount' | 'pluggedOn'>,
  { terms, calculationDate, id, aroValueCents, totalEstimateCents, isGiven = false }: Measured,
): NewLayer {
  const { measurement, discountRateBp, inflationRateBp, pAndACostCents, wellLifespanYears } = terms;
  return {
    id,
    wellId: well.ledgerId,
    layerNumber: well.layerCount + 1,
    measurement,
    discountRateBp,
    inflationRateBp,
    pAndACostCents,
    totalEstimateCents,
    wellLifespanYears,
    retirementDate: null,
    calculationDate,
    aroValueCents,
    isGiven,
    pluggedOn: well.pluggedOn,
    currentAroCents: 0,
    ...NO_ARC,
    settledCents: 0,
    accretedThrough: null,
    isReversed: false,
    lastPostingId: 0,
  };
}

function refusal(code: 'conflict' | 'invalid', field: string, message: string): AppError {
  return new AppError(code, message, { [field]: [message] });
}

/** The plan, or the message of why there is none. */
export function orRefusal<Plan>(plan: () => Plan): Plan | string {
  try {
    return plan();
  } catch (error) {
    if (error instanceof AppError || error instanceof DomainError) return error.message;
    throw error;
  }
}
