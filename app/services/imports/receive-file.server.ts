import { groupThousands } from '~/domain/money/group-thousands';
import { AppError } from '~/errors';
import type { CompanyAdminContext } from '~/services/platform/context.server';

/** A file sent to an upload address. */
export type IncomingFile = {
  contentType: string | null;
  /** As claimed by the sender; null when not stated. */
  contentLength: number | null;
  body: ReadableStream<Uint8Array> | null;
};

/** What an upload address accepts. */
export type FileRules = {
  maxBytes: number;
  /** Returns the stored type for a Content-Type. @throws AppError unsupported-media-type for any other */
  typeOf: (contentType: string | null) => string;
  /** Number of leading bytes that identify the file type. `headProblem` returns what is wrong with them; null if nothing is. */
  headBytes: number;
  headProblem: (type: string, head: Uint8Array) => string | null;
};

type AcceptedFile = { type: string; body: ReadableStream<Uint8Array>; contentLength: number | null };

/** Makes the checks that don't need the body. @throws AppError unsupported-media-type, too-large, invalid */
export function checkHeaders(
  { contentType, contentLength, body }: IncomingFile,
  rules: FileRules,
): AcceptedFile {
  const type = rules.typeOf(contentType);
  if (contentLength !== null && contentLength > rules.maxBytes) throw tooLargeError(rules);
  if (!body || contentLength === 0) throw emptyError();
  return { type, body, contentLength };
}

/**
 * Streams a file to R2. Nothing is stored if the file is incomplete, too large, or of another type.
 * @returns the number of bytes stored
 * @throws AppError unsupported-media-type, too-large, invalid; R2's errors
 */
export async function streamToR2(
  ctx: CompanyAdminContext,
  key: string,
  file: AcceptedFile,
  rules: FileRules,
): Promise<number> {
  const options = { httpMetadata: { contentType: file.type } };
  const chunks = checkedChunks(file, rules);
  if (file.contentLength === null) {
    // R2 must know the length in advance.
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for await (const chunk of chunks) pieces.push(chunk);
    const blob = new Blob(pieces);
    await ctx.env.UPLOADS.put(key, blob, options);
    return blob.size;
  }
  const { readable, writable } = new FixedLengthStream(file.contentLength);
  const writer = writable.getWriter();
  const stored = ctx.env.UPLOADS.put(key, readable, options).catch(async (error) => {
    await writer.abort(error).catch(() => undefined);
    throw error;
  });
  const outcomes = await Promise.allSettled([stored, sendAll(chunks, writer)]);
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  // A refusal also aborts the write to R2. Otherwise R2 has the reason, and the stream only reports that it was closed.
  if (reasons.length > 0) throw reasons.find((reason) => reason instanceof AppError) ?? reasons[0];
  return file.contentLength;
}

async function sendAll(
  chunks: AsyncIterable<Uint8Array>,
  writer: WritableStreamDefaultWriter<Uint8Array>,
): Promise<void> {
  try {
    for await (const chunk of chunks) await writer.write(chunk);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}

/**
 * Yields the file in chunks, and stops at the first one that exceeds the limit or reveals another file type. Headers aren't
 * trusted.
 */
async function* checkedChunks(
  { type, body, contentLength }: AcceptedFile,
  rules: FileRules,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let size = 0;
  let head = new Uint8Array(0);
  for await (const chunk of readPieces(body)) {
    size += chunk.byteLength;
    if (size > rules.maxBytes) throw tooLargeError(rules);
    if (contentLength !== null && size > contentLength) throw incompleteError();
    if (head.byteLength < rules.headBytes) {
      head = new Uint8Array([...head, ...chunk.subarray(0, rules.headBytes - head.byteLength)]);
      // The first bytes may arrive one by one, so wait until there are enough to identify the type.
      if (head.byteLength === rules.headBytes) requireHead(type, head, rules);
    }
    yield chunk;
  }
  if (size === 0) throw emptyError();
  if (contentLength !== null && size < contentLength) throw incompleteError();
  if (head.byteLength < rules.headBytes) requireHead(type, head, rules);
}

function requireHead(type: string, head: Uint8Array, rules: FileRules): void {
  const problem = rules.headProblem(type, head);
  if (problem !== null) throw new AppError('unsupported-media-type', problem);
}

/** A read error means that the sender aborted. */
async function* readPieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const pieces = body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>;
  try {
    yield* pieces;
  } catch {
    throw incompleteError();
  }
}

function tooLargeError({ maxBytes }: FileRules): AppError {
  const megabytes = maxBytes / 1_048_576;
  return new AppError(
    'too-large',
    `The file is larger than ${megabytes} MB (${groupThousands(maxBytes)} bytes)`,
  );
}

function emptyError(): AppError {
  return new AppError('invalid', 'The file is empty');
}

function incompleteError(): AppError {
  return new AppError('invalid', 'The upload was interrupted. Upload the file again.');
}
