import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { MessageScreen } from '~/components/shell/message-screen';
import { buttonClass } from '~/components/ui/button';

/** Why a sign-in did not complete, with a way to begin again. */
export function SignInProblem() {
  const error = useRouteError();
  const problem = isRouteErrorResponse(error) ? (error.data as { message: string; requestId: string }) : null;
  return (
    <MessageScreen
      title="Sign-in did not complete"
      actions={
        <>
          <a href="/api/login" className={buttonClass('primary')}>
            Try again
          </a>
          <a href="/" className={buttonClass()}>
            Back to the start page
          </a>
        </>
      }
    >
      <p>{problem?.message ?? 'The sign-in failed on our side.'}</p>
      {problem && <p className="mt-2 text-xs">Request {problem.requestId}</p>}
    </MessageScreen>
  );
}
