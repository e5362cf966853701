import type { Act } from '~/domain/books/act';
import type { measureLayer } from '~/domain/books/layer';
import { NO_AMOUNTS } from '~/domain/books/movement';
import { PLAIN_HEADER } from '~/domain/books/planned-postings';
import { recognize } from '~/domain/books/recognition';
import {
  type AdditionalCost,
  DEPRECIATION_OUT_OF_RANGE,
  estimateAfterRow,
  isValidDepreciation,
  lowersEstimate,
  measurementOf,
  type UploadedLayer,
} from '~/domain/books/uploaded-layer';
import { changesRetirement, openOnDay, restartDepreciation } from '~/domain/books/well-books';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { type DateBounds, requireOpenDate } from '~/domain/calendar/open-dates';
import { DomainError } from '~/domain/money/domain-error';
import { boundedCents, type Cents, formatCents, MAX_CENTS, sumCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import {
  costOfRow,
  type NewLayer,
  needsBalance,
  planLayer,
  requireNothingSettledAfter,
  requireValidSequence,
  type TermsWithLife,
  toLayer,
} from '~/services/books/plan-layer.server';
import { requireOwned } from '~/services/books/sell-well.server';
import type { BookedWell } from '~/services/books/well-books.server';
import { applyLayer, type PlannedWell } from './planned-well.server';

export type LayerOptions = DateBounds & {
  /** Date of opening balances. */
  asOf: CalendarDate;
  additionalCost: AdditionalCost | null;
  /** Measures layers, memoizing repeated terms. */
  measure: typeof measureLayer;
  /** Wells, by folded code, whose balance may not go below zero after any single row. */
  strict: ReadonlySet<string>;
};

/** A row's layer as booked, and the well after it. */
export type PlannedRow = { layer: NewLayer; isOpening: boolean; well: PlannedWell };

const NO_MEASUREMENT =
  'Specify whether the P&A cost of this additional layer is the added cost or the revised total. Fill in the measurement column (increment or change), or choose one for the whole upload.';

type RowLayer = { layer: UploadedLayer; terms: TermsWithLife; id: number };

/**
 * Plans a row's layer. With a current value, it is an opening balance as of the upload's date, booked as given. Without one,
 * it is an ordinary layer incurred on its calculation date, and measured on that date unless its value is given.
 *
 * @param id the layer's id within the act
 * @throws AppError as planLayer, and when nothing says what the cost means; DomainError for values that take the well below
 * zero or contradict each other; DomainConflict for postings after a decrease; both for a date on which no balance may
 * change
 */
export function planUploadedLayer(
  act: Act,
  well: PlannedWell,
  { layer: uploadedLayer, id }: Pick<RowLayer, 'layer' | 'id'>,
  options: LayerOptions,
): PlannedRow {
  const layer = withNetCost(uploadedLayer, well);
  const measurement = layer.layerType === 'initial' ? null : measurementOf(layer, options.additionalCost);
  if (layer.layerType === 'additional' && well.layers.length > 0 && measurement === null) {
    throw new AppError('invalid', NO_MEASUREMENT, 'measurement');
  }
  const { discountRateBp, inflationRateBp, layerType } = layer;
  const { wellLifespanYears, retirementDate } = layer;
  const pAndACostCents = lowersEstimate(layer) ? loweredEstimate(well, layer) : layer.pAndACostCents;
  const terms: TermsWithLife = {
    layerType,
    measurement,
    discountRateBp,
    inflationRateBp,
    pAndACostCents,
    // A decrease's layer stores the estimate that remains, which isn't a gross cost that owners stated.
    ...(layer.grossCostCents !== null && !lowersEstimate(layer) && { grossCostCents: layer.grossCostCents }),
    wellLifespanYears,
    retirementDate,
  };
  requireValidSequence(terms, layer.calculationDate, well.layers.at(-1) ?? null);
  requireOwned(well, layer.currentAroCents === null ? layer.calculationDate : options.asOf);
  const row = { layer, terms, id };
  return layer.currentAroCents === null
    ? planOrdinary(act, well, row, options)
    : planOpening(act, well, { ...row, balanceCents: layer.currentAroCents }, options);
}

/** The layer with the company's share of a gross cost that its row gives. @throws DomainError as costOfRow */
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
  if (!isValidDepreciation(costCents, accumulatedCents)) {
    throw new DomainError('arcAccumulated', DEPRECIATION_OUT_OF_RANGE);
  }
  if (strict.has(well.wellCodeKey)) {
    requireWithinCarryingAmount(
      balanceCents,
      computeCarryingAmount(act, well),
      'currentAroValue',
      'Current ARO value',
    );
  }
  const opened = toLayer(well, { terms, calculationDate, id, ...measured, isGiven });
  const round = well.round ?? 0;
  act.withRound(round, () => {
    act.book(
      'main',
      { ...PLAIN_HEADER, kind: 'opening', day: asOf },
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
  return { layer: opened, isOpening: true, well: applyLayer(well, opened, asOf, { round, openedOn }) };
}

/**
 * Value at recognition of a layer with an opening balance. A decrease is taken at its stated terms: the well's carrying
 * amount on that date is unknown, so it can't limit the decrease.
 */
function measureHistoric(
  well: PlannedWell,
  terms: TermsWithLife & { calculationDate: CalendarDate },
  { measure }: LayerOptions,
) {
  if (terms.measurement === 'remeasure') {
    const message = 'ARO value is required for a remeasured opening balance';
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
  const isMeasuredOnDate =
    givenCents === null
      ? needsBalance(act, well, { terms, calculationDate })
      : givenCents < 0 || changesRetirement(act, well.layers, { ...terms, calculationDate });
  const openedWell = isMeasuredOnDate ? openOnDayInAct(act, well, calculationDate) : well;
  // A layer measured against what this act has booked must be in a later round.
  const round = well.round === null ? 0 : well.round + (isMeasuredOnDate ? 1 : 0);
  const added = act.withRound(round, () =>
    givenCents === null
      ? // In a file, each total is compared with the total stated before it, not with a repriced one.
        planLayer(act, openedWell, {
          terms,
          calculationDate,
          id,
          changeBasis: 'stated',
          measure: options.measure,
        })
      : planStatedValue(act, openedWell, { terms, calculationDate, id, givenCents }),
  );
  const isReplayed = well.isReplayed || (isMeasuredOnDate && openedWell.later.length > 0);
  return {
    layer: added,
    isOpening: false,
    well: applyLayer(well, added, calculationDate, { round, isReplayed }),
  };
}

/**
 * The well as of a day, with the postings after that day. If this act has already reversed and reposted them, the reposts
 * are dropped, because this row reposts them again; in the books they are already reversed.
 */
function openOnDayInAct(act: Act, well: PlannedWell, day: CalendarDate): PlannedWell {
  if (well.openedOn !== null && well.openedOn > day) {
    const message = `An earlier row sets the well’s opening balance as of ${well.openedOn}, which includes everything before that date. Enter this layer’s current ARO value too.`;
    throw new DomainError('currentAroValue', message);
  }
  const later = well.later.filter((posting) => posting.day > day);
  if (!well.isReplayed) return { ...well, later };
  act.dropReplays(well.layers, day);
  return { ...well, later: later.map((posting) => ({ ...posting, movements: [] })) };
}

/** Books a given value unchanged. A negative value may not exceed the well's carrying amount on its date. */
function planStatedValue(
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
  if (givenCents >= 0 && !changesRetirement(act, well.layers, layer)) {
    requireNothingSettledAfter(well, rest.calculationDate);
    recognize(act, layer, well);
    return layer;
  }
  const { carryingCents, replay } = openOnDay(act, well, rest.calculationDate);
  requireWithinCarryingAmount(givenCents, carryingCents, 'aroValue', 'ARO value');
  recognize(act, layer, well);
  replay([layer]);
  return layer;
}

/** The well's total estimated cost, in cents, after a layer whose value is given. */
function estimateAfter(well: PlannedWell, { measurement, pAndACostCents }: TermsWithLife): Cents {
  const before = well.layers.at(-1)?.estimateLeftCents ?? 0;
  return boundedCents(
    estimateAfterRow(before, { pAndACostCents, grossCostCents: null }, measurement ?? null),
    'pAndACost',
  );
}

/**
 * The well's remaining estimate, in cents, after a row's decrease. Zero isn't allowed: only a settlement or sale ends an
 * estimate.
 * @throws DomainError
 */
function loweredEstimate({ layers }: PlannedWell, layer: UploadedLayer): Cents {
  const before = layers.at(-1)?.estimateLeftCents;
  // requireValidSequence refuses the row later, because there is no initial layer.
  if (before === undefined) return layer.pAndACostCents;
  const after = estimateAfterRow(before, layer, 'change');
  if (after > 0) return after;
  const message = `P&A cost lowers the well’s estimate of ${formatCents(before)} to zero or less. Settle or sell the well instead.`;
  throw new DomainError('pAndACost', message);
}

/** The well's carrying amount, in cents, including everything booked in the act so far. */
export function computeCarryingAmount(act: Act, { layers }: Pick<BookedWell, 'layers'>): Cents {
  return Number(sumCents(layers.map((layer) => act.stateOf(layer).currentAroCents)));
}

function requireWithinCarryingAmount(cents: Cents, carryingCents: Cents, field: string, label: string): void {
  const floorCents = Math.min(0, 0 - carryingCents);
  if (cents >= floorCents) return;
  const carryingAmount = formatCents(0 - floorCents);
  throw new DomainError(
    field,
    `${label} can’t reduce the liability by more than the well’s carrying amount of ${carryingAmount}`,
  );
}
