import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { jsonObject } from '#db/json-array';
import { massUpload, massUploadRejection, well } from '#db/schema';
import type { CompanyContext } from '~/services/platform/context.server';
import { hasEnded, isUpload, uploadNotFound } from './upload-row.server';

/** Refused rows read at a time: those of a whole file, each with what is wrong with it, would not fit into a Worker's memory. */
const ROWS_AT_A_TIME = 2_000;

/** The JSON text of a refused row, which SQLite wrote. */
type Rejected = { row: number; item: string };

/** A list of JSON texts, page after page; the texts of a page are separated by commas. */
export type Pages = AsyncGenerator<string, void, undefined>;

/**
 * Why rows of an upload were refused, each a MassUploadError, from the first row after the given one on; none before the upload has
 * ended. A statement not yet run.
 */
export function errorsQuery(ctx: CompanyContext, id: string, after = 0) {
  const { row, wellCode, error } = massUploadRejection;
  return (
    ctx.db
      .select({ row, item: itemOf({ row, wellCode, wellId: sql`${well.id}`, error }) })
      .from(massUploadRejection)
      // SQLite folds ASCII only: another code is found as it is stored, or not at all.
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
 * An upload's titles, and its refused rows as the file had them, in parts of a RejectedRowsView.
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

/** All pages of refused rows, the first of which was read already. */
export async function* rejectionPages(
  first: Rejected[],
  readAfter: (row: number) => PromiseLike<Rejected[]>,
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
