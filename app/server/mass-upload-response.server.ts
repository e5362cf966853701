import { AppError } from '~/errors';
import { getMassUpload, type MassUploadState } from '~/services/imports/mass-upload.server';
import type { CompanyContext } from '~/services/platform/context.server';
import { errorResponse } from './error-response.server';
import { streamedObjectResponse } from './streamed-list-response.server';

const MAX_WAIT_MS = 20_000;
const FIRST_PAUSE_MS = 50;
const PAUSE_GROWTH = 1.3;
const MAX_PAUSE_MS = 1_000;

type MassUploadResult = Awaited<ReturnType<typeof getMassUpload>>;

/** The response for an upload, or for a part of it that includes its results. Streams the errors. */
export function withErrors<T extends Pick<MassUploadState, 'results'>>(
  upload: T,
  errors: MassUploadResult['errors'],
): Response | Promise<Response> {
  const { results } = upload;
  if (!results) return Response.json(upload);
  return streamedObjectResponse((list) => ({ ...upload, results: { ...results, errors: list } }), errors);
}

/**
 * The response to the call that started an upload: its results if it finishes within 20 seconds, otherwise the URL of its
 * status. `Prefer: wait=5` waits less, `Prefer: respond-async` not at all (RFC 7240).
 */
export async function massUploadResponse(
  ctx: CompanyContext,
  request: Request,
  jobId: string,
): Promise<Response> {
  const result = await waitForEnd(ctx, jobId, parseMaxWaitMs(request));
  if (result?.upload.status === 'done') {
    const { success, message, results } = result.upload;
    return withErrors({ success, message, results }, result.errors);
  }
  if (result?.upload.status === 'failed') {
    // Not thrown: the call did its work, so a replay must get the same response.
    return errorResponse(new AppError('invalid', result.upload.message ?? ''), ctx.request.id);
  }
  return Response.json({ jobId }, { status: 202, headers: { Location: `/api/wells/mass-upload/${jobId}` } });
}

function parseMaxWaitMs(request: Request): number {
  const preferences = request.headers.get('Prefer')?.toLowerCase() ?? '';
  const seconds = preferences.match(/\bwait=(\d+)/)?.[1];
  if (seconds) return Math.min(Number(seconds) * 1000, MAX_WAIT_MS);
  return preferences.includes('respond-async') ? 0 : MAX_WAIT_MS;
}

/** @returns null if the upload didn't finish in time */
async function waitForEnd(
  ctx: CompanyContext,
  jobId: string,
  maxMs: number,
): Promise<MassUploadResult | null> {
  const deadline = Date.now() + maxMs;
  for (let pause = FIRST_PAUSE_MS; Date.now() < deadline; pause *= PAUSE_GROWTH) {
    const result = await getMassUpload(ctx, jobId);
    if (result.upload.finishedAt !== null) return result;
    await scheduler.wait(Math.min(pause, MAX_PAUSE_MS, Math.max(deadline - Date.now(), 0)));
  }
  return null;
}
