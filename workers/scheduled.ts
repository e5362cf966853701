import { createJobContext } from '~/server/job-context.server';
import { startCopyingSeals, startSealing } from '~/services/audit/seal.server';
import { startNightlyChecks } from '~/services/books/nightly-check.server';
import {
  resumeMonthEnds,
  retryMonthEnds,
  startMissedMonthEnds,
  startMonthEnd,
} from '~/services/books/start-month-ends.server';
import { resumeMassUploads } from '~/services/imports/upload-turns.server';
import { removeOldUploads } from '~/services/imports/uploaded-file.server';
import type { RequestContext } from '~/services/platform/context.server';
import { removeOldKeys } from '~/services/platform/idempotency.server';
import { log } from '~/services/platform/log.server';

/** As wrangler.toml has them. Any other event is a month-end, one sent by hand included. */
const NIGHTLY = '30 3 * * *';
const HOURLY = '15 * * * *';

/** The cron trigger's door. What time it is says the event, so that a late one does what it was meant to do. */
export async function runScheduled(event: ScheduledController, env: Env): Promise<void> {
  const now = new Date(event.scheduledTime);
  const ctx = createJobContext(env, { id: `cron ${now.toISOString()}`, now });
  // Each is carried out whatever becomes of the others.
  const outcomes = await Promise.allSettled(workOf(event.cron).map((work) => work(ctx)));
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of failures) log({ level: 'error', requestId: ctx.request.id, error: reason });
  // Cloudflare records what is thrown as it is, and an error of a statement repeats its values.
  if (failures.length > 0) throw new Error('The cron event failed. The lines before this one say why.');
}

function workOf(cron: string): ((ctx: RequestContext) => Promise<void>)[] {
  switch (cron) {
    case NIGHTLY:
      return [removeOldUploads, removeOldKeys, startNightlyChecks, retryMonthEnds, startCopyingSeals];
    case HOURLY:
      return [resumeMassUploads, resumeMonthEnds, startMissedMonthEnds, startSealing];
    default:
      return [startMonthEnd];
  }
}
