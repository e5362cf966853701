import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { massUpload } from '#db/schema';
import type { CompanyScope } from '~/services/platform/context.server';

/** Length of the prefix that an upload's id shares with the ids of its wells. The rest is the row number. */
const SHARED_LENGTH = 24;

/**
 * Id of the well that a row adds: the upload's id with the row number as its last part. A row can't be written twice, and
 * index entries are inserted in order, which is several times faster than at random.
 */
export function rowId(massUploadId: string, row: number): string {
  return massUploadId.slice(0, SHARED_LENGTH) + row.toString(16).padStart(12, '0');
}

/** Row of the file that added the well; null if this file didn't add it. */
export function rowOfWell(massUploadId: string, wellId: string): number | null {
  const row = Number.parseInt(wellId.slice(SHARED_LENGTH), 16);
  return wellId === rowId(massUploadId, row) ? row : null;
}

/**
 * SQL condition that an id is that of a well the upload added. It is a range, so indexes apply. Matches nothing if the
 * upload isn't the company's.
 */
export function isAddedBy(scope: Pick<CompanyScope, 'companyId'>, id: SQLWrapper, massUploadId: string): SQL {
  const start = sql`(select substr(${massUpload.id}, 1, ${sql.raw(String(SHARED_LENGTH))}) from ${massUpload}
    where ${massUpload.id} = ${massUploadId} and ${massUpload.companyId} = ${scope.companyId})`;
  // Sorts after every hex digit that a row number can have.
  return sql`(${id} >= ${start} and ${id} < ${start} || 'g')`;
}
