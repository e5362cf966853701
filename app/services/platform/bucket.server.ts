import { AppError } from '~/errors';
import type { RequestContext } from './context.server';
import { log } from './log.server';

/** Lists a bucket's objects in key order, in pages of at most 1,000. @throws R2's errors */
export async function* listObjects(bucket: R2Bucket, options: R2ListOptions): AsyncGenerator<R2Objects> {
  let cursor: string | undefined;
  do {
    const page: R2Objects = await bucket.list({ ...options, cursor });
    yield page;
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
}

const MISSING = 'This file is missing from storage. An operator can restore it from a backup.';

/**
 * Reads a file that D1 records as stored in R2. If the object is missing, logs its key for the operator.
 * @throws AppError not-found; R2's errors
 */
export async function requireObject(
  { env, request }: Pick<RequestContext, 'env' | 'request'>,
  key: string,
): Promise<R2ObjectBody> {
  const object = await env.UPLOADS.get(key);
  if (object) return object;
  log({ level: 'error', requestId: request.id, problem: 'A file is missing from UPLOADS', key });
  throw new AppError('not-found', MISSING);
}
