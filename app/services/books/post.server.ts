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
import { CONCURRENT_UPDATE, expectWells, postStatements } from './post-statements.server';

/** A layer that an act adds: its terms. Its balances follow from the act's movements. */
export type AddedLayer = {
  /** Negative, as in the act's movements: −1 for the first one added, −2 for the second. */
  id: number;
  /** Negative for a well that `first` adds: −1 for the first one, −2 for the second. */
  wellId: number;
  layerNumber: number;
  measurement: Measurement | null;
  discountRateBp: RateBp;
  inflationRateBp: RateBp;
  pAndACostCents: Cents;
  /** Gross cost of all owners, if the calculation applied the company's interest to it. */
  grossCostCents: Cents | null;
  scenarios: ExpectedCost | null;
  totalEstimateCents: Cents;
  /** The previous estimate at the prices of the layer's date, if the change was measured against that. */
  repricedEstimateCents: Cents | null;
  wellLifespanYears: number;
  /** The date its life ends, if its calculation named one. */
  retirementDate: CalendarDate | null;
  /** The well's date before this one, restored when the layer is reversed; the same date if this one changes nothing. */
  retirementBefore: CalendarDate | null;
  calculationDate: CalendarDate;
  aroValueCents: Cents;
  isGiven: boolean;
  /** Source of the rates; null when the user entered them. */
  ratesFrom: RateSource | null;
  /** The company's tables used, if `ratesFrom` is `table`. */
  companyRates: CompanyRates | null;
  /** The user's reason for revising the estimate. */
  reason: string | null;
};

/** Data written along with an act's movements. */
export type PostOptions = {
  source: PostingSource;
  /** The company's settings that the act was planned with, which must be unchanged; null when they don't affect the act. */
  settings: PolicySettings | null;
  memo?: string | null;
  reference?: string | null;
  /** The user's input, stored once per act. */
  input: unknown;
  /** The act's only audit row. Its entity is the first posting unless it names another. */
  audit: {
    action: string;
    entityType?: string;
    entityId?: string | SQL;
    oldValues?: unknown;
    newValues: unknown;
  } | null;
  /** Ordered −1, −2, and so on. */
  layers?: readonly AddedLayer[];
  /** Number of wells that `first` adds, with the next ledger ids in order. */
  newWells?: number;
  /** Wells that must be unchanged since they were read, by the newest posting on any of their layers (0 if none). */
  wells?: readonly WellVersion[];
  /** Additional statements in the same transaction. `last` may read what the act wrote. */
  first?: Statement[];
  last?: Statement[];
};

/** A well as it was read. With a version, the well's own data must be unchanged too, such as its plugging date. */
export type WellVersion = { wellId: number; lastPostingId: number; version?: number };

/** Thrown when a concurrent write changed what a transaction was planned on. Read and plan again. */
export class ConcurrentUpdateError extends Error {}

/**
 * Writes one act in one transaction: its postings, new layers, movements, the cached balances they change, and its audit row.
 * Nothing else writes movements or changes a layer's balance.
 *
 * Every layer it changes, the wells it names, and the company's settings must be unchanged since they were read; otherwise
 * nothing is written.
 *
 * @returns results of the statements in `first` and `last`, in this order
 * @throws ConcurrentUpdateError when a layer or well changed since it was read; AppError conflict when the settings did, because the act
 * would post something other than what was reviewed (a job plans again instead), and for a date in a closed period (refused by
 * the trigger, in case a service forgets to check)
 * Source: every balance is the sum of dated movements; one function writes them.
 */
export async function post(
  ctx: CompanyAdminContext,
  act: ReturnType<Act['finish']>,
  options: PostOptions,
): Promise<unknown[]> {
  const { first = [], last = [] } = options;
  // A layer's depreciation base may change without a posting.
  const actStatements =
    act.postings.length > 0 || act.touched.length > 0
      ? postStatements(ctx, act, options)
      : expectWells(ctx, options.wells ?? []);
  const statements = [...first, ...actStatements, ...last];
  if (statements.length === 0) return [];
  try {
    const results = await commit(ctx, statements);
    return [...results.slice(0, first.length), ...results.slice(first.length + actStatements.length)];
  } catch (error) {
    if (isAborted(error, OTHER_SETTINGS)) {
      if (options.source !== 'user') throw new ConcurrentUpdateError();
      throw new AppError('conflict', 'The company’s settings changed. Review and post again.');
    }
    if (isAborted(error, CONCURRENT_UPDATE) || isUniqueViolation(error, 'layer.layer_number'))
      throw new ConcurrentUpdateError();
    if (isAborted(error, 'ledger: the period is closed')) {
      throw new AppError('conflict', 'Someone closed the books just now. Nothing was posted.');
    }
    throw error;
  }
}

const MAX_ATTEMPTS = 3;

/**
 * Plans and posts from the rows that were read, and retries with fresh rows after a concurrent write.
 * @param rows the rows that the request read first
 * @param readAgain reads the same rows again
 * @throws AppError conflict when concurrent writes keep winning
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
      if (!(error instanceof ConcurrentUpdateError)) throw error;
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
