import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { auditLog, company, uploadedFile } from '#db/schema';
import { binaryFileKind, SIGNATURE_BYTES } from '~/domain/files/file-signature';
import { AppError } from '~/errors';
import { MAX_UPLOAD_BYTES } from '~/schemas/imports/mass-upload';
import { audit, changesOf, commit } from '~/services/platform/commit.server';
import { actorId, type CompanyAdminContext, type RequestContext } from '~/services/platform/context.server';
import { readUploadToken } from './upload-address.server';

const PREFIX = 'uploads/';
/** The last is what browsers on Windows with Excel say of a .csv file. */
const CSV_TYPES = ['text/csv', 'application/csv', 'application/vnd.ms-excel'];
const LIFETIME_DAYS = 30;
const MS_PER_DAY = 86_400_000;
/** R2 deletes at most 1,000 objects a call. */
const FILES_AT_A_TIME = 500;

/** What arrives at an upload address. */
export type IncomingFile = {
  contentType: string | null;
  /** As the sender claims; null when it does not say. */
  contentLength: number | null;
  body: ReadableStream<Uint8Array> | null;
};

/** A file's key in R2. Everything under a company's prefix belongs to that company. */
export function uploadKey(companyId: string, fileId: string): string {
  return `${PREFIX}${companyId}/${fileId}`;
}

/**
 * Streams a file to R2 at the address that was issued for it. The first to come uses the address up, whatever becomes of
 * the file; what does not arrive whole, or is no CSV file, is not kept.
 *
 * @param token the last part of the upload address
 * @throws AppError forbidden (readUploadToken); unsupported-media-type, by the Content-Type or by what the file begins
 * with; too-large over 5,242,880 bytes; conflict for an address that was used; invalid when nothing comes, or not as much
 * as Content-Length claims
 */
export async function storeUpload(
  ctx: CompanyAdminContext,
  token: string,
  file: IncomingFile,
): Promise<void> {
  const fileId = await readUploadToken(ctx, token);
  const body = acceptable(file);
  await claimAddress(ctx, fileId);
  const key = uploadKey(ctx.companyId, fileId);
  const sizeBytes = await streamToR2(ctx, key, { body, contentLength: file.contentLength }).catch(
    async (error: unknown) => {
      // Should this fail too, the nightly removal finds the object by its row.
      await ctx.env.UPLOADS.delete(key).catch(() => undefined);
      throw error;
    },
  );
  // A file whose row could not be completed stays for the nightly removal: the failure may be of the answer only.
  await commit(ctx, [
    ctx.db
      .update(uploadedFile)
      .set({ sizeBytes })
      .where(and(eq(uploadedFile.id, fileId), eq(uploadedFile.companyId, ctx.companyId))),
    audit(ctx, {
      action: 'file.uploaded',
      entityType: 'uploaded_file',
      entityId: fileId,
      newValues: { sizeBytes },
    }),
  ]);
}

/** What can be refused before anything is read, without using the address up. */
function acceptable({ contentType, contentLength, body }: IncomingFile): ReadableStream<Uint8Array> {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!CSV_TYPES.includes(type)) {
    throw new AppError('unsupported-media-type', 'Only CSV files can be uploaded (Content-Type: text/csv)');
  }
  if (contentLength !== null && contentLength > MAX_UPLOAD_BYTES) throw tooLarge();
  if (!body || contentLength === 0) throw empty();
  return body;
}

/** Not by `commit`: an Idempotency-Key is claimed when the file is there, not when it begins to arrive. */
async function claimAddress(ctx: CompanyAdminContext, fileId: string): Promise<void> {
  const inserted = await ctx.db
    .insert(uploadedFile)
    .values({
      id: fileId,
      companyId: ctx.companyId,
      userId: actorId(ctx),
      createdAt: ctx.now.toISOString(),
    })
    .onConflictDoNothing();
  if (changesOf(inserted) === 0) {
    throw new AppError('conflict', 'The upload link was already used. Upload the file again.');
  }
}

type Body = { body: ReadableStream<Uint8Array>; contentLength: number | null };

/** @returns the number of bytes stored */
async function streamToR2(ctx: CompanyAdminContext, key: string, file: Body): Promise<number> {
  const options = { httpMetadata: { contentType: 'text/csv' } };
  const chunks = checkedChunks(file);
  if (file.contentLength === null) {
    // R2 must know beforehand how much comes.
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for await (const chunk of chunks) pieces.push(chunk);
    const whole = new Blob(pieces);
    await ctx.env.UPLOADS.put(key, whole, options);
    return whole.size;
  }
  const { readable, writable } = new FixedLengthStream(file.contentLength);
  const writer = writable.getWriter();
  const stored = ctx.env.UPLOADS.put(key, readable, options).catch(async (error) => {
    await writer.abort(error);
    throw error;
  });
  const sent = sendAll(chunks, writer);
  // Why the file was refused comes first; it is also what broke the storing off.
  for (const outcome of await Promise.allSettled([sent, stored])) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
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
 * The file piece by piece, given up at the first piece that is too much or tells of another kind of file. No header is
 * believed.
 */
async function* checkedChunks({ body, contentLength }: Body): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let size = 0;
  let head = new Uint8Array(0);
  for await (const chunk of piecesOf(body)) {
    size += chunk.byteLength;
    if (size > MAX_UPLOAD_BYTES) throw tooLarge();
    if (contentLength !== null && size > contentLength) throw notWhole();
    if (head.byteLength < SIGNATURE_BYTES) {
      head = new Uint8Array([...head, ...chunk.subarray(0, SIGNATURE_BYTES - head.byteLength)]);
      refuseBinary(head);
    }
    yield chunk;
  }
  if (size === 0) throw empty();
  if (contentLength !== null && size < contentLength) throw notWhole();
}

/** A read error means that the sender aborted. */
async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const pieces = body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>;
  try {
    yield* pieces;
  } catch {
    throw notWhole();
  }
}

function refuseBinary(head: Uint8Array): void {
  const kind = binaryFileKind(head);
  if (kind === null) return;
  throw new AppError(
    'unsupported-media-type',
    `This is ${kind}, not a CSV file. In your spreadsheet, save it as CSV UTF-8, then upload the new file.`,
  );
}

function tooLarge(): AppError {
  return new AppError('too-large', 'The file is larger than 5 MB (5,242,880 bytes)');
}

function empty(): AppError {
  return new AppError('invalid', 'The file is empty');
}

function notWhole(): AppError {
  return new AppError('invalid', 'The upload was interrupted. Upload the file again.');
}

/**
 * Deletes the files that came more than 30 days ago, and those of companies that are gone. If it is interrupted, the next run goes
 * on; done already, it does nothing.
 */
export async function removeOldUploads(ctx: RequestContext): Promise<void> {
  const now = ctx.now.toISOString();
  const cutoff = new Date(ctx.now.getTime() - LIFETIME_DAYS * MS_PER_DAY).toISOString();
  for (;;) {
    const files = await ctx.db
      .select({ id: uploadedFile.id, companyId: uploadedFile.companyId })
      .from(uploadedFile)
      .where(and(isNull(uploadedFile.removedAt), lt(uploadedFile.createdAt, cutoff)))
      .orderBy(uploadedFile.createdAt)
      .limit(FILES_AT_A_TIME);
    if (files.length === 0) break;
    await ctx.env.UPLOADS.delete(files.map(({ id, companyId }) => uploadKey(companyId, id)));
    const removed = sql`${uploadedFile.removedAt} is null
      and ${uploadedFile.id} in (select value from json_each(${JSON.stringify(files.map(({ id }) => id))}))`;
    await commit(ctx, [
      ctx.db.run(sql`
        insert into ${auditLog} (user_id, company_id, action, entity_type, entity_id, new_values, created_at)
        select ${actorId(ctx)}, company_id, 'file.removed', 'uploaded_file', id, json_object('removedAt', ${now}), ${now}
        from ${uploadedFile} where ${removed}`),
      ctx.db.update(uploadedFile).set({ removedAt: now }).where(removed),
    ]);
  }
  await removeOrphans(ctx);
}

/** Files of companies that are deleted, or whose rows are gone. */
async function removeOrphans({ db, env }: RequestContext): Promise<void> {
  for await (const page of listPages(env, { prefix: PREFIX, delimiter: '/' })) {
    const prefixes = new Map(
      page.delimitedPrefixes.map((prefix) => [prefix.slice(PREFIX.length, -1), prefix]),
    );
    const ids = JSON.stringify([...prefixes.keys()]);
    const living = await db
      .select({ id: company.id })
      .from(company)
      .where(and(isNull(company.deletedAt), sql`${company.id} in (select value from json_each(${ids}))`));
    for (const { id } of living) prefixes.delete(id);
    for (const prefix of prefixes.values()) {
      for await (const { objects } of listPages(env, { prefix })) {
        await env.UPLOADS.delete(objects.map(({ key }) => key));
      }
    }
  }
}

async function* listPages(env: Env, options: R2ListOptions): AsyncGenerator<R2Objects> {
  let cursor: string | undefined;
  do {
    const page: R2Objects = await env.UPLOADS.list({ ...options, cursor });
    yield page;
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
}
