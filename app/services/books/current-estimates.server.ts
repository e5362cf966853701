import { retirementDateOf } from '~/domain/books/life';
import { createRepricing, formatRepricedEstimate } from '~/domain/books/price-level';
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

/** Unexecuted reads of the requested wells with their layers. */
export function estimateReads(scope: CompanyScope, { wellCodes }: EstimatesSubject) {
  return booksReads(scope, wellCodes ? wellsNamed(rowsOf(wellCodes)) : undefined, null);
}

/**
 * Current estimates of wells for a revision on a date: as stated, and at that date's prices. Amounts are text, each rounded
 * half-up to the cent once. Excludes wells that a revision would refuse, because they have no estimate or are settled in full.
 *
 * @param rows result of estimateReads
 * @throws AppError invalid for more wells than one revision accepts
 * Source: the rules of revisions and of estimates after settlements and sales.
 */
export function toCurrentEstimates(
  { date, wellCodes }: EstimatesSubject,
  rows: RowsOf<ReturnType<typeof estimateReads>>,
): CurrentEstimate[] {
  const codeKeys = wellCodes && new Set(rowsOf(wellCodes).map(codeKeyOf));
  const reprice = createRepricing();
  const estimates = toBookedWells(rows).flatMap((bookedWell): CurrentEstimate[] => {
    const latest = bookedWell.layers.at(-1);
    if (!latest || latest.estimateLeftCents === 0 || isSettledInFull(bookedWell)) return [];
    if (codeKeys && !codeKeys.has(bookedWell.wellCodeKey)) return [];
    const { id: wellId, wellCode, wellName, layers } = bookedWell;
    const estimate = formatCents(latest.estimateLeftCents);
    return [
      {
        wellId,
        wellCode,
        wellName,
        estimate,
        repricedEstimate: formatRepricedEstimate(date, layers, reprice) ?? estimate,
        retirementDate: retirementDateOf(latest),
      },
    ];
  });
  if (estimates.length <= MAX_ROWS) return estimates;
  throw new AppError(
    'invalid',
    `${groupThousands(estimates.length)} wells have an estimate, but at most ${groupThousands(MAX_ROWS)} can be revised at a time. Enter the wells to revise.`,
    'wellCodes',
  );
}

function rowsOf(wellCodes: readonly string[]): { wellCode: string }[] {
  return wellCodes.map((wellCode) => ({ wellCode }));
}
