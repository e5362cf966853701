import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { massUpload } from '#db/schema';
import type { CompanyScope } from '~/services/platform/context.server';

/** How much of an upload's id the ids of its wells begin with. The rest is the row. */
const SHARED = 24;

/**
 * The id of the well that a row of a file adds: the upload's own with the row in its last part. So a row can never be
 * written twice, and rows go into the indexes in order, which is several times faster than at random.
 */
export function rowId(massUploadId: string, row: number): string {
  return massUploadId.slice(0, SHARED) + row.toString(16).padStart(12, '0');
}

/** The row of the file that added the well, or null for one that is not of this file. */
export function rowOfWell(massUploadId: string, wellId: string): number | null {
  const row = Number.parseInt(wellId.slice(SHARED), 16);
  return wellId === rowId(massUploadId, row) ? row : null;
}

/**
 * Whether an id is that of a well which the upload added. A range, so that an index finds them; of an upload that is not the
 * company's there are none. An SQL condition.
 */
export function isAddedBy(scope: Pick<CompanyScope, 'companyId'>, id: SQLWrapper, massUploadId: string): SQL {
  const start = sql`(select substr(${massUpload.id}, 1, ${sql.raw(String(SHARED))}) from ${massUpload}
    where ${massUpload.id} = ${massUploadId} and ${massUpload.companyId} = ${scope.companyId})`;
  // Behind every digit that a row's number may have.
  return sql`(${id} >= ${start} and ${id} < ${start} || 'g')`;
}
