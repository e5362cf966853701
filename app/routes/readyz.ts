import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { limitByAddress } from '~/server/rate-limit.server';
import { checkSettings } from '~/server/settings.server';
import { checkReadiness } from '~/services/platform/readiness.server';

/**
 * Readiness: whether D1 (at the expected migration), KV and R2 respond, and the settings are valid. Differences in a
 * company's books and late work are reported as counts and don't make the service unready: everything else still works.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await limitByAddress('readiness', request, context);
  const ctx = await context.requestContext();
  const [{ checks: serviceChecks, ...counts }, settings] = await Promise.all([
    checkReadiness(ctx),
    checkSettings(ctx),
  ]);
  const checks = { ...serviceChecks, settings };
  const ready = !Object.values(checks).includes('failed');
  return Response.json(
    { status: ready ? 'ok' : 'unavailable', checks, ...counts },
    { status: ready ? 200 : 503 },
  );
}
