import { toHex } from './bytes.server';

/** SHA-256 of a text as 64 lower-case hexadecimal digits. */
export async function sha256Hex(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

/** Part of the Worker's crypto, of which the types of the browser's know nothing. */
const { DigestStream } = crypto as unknown as {
  DigestStream: new (algorithm: 'SHA-256') => WritableStream<Uint8Array> & { digest: Promise<ArrayBuffer> };
};

/** A SHA-256 that is fed piece by piece. */
export function openDigest() {
  const stream = new DigestStream('SHA-256');
  const writer = stream.getWriter();
  const encoder = new TextEncoder();
  return {
    add: (piece: string | Uint8Array) =>
      writer.write(typeof piece === 'string' ? encoder.encode(piece) : piece),
    async end(): Promise<string> {
      await writer.close();
      return toHex(new Uint8Array(await stream.digest));
    },
  };
}
