import { MAX_WELL_LIFESPAN_YEARS } from '~/domain/books/life';
import { isSupportedDate } from '~/domain/calendar/calendar-date';
import { useDebounced } from '~/hooks/use-debounced';
import { useFetched } from '~/hooks/use-fetched';
import { useCompany } from '~/hooks/use-root-data';
import type { RateLookupView } from '~/schemas/books/rate-table';
import { parseLifespanYears, type ShownLife } from './shown-terms';

/**
 * The company's rates for the form's date and life; null when there are none or the input is incomplete.
 * @param date blank when each well has its own
 */
export function useCompanyRates(
  shownTerms: ShownLife,
  { date, hasRateTables }: { date: string; hasRateTables: boolean },
): RateLookupView | null {
  const companyId = useCompany()?.id;
  const life = buildLifeQuery(shownTerms, date);
  const path =
    hasRateTables && companyId && life && isSupportedDate(date)
      ? `/api/companies/${encodeURIComponent(companyId)}/rate-tables/lookup?${new URLSearchParams({ date, ...life })}`
      : null;
  const debouncedPath = useDebounced(path);
  return useFetched<RateLookupView>(debouncedPath, null, debouncedPath && 'company rates').data;
}

function buildLifeQuery(
  { lifeBy, wellLifespan, retirementDate }: ShownLife,
  date: string,
): Record<string, string> | null {
  if (lifeBy === 'date')
    return isSupportedDate(retirementDate) && retirementDate > date ? { retirementDate } : null;
  const years = parseLifespanYears(wellLifespan);
  return years >= 1 && years <= MAX_WELL_LIFESPAN_YEARS ? { wellLifespan: String(years) } : null;
}
