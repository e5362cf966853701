import { Job } from '~/schemas/platform/job';
import { createJobContext } from '~/server/job-context.server';
import { failMonthEnd, runMonthEnd } from '~/services/books/month-end.server';
import { failMassUpload, processMassUpload } from '~/services/imports/process-mass-upload.server';
import type { RequestContext } from '~/services/platform/context.server';

/** The end of the dead-letter queue's name in wrangler.toml. */
const DEAD = '-dead';
const FIRST_DELAY_SECONDS = 5;
const LONGEST_DELAY_SECONDS = 300;

/**
 * The queue's door. Each message is acknowledged when its work is done and comes again later when it failed; after
 * the retries that wrangler.toml allows it is in the dead-letter queue, whose messages say that the work is given up.
 */
export async function consumeJobs(batch: MessageBatch, env: Env): Promise<void> {
  const isDead = batch.queue.endsWith(DEAD);
  for (const message of batch.messages) {
    const ctx = createJobContext(env, { id: message.id, now: new Date() });
    try {
      const job = Job.safeParse(message.body);
      if (job.success) await (isDead ? giveUp : run)(ctx, job.data);
      // What is no job never will be one.
      else log({ level: 'error', messageId: message.id, problem: 'A message is no job and was dropped' });
      message.ack();
    } catch (error) {
      log({ level: 'error', messageId: message.id, attempts: message.attempts, error: describe(error) });
      message.retry({
        delaySeconds: Math.min(FIRST_DELAY_SECONDS * 2 ** (message.attempts - 1), LONGEST_DELAY_SECONDS),
      });
    }
  }
}

function run(ctx: RequestContext, job: Job): Promise<void> {
  return job.kind === 'mass-upload' ? processMassUpload(ctx, job) : runMonthEnd(ctx, job);
}

function giveUp(ctx: RequestContext, job: Job): Promise<void> {
  return job.kind === 'mass-upload' ? failMassUpload(ctx, job) : failMonthEnd(ctx, job);
}

/** The innermost cause: Drizzle's own message repeats the statement with its values. */
function describe(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause instanceof Error ? cause.message : String(cause);
}

function log(entry: Record<string, unknown>): void {
  console.error(JSON.stringify(entry));
}
