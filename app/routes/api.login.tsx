import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { ConfirmSignIn } from '~/components/account/confirm-sign-in';
import { SignInProblem } from '~/components/account/sign-in-problem';
import { comesFromElsewhere, isScriptNavigation } from '~/server/cross-site.server';
import { limitByAddress } from '~/server/rate-limit.server';
import { requestedReturnPage } from '~/server/return-page.server';
import { beginSignIn } from '~/server/sign-in.server';
import { signInProblem } from '~/server/sign-in-problem.server';
import { logSecurity, requestForLog } from '~/services/platform/security-log.server';

export const meta: MetaFunction = () => [{ title: 'Sign in · ARO System' }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  await limitByAddress('sign-in', request, context);
  const ctx = await context.requestContext();
  const returnPage = requestedReturnPage(request);
  const isFromElsewhere = comesFromElsewhere(request);
  if (isFromElsewhere) logSecurity(ctx, 'cross-site.refused', requestForLog(request));
  // Asks first: a user with a session at the provider would be signed in without noticing.
  if (isFromElsewhere || isScriptNavigation(request)) return { returnPage, isFromElsewhere };
  return beginSignIn(ctx, request, returnPage).catch((error) => {
    throw signInProblem(error, ctx.request.id, returnPage);
  });
}

/** Shown only to users who didn't choose to come here. */
export default function Login() {
  return <ConfirmSignIn {...useLoaderData<typeof loader>()} />;
}

export { SignInProblem as ErrorBoundary };
