import { and, eq, type SQL, sql } from 'drizzle-orm';
import { massUpload } from '#db/schema';
import { AppError } from '~/errors';
import type { CompanyScope } from '~/services/platform/context.server';

/** SQL condition for one upload of a company. */
export function isUpload({ companyId }: Pick<CompanyScope, 'companyId'>, id: string): SQL | undefined {
  return and(eq(massUpload.id, id), eq(massUpload.companyId, companyId));
}

/** SQL condition that an upload has ended. Results are read only then, so polling doesn't load the same rows each time. */
export function hasEnded(scope: Pick<CompanyScope, 'companyId'>, id: string): SQL {
  return sql`exists (select 1 from ${massUpload} where ${isUpload(scope, id)} and finished_at is not null)`;
}

/** Error for an upload that doesn't exist or belongs to another company. */
export function uploadNotFound(): AppError {
  return new AppError('not-found', 'Upload not found');
}
