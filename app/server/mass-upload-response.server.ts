import { AppError } from '~/errors';
import type { MassUploadAnswer, MassUploadView } from '~/schemas/imports/mass-upload';
import { getMassUpload } from '~/services/imports/mass-upload.server';
import type { CompanyContext } from '~/services/platform/context.server';
import { errorResponse } from './error-response.server';

const LONGEST_WAIT_MS = 20_000;
const FIRST_PAUSE_MS = 50;
const PAUSE_GROWTH = 1.3;
const LONGEST_PAUSE_MS = 1_000;

/**
 * The response to the call that started an upload: its results when it ends within 20 seconds, otherwise where to read
 * its status. `Prefer: wait=5` waits less, `Prefer: respond-async` not at all (RFC 7240).
 */
export async function massUploadResponse(
  ctx: CompanyContext,
  request: Request,
  jobId: string,
): Promise<Response> {
  const upload = await waitForEnd(ctx, jobId, longestWaitMs(request));
  if (upload?.status === 'done') return Response.json(answerOf(upload));
  if (upload?.status === 'failed') {
    // Not thrown: the call did its work, so a replay must get the same answer.
    return errorResponse(new AppError('invalid', upload.message ?? ''), ctx.request.id);
  }
  return Response.json({ jobId }, { status: 202, headers: { Location: `/api/wells/mass-upload/${jobId}` } });
}

function longestWaitMs(request: Request): number {
  const preferences = request.headers.get('Prefer')?.toLowerCase() ?? '';
  const seconds = preferences.match(/\bwait=(\d+)/)?.[1];
  if (seconds) return Math.min(Number(seconds) * 1000, LONGEST_WAIT_MS);
  return preferences.includes('respond-async') ? 0 : LONGEST_WAIT_MS;
}

/** @returns null when it did not end in time */
async function waitForEnd(
  ctx: CompanyContext,
  jobId: string,
  longestMs: number,
): Promise<MassUploadView | null> {
  const deadline = Date.now() + longestMs;
  for (let pause = FIRST_PAUSE_MS; Date.now() < deadline; pause *= PAUSE_GROWTH) {
    const upload = await getMassUpload(ctx, jobId);
    if (upload.finishedAt !== null) return upload;
    await scheduler.wait(Math.min(pause, LONGEST_PAUSE_MS, Math.max(deadline - Date.now(), 0)));
  }
  return null;
}

function answerOf({ success, message, results }: MassUploadView): Partial<MassUploadAnswer> {
  return { success, message, results };
}
