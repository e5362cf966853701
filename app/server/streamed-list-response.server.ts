import { streamedResponse } from './streamed-response.server';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/**
 * A bare JSON array, written batch by batch, for lists that may not fit in a Worker's memory. An error after the first
 * batches aborts the response, leaving invalid JSON.
 */
export function streamedListResponse(
  batches: AsyncIterable<unknown[]> | Iterable<unknown[]>,
): Promise<Response> {
  async function* texts() {
    for await (const batch of batches) yield JSON.stringify(batch).slice(1, -1);
  }
  return streamedJsonResponse(texts());
}

/**
 * Like streamedListResponse, but for items that are already serialized.
 * @param pages each page's items, separated by commas
 */
export function streamedJsonResponse(pages: AsyncIterable<string>): Promise<Response> {
  return streamedResponse(arrayTexts(pages), JSON_TYPE);
}

/**
 * Like streamedListResponse, but for an object that contains the list.
 * @param around returns the object with the list in place
 * @param pages the list's items as JSON; each page's items are separated by commas
 */
export function streamedObjectResponse(
  around: (list: string) => object,
  pages: AsyncIterable<string>,
): Promise<Response> {
  const place = crypto.randomUUID();
  const [before = '', after = ''] = JSON.stringify(around(place)).split(JSON.stringify(place));
  async function* texts() {
    yield before;
    yield* arrayTexts(pages);
    yield after;
  }
  return streamedResponse(texts(), JSON_TYPE);
}

/** The text of one JSON array, in at least two pieces, none of them empty. */
async function* arrayTexts(pages: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let opening = '[';
  for await (const page of pages) {
    if (page === '') continue;
    yield opening + page;
    opening = ',';
  }
  if (opening === '[') yield opening;
  yield ']';
}
