import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { SignInProblem } from '~/components/account/sign-in-problem';
import { limitByAddress } from '~/server/rate-limit.server';
import { beginSignIn } from '~/server/sign-in.server';
import { signInProblem } from '~/server/sign-in-problem.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await limitByAddress('sign-in', request, context);
  const ctx = await context.requestContext();
  return beginSignIn(ctx, request).catch((error) => {
    throw signInProblem(error, ctx.request.id);
  });
}

/** Never shown: the loader redirects or throws. A component makes this a page, whose errors get the page below. */
export default function Login() {
  return null;
}

export { SignInProblem as ErrorBoundary };
