import { type CompanyRates, companyRatesReason } from './rate-table';
import type { RateSource } from './revision';

const REASONS: Record<Exclude<RateSource, 'table'> | 'given', string> = {
  given: 'As entered',
  average: 'Average of the well’s layers, by carrying amount',
  newest: 'Newest layer first',
  unchanged: 'Estimate unchanged: rates of the newest layer',
};

/**
 * Why a layer has its rates, in words.
 * @param companyRates the company's tables that they are from; given exactly where that is what `ratesFrom` says
 */
export function rateReason(ratesFrom: RateSource | null, companyRates: CompanyRates | null): string {
  if (companyRates) return companyRatesReason(companyRates);
  return REASONS[ratesFrom === null || ratesFrom === 'table' ? 'given' : ratesFrom];
}
