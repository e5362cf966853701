import { streamedResponse } from './streamed-response.server';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/**
 * A bare JSON array, written batch by batch, for lists that may not fit in a Worker's memory. An error after the first
 * batches aborts the response, leaving invalid JSON.
 */
export function streamedListResponse(
  batches: AsyncIterable<unknown[]> | Iterable<unknown[]>,
): Promise<Response> {
  async function* generateList() {
    for await (const batch of batches) yield JSON.stringify(batch).slice(1, -1);
  }
  return streamedJsonResponse(generateList());
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
 * @param wrapList returns the object with the list in place
 * @param pages the list's items as JSON; each page's items are separated by commas
 */
export function streamedObjectResponse(
  wrapList: (list: string) => object,
  pages: AsyncIterable<string>,
): Promise<Response> {
  const marker = crypto.randomUUID();
  const [prefix = '', suffix = ''] = JSON.stringify(wrapList(marker)).split(JSON.stringify(marker));
  async function* generateObject() {
    yield prefix;
    yield* arrayTexts(pages);
    yield suffix;
  }
  return streamedResponse(generateObject(), JSON_TYPE);
}

/** The text of one JSON array, in at least two pieces, none of them empty. */
async function* arrayTexts(pages: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let separator = '[';
  for await (const page of pages) {
    if (page === '') continue;
    yield separator + page;
    separator = ',';
  }
  if (separator === '[') yield separator;
  yield ']';
}
