import { Job } from '~/schemas/platform/job';
import { createJobContext } from '~/server/job-context.server';
import { makeSeals } from '~/services/audit/seal.server';
import { failMonthEnd, runMonthEnd } from '~/services/books/month-end.server';
import { checkNightly } from '~/services/books/nightly-check.server';
import { failMassUpload, processMassUpload } from '~/services/imports/process-mass-upload.server';
import type { RequestContext } from '~/services/platform/context.server';
import { log } from '~/services/platform/log.server';

/** Suffix of the dead-letter queue's name in wrangler.toml. */
const DEAD_LETTER_SUFFIX = '-dead';
const FIRST_DELAY_SECONDS = 5;
const MAX_DELAY_SECONDS = 300;

/**
 * Consumes the queue. A message is acknowledged when its work is done and retried later if it failed. After the retries
 * that wrangler.toml allows, it goes to the dead-letter queue, and its work is recorded as failed.
 */
export async function consumeJobs(batch: MessageBatch, env: Env): Promise<void> {
  const isDead = batch.queue.endsWith(DEAD_LETTER_SUFFIX);
  for (const message of batch.messages) {
    const ctx = createJobContext(env, { id: message.id, now: new Date() });
    const job = Job.safeParse(message.body);
    const about = { messageId: message.id, job: job.data?.kind, companyId: job.data?.companyId };
    try {
      if (job.success) await (isDead ? failJob : run)(ctx, job.data);
      if (isDead && job.success) log({ level: 'error', ...about, problem: 'A job was given up' });
      // Retrying can't make the message valid.
      if (!job.success) log({ level: 'error', ...about, problem: 'A message that is not a job was dropped' });
      message.ack();
    } catch (error) {
      log({ level: 'error', ...about, attempts: message.attempts, error });
      message.retry({
        delaySeconds: Math.min(FIRST_DELAY_SECONDS * 2 ** (message.attempts - 1), MAX_DELAY_SECONDS),
      });
    }
  }
}

function run(ctx: RequestContext, job: Job): Promise<void> {
  switch (job.kind) {
    case 'mass-upload':
      return processMassUpload(ctx, job);
    case 'month-end':
      return runMonthEnd(ctx, job);
    case 'books-check':
      return checkNightly(ctx, job);
    case 'seal':
      return makeSeals(ctx, job);
  }
}

async function failJob(ctx: RequestContext, job: Job): Promise<void> {
  if (job.kind === 'mass-upload') await failMassUpload(ctx, job);
  else if (job.kind === 'month-end') await failMonthEnd(ctx, job);
  // A failed books check runs again the next night, a seal the next hour, and its copy the next night.
}
