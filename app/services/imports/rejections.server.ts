import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { jsonObject } from '#db/json-array';
import { massUpload, massUploadRejection, well } from '#db/schema';
import type { CompanyContext } from '~/services/platform/context.server';
import { hasEnded, isUpload, uploadNotFound } from './upload-row.server';

/** Refused rows per page. All rows of a file with their errors wouldn't fit in a Worker's memory. */
const ROWS_AT_A_TIME = 2_000;

/** A refused row as JSON text, serialized by SQLite. */
type RejectedRow = { row: number; item: string };

/** Pages of a JSON list. The items of a page are separated by commas. */
export type Pages = AsyncGenerator<string, void, undefined>;

/**
 * Errors of an upload's refused rows after row `after`, each a MassUploadError. Empty until the upload has ended.
 * Returns an unexecuted query.
 */
export function errorsQuery(ctx: CompanyContext, id: string, after = 0) {
  const { row, wellCode, error } = massUploadRejection;
  return (
    ctx.db
      .select({ row, item: itemOf({ row, wellCode, wellId: sql`${well.id}`, error }) })
      .from(massUploadRejection)
      // SQLite folds only ASCII: a code with other letters matches only as stored, if at all.
      .leftJoin(
        well,
        and(
          eq(well.companyId, ctx.companyId),
          eq(well.wellCodeKey, sql`lower(trim(${wellCode}))`),
          isNull(well.deletedAt),
        ),
      )
      .where(and(isRejectionAfter(ctx, id, after), hasEnded(ctx, id)))
      .orderBy(row)
      .limit(ROWS_AT_A_TIME)
  );
}

/**
 * An upload's header row, and its refused rows with their original cells, as parts of a RejectedRowsView.
 * @throws AppError not-found
 */
export async function getRejectedRows(
  ctx: CompanyContext,
  id: string,
): Promise<{ header: string[]; rows: Pages }> {
  const { row, error, cells } = massUploadRejection;
  const rowsAfter = (after: number) =>
    ctx.db
      .select({ row, item: itemOf({ row, error, cells }) })
      .from(massUploadRejection)
      .where(isRejectionAfter(ctx, id, after))
      .orderBy(row)
      .limit(ROWS_AT_A_TIME);
  const [[upload], first] = await ctx.db.batch([
    ctx.db.select({ header: massUpload.header }).from(massUpload).where(isUpload(ctx, id)),
    rowsAfter(0),
  ]);
  if (!upload) throw uploadNotFound();
  return { header: upload.header ?? [], rows: rejectionPages(first, rowsAfter) };
}

/** All pages of refused rows, starting with one that was already read. */
export async function* rejectionPages(
  first: RejectedRow[],
  readAfter: (row: number) => PromiseLike<RejectedRow[]>,
): Pages {
  for (let page = first; page.length > 0; ) {
    yield page.map(({ item }) => item).join(',');
    if (page.length < ROWS_AT_A_TIME) return;
    page = await readAfter(page.at(-1)!.row);
  }
}

function itemOf(columns: Parameters<typeof jsonObject>[0]) {
  return sql<string>`${jsonObject(columns)}`.as('item');
}

function isRejectionAfter(ctx: CompanyContext, id: string, row: number): SQL | undefined {
  return and(
    eq(massUploadRejection.massUploadId, id),
    eq(massUploadRejection.companyId, ctx.companyId),
    gt(massUploadRejection.row, row),
  );
}
