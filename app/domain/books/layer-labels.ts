import type { AccretionMethod } from './accretion';
import type { Depreciation } from './depreciation';
import type { Measurement } from './layer';

/** Display names for the meaning of an additional layer's cost. */
export const MEASUREMENT_NAMES: Record<Measurement, string> = {
  change: 'Change in estimate',
  increment: 'Added cost',
  remeasure: 'Remeasurement',
};

/** Display names of accretion and depreciation methods. */
export const METHOD_NAMES: Record<AccretionMethod | Exclude<Depreciation, 'none'>, string> = {
  simple: 'Simple',
  effective: 'Effective',
  'straight-line': 'Straight-line',
  'units-of-production': 'Units of production',
};

/** Label for the difference between an opening balance and the layer's recognized value: changes before the cutover. */
export const OPENING_CHANGE = 'Change Before Opening Balance';
