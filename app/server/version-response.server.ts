/** JSON with its version as the ETag, for the next If-Match. */
export function versionResponse(body: unknown, version: number): Response {
  return Response.json(body, { headers: { ETag: `"${version}"` } });
}
