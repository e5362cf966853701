import { toHex } from './bytes.server';

/** SHA-256 of text, as 64 lowercase hex digits. */
export async function sha256Hex(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

/** A Workers extension to crypto that the browser types lack. */
const { DigestStream } = crypto as unknown as {
  DigestStream: new (algorithm: 'SHA-256') => WritableStream<Uint8Array> & { digest: Promise<ArrayBuffer> };
};

/** Computes a SHA-256 incrementally. */
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
