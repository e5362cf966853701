import type { AccretableLayer, AccretionCalculator } from '~/domain/books/accretion';
import { type Measurement, measureLayer } from '~/domain/books/layer';
import { balanceOn, differsWidely, isPlausibleRate } from '~/domain/books/plausible-layer';
import type { createPresentValue } from '~/domain/books/present-value';
import {
  type AdditionalCost,
  estimateAfterRow,
  lowersEstimate,
  measurementOf,
  type UploadedLayer,
} from '~/domain/books/uploaded-layer';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { DomainError } from '~/domain/money/domain-error';
import type { Cents } from '~/domain/money/money';
import type { RateBp } from '~/domain/money/rate';
import { foldCode } from '~/domain/wells/fold-text';

/** The layer of a row that is valid on its own. */
export type FileLayer = { row: number; wellCode: string; isPlugged: boolean; layer: UploadedLayer };

/** A well's total estimated cost: the current one, and after the file's rows under each meaning of their cost. */
export type WellEstimate = { wellCode: string; currentCents: Cents; addedCents: Cents; totalCents: Cents };

/** Total estimates by folded well code; only wells that have one. */
export type Estimates = ReadonlyMap<string, Cents>;

/** True when nothing says what the cost of the row's additional layer means. */
export function isUndecided({ layer }: FileLayer): boolean {
  return layer.layerType === 'additional' && measurementOf(layer, null) === null;
}

/** Folded codes of wells with a row whose cost is gross. Only the server knows every interest in a well. */
function findGrossCostWells(layers: readonly FileLayer[]): ReadonlySet<string> {
  return new Set(
    layers.filter(({ layer }) => layer.grossCostCents !== null).map(({ wellCode }) => foldCode(wellCode)),
  );
}

/**
 * How undecided rows change their wells' estimates under either choice. Excludes wells without an initial layer and wells with
 * gross costs.
 */
export function previewEstimates(layers: readonly FileLayer[], estimates: Estimates): WellEstimate[] {
  const wells = new Map<string, Omit<WellEstimate, 'currentCents'> & { currentCents: Cents | null }>();
  const grossCostWells = findGrossCostWells(layers);
  for (const fileLayer of layers) {
    const { wellCode, layer } = fileLayer;
    const code = foldCode(wellCode);
    if (grossCostWells.has(code)) continue;
    const existing = wells.get(code);
    const estimate = existing ? null : estimateBefore(layer, estimates.get(code));
    if (!existing && estimate === null) continue;
    const well = existing ?? { wellCode, currentCents: null, addedCents: estimate!, totalCents: estimate! };
    wells.set(code, well);
    if (layer.layerType === 'initial') continue;
    if (isUndecided(fileLayer)) well.currentCents ??= well.addedCents;
    well.addedCents = estimateAfterRow(well.addedCents, layer, measurementOf(layer, 'added'));
    well.totalCents = estimateAfterRow(well.totalCents, layer, measurementOf(layer, 'total'));
  }
  return [...wells.values()].filter((well): well is WellEstimate => well.currentCents !== null);
}

type MeasuringTerms = {
  estimates: Estimates;
  additionalCost: AdditionalCost | null;
  valuation: ReturnType<typeof createPresentValue>;
};

type MeasuredLayer = FileLayer & {
  /** True when the file and the estimates determine what the layer is measured against. */
  isKnown: boolean;
  /** Value at recognition computed from its cost, life and rates, in cents; null when it can't be determined. */
  formulaValue: () => Cents | null;
};

/**
 * Layers of a file with what each is measured against. Excludes what only the server knows: remeasurements, the limit on a
 * decrease, and wells with gross costs.
 */
function* measuredLayers(
  layers: readonly FileLayer[],
  { estimates, additionalCost, valuation }: MeasuringTerms,
): Generator<MeasuredLayer> {
  const estimatesAfter = new Map<string, Cents>();
  const grossCostWells = findGrossCostWells(layers);
  for (const fileLayer of layers) {
    const { wellCode, layer } = fileLayer;
    const code = foldCode(wellCode);
    const before = estimatesAfter.get(code) ?? estimates.get(code) ?? null;
    const measurement = layer.layerType === 'initial' ? null : measurementOf(layer, additionalCost);
    const isKnown =
      !grossCostWells.has(code) &&
      (layer.layerType === 'initial' || (measurement !== null && before !== null));
    if (isKnown) estimatesAfter.set(code, estimateAfterRow(before ?? 0, layer, measurement));
    const formulaValue = () => (isKnown ? computeValue(layer, measurement, before, valuation) : null);
    yield { ...fileLayer, isKnown, formulaValue };
  }
}

/** Layers that accrete from recognition; null for plugged wells, opening balances, and values that only the server knows. */
export function* ordinaryLayers(
  layers: readonly FileLayer[],
  terms: MeasuringTerms,
): Generator<AccretableLayer | null> {
  for (const measured of measuredLayers(layers, terms)) {
    const isOrdinary = !measured.isPlugged && measured.layer.currentAroCents === null;
    yield isOrdinary ? toRecognizedLayer(measured) : null;
  }
}

/** The layer as recognized: with its given value, or the measured one. */
function toRecognizedLayer({ layer, isKnown, formulaValue }: MeasuredLayer): AccretableLayer | null {
  const { calculationDate, wellLifespanYears, retirementDate, discountRateBp } = layer;
  const currentAroCents = isKnown ? (layer.aroValueCents ?? formulaValue()) : null;
  return currentAroCents === null
    ? null
    : {
        calculationDate,
        wellLifespanYears,
        retirementDate,
        discountRateBp,
        currentAroCents,
        accretedThrough: null,
      };
}

/** A value that looks wrong: an implausible rate, or an amount far from the one computed from the row's cost, life and rates. */
export type SuspectValue =
  | { field: 'discountRate' | 'inflationRate'; rate: RateBp }
  | { field: 'aroValue' | 'currentAroValue'; cents: Cents; computed: Cents };

export type SuspectValueRow = { row: number; wellCode: string; values: SuspectValue[] };

/**
 * Values of each row that look wrong; null for a row without any. Zero balances, which are settled layers, and balances of plugged
 * wells, which don't accrete, aren't checked.
 * @param asOf date of the balances; null when the file has none
 */
export function* findSuspectValues(
  layers: readonly FileLayer[],
  {
    asOf,
    calculator,
    ...terms
  }: MeasuringTerms & { asOf: CalendarDate | null; calculator: AccretionCalculator },
): Generator<SuspectValueRow | null> {
  for (const fileLayer of measuredLayers(layers, terms)) {
    const { row, wellCode, isPlugged, layer } = fileLayer;
    const values: SuspectValue[] = [];
    for (const field of ['discountRate', 'inflationRate'] as const) {
      const rate = layer[`${field}Bp`];
      if (!isPlausibleRate(rate)) values.push({ field, rate });
    }
    const { aroValueCents, currentAroCents } = layer;
    const checkAmount = (field: 'aroValue' | 'currentAroValue', cents: Cents, computed: Cents | null) => {
      if (computed !== null && differsWidely(cents, computed)) values.push({ field, cents, computed });
    };
    if (aroValueCents !== null) checkAmount('aroValue', aroValueCents, fileLayer.formulaValue());
    if (currentAroCents && !isPlugged && asOf) {
      const layer = toRecognizedLayer(fileLayer);
      checkAmount('currentAroValue', currentAroCents, layer && balanceOn(layer, asOf, calculator));
    }
    yield values.length > 0 ? { row, wellCode, values } : null;
  }
}

/** Value by the formula; null for remeasurements, and when there is no result, which the server refuses. */
function computeValue(
  layer: UploadedLayer,
  measurement: Measurement | null,
  before: Cents | null,
  valuation: ReturnType<typeof createPresentValue>,
): Cents | null {
  if (measurement === 'remeasure') return null;
  const previous =
    before === null ? null : { totalEstimateCents: before, carryingAmountCents: Number.MAX_SAFE_INTEGER };
  const pAndACostCents = lowersEstimate(layer)
    ? estimateAfterRow(before ?? 0, layer, measurement)
    : layer.pAndACostCents;
  const measured = { ...layer, pAndACostCents, measurement: measurement ?? 'increment', previous };
  try {
    return measureLayer(measured, valuation).aroValueCents;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

function estimateBefore({ layerType, pAndACostCents }: UploadedLayer, inBooks: Cents | undefined) {
  return inBooks ?? (layerType === 'initial' ? pAndACostCents : null);
}
