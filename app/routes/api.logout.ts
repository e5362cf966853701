import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import { endedSessionCookie, readSessionId } from '~/server/session-cookie.server';
import { providerSignOutUrl } from '~/server/sign-in.server';
import { endSession } from '~/services/people/session.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const ctx = await context.requestContext();
  const sessionId = await readSessionId(request, ctx.env);
  const session = sessionId ? await endSession(ctx, sessionId) : null;
  // The session here has ended; a provider that cannot be reached must not keep the person from leaving.
  const elsewhere = session
    ? await providerSignOutUrl(ctx, request, session.idToken).catch(() => null)
    : null;
  return redirect(elsewhere ?? '/', { headers: { 'Set-Cookie': await endedSessionCookie(ctx.env) } });
}
