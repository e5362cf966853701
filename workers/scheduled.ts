import { createJobContext } from '~/server/job-context.server';
import { startSealing } from '~/services/audit/seal.server';
import { startNightlyChecks } from '~/services/books/nightly-check.server';
import {
  resumeMonthEnds,
  startMissedMonthEnds,
  startMonthEnd,
} from '~/services/books/start-month-ends.server';
import { resumeMassUploads } from '~/services/imports/mass-upload.server';
import { removeOldUploads } from '~/services/imports/uploaded-file.server';
import { removeOldKeys } from '~/services/platform/idempotency.server';

/** As wrangler.toml has them. Any other event is a month-end, one sent by hand included. */
const NIGHTLY = '30 3 * * *';
const HOURLY = '15 * * * *';

/** The cron trigger's door. What time it is says the event, so that a late one does what it was meant to do. */
export async function runScheduled(event: ScheduledController, env: Env): Promise<void> {
  const now = new Date(event.scheduledTime);
  const ctx = createJobContext(env, { id: `cron ${now.toISOString()}`, now });
  if (event.cron === NIGHTLY) {
    await carryOut([removeOldUploads(ctx), removeOldKeys(ctx), startNightlyChecks(ctx)]);
  } else if (event.cron === HOURLY) {
    await carryOut([
      resumeMassUploads(ctx),
      resumeMonthEnds(ctx),
      startMissedMonthEnds(ctx),
      startSealing(ctx),
    ]);
  } else {
    await startMonthEnd(ctx);
  }
}

/** Waits for all of it, so that a failure doesn't cancel the rest. @throws the first failure */
async function carryOut(work: Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(work)) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
}
