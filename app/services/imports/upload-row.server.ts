import { and, eq, type SQL, sql } from 'drizzle-orm';
import { massUpload } from '#db/schema';
import { AppError } from '~/errors';
import type { CompanyScope } from '~/services/platform/context.server';

/** One upload of a company. */
export function isUpload({ companyId }: Pick<CompanyScope, 'companyId'>, id: string): SQL | undefined {
  return and(eq(massUpload.id, id), eq(massUpload.companyId, companyId));
}

/** Whether it has ended, for what is read only then: who follows the progress is not sent the same rows again and again. */
export function hasEnded(scope: Pick<CompanyScope, 'companyId'>, id: string): SQL {
  return sql`exists (select 1 from ${massUpload} where ${isUpload(scope, id)} and finished_at is not null)`;
}

export function uploadNotFound(): AppError {
  return new AppError('not-found', 'Upload not found');
}
