import type { AccretableLayer } from '~/domain/books/accretion';
import { type Measurement, measureLayer } from '~/domain/books/layer';
import type { createPresentValue } from '~/domain/books/present-value';
import {
  type AdditionalCost,
  estimateAfterRow,
  lowersEstimate,
  measurementOf,
  type UploadedLayer,
} from '~/domain/books/uploaded-layer';
import { DomainError } from '~/domain/money/domain-error';
import type { Cents } from '~/domain/money/money';
import { foldCode } from '~/domain/wells/fold-text';

/** The layer of a row that is right in itself. */
export type FileLayer = { row: number; wellCode: string; isPlugged: boolean; layer: UploadedLayer };

/** A well's total estimated cost: today's, and after the file's rows by what their cost is taken for. */
export type WellEstimate = { wellCode: string; currentCents: Cents; addedCents: Cents; totalCents: Cents };

/** Total estimates by folded well code, of wells that have one. */
export type Estimates = ReadonlyMap<string, Cents>;

/** Whether nothing says what the cost of the row's additional layer means. */
export function isUndecided({ layer }: FileLayer): boolean {
  return layer.layerType === 'additional' && measurementOf(layer, null) === null;
}

/** The wells, by folded code, with a row whose cost is all owners': only the server knows every interest of a well. */
function wellsOfGrossCosts(layers: readonly FileLayer[]): ReadonlySet<string> {
  return new Set(
    layers.filter(({ layer }) => layer.grossCostCents !== null).map(({ wellCode }) => foldCode(wellCode)),
  );
}

/**
 * What undecided rows make of their wells' estimates, whichever is chosen. Wells without an initial layer are left out, and those
 * with a gross cost.
 */
export function previewEstimates(layers: readonly FileLayer[], estimates: Estimates): WellEstimate[] {
  const wells = new Map<string, Omit<WellEstimate, 'currentCents'> & { currentCents: Cents | null }>();
  const gross = wellsOfGrossCosts(layers);
  for (const given of layers) {
    const { wellCode, layer } = given;
    const code = foldCode(wellCode);
    if (gross.has(code)) continue;
    const known = wells.get(code);
    const estimate = known ? null : estimateBefore(layer, estimates.get(code));
    if (!known && estimate === null) continue;
    const well = known ?? { wellCode, currentCents: null, addedCents: estimate!, totalCents: estimate! };
    wells.set(code, well);
    if (layer.layerType === 'initial') continue;
    if (isUndecided(given)) well.currentCents ??= well.addedCents;
    well.addedCents = estimateAfterRow(well.addedCents, layer, measurementOf(layer, 'added'));
    well.totalCents = estimateAfterRow(well.totalCents, layer, measurementOf(layer, 'total'));
  }
  return [...wells.values()].filter((well): well is WellEstimate => well.currentCents !== null);
}

/**
 * The ordinary layers of a file as they will accrete. What the server alone knows is left out: remeasurements, the limit of a
 * decrease, and wells with gross costs.
 */
export function* ordinaryLayers(
  layers: readonly FileLayer[],
  {
    estimates,
    additionalCost,
    valuation,
  }: {
    estimates: Estimates;
    additionalCost: AdditionalCost | null;
    valuation: ReturnType<typeof createPresentValue>;
  },
): Generator<AccretableLayer | null> {
  const after = new Map<string, Cents>();
  const gross = wellsOfGrossCosts(layers);
  for (const { wellCode, isPlugged, layer } of layers) {
    const code = foldCode(wellCode);
    const before = after.get(code) ?? estimates.get(code) ?? null;
    const measurement = layer.layerType === 'initial' ? null : measurementOf(layer, additionalCost);
    const isKnown =
      !gross.has(code) && (layer.layerType === 'initial' || (measurement !== null && before !== null));
    if (isKnown) after.set(code, estimateAfterRow(before ?? 0, layer, measurement));
    const valueCents =
      isKnown && !isPlugged && layer.currentAroCents === null
        ? layerValue(layer, measurement, before, valuation)
        : null;
    const { calculationDate, wellLifespanYears, retirementDate, discountRateBp } = layer;
    yield valueCents === null
      ? null
      : {
          calculationDate,
          wellLifespanYears,
          retirementDate,
          discountRateBp,
          currentAroCents: valueCents,
          accretedThrough: null,
        };
  }
}

function layerValue(
  layer: UploadedLayer,
  measurement: Measurement | null,
  before: Cents | null,
  valuation: ReturnType<typeof createPresentValue>,
): Cents | null {
  if (layer.aroValueCents !== null) return layer.aroValueCents;
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
