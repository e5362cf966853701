/** JSON whose version stands in its ETag, where the next If-Match takes it from. */
export function versionResponse(body: unknown, version: number): Response {
  return Response.json(body, { headers: { ETag: `"${version}"` } });
}
