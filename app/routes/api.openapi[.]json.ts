import { readApi } from '~/server/described-routes.server';

/** The reference of the calls for programs; people read /api/docs. */
export async function loader() {
  return Response.json(await readApi(), { headers: { 'Cache-Control': 'public, max-age=300' } });
}
