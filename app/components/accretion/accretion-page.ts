import type { AccretionMethod } from '~/domain/books/accretion';
import type { AccretionView } from '~/schemas/books/layer-views';
import type { PeriodsView } from '~/schemas/books/period';
import type { PostingView } from '~/schemas/books/posting';
import type { MonthEndView } from '~/schemas/books/posting-views';

/** Sent by the server with the page: the records at one period end, and what has been posted so far. */
export type AccretionPage = {
  method: AccretionMethod;
  lastPostedPeriodEnd: string | null;
  /** The period end shown; null when nothing was ever posted. */
  periodEnd: string | null;
  /** Every period end with records, newest first. */
  periodEnds: string[];
  /** Query of these rows for the list API, as the server parsed it from the URL. */
  query: string;
  records: AccretionView[];
  nextCursor: string | null;
  /** Totals of all records at the period end, not only the loaded ones. */
  summary: {
    totalBeginning: string;
    totalAccretion: string;
    totalEnding: string;
    wellsProcessed: number;
    totalLayers: number;
    averageDiscountRate: string;
  };
  /** Total accretion for the month of the period end shown, and the part of it on other days. */
  month: { totalAccretion: string; onOtherDays: string; otherDays: string[] };
  /** The newest postings to the period end shown, and reversals of them. */
  postings: AccretionPosting[];
  /** Month-end runs, newest first; null for viewers, who may not see them. */
  monthEnds: MonthEndView[] | null;
  periods: PeriodsView;
};

/** A posting as the page shows it, without its movements. */
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
