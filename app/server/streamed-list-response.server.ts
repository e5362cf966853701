/**
 * A bare JSON array, written batch by batch for lists that a Worker's memory may not hold as a whole. The first two
 * batches are read before the answer begins, so that an error there still gets its status; a later one breaks the
 * answer off, and what arrived is no valid JSON.
 */
export async function streamedListResponse(
  batches: AsyncIterable<unknown[]> | Iterable<unknown[]>,
): Promise<Response> {
  const texts = arrayTexts(batches);
  const first = await texts.next();
  const second = await texts.next();
  const encoder = new TextEncoder();
  const waiting = [first, second].flatMap(({ value }) => value ?? []);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const text = waiting.shift() ?? (await texts.next()).value;
      if (text === undefined) controller.close();
      else controller.enqueue(encoder.encode(text));
    },
    // Who closes the page in the middle of a download wants no more batches.
    cancel: () => texts.return(undefined).then(() => undefined),
  });
  return new Response(body, { headers: { 'Content-Type': 'application/json' } });
}

/** The text of one JSON array in pieces; always at least two, of which none is empty. */
async function* arrayTexts(
  batches: AsyncIterable<unknown[]> | Iterable<unknown[]>,
): AsyncGenerator<string, undefined, undefined> {
  let opening = '[';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield opening + JSON.stringify(batch).slice(1, -1);
    opening = ',';
  }
  if (opening === '[') yield opening;
  yield ']';
  return undefined;
}
