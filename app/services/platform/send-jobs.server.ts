import type { Job } from '~/schemas/platform/job';
import type { RequestContext } from './context.server';

/** Maximum batch size that a queue accepts. */
const MESSAGES_A_BATCH = 100;

/** Longer than any job takes. The message of a job still unfinished by then may be lost; sending another one is harmless. */
export const OVERDUE_MS = 60 * 60 * 1000;

/** Sends jobs to the queue. @throws the queue's error if it rejects them */
export async function sendJobs({ env }: RequestContext, jobs: readonly Job[]): Promise<void> {
  for (let start = 0; start < jobs.length; start += MESSAGES_A_BATCH) {
    await env.JOBS.sendBatch(jobs.slice(start, start + MESSAGES_A_BATCH).map((body) => ({ body })));
  }
}
