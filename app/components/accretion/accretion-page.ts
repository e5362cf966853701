import type { AccretionMethod } from '~/domain/books/accretion';
import type { AccretionView } from '~/schemas/books/layer-views';
import type { PeriodsView } from '~/schemas/books/period';
import type { PostingView } from '~/schemas/books/posting';
import type { MonthEndView } from '~/schemas/books/posting-views';

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
  /** All that the month of the period end shown accreted, and what of it on other days. */
  month: { totalAccretion: string; onOtherDays: string; otherDays: string[] };
  /** What was posted to the period end shown, and what reversed some of it: the newest of them. */
  postings: AccretionPosting[];
  /** What the month-end runs posted, newest first; null for viewers, who may not see it. */
  monthEnds: MonthEndView[] | null;
  periods: PeriodsView;
};

/** What the page says of a posting: all but its movements. */
export type AccretionPosting = Pick<
  PostingView,
  | 'id'
  | 'kind'
  | 'effectiveOn'
  | 'source'
  | 'memo'
  | 'movementCount'
  | 'totals'
  | 'reversedById'
  | 'reversals'
  | 'createdAt'
  | 'userId'
  | 'user'
>;
