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

/** Must match wrangler.toml. Any other event is a month-end, including one sent manually. */
const NIGHTLY = '30 3 * * *';
const HOURLY = '15 * * * *';

/**
 * Entry point of the cron triggers. Uses the event's scheduled time as the current time, so a late event still does the
 * intended work.
 */
export async function runScheduled(event: ScheduledController, env: Env): Promise<void> {
  const now = new Date(event.scheduledTime);
  const ctx = createJobContext(env, { id: `cron ${now.toISOString()}`, now });
  // Each task runs even if others fail.
  const outcomes = await Promise.allSettled(getTasks(event.cron).map((task) => task(ctx)));
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of failures) log({ level: 'error', requestId: ctx.request.id, error: reason });
  // Cloudflare records thrown errors verbatim, and a statement's error repeats its values.
  if (failures.length > 0) throw new Error('The cron event failed. The lines before this one say why.');
}

function getTasks(cron: string): ((ctx: RequestContext) => Promise<void>)[] {
  switch (cron) {
    case NIGHTLY:
      return [removeOldUploads, removeOldKeys, startNightlyChecks, retryMonthEnds, startCopyingSeals];
    case HOURLY:
      return [resumeMassUploads, resumeMonthEnds, startMissedMonthEnds, startSealing];
    default:
      return [startMonthEnd];
  }
}
