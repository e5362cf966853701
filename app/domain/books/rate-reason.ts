import { type CompanyRates, companyRatesReason } from './rate-table';
import type { RateSource } from './revision';

const REASONS: Record<Exclude<RateSource, 'table'> | 'given', string> = {
  given: 'As entered',
  average: 'Average of the well’s layers, weighted by carrying amount',
  newest: 'Newest layer first',
  unchanged: 'Estimate unchanged: rates of the newest layer',
};

/**
 * Explains where a layer's rates came from.
 * @param companyRates tables that the rates came from; set exactly when `ratesFrom` is `table`
 */
export function rateReason(ratesFrom: RateSource | null, companyRates: CompanyRates | null): string {
  if (companyRates) return companyRatesReason(companyRates);
  return REASONS[ratesFrom === null || ratesFrom === 'table' ? 'given' : ratesFrom];
}
