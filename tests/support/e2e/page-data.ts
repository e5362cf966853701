import type { Page } from '@playwright/test';
import { decode, encode } from 'turbo-stream';

type RouteData = Record<string, { data: unknown }>;

/**
 * Changes the data the server returns for a route on client-side navigation, for states that the demo data doesn't have. `change`
 * modifies the route's data in place.
 */
export async function alterPageData<Data>(
  page: Page,
  routeId: string,
  change: (data: Data) => void,
): Promise<void> {
  await page.route(/\.data(\?|$)/, async (route) => {
    const response = await route.fetch();
    const decoded = await decode(new Blob([new Uint8Array(await response.body())]).stream());
    const routes = decoded.value as RouteData;
    const target = routes[routeId];
    if (target) change(target.data as Data);
    await route.fulfill({ response, body: await textOf(encode(routes)) });
  });
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}
