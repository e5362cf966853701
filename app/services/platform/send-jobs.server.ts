import type { Job } from '~/schemas/platform/job';
import type { RequestContext } from './context.server';

/** The most that a queue takes in one call. */
const MESSAGES_A_BATCH = 100;

/** No job takes this long. One that has not ended by then may have lost its message; sending one more does no harm. */
export const OVERDUE_MS = 60 * 60 * 1000;

/** Sends jobs to the queue. @throws the queue's error when it does not take them */
export async function sendJobs({ env }: RequestContext, jobs: readonly Job[]): Promise<void> {
  for (let start = 0; start < jobs.length; start += MESSAGES_A_BATCH) {
    await env.JOBS.sendBatch(jobs.slice(start, start + MESSAGES_A_BATCH).map((body) => ({ body })));
  }
}
