import { retirementDateOf } from '~/domain/books/life';
import { createRepricing, shownAtPricesOf } from '~/domain/books/price-level';
import { groupThousands } from '~/domain/money/group-thousands';
import { formatCents } from '~/domain/money/money';
import { AppError } from '~/errors';
import type { CurrentEstimate, EstimatesSubject } from '~/schemas/books/revision';
import { MAX_ROWS } from '~/schemas/books/well-rows';
import type { CompanyScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';
import { isSettledInFull } from './settle-well.server';
import { booksReads, toBookedWells } from './well-books.server';
import { codeKeyOf, wellsNamed } from './well-rows.server';

/** The wells whose estimates are wanted, with their layers; statements not yet run. */
export function estimateReads(scope: CompanyScope, { wellCodes }: EstimatesSubject) {
  return booksReads(scope, wellCodes ? wellsNamed(rowsOf(wellCodes)) : undefined, null);
}

/**
 * What wells are estimated at, to be revised on a day: as it was stated, and at the prices of the day. In cents as text, each rounded
 * half-up once. Wells that a revision would refuse, without an estimate or settled in full, are left out.
 *
 * @param rows what estimateReads read
 * @throws AppError invalid for more wells than one revision takes
 * Source: the rules of revisions and of estimates after settlements and sales.
 */
export function toCurrentEstimates(
  { date, wellCodes }: EstimatesSubject,
  rows: RowsOf<ReturnType<typeof estimateReads>>,
): CurrentEstimate[] {
  const named = wellCodes && new Set(rowsOf(wellCodes).map(codeKeyOf));
  const reprice = createRepricing();
  const estimates = toBookedWells(rows).flatMap((booked): CurrentEstimate[] => {
    const latest = booked.layers.at(-1);
    if (!latest || latest.estimateLeftCents === 0 || isSettledInFull(booked)) return [];
    if (named && !named.has(booked.wellCodeKey)) return [];
    const { id: wellId, wellCode, wellName, layers } = booked;
    const estimate = formatCents(latest.estimateLeftCents);
    return [
      {
        wellId,
        wellCode,
        wellName,
        estimate,
        repricedEstimate: shownAtPricesOf(date, layers, reprice) ?? estimate,
        retirementDate: retirementDateOf(latest),
      },
    ];
  });
  if (estimates.length <= MAX_ROWS) return estimates;
  throw new AppError(
    'invalid',
    `${groupThousands(estimates.length)} wells have an estimate, and ${groupThousands(MAX_ROWS)} can be revised at a time. Name those to revise.`,
    'wellCodes',
  );
}

function rowsOf(wellCodes: readonly string[]): { wellCode: string }[] {
  return wellCodes.map((wellCode) => ({ wellCode }));
}
