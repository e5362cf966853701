/**
 * Reads a body as UTF-8, giving up as soon as it is larger than the limit, whatever its Content-Length claims.
 * @returns null for one that is larger
 * @throws TypeError for one that is not UTF-8: read leniently, "Ørn" in another encoding would be kept as "\uFFFDrn"
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
