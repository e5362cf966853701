import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { checkReadiness } from '~/services/platform/readiness.server';

/**
 * Readiness: whether D1 (at the expected migration), KV and R2 answer. Differences in a company's books are reported as
 * a count and do not make the service unready: everything else still works.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { checks, booksCheckFailures } = await checkReadiness(await context.requestContext());
  const ready = Object.values(checks).every((check) => check === 'ok');
  return Response.json(
    { status: ready ? 'ok' : 'unavailable', checks, booksCheckFailures },
    { status: ready ? 200 : 503 },
  );
}
