import type { AccretionMethod } from '~/domain/books/accretion';
import type { AccretionView, MonthEndView } from '~/schemas/platform/views';

/** What the server gives with the page: the records at one period end, and what was posted so far. */
export type AccretionPage = {
  method: AccretionMethod;
  lastPostedPeriodEnd: string | null;
  /** The period end shown; null when nothing was ever posted. */
  periodEnd: string | null;
  /** Every period end with records, newest first. */
  periodEnds: string[];
  /** Which rows these are, as the list's calls take it: what the server took of the address. */
  query: string;
  records: AccretionView[];
  nextCursor: string | null;
  /** Of all records at the period end, not only of those on the page. */
  summary: {
    totalBeginning: string;
    totalAccretion: string;
    totalEnding: string;
    wellsProcessed: number;
    totalLayers: number;
    averageDiscountRate: string;
  };
  /** What the system has posted by itself, newest first; null for who may not see it. */
  monthEnds: MonthEndView[] | null;
  today: string;
};
