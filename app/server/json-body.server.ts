import { AppError } from '~/errors';

const MEGABYTE = 1_048_576;
/** Several times the largest body that a form sends, a whole custom field list with its options. */
const MAX_BODY_BYTES = MEGABYTE;

/**
 * Reads a JSON body, giving up as soon as it is larger than the limit whatever its Content-Length claims.
 * @param maxBytes the limit of a call that takes more than forms send; whole megabytes
 * @throws AppError unsupported-media-type, too-large, invalid
 */
export async function readJsonBody(
  request: Request,
  maxBytes = MAX_BODY_BYTES,
): Promise<{ raw: string; json: unknown }> {
  const type = request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new AppError('unsupported-media-type', 'Send JSON with Content-Type: application/json');
  const raw = await readText(request, maxBytes);
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

async function readText(request: Request, maxBytes: number): Promise<string> {
  if (!request.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      throw new AppError('too-large', `The request body is larger than ${maxBytes / MEGABYTE} MB`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
