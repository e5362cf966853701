import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { limitByAddress } from '~/server/rate-limit.server';
import { checkReadiness } from '~/services/platform/readiness.server';

/**
 * Readiness: whether D1 (at the expected migration), KV and R2 answer. Differences in a company's books are reported as
 * a count and do not make the service unready: everything else still works.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await limitByAddress('readiness', request, context);
  const { checks, booksCheckFailures } = await checkReadiness(await context.requestContext());
  const ready = Object.values(checks).every((check) => check === 'ok');
  return Response.json(
    { status: ready ? 'ok' : 'unavailable', checks, booksCheckFailures },
    { status: ready ? 200 : 503 },
  );
}
