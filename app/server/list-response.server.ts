/** A list, or an object that contains one, with the next page's URL in the Link header. */
export function listResponse(request: Request, list: object, nextCursor: string | null): Response {
  const headers = new Headers();
  if (nextCursor) {
    const nextUrl = new URL(request.url);
    nextUrl.searchParams.set('cursor', nextCursor);
    headers.set('Link', `<${nextUrl.pathname}${nextUrl.search}>; rel="next"`);
  }
  return Response.json(list, { headers });
}

/** Like listResponse, but with the total number of rows in X-Total-Count. */
export function countedListResponse(
  request: Request,
  { items, nextCursor, total }: { items: unknown[]; nextCursor: string | null; total: number },
): Response {
  const response = listResponse(request, items, nextCursor);
  response.headers.set('X-Total-Count', String(total));
  return response;
}
