import { AppError } from '~/errors';
import { readBoundedText } from './bounded-text.server';

const MEGABYTE = 1_048_576;
/** Several times the largest body that a form sends: a whole list of custom fields with their options. */
export const MAX_BODY_BYTES = MEGABYTE;

/**
 * Reads a JSON body.
 * @param maxBytes limit for a call that accepts more than forms send; whole megabytes
 * @throws AppError unsupported-media-type, too-large, invalid
 */
export async function readJsonBody(
  request: Request,
  maxBytes = MAX_BODY_BYTES,
): Promise<{ raw: string; json: unknown }> {
  const type = request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new AppError('unsupported-media-type', 'Send JSON with Content-Type: application/json');
  const raw = await readBoundedText(request.body, maxBytes).catch((error: unknown) => {
    if (error instanceof TypeError) throw new AppError('invalid', 'The request body is not UTF-8');
    throw error;
  });
  if (raw === null) {
    throw new AppError('too-large', `The request body is larger than ${maxBytes / MEGABYTE} MB`);
  }
  const json = parse(raw);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new AppError('invalid', 'The request body must be a JSON object');
  }
  return { raw, json };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('invalid', 'The request body is not valid JSON');
  }
}
