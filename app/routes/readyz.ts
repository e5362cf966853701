import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { limitByAddress } from '~/server/rate-limit.server';
import { checkReadiness } from '~/services/platform/readiness.server';

/**
 * Readiness: whether D1 (at the expected migration), KV and R2 answer. Differences in a company's books and work that is late are
 * reported as counts and do not make the service unready: everything else still works.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await limitByAddress('readiness', request, context);
  const { checks, ...counts } = await checkReadiness(await context.requestContext());
  const ready = !Object.values(checks).includes('failed');
  return Response.json(
    { status: ready ? 'ok' : 'unavailable', checks, ...counts },
    { status: ready ? 200 : 503 },
  );
}
