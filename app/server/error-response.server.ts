import { isAborted } from '#db/client';
import { DomainConflict } from '~/domain/money/domain-conflict';
import { DomainError } from '~/domain/money/domain-error';
import { AppError, type AppErrorCode } from '~/errors';
import { log } from '~/services/platform/log.server';

/** HTTP status of each error code. */
const STATUS: Record<AppErrorCode, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'already-processed': 409,
  stale: 412,
  'too-large': 413,
  'unsupported-media-type': 415,
  unprocessable: 422,
  'too-many-requests': 429,
};

/** A write may have succeeded: the response from a database or queue can be lost. */
const UNKNOWN_ERROR =
  'Something went wrong on our end. If you were saving, check whether it was saved, then try again.';

/**
 * The JSON response for any error. Unexpected errors get a generic message: SQL, values and stack traces stay in the log,
 * and even the log leaves out statement parameters.
 */
export function errorResponse(error: unknown, requestId: string): Response {
  const appError = toAppError(error) ?? toTooLargeError(error, requestId);
  if (!appError) {
    log({ level: 'error', requestId, error });
    return Response.json({ message: UNKNOWN_ERROR, requestId }, { status: 500 });
  }
  return Response.json(
    {
      message: appError.message,
      // Of the two kinds of 409, this is the only one where something was changed.
      ...(appError.code === 'already-processed' && { code: appError.code }),
      ...(appError.fields && { errors: appError.fields }),
      requestId,
    },
    { status: STATUS[appError.code] },
  );
}

function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof DomainError) {
    return new AppError(
      error instanceof DomainConflict ? 'conflict' : 'invalid',
      error.message,
      error.field ?? undefined,
    );
  }
  return null;
}

const TOO_LARGE = 'This request is too large. Nothing was saved. Split it into smaller parts.';

/** D1 rejects values and rows above 2 MB, and with them the whole transaction. The log shows where one of our limits is missing. */
function toTooLargeError(error: unknown, requestId: string): AppError | null {
  if (!isAborted(error, 'string or blob too big')) return null;
  log({ level: 'error', requestId, error });
  return new AppError('too-large', TOO_LARGE);
}

/** The response for a method that a URL doesn't support, listing those it does. */
export function methodNotAllowed(methods: readonly string[], requestId: string): Response {
  const response = errorResponse(new AppError('method-not-allowed', 'Method not allowed'), requestId);
  response.headers.set('Allow', methods.join(', '));
  return response;
}
