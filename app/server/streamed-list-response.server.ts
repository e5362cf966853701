import { streamedResponse } from './streamed-response.server';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/**
 * A bare JSON array, written batch by batch for lists that a Worker's memory may not hold as a whole. An error after the
 * first batches breaks the answer off, and what arrived is no valid JSON.
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
 * As streamedListResponse, of items that are JSON already.
 * @param pages those of a page separated by commas
 */
export function streamedJsonResponse(pages: AsyncIterable<string>): Promise<Response> {
  return streamedResponse(arrayTexts(pages), JSON_TYPE);
}

/**
 * As streamedListResponse, of an object that has such a list.
 * @param around puts the list where it belongs
 * @param pages the list's items as JSON, those of a page separated by commas
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

/** The text of one JSON array in pieces; always at least two, of which none is empty. */
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
