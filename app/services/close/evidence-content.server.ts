import {
  CONTENT_TYPES,
  contentTypesProblem,
  EVIDENCE_HEAD_BYTES,
  EVIDENCE_TYPES,
  type EvidenceType,
  evidenceTypeOf,
  evidenceTypeOfHeader,
  headProblem,
  MAX_CONTENT_TYPES_BYTES,
  MAX_EVIDENCE_BYTES,
  NOT_A_WORKBOOK,
  textProblem,
  workbookPartsProblem,
} from '~/domain/files/evidence-file';
import {
  findZipDirectory,
  LOCAL_HEADER_BYTES,
  readZipDirectory,
  ZIP_END_BYTES,
  type ZipPart,
  zipContentOffset,
} from '~/domain/files/zip-directory';
import { AppError } from '~/errors';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import { openDigest } from '~/services/platform/digest.server';

/** Result of inspecting an uploaded file. */
export type FoundFile = { contentType: EvidenceType; sizeBytes: number; sha256: string };

/** A workbook's ZIP directory takes a few hundred bytes per part. */
const MAX_DIRECTORY_BYTES = 2_097_152;
/** Maximum size of a part's name and extra fields, which follow its local header. */
const MAX_NAME_BYTES = 131_070;

/**
 * Reads an uploaded file in full, to verify that its content matches its name and type, and to compute its SHA-256. The
 * file is streamed, so little of it is in memory; a workbook's directory and list of content types are read separately.
 *
 * @param key the file's key in R2
 * @throws AppError unsupported-media-type, with the reason, for a file that isn't what its name says; invalid when it is
 * gone
 */
export async function inspectFile(
  ctx: CompanyAdminContext,
  key: string,
  fileName: string,
): Promise<FoundFile> {
  const object = await ctx.env.UPLOADS.get(key);
  if (!object) throw new AppError('invalid', 'The file wasn’t fully received. Upload it again.');
  const contentType = evidenceTypeOfHeader(object.httpMetadata?.contentType ?? null);
  const namedType = evidenceTypeOf(fileName);
  if (contentType === null || contentType !== namedType || object.size > MAX_EVIDENCE_BYTES) {
    await object.body.cancel();
    throw toUnsupportedTypeError(
      contentType && namedType
        ? `The file name says ${EVIDENCE_TYPES[namedType].name}, but the file was sent as ${EVIDENCE_TYPES[contentType].name}`
        : 'This file can’t be added',
    );
  }
  const digest = openDigest();
  let head = new Uint8Array(0);
  let problem: string | null = null;
  for await (const chunk of object.body as unknown as AsyncIterable<Uint8Array>) {
    await digest.add(chunk);
    if (head.byteLength < EVIDENCE_HEAD_BYTES)
      head = new Uint8Array([...head, ...chunk.subarray(0, EVIDENCE_HEAD_BYTES - head.byteLength)]);
    if (contentType === 'text/csv') problem ??= textProblem(chunk);
  }
  const sha256 = await digest.end();
  problem ??= headProblem(contentType, head);
  if (namedType === 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet') {
    problem ??= await workbookProblem(ctx, key, object.size);
  }
  if (problem !== null) throw toUnsupportedTypeError(problem);
  return { contentType, sizeBytes: object.size, sha256 };
}

function toUnsupportedTypeError(problem: string): AppError {
  return new AppError('unsupported-media-type', problem, 'file');
}

/** Why an archive isn't a workbook without macros; null if it is one. */
async function workbookProblem(ctx: CompanyAdminContext, key: string, size: number): Promise<string | null> {
  const tail = await rangeOf(ctx, key, Math.max(0, size - ZIP_END_BYTES), size);
  const directory = findZipDirectory(tail);
  if (!directory || directory.isTooLarge || directory.length > MAX_DIRECTORY_BYTES) return NOT_A_WORKBOOK;
  const { start, length, count } = directory;
  const parts = readZipDirectory(await rangeOf(ctx, key, start, Math.min(size, start + length)), count);
  if (!parts) return NOT_A_WORKBOOK;
  const problem = workbookPartsProblem(parts);
  if (problem !== null) return problem;
  const types = parts.find(({ name }) => name === CONTENT_TYPES)!;
  const xml = await textOfPart(ctx, key, { part: types, size });
  return xml === null ? NOT_A_WORKBOOK : contentTypesProblem(xml);
}

/** A ZIP part's text; null when the part is damaged, or larger than its directory entry says. */
async function textOfPart(
  ctx: CompanyAdminContext,
  key: string,
  { part, size }: { part: ZipPart; size: number },
): Promise<string | null> {
  const { start, packed, method } = part;
  if (packed > MAX_CONTENT_TYPES_BYTES) return null;
  const end = Math.min(size, start + LOCAL_HEADER_BYTES + MAX_NAME_BYTES + packed);
  const bytes = await rangeOf(ctx, key, start, end);
  const offset = zipContentOffset(bytes);
  if (offset === null || offset + packed > bytes.byteLength) return null;
  const content = bytes.subarray(offset, offset + packed);
  if (method === 0) return new TextDecoder().decode(content);
  return method === 8 ? decompress(content, part.size) : null;
}

async function decompress(packed: Uint8Array<ArrayBuffer>, size: number): Promise<string | null> {
  const unpackedStream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  try {
    for await (const chunk of unpackedStream as unknown as AsyncIterable<Uint8Array>) {
      length += chunk.byteLength;
      if (length > size) return null;
      text += decoder.decode(chunk, { stream: true });
    }
  } catch {
    return null;
  }
  return text + decoder.decode();
}

/** An object's bytes from `from` up to but not including `to`; empty if there are none. */
async function rangeOf(
  { env }: CompanyAdminContext,
  key: string,
  from: number,
  to: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (to <= from) return new Uint8Array(0);
  const object = await env.UPLOADS.get(key, { range: { offset: from, length: to - from } });
  return object ? new Uint8Array(await object.arrayBuffer()) : new Uint8Array(0);
}
