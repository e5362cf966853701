import { and, eq, inArray, sql } from 'drizzle-orm';
import { massUpload } from '#db/schema';
import type { Job } from '~/schemas/platform/job';
import type { RequestContext } from '~/services/platform/context.server';
import { OVERDUE_MS, sendJobs } from '~/services/platform/send-jobs.server';

export const UNFINISHED: (typeof massUpload.$inferSelect)['status'][] = ['queued', 'processing'];

type UploadIds = Pick<typeof massUpload.$inferSelect, 'id' | 'companyId'>;

/** Sends a queue message for each upload. @throws the queue's error when it rejects them */
export function sendUploads(ctx: RequestContext, uploads: readonly UploadIds[]): Promise<void> {
  const jobs = uploads.map(
    ({ id, companyId }): Job => ({ kind: 'mass-upload', companyId, massUploadId: id }),
  );
  return sendJobs(ctx, jobs);
}

/** The upload whose turn it is in its company: the oldest unfinished one. */
export function oldestUnfinishedQuery(ctx: RequestContext, companyId: string) {
  return ctx.db
    .select()
    .from(massUpload)
    .where(and(eq(massUpload.companyId, companyId), inArray(massUpload.status, UNFINISHED)))
    .orderBy(massUpload.createdAt, massUpload.id)
    .limit(1);
}

/**
 * Sends a message for the company's oldest unfinished upload after another has ended, because its own message may have
 * arrived before its turn and done nothing. That can happen even to an upload that is being processed, if a Worker with a
 * slower clock gives another upload an earlier timestamp. An extra message does no harm.
 */
export async function wakeNext(
  ctx: RequestContext,
  { companyId }: Pick<UploadIds, 'companyId'>,
): Promise<void> {
  const [next] = await oldestUnfinishedQuery(ctx, companyId);
  if (next) await sendUploads(ctx, [next]);
}

/** Sends another message for every overdue upload. An upload gets no message if its Worker died after inserting the row. */
export async function resumeMassUploads(ctx: RequestContext): Promise<void> {
  const before = new Date(ctx.now.getTime() - OVERDUE_MS).toISOString();
  const overdue = await ctx.db
    .select({ id: massUpload.id, companyId: massUpload.companyId })
    .from(massUpload)
    .where(sql`${massUpload.status} in ('queued', 'processing') and ${massUpload.createdAt} < ${before}`)
    .orderBy(massUpload.createdAt);
  await sendUploads(ctx, overdue);
}
