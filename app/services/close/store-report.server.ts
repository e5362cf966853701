import type { CompanyAdminContext } from '~/services/platform/context.server';
import { openDigest } from '~/services/platform/digest.server';

/** R2 requires parts of equal size, at least this large, except the last. */
const PART_BYTES = 5 * 1_048_576;
const OPTIONS = { httpMetadata: { contentType: 'application/gzip' } };

/**
 * A report's key in R2, derived from its content: repeating a close stores the same files under the same keys, and a failed
 * one leaves nothing that a later close could mistake for its own.
 */
export function reportKey(companyId: string, sha256: string): string {
  return `closes/${companyId}/${sha256}.csv.gz`;
}

/**
 * Stores a report in R2, compressing it as it is generated: a large company's journal over several years takes gigabytes as
 * text, and even compressed as much as a Worker's memory. The returned SHA-256 and size are those of the uncompressed text.
 */
export async function storeReport(
  { env, companyId }: Pick<CompanyAdminContext, 'env' | 'companyId'>,
  chunks: Iterable<string> | AsyncIterable<string>,
): Promise<{ sizeBytes: number; sha256: string }> {
  const digest = openDigest();
  const encoder = new TextEncoder();
  const gzip = new CompressionStream('gzip');
  const writer = gzip.writable.getWriter();
  const file = openFile(env.UPLOADS, `closes/${companyId}/${crypto.randomUUID()}.part`);
  const storing = file.receive(gzip.readable as ReadableStream<Uint8Array>);
  // Avoids an unhandled rejection: if storing fails, the writer fails first.
  storing.catch(() => {});
  let sizeBytes = 0;
  try {
    for await (const chunk of chunks) {
      const bytes = encoder.encode(chunk);
      sizeBytes += bytes.byteLength;
      await digest.add(bytes);
      await writer.write(bytes);
    }
    await writer.close();
    await storing;
    const sha256 = await digest.end();
    await file.moveTo(reportKey(companyId, sha256));
    return { sizeBytes, sha256 };
  } catch (error) {
    // If R2 failed, the writer's error only says that reading stopped, so prefer R2's error.
    const failed = storing.then(
      () => error,
      (failure: unknown) => failure,
    );
    await writer.abort(error).catch(() => {});
    const cause = await failed;
    await file.discard();
    throw cause;
  }
}

/**
 * A file whose key is known only once it is complete. Up to one part is kept in memory; beyond that, the file goes to R2
 * under a temporary key, since R2 can't rename.
 */
function openFile(bucket: R2Bucket, temporary: string) {
  const part = new Uint8Array(PART_BYTES);
  let length = 0;
  let upload: R2MultipartUpload | null = null;
  const stored: R2UploadedPart[] = [];
  const store = async () => {
    upload ??= await bucket.createMultipartUpload(temporary);
    stored.push(await upload.uploadPart(stored.length + 1, part.subarray(0, length)));
    length = 0;
  };
  return {
    async receive(stream: ReadableStream<Uint8Array>): Promise<void> {
      for await (const bytes of stream as unknown as AsyncIterable<Uint8Array>) {
        for (let offset = 0; offset < bytes.length; ) {
          if (length === PART_BYTES) await store();
          const slice = bytes.subarray(offset, offset + PART_BYTES - length);
          part.set(slice, length);
          length += slice.length;
          offset += slice.length;
        }
      }
    },

    async moveTo(key: string): Promise<void> {
      if (!upload) {
        await bucket.put(key, part.subarray(0, length), OPTIONS);
        return;
      }
      await store();
      await upload.complete(stored);
      const storedObject = await bucket.get(temporary);
      if (!storedObject) throw new Error('A report that was just stored is not in R2');
      await bucket.put(key, storedObject.body, OPTIONS);
      // If deletion fails, nothing refers to the leftover.
      await bucket.delete(temporary).catch(() => {});
    },

    /** Best effort. Does both: if the response to completing the upload was lost, the object may already exist. */
    async discard(): Promise<void> {
      if (upload) await Promise.allSettled([upload.abort(), bucket.delete(temporary)]);
    },
  };
}
