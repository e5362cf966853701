import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare';
import { AppError } from '~/errors';
import { errorResponse } from '~/server/error-response.server';

/** Unknown URLs under /api get a JSON response like everything else there, not the 404 page. */
function notFound({ context }: LoaderFunctionArgs | ActionFunctionArgs) {
  return errorResponse(new AppError('not-found', 'Not found'), context.requestId);
}

export const loader = notFound;
export const action = notFound;
