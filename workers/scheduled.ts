import { createJobContext } from '~/server/job-context.server';
import { startMonthEnd } from '~/services/month-end.server';
import { removeOldUploads } from '~/services/uploaded-file.server';

/** As wrangler.toml has it: each night. Any other event is a month-end, one sent by hand included. */
const NIGHTLY = '30 3 * * *';

/** The cron trigger's door. What time it is says the event, so that a late one does what it was meant to do. */
export async function runScheduled(event: ScheduledController, env: Env): Promise<void> {
  const now = new Date(event.scheduledTime);
  const ctx = createJobContext(env, { id: `cron ${now.toISOString()}`, now });
  await (event.cron === NIGHTLY ? removeOldUploads(ctx) : startMonthEnd(ctx));
}
