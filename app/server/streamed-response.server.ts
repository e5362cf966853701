/**
 * An answer in pieces, for texts that a Worker's memory may not hold as a whole. The first two pieces are made before the
 * answer begins, so that an error there still gets its status; a later one breaks the answer off.
 */
export async function streamedResponse(
  pieces: AsyncGenerator<string, void, undefined>,
  headers: Record<string, string>,
): Promise<Response> {
  const waiting: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { value } = await pieces.next();
    if (value !== undefined) waiting.push(value);
  }
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const text = waiting.shift() ?? (await pieces.next()).value;
      if (text === undefined) controller.close();
      else controller.enqueue(encoder.encode(text));
    },
    // Who closes the page in the middle of a download wants no more of it.
    cancel: () => pieces.return().then(() => undefined),
  });
  return new Response(body, { headers });
}
