import { streamedResponse } from './streamed-response.server';

/**
 * A bare JSON array, written batch by batch for lists that a Worker's memory may not hold as a whole. An error after the
 * first batches breaks the answer off, and what arrived is no valid JSON.
 */
export function streamedListResponse(
  batches: AsyncIterable<unknown[]> | Iterable<unknown[]>,
): Promise<Response> {
  return streamedResponse(arrayTexts(batches), { 'Content-Type': 'application/json' });
}

/** The text of one JSON array in pieces; always at least two, of which none is empty. */
async function* arrayTexts(
  batches: AsyncIterable<unknown[]> | Iterable<unknown[]>,
): AsyncGenerator<string, void, undefined> {
  let opening = '[';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield opening + JSON.stringify(batch).slice(1, -1);
    opening = ',';
  }
  if (opening === '[') yield opening;
  yield ']';
}
