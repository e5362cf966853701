import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare';
import { SignInProblem } from '~/components/account/sign-in-problem';
import { limitByAddress } from '~/server/rate-limit.server';
import { storedReturnPage } from '~/server/return-page.server';
import { readSessionId, sessionCookie } from '~/server/session-cookie.server';
import { clearedSignInCookies, finishSignIn } from '~/server/sign-in.server';
import { failureReason, signInProblem } from '~/server/sign-in-problem.server';
import { createSession, endSession } from '~/services/people/session.server';
import { signInUser } from '~/services/people/user.server';
import { logSecurity } from '~/services/platform/security-log.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await limitByAddress('sign-in', request, context);
  const ctx = await context.requestContext();
  try {
    const { profile, idToken, signIn, path } = await finishSignIn(ctx, request);
    const userId = await signInUser(ctx, profile);
    const sessionId = await createSession(ctx, { userId, idToken, signIn });
    const previousSessionId = await readSessionId(request, ctx.env);
    if (previousSessionId) await endSession(ctx, previousSessionId);
    const headers = new Headers({ 'Set-Cookie': await sessionCookie(ctx.env, sessionId) });
    for (const cookie of await clearedSignInCookies(request, ctx.env)) headers.append('Set-Cookie', cookie);
    return redirect(path, { headers });
  } catch (error) {
    logSecurity(ctx, 'sign-in.failed', { reason: failureReason(error) });
    throw signInProblem(error, ctx.request.id, await storedReturnPage(request, ctx.env));
  }
}

/** Never rendered: the loader redirects or throws. The component makes this route a page, so errors use the boundary below. */
export default function SignInCallback() {
  return null;
}

export { SignInProblem as ErrorBoundary };
