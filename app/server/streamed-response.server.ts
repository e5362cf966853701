/**
 * A response in pieces, for text that may not fit in a Worker's memory. The first two pieces are generated before the
 * response starts, so an error there still gets its status; a later error aborts the response.
 */
export async function streamedResponse(
  chunks: AsyncGenerator<string, void, undefined>,
  headers: Record<string, string>,
): Promise<Response> {
  const pending: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { value } = await chunks.next();
    if (value !== undefined) pending.push(value);
  }
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const text = pending.shift() ?? (await chunks.next()).value;
      if (text === undefined) controller.close();
      else controller.enqueue(encoder.encode(text));
    },
    // Stops generating when the client disconnects.
    cancel: () => chunks.return().then(() => undefined),
  });
  return new Response(body, { headers });
}
