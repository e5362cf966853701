import type { Act } from '~/domain/books/act';
import type { measureLayer } from '~/domain/books/layer';
import { NO_AMOUNTS } from '~/domain/books/movement';
import { PLAIN_HEAD } from '~/domain/books/planned-postings';
import { recognize } from '~/domain/books/recognition';
import {
  type AdditionalCost,
  estimateAfterRow,
  isDepreciationOf,
  lowersEstimate,
  measurementOf,
  TOO_DEPRECIATED,
  type UploadedLayer,
} from '~/domain/books/uploaded-layer';
import { changesLife, openOnDay, restartDepreciation } from '~/domain/books/well-books';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { type DateBounds, requireOpenDate } from '~/domain/calendar/open-dates';
import { DomainError } from '~/domain/money/domain-error';
import { boundedCents, type Cents, formatCents, MAX_CENTS, sumCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import {
  costOfRow,
  type LivingTerms,
  type NewLayer,
  needsBalance,
  planLayer,
  requireNothingSettledAfter,
  requirePlace,
  toLayer,
} from '~/services/books/plan-layer.server';
import { requireOwned } from '~/services/books/sell-well.server';
import type { BookedWell } from '~/services/books/well-books.server';
import { afterLayer, type PlannedWell } from './planned-well.server';

export type LayerOptions = DateBounds & {
  /** The day of the balances that rows bring in. */
  asOf: CalendarDate;
  additionalCost: AdditionalCost | null;
  /** Measures layers, remembering what repeats. */
  measure: typeof measureLayer;
  /** Wells, by folded code, of which no row may take the balance below zero, not even for the rows in between. */
  strict: ReadonlySet<string>;
};

/** A layer of a row as it is booked, and the well after it. */
export type PlannedRow = { layer: NewLayer; isOpening: boolean; well: PlannedWell };

const NO_MEASUREMENT =
  'Say whether the P&A cost of this additional layer is the added cost or the revised total: fill in the measurement column (increment or change), or choose it for the whole upload';

type RowLayer = { layer: UploadedLayer; terms: LivingTerms; id: number };

/**
 * Plans a row's layer: with a current value it is an opening balance as of the upload's day, taken as it is given; without
 * one an ordinary layer, incurred on its calculation date, and measured there unless its value is given.
 *
 * @param id the layer's id within the act
 * @throws AppError as planLayer, and where nothing says what the cost means; DomainError for values that take the well below zero,
 * or that contradict each other; DomainConflict for what is booked after a decrease; both for a date that may not move a balance
 */
export function planUploadedLayer(
  act: Act,
  well: PlannedWell,
  { layer: given, id }: Pick<RowLayer, 'layer' | 'id'>,
  options: LayerOptions,
): PlannedRow {
  const layer = withNetCost(given, well);
  const measurement = layer.layerType === 'initial' ? null : measurementOf(layer, options.additionalCost);
  if (layer.layerType === 'additional' && well.layers.length > 0 && measurement === null) {
    throw new AppError('invalid', NO_MEASUREMENT, 'measurement');
  }
  const { discountRateBp, inflationRateBp, layerType } = layer;
  const { wellLifespanYears, retirementDate } = layer;
  const pAndACostCents = lowersEstimate(layer) ? loweredEstimate(well, layer) : layer.pAndACostCents;
  const terms: LivingTerms = {
    layerType,
    measurement,
    discountRateBp,
    inflationRateBp,
    pAndACostCents,
    // Of a decrease, the layer keeps the estimate that it leaves, which no owner stated.
    ...(layer.grossCostCents !== null && !lowersEstimate(layer) && { grossCostCents: layer.grossCostCents }),
    wellLifespanYears,
    retirementDate,
  };
  requirePlace(terms, layer.calculationDate, well.layers.at(-1) ?? null);
  requireOwned(well, layer.currentAroCents === null ? layer.calculationDate : options.asOf);
  const row = { layer, terms, id };
  return layer.currentAroCents === null
    ? planOrdinary(act, well, row, options)
    : planOpening(act, well, { ...row, balanceCents: layer.currentAroCents }, options);
}

/** The layer with the company's share of what its row gives as all owners' cost. @throws DomainError as costOfRow */
export function withNetCost(layer: UploadedLayer, well: Pick<BookedWell, 'interests'>): UploadedLayer {
  return { ...layer, pAndACostCents: costOfRow(layer, well, layer.calculationDate) };
}

function planOpening(
  act: Act,
  well: PlannedWell,
  { layer, terms, id, balanceCents }: RowLayer & { balanceCents: Cents },
  options: LayerOptions,
): PlannedRow {
  const { asOf, strict } = options;
  const { calculationDate, aroValueCents: givenCents } = layer;
  if (asOf < calculationDate) {
    throw new DomainError(
      'currentAroValue',
      `Current ARO value is as of ${asOf}, before the calculation date`,
    );
  }
  requireOpenDate(asOf, 'asOf', options);
  requireNothingSettledAfter(well, calculationDate);
  const isGiven = givenCents !== null;
  const measured = isGiven
    ? { aroValueCents: givenCents, totalEstimateCents: estimateAfter(well, terms) }
    : measureHistoric(well, { ...terms, calculationDate }, options);
  const accumulatedCents = layer.arcAccumulatedCents ?? 0;
  const costCents = layer.arcCostCents ?? measured.aroValueCents;
  if (!isDepreciationOf(costCents, accumulatedCents)) {
    throw new DomainError('arcAccumulated', TOO_DEPRECIATED);
  }
  if (strict.has(well.wellCodeKey)) {
    requireCarried(balanceCents, carriedBy(act, well), 'currentAroValue', 'Current ARO value');
  }
  const opened = toLayer(well, { terms, calculationDate, id, ...measured, isGiven });
  const round = well.round ?? 0;
  act.inRound(round, () => {
    act.book(
      'main',
      { ...PLAIN_HEAD, kind: 'opening', day: asOf },
      opened,
      {
        ...NO_AMOUNTS,
        kind: 'opening',
        liabilityCents: balanceCents,
        arcCostCents: costCents,
        arcAccumulatedCents: 0 - accumulatedCents,
        accretion: null,
      },
      { accretedThrough: asOf, arcBaseDay: asOf },
    );
    restartDepreciation(act, well.layers, opened);
  });
  const openedOn = asOf;
  return { layer: opened, isOpening: true, well: afterLayer(well, opened, asOf, { round, openedOn }) };
}

/**
 * The value at recognition of a layer whose balance is brought in. A decrease took away what its terms say: what the well
 * carried on that day is not known, and cannot limit it.
 */
function measureHistoric(
  well: PlannedWell,
  terms: LivingTerms & { calculationDate: CalendarDate },
  { measure }: LayerOptions,
) {
  if (terms.measurement === 'remeasure') {
    const message = 'ARO value is required for an opening balance that was remeasured';
    throw new DomainError('aroValue', message);
  }
  const latest = well.layers.at(-1);
  const previous = latest && {
    totalEstimateCents: latest.estimateLeftCents,
    carryingAmountCents: MAX_CENTS,
  };
  return measure({ ...terms, measurement: terms.measurement ?? 'change', previous: previous ?? null });
}

function planOrdinary(
  act: Act,
  well: PlannedWell,
  { layer, terms, id }: RowLayer,
  options: LayerOptions,
): PlannedRow {
  const { calculationDate, aroValueCents: givenCents } = layer;
  requireOpenDate(calculationDate, 'calculationDate', options, 'Calculation date');
  const isMeasuredOnItsDay =
    givenCents === null
      ? needsBalance(act, well, { terms, calculationDate })
      : givenCents < 0 || changesLife(act, well.layers, { ...terms, calculationDate });
  const found = isMeasuredOnItsDay ? openInAct(act, well, calculationDate) : well;
  // Measured against what this act itself has booked, it comes after that.
  const round = well.round === null ? 0 : well.round + (isMeasuredOnItsDay ? 1 : 0);
  const added = act.inRound(round, () =>
    givenCents === null
      ? // Rows follow one another by the totals that they state.
        planLayer(act, found, { terms, calculationDate, id, changeBasis: 'stated', measure: options.measure })
      : planGiven(act, found, { terms, calculationDate, id, givenCents }),
  );
  const isReplayed = well.isReplayed || (isMeasuredOnItsDay && found.later.length > 0);
  return {
    layer: added,
    isOpening: false,
    well: afterLayer(well, added, calculationDate, { round, isReplayed }),
  };
}

/**
 * The well as an act on a day finds it: with what is booked after that day. What the same act posts again after it is taken
 * out, for this row posts it once more; in the books it is reversed already.
 */
function openInAct(act: Act, well: PlannedWell, day: CalendarDate): PlannedWell {
  if (well.openedOn !== null && well.openedOn > day) {
    const message = `An earlier row of this file brings in the well’s balance as of ${well.openedOn}, which includes everything before. Give this layer’s current ARO value as well.`;
    throw new DomainError('currentAroValue', message);
  }
  const later = well.later.filter((posting) => posting.day > day);
  if (!well.isReplayed) return { ...well, later };
  act.dropReplays(well.layers, day);
  return { ...well, later: later.map((posting) => ({ ...posting, movements: [] })) };
}

/** An entered value is booked unchanged. A negative one may not exceed the well's carrying amount on its date. */
function planGiven(
  act: Act,
  well: PlannedWell,
  {
    givenCents,
    ...rest
  }: Pick<RowLayer, 'terms' | 'id'> & { calculationDate: CalendarDate; givenCents: Cents },
): NewLayer {
  const totalEstimateCents = estimateAfter(well, rest.terms);
  const layer = toLayer(well, {
    ...rest,
    aroValueCents: givenCents,
    totalEstimateCents,
    isGiven: true,
  });
  if (givenCents >= 0 && !changesLife(act, well.layers, layer)) {
    requireNothingSettledAfter(well, rest.calculationDate);
    recognize(act, layer, well);
    return layer;
  }
  const { carryingCents, replay } = openOnDay(act, well, rest.calculationDate);
  requireCarried(givenCents, carryingCents, 'aroValue', 'ARO value');
  recognize(act, layer, well);
  replay([layer]);
  return layer;
}

/** The well's total estimated cost after a layer whose value is given. */
function estimateAfter(well: PlannedWell, { measurement, pAndACostCents }: LivingTerms): Cents {
  const before = well.layers.at(-1)?.estimateLeftCents ?? 0;
  return boundedCents(
    estimateAfterRow(before, { pAndACostCents, grossCostCents: null }, measurement ?? null),
    'pAndACost',
  );
}

/**
 * The estimate that a row's decrease leaves of the well's. Nothing at all is no estimate: it takes a settlement or a sale to end one.
 * @throws DomainError
 */
function loweredEstimate({ layers }: PlannedWell, layer: UploadedLayer): Cents {
  const before = layers.at(-1)?.estimateLeftCents;
  // Without an initial layer the row is refused for that.
  if (before === undefined) return layer.pAndACostCents;
  const after = estimateAfterRow(before, layer, 'change');
  if (after > 0) return after;
  const message = `P&A cost lowers the well’s estimate of ${formatCents(before)} to zero or less. Settle or sell the well instead.`;
  throw new DomainError('pAndACost', message);
}

/** What the well carries, with everything that is booked by then. */
export function carriedBy(act: Act, { layers }: Pick<BookedWell, 'layers'>): Cents {
  return Number(sumCents(layers.map((layer) => act.stateOf(layer).currentAroCents)));
}

function requireCarried(cents: Cents, carryingCents: Cents, field: string, label: string): void {
  const floorCents = Math.min(0, 0 - carryingCents);
  if (cents >= floorCents) return;
  const carried = formatCents(0 - floorCents);
  throw new DomainError(
    field,
    `${label} can’t reduce the liability by more than the well’s carrying amount of ${carried}`,
  );
}
