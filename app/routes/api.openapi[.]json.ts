import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { readApi } from '~/server/described-routes.server';
import { limitByAddress } from '~/server/rate-limit.server';

/** The API reference for programs; people read /api/docs. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await limitByAddress('docs', request, context);
  return Response.json(await readApi(context.env), { headers: { 'Cache-Control': 'public, max-age=300' } });
}
