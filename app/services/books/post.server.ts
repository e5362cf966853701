import type { SQL } from 'drizzle-orm';
import { isAborted, isUniqueViolation } from '#db/client';
import type { Act } from '~/domain/books/act';
import type { ExpectedCost } from '~/domain/books/expected-cost';
import type { Measurement } from '~/domain/books/layer';
import type { PostingSource } from '~/domain/books/movement-kinds';
import type { CompanyRates } from '~/domain/books/rate-table';
import type { RateSource } from '~/domain/books/revision';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { Cents } from '~/domain/money/money';
import type { RateBp } from '~/domain/money/rate';
import { AppError } from '~/errors';
import { commit, type Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import { OTHER_SETTINGS, type PolicySettings } from './policy-settings.server';
import { expectWells, OVERTAKEN, postStatements } from './post-statements.server';

/** A layer that an act adds: its terms. Its balances follow from the act's movements. */
export type AddedLayer = {
  /** Negative, as the act's movements name it: −1 is the first one added, −2 the second. */
  id: number;
  /** Negative for a well that `first` adds: −1 is the first one, −2 the second. */
  wellId: number;
  layerNumber: number;
  measurement: Measurement | null;
  discountRateBp: RateBp;
  inflationRateBp: RateBp;
  pAndACostCents: Cents;
  /** All owners' cost, where the calculation took the company's interest of it. */
  grossCostCents: Cents | null;
  scenarios: ExpectedCost | null;
  totalEstimateCents: Cents;
  /** The previous estimate at the prices of its day, where its change was measured against that. */
  repricedEstimateCents: Cents | null;
  wellLifespanYears: number;
  /** The day its life ends, where its calculation named one. */
  retirementDate: CalendarDate | null;
  /** The well's date that this one replaces, which the layer's reversal gives back; the same where it replaces none. */
  retirementBefore: CalendarDate | null;
  calculationDate: CalendarDate;
  aroValueCents: Cents;
  isGiven: boolean;
  /** Where the rates are from, if not from the person. */
  ratesFrom: RateSource | null;
  /** Which of the company's tables, where that is `table`. */
  companyRates: CompanyRates | null;
  /** Why the estimate was revised, in the person's words. */
  reason: string | null;
};

/** What is written with an act's movements. */
export type PostOptions = {
  source: PostingSource;
  /** The company's settings as the act was planned by them, which must be the same still; null where they decide nothing of it. */
  settings: PolicySettings | null;
  memo?: string | null;
  reference?: string | null;
  /** What the person entered, kept once per act. */
  input: unknown;
  /** The act's one audit row. Its entity is the first posting unless it names another. */
  audit: {
    action: string;
    entityType?: string;
    entityId?: string | SQL;
    oldValues?: unknown;
    newValues: unknown;
  } | null;
  /** In the order of their ids. */
  layers?: readonly AddedLayer[];
  /** How many wells `first` adds, with the next ledger ids in order. */
  newWells?: number;
  /** Wells that must still be as they were read: the newest posting on any of their layers, 0 without one. */
  wells?: readonly WellAsRead[];
  /** What else the same transaction does. `last` may read what the act wrote. */
  first?: Statement[];
  last?: Statement[];
};

/** A well as it was read. With its version, nothing of the well itself may have changed either, such as its plugging day. */
export type WellAsRead = { wellId: number; lastPostingId: number; version?: number };

/** A transaction was abandoned because a concurrent write changed what it was planned on. Read and plan again. */
export class Overtaken extends Error {}

/**
 * Writes one act: its postings, its new layers, its movements, and the caches that they move, with the act's audit row, in
 * one transaction. Nothing else writes movements or moves a layer's balance.
 *
 * Every layer it moves must be as it was read, and so must the wells it names and the company's settings; otherwise nothing
 * is written.
 *
 * @returns what each statement of `first` and `last` returned, in this order
 * @throws Overtaken when a layer or well changed since it was read; AppError conflict when the settings did, because
 * the act would post something other than what was reviewed (a job plans again instead), and for a date in a closed period (the
 * trigger's refusal, for when a service forgets to ask)
 * Source: every balance is the sum of dated movements; one function writes them.
 */
export async function post(
  ctx: CompanyAdminContext,
  act: ReturnType<Act['finish']>,
  options: PostOptions,
): Promise<unknown[]> {
  const { first = [], last = [] } = options;
  // What depreciation is counted from may change without a posting.
  const booked =
    act.postings.length > 0 || act.touched.length > 0
      ? postStatements(ctx, act, options)
      : expectWells(ctx, options.wells ?? []);
  const statements = [...first, ...booked, ...last];
  if (statements.length === 0) return [];
  try {
    const results = await commit(ctx, statements);
    return [...results.slice(0, first.length), ...results.slice(first.length + booked.length)];
  } catch (error) {
    if (isAborted(error, OTHER_SETTINGS)) {
      if (options.source !== 'user') throw new Overtaken();
      throw new AppError('conflict', 'The company’s settings changed. Review and post again.');
    }
    if (isAborted(error, OVERTAKEN) || isUniqueViolation(error, 'layer.layer_number')) throw new Overtaken();
    if (isAborted(error, 'ledger: the period is closed')) {
      throw new AppError('conflict', 'Someone closed the books just now. Nothing was posted.');
    }
    throw error;
  }
}

const MAX_ATTEMPTS = 3;

/**
 * Plans and posts from the rows that were read, and again from new ones after a concurrent write.
 * @param rows what the request read first
 * @param readAgain reads the same rows again
 * @throws AppError conflict when others were faster again and again
 */
export async function postUntilCurrent<Rows, T>(
  rows: Rows,
  readAgain: () => Promise<Rows>,
  attempt: (rows: Rows) => Promise<T>,
): Promise<T> {
  let current = rows;
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt(current);
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
    if (attempts === MAX_ATTEMPTS) {
      throw new AppError(
        'conflict',
        'Someone else is changing these layers right now. Nothing was posted. Try again.',
      );
    }
    current = await readAgain();
  }
}
