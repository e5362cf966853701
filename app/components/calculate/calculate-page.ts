import type { ChangeBasis } from '~/domain/books/price-level';

/** Loader data: the number of wells a calculation for a field, or for all wells, would cover. */
export type CalculatePage = {
  fields: { field: string; wellCount: number }[];
  totalWells: number;
  /** Period ends with posted accretion for the company, newest first. */
  postedPeriodEnds: string[];
  /** True when the company has rate tables. */
  hasRateTables: boolean;
  /** The basis that the company compares a new estimate with. */
  changeBasis: ChangeBasis;
};
