import type { AccretionMethod } from './accretion';
import type { Depreciation } from './depreciation';
import type { Measurement } from './layer';

/** What the cost of an additional layer means. */
export const MEASUREMENT_NAMES: Record<Measurement, string> = {
  change: 'Change in estimate',
  increment: 'Added cost',
  remeasure: 'Remeasurement',
};

/** How a balance becomes expense. */
export const METHOD_NAMES: Record<AccretionMethod | Exclude<Depreciation, 'none'>, string> = {
  simple: 'Simple',
  effective: 'Effective',
  'straight-line': 'Straight-line',
  'units-of-production': 'Units of production',
};

/** A balance brought in differs from the value at recognition by what happened to the layer before it came into the books. */
export const OPENING_CHANGE = 'Change Before Opening Balance';
