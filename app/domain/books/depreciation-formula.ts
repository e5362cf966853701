import { type Cents, partOfCents } from '~/domain/money/money';
import type { YearFraction } from './accretion';
import type { Depreciation } from './depreciation';
import { formulaAmount, formulaTerm, formulaTime } from './formula-terms';

export type BookedDepreciation = {
  method: Exclude<Depreciation, 'none'>;
  /** Straight-line: the depreciation base. Units of production: the net cost before the charge. */
  baseCents: Cents;
  /** Straight-line: the fraction of the time from the base to retirement that has elapsed. */
  time: YearFraction;
  chargeCents: Cents;
};

/**
 * Formats a charge as a readable formula: straight-line `12,000.00 × 5/120 − 400.00 charged to date = 100.00`, units of
 * production `12,000.00 × depletion rate = 100.00`.
 * Source: `straightLine` and `unitsOfProduction`.
 */
export function depreciationFormula({ method, baseCents, time, chargeCents }: BookedDepreciation): string {
  const base = formulaTerm(baseCents);
  const charge = formulaAmount(chargeCents);
  if (method === 'units-of-production') return `${base} × depletion rate = ${charge}`;
  const cumulative = partOfCents(baseCents, time);
  return `${base} × ${formulaTime(time)} − ${formulaTerm(cumulative - chargeCents)} charged to date = ${charge}`;
}
