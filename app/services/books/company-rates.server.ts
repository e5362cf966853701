import { type LayerLife, resolveLife } from '~/domain/books/life';
import {
  type CompanyRates,
  discountRateFor,
  inflationRateFor,
  type RateName,
  type RateTable,
} from '~/domain/books/rate-table';
import type { Rates } from '~/domain/books/revision';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { formatRate, wholeBp } from '~/domain/money/rate';
import { AppError } from '~/errors';
import type { LayerTerms } from '~/schemas/books/aro-layer';
import type { AddedLayer } from './post.server';
import type { BookedWell } from './well-books.server';

const NAMES: Record<RateName, string> = { discountRate: 'discount', inflationRate: 'inflation' };

type ResolvedRates = { rates: Partial<Rates>; companyRates: CompanyRates };

/**
 * The company's rates for a layer, from the tables in effect on its date, and the tables they are from.
 * @param names rates to look up
 * @throws AppError invalid, on the rate's field, when no table is dated on or before the date
 */
export function companyRatesFor(
  tables: readonly RateTable[],
  life: LayerLife,
  names: readonly RateName[],
): ResolvedRates {
  const resolved: ResolvedRates = { rates: {}, companyRates: { discount: null, inflation: null } };
  if (names.includes('discountRate')) {
    const { rateBp, source } = discountRateFor(tables, life) ?? refuseMissingRates('discountRate', life);
    resolved.rates.discountRateBp = rateBp;
    resolved.companyRates.discount = source;
  }
  if (names.includes('inflationRate')) {
    const { rateBp, source } =
      inflationRateFor(tables, life.calculationDate) ?? refuseMissingRates('inflationRate', life);
    resolved.rates.inflationRateBp = rateBp;
    resolved.companyRates.inflation = source;
  }
  return resolved;
}

function refuseMissingRates(name: RateName, { calculationDate }: LayerLife): never {
  throw new AppError(
    'invalid',
    `The company has no ${NAMES[name]} rates dated on or before ${calculationDate}. Add a rate table under Company → Settings, or enter the rate.`,
    name,
  );
}

const NO_TABLE = { ratesFrom: null, companyRates: null };

/**
 * Calculation terms with the company's rates where the user chose them, with all their decimals instead of the two shown in the
 * form. They must still match what the user saw.
 *
 * @throws AppError as companyRatesFor; conflict, on the rate's field, when the company's rate is different; DomainError as
 * resolveLife
 */
export function withCompanyRates(
  terms: LayerTerms,
  {
    calculationDate,
    well,
    tables,
  }: {
    calculationDate: CalendarDate;
    well: Pick<BookedWell, 'retirementDate'>;
    tables: readonly RateTable[];
  },
): { terms: LayerTerms; source: Pick<AddedLayer, 'ratesFrom' | 'companyRates'> } {
  const names = terms.companyRates ?? [];
  if (names.length === 0) return { terms, source: NO_TABLE };
  const life = resolveLife(calculationDate, terms, well.retirementDate);
  const { rates, companyRates } = companyRatesFor(tables, life, names);
  for (const name of names) {
    const key = `${name}Bp` as const;
    const rateBp = rates[key]!;
    if (wholeBp(rateBp) === terms[key]) continue;
    throw new AppError(
      'conflict',
      `The company’s ${NAMES[name]} rate for this layer is ${formatRate(rateBp)}%. Use that rate, or enter your own.`,
      name,
    );
  }
  return { terms: { ...terms, ...rates }, source: { ratesFrom: 'table', companyRates } };
}
