import type { Job } from '~/schemas/platform/job';
import type { RequestContext } from './context.server';

/** As many as a queue takes at once. */
const MESSAGES_A_BATCH = 100;

/** No job takes so long: one that has not ended by then may have lost its message, and one more does no harm. */
export const OVERDUE_MS = 60 * 60 * 1000;

/** Puts jobs into the queue. @throws what the queue throws when it does not take them */
export async function sendJobs({ env }: RequestContext, jobs: readonly Job[]): Promise<void> {
  for (let start = 0; start < jobs.length; start += MESSAGES_A_BATCH) {
    await env.JOBS.sendBatch(jobs.slice(start, start + MESSAGES_A_BATCH).map((body) => ({ body })));
  }
}
