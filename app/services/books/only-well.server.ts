import { and, eq } from 'drizzle-orm';
import { well } from '#db/schema';
import { AppError } from '~/errors';
import type { CompanyScope } from '~/services/platform/context.server';
import { isListed } from '~/services/wells/well.server';

/** Query for the one well that an act is limited to; undefined when it has no such limit. Unexecuted. */
export function onlyWellQuery(scope: CompanyScope, wellId: string | null | undefined) {
  if (!wellId) return undefined;
  return scope.db
    .select({ id: well.id })
    .from(well)
    .where(and(eq(well.id, wellId), isListed(scope)));
}

/** @throws AppError not-found for a well that is unknown, deleted, or another company's */
export function requireOnlyWell(rows: { id: string }[] | undefined): void {
  if (rows?.length === 0) throw new AppError('not-found', 'Well not found');
}
