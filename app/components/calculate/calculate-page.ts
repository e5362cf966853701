import type { ChangeBasis } from '~/domain/books/price-level';

/** What the server gives with the page: how many wells a calculation for a field, or for all, would reach. */
export type CalculatePage = {
  fields: { field: string; wellCount: number }[];
  totalWells: number;
  /** Every period end that accretion is posted to for the company, newest first. */
  postedPeriodEnds: string[];
  /** Whether the company has rate tables to offer rates from. */
  hasRateTables: boolean;
  /** What the company compares a new estimate with. */
  changeBasis: ChangeBasis;
};
