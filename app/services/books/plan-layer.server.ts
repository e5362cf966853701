import type { Act } from '~/domain/books/act';
import { NO_ARC } from '~/domain/books/depreciation';
import { expectedCost, expectedPresentValue, hasTimes } from '~/domain/books/expected-cost';
import { type LayerMeasurementInput, measureLayer } from '~/domain/books/layer';
import { resolveLife } from '~/domain/books/life';
import { type ChangeBasis, repriceEstimate } from '~/domain/books/price-level';
import { recognize } from '~/domain/books/recognition';
import type { Rates } from '~/domain/books/revision';
import { changesRetirement, openOnDay } from '~/domain/books/well-books';
import { interestOn, netOf } from '~/domain/books/working-interest';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { DomainError } from '~/domain/money/domain-error';
import { type Cents, formatCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { LayerTerms } from '~/schemas/books/aro-layer';
import type { AddedLayer } from './post.server';
import { requireOwned } from './sell-well.server';
import type { BookedLayer, BookedWell } from './well-books.server';

/** Measures a layer. Batches memoize it, because most of their wells have the same figures. */
export type Measure = typeof measureLayer;

/** A layer's terms once its life is determined. */
export type TermsWithLife = LayerTerms & { wellLifespanYears: number };

export type LayerToPlan = {
  terms: LayerTerms;
  calculationDate: CalendarDate;
  /** The layer's id within the act: −1 for the first one it adds. */
  id: number;
  /** Basis that a change in estimate is measured against. */
  changeBasis: ChangeBasis;
  measure?: Measure;
  reprice?: typeof repriceEstimate;
  /** For a decrease at the rates of the layers it reduces: derives the rates from those layers as of the date. */
  ratesOn?: (layers: readonly BookedLayer[]) => Rates;
};

/**
 * Plans a well's next layer as part of an act. There is one initial layer, and it comes first; no layer is dated before the
 * previous one. A decrease or remeasurement is measured against the well's carrying amount on the date: accretion and
 * depreciation through the date are posted first, and whatever was posted beyond it is reposted afterward. An initial layer or an
 * increase needs no balance, unless it changes the period that depreciation is spread over.
 *
 * @throws AppError conflict, invalid; DomainConflict when bookings after the date prevent it; DomainError beyond the largest
 * amount, and as resolveLife
 */
export function planLayer(
  act: Act,
  well: BookedWell,
  {
    terms: layerTerms,
    calculationDate,
    id,
    changeBasis,
    measure = measureLayer,
    reprice = repriceEstimate,
    ratesOn,
  }: LayerToPlan,
): NewLayer {
  const latest = well.layers.at(-1) ?? null;
  requireValidSequence(layerTerms, calculationDate, latest);
  requireOwned(well, calculationDate);
  const { wellLifespanYears, retirementDate } = resolveLife(calculationDate, layerTerms, well.retirementDate);
  const pAndACostCents = costOf(layerTerms, well, calculationDate);
  const termsWithLife = { ...layerTerms, wellLifespanYears, retirementDate, pAndACostCents };
  const isChange = latest !== null && (layerTerms.measurement ?? 'change') === 'change';
  const repricedEstimateCents =
    isChange && changeBasis === 'repriced' ? reprice(calculationDate, well.layers) : null;
  const toPrevious = (carryingAmountCents: Cents) =>
    latest && { totalEstimateCents: latest.estimateLeftCents, repricedEstimateCents, carryingAmountCents };

  const measureAndBuild = (terms: TermsWithLife, carryingCents: Cents) => {
    const { layerType, measurement, pAndACostCents, discountRateBp, inflationRateBp, expectedCost } = terms;
    const { wellLifespanYears, retirementDate } = terms;
    const figures: LayerMeasurementInput = {
      layerType,
      measurement: measurement ?? 'change',
      pAndACostCents,
      discountRateBp,
      inflationRateBp,
      calculationDate,
      wellLifespanYears,
      retirementDate,
      previous: toPrevious(carryingCents),
    };
    const result =
      expectedCost && hasTimes(expectedCost)
        ? measureLayer(figures, (cost) => expectedPresentValue(expectedCost, cost))
        : measure(figures);
    const isLifeInherited = !layerTerms.retirementDate;
    return toLayer(well, { terms, isLifeInherited, calculationDate, id, repricedEstimateCents, ...result });
  };

  if (!latest || !needsBalance(act, well, { terms: termsWithLife, calculationDate, repricedEstimateCents })) {
    requireNothingSettledAfter(well, calculationDate);
    const layer = measureAndBuild(termsWithLife, 0);
    recognize(act, layer, well, termsWithLife.origin);
    return layer;
  }
  const { carryingCents, replay } = openOnDay(act, well, calculationDate);
  const layer = measureAndBuild(
    { ...termsWithLife, ...ratesOn?.(well.layers.map(act.stateOf)) },
    carryingCents,
  );
  recognize(act, layer, well, termsWithLife.origin);
  replay([layer]);
  return layer;
}

/**
 * The company's cost: as entered, probability-weighted from scenarios, or the gross cost times its working interest on the date.
 * @throws DomainError
 */
function costOf(
  { pAndACostCents, grossCostCents, expectedCost: expected }: LayerTerms,
  { interests }: BookedWell,
  day: CalendarDate,
): Cents {
  // At least one cent: every scenario costs one or more, and their probabilities add up to 100%.
  if (expected) return expectedCost(expected);
  return grossCostCents ? shareOfCost(grossCostCents, interests, day) : pAndACostCents;
}

/** @throws DomainError */
function shareOfCost(grossCents: Cents, interests: BookedWell['interests'], day: CalendarDate): Cents {
  const cents = netOf(grossCents, interestOn(interests, day));
  if (cents > 0) return cents;
  throw new DomainError('grossCost', 'The company’s share of this cost is less than one cent');
}

/**
 * The company's cost of a row, in cents. If the row has a gross cost, alone or with a net cost, the result is the gross cost
 * times the working interest on the date. Both costs are negative in a row that lowers an estimate.
 * @throws DomainError when the well's first interest begins after the date, when the row has a different net cost, and below one cent
 * Source: the rule of gross costs.
 */
export function costOfRow(
  { pAndACostCents, grossCostCents }: { pAndACostCents: Cents; grossCostCents: Cents | null },
  { interests }: Pick<BookedWell, 'interests'>,
  day: CalendarDate,
): Cents {
  if (grossCostCents === null) return pAndACostCents;
  const [first] = interests.map(({ from }) => from).sort();
  // Before its first interest, a well counts as wholly owned: right for a well that was, wrong for one whose share nobody entered.
  if (first !== undefined && first > day) {
    throw new DomainError(
      'grossCost',
      `Gross P&A cost requires a working interest on ${day}, but the well’s first interest begins on ${first}`,
    );
  }
  const shareCents = shareOfCost(Math.abs(grossCostCents), interests, day);
  const netCents = grossCostCents < 0 ? 0 - shareCents : shareCents;
  if (pAndACostCents === 0 || pAndACostCents === netCents) return netCents;
  throw new DomainError(
    'grossCost',
    `The company’s share of the gross P&A cost is ${formatCents(netCents)}, not ${formatCents(pAndACostCents)}. Leave one of the two blank.`,
  );
}

/** Refuses a layer dated before the well's last settlement or sale. @throws AppError conflict */
export function requireNothingSettledAfter(
  { wellCode, settledOn, soldOn }: Pick<BookedWell, 'wellCode' | 'settledOn' | 'soldOn'>,
  calculationDate: CalendarDate,
): void {
  if (soldOn !== null && soldOn > calculationDate) {
    throw new AppError(
      'conflict',
      `Well "${wellCode}" was sold on ${soldOn}. Use that date or a later one, or reverse the sale first.`,
      'calculationDate',
    );
  }
  if (settledOn === null || settledOn <= calculationDate) return;
  throw new AppError(
    'conflict',
    `Well "${wellCode}" was settled on ${settledOn}. Use that date or a later one, or reverse the settlement first.`,
    'calculationDate',
  );
}

/**
 * True when a layer must be measured on its date: a decrease or a remeasurement, against the carrying amount, and a change of the
 * retirement date, against the remaining depreciable amount.
 */
export function needsBalance(
  act: Act,
  { layers }: Pick<BookedWell, 'layers'>,
  {
    terms,
    calculationDate,
    repricedEstimateCents = null,
  }: { terms: TermsWithLife; calculationDate: CalendarDate; repricedEstimateCents?: Cents | null },
): boolean {
  const latest = layers.at(-1);
  if (!latest) return false;
  if (terms.measurement === 'remeasure' || changesRetirement(act, layers, { ...terms, calculationDate }))
    return true;
  if (terms.measurement === 'increment') return false;
  return terms.pAndACostCents < (repricedEstimateCents ?? latest.estimateLeftCents);
}

/** Refuses a layer that can't follow the latest one. @throws AppError conflict, invalid */
export function requireValidSequence(
  terms: LayerTerms,
  calculationDate: CalendarDate,
  latest: BookedLayer | null,
): void {
  if (terms.layerType === 'initial' && latest) {
    throw new AppError('conflict', 'This well already has an initial layer', 'layerType');
  }
  if (terms.layerType === 'additional' && !latest) {
    throw new AppError('conflict', 'Calculate the initial layer first', 'layerType');
  }
  if (latest && calculationDate < latest.calculationDate) {
    throw new AppError(
      'invalid',
      `Calculation date can’t be earlier than the previous layer’s (${latest.calculationDate})`,
      'calculationDate',
    );
  }
}

type Measured = Pick<LayerToPlan, 'calculationDate' | 'id'> & {
  terms: TermsWithLife;
  /** True when the calculation names no retirement date, so the date is the well's own. */
  isLifeInherited?: boolean;
  aroValueCents: Cents;
  totalEstimateCents: Cents;
  repricedEstimateCents?: Cents | null;
  isGiven?: boolean;
};

/** A layer that an act adds: both the record to write, and its state before anything is booked on it. */
export type NewLayer = AddedLayer & BookedLayer;

/** Builds a layer from its terms and measurement. */
export function toLayer(
  well: Pick<BookedWell, 'ledgerId' | 'layerCount' | 'pluggedOn' | 'retirementDate'>,
  {
    terms,
    isLifeInherited = false,
    calculationDate,
    id,
    aroValueCents,
    totalEstimateCents,
    repricedEstimateCents = null,
    isGiven = false,
  }: Measured,
): NewLayer {
  const retirementDate = terms.retirementDate ?? null;
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
    repricedEstimateCents,
    estimateLeftCents: totalEstimateCents,
    wellLifespanYears,
    retirementDate,
    retirementBefore: isLifeInherited || retirementDate === null ? retirementDate : well.retirementDate,
    grossCostCents: terms.grossCostCents ?? null,
    scenarios: terms.expectedCost ?? null,
    calculationDate,
    aroValueCents,
    isGiven,
    ratesFrom: null,
    companyRates: null,
    reason: null,
    pluggedOn: well.pluggedOn,
    currentAroCents: 0,
    ...NO_ARC,
    settledCents: 0,
    accretedThrough: null,
    isReversed: false,
    lastPostingId: 0,
  };
}

/** Returns the plan, or the message of its refusal. */
export function planOrRefusal<Plan>(plan: () => Plan): Plan | string {
  try {
    return plan();
  } catch (error) {
    if (error instanceof AppError || error instanceof DomainError) return error.message;
    throw error;
  }
}
