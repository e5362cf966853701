import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { ConfirmSignOut } from '~/components/account/confirm-sign-out';
import { comesFromElsewhere } from '~/server/cross-site.server';
import { endedSessionCookie, readSessionId } from '~/server/session-cookie.server';
import { providerSignOutUrl } from '~/server/sign-in.server';
import { endSession } from '~/services/people/session.server';
import { logSecurity, requestForLog } from '~/services/platform/security-log.server';

/** Leaves out cookies, which hold the theme: the page after sign-out looks like the ones before. */
const CLEARED = '"cache", "storage"';

export const meta: MetaFunction = () => [{ title: 'Sign out · ARO System' }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const ctx = await context.requestContext();
  if (ctx.actor.kind === 'user' && comesFromElsewhere(request)) {
    logSecurity(ctx, 'cross-site.refused', requestForLog(request));
    return data(null);
  }
  const sessionId = await readSessionId(request, ctx.env);
  const session = sessionId ? await endSession(ctx, sessionId) : null;
  if (session) logSecurity(ctx, 'sign-out', { userId: session.userId });
  // Our session has ended. A provider that can't be reached must not block sign-out.
  const providerUrl = session
    ? await providerSignOutUrl(ctx, request, session.logoutHint).catch(() => null)
    : null;
  return redirect(providerUrl ?? '/', {
    headers: { 'Set-Cookie': await endedSessionCookie(ctx.env), 'Clear-Site-Data': CLEARED },
  });
}

/** Shown only to users sent here by another site. */
export default ConfirmSignOut;
