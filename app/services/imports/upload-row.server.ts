import { and, eq, type SQL } from 'drizzle-orm';
import { massUpload } from '#db/schema';
import { AppError } from '~/errors';
import type { CompanyScope } from '~/services/platform/context.server';

/** One upload of a company. */
export function isUpload({ companyId }: Pick<CompanyScope, 'companyId'>, id: string): SQL | undefined {
  return and(eq(massUpload.id, id), eq(massUpload.companyId, companyId));
}

export function uploadNotFound(): AppError {
  return new AppError('not-found', 'Upload not found');
}
