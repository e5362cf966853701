/**
 * Reads a body as UTF-8, stopping as soon as it exceeds the limit, whatever its Content-Length claims.
 * @returns null for a larger body
 * @throws TypeError for a body that isn't UTF-8: lenient decoding would store "Ørn" in another encoding as "\uFFFDrn"
 */
export async function readBoundedText(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<string | null> {
  if (!body) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  // Leaving the loop early cancels the stream.
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
