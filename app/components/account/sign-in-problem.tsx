import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { MessageScreen } from '~/components/shell/message-screen';
import { buttonClass } from '~/components/ui/button';
import type { ReturnPage } from '~/schemas/people/return-page';
import { returnAddress } from './return-page';

type Problem = { message: string; requestId: string; returnPage: ReturnPage | null };

/** Why a sign-in failed, with a button to try again. */
export function SignInProblem() {
  const error = useRouteError();
  const problem = isRouteErrorResponse(error) ? (error.data as Problem) : null;
  return (
    <MessageScreen
      title="We couldn’t sign you in"
      actions={
        <>
          <a href={returnAddress(problem?.returnPage ?? null)} className={buttonClass('primary')}>
            Try Again
          </a>
          <a href="/" className={buttonClass()}>
            Back to Home
          </a>
        </>
      }
    >
      <p>{problem?.message ?? 'Something went wrong on our end while signing you in.'}</p>
      {problem && <p className="mt-2 text-xs">Request {problem.requestId}</p>}
    </MessageScreen>
  );
}
