import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { Button, buttonClass } from '~/components/ui/button';
import { isMissingCode } from '~/hooks/missing-code';
import { useRequestId } from '~/hooks/use-request-id';
import { MessageScreen } from './message-screen';
import { NotFound } from './not-found';

/** Shows what went wrong and what the user can do about it. */
export function ErrorScreen() {
  const error = useRouteError();
  const requestId = useRequestId();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <MessageScreen
      title="Something went wrong"
      actions={
        <>
          <Button variant="primary" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
          <a href="/" className={buttonClass()}>
            Back to Home
          </a>
        </>
      }
    >
      <p>{getMessage(error)}</p>
      <p>
        Your saved work is safe. If reloading doesn’t help, contact your administrator and mention{' '}
        {requestId ? 'the request below' : 'the time this happened'}.
      </p>
      {requestId && (
        <p data-request-id={requestId} className="text-xs">
          Request {requestId}
        </p>
      )}
    </MessageScreen>
  );
}

function getMessage(error: unknown): string {
  if (isRouteErrorResponse(error)) {
    const message: unknown = error.data?.message ?? error.data;
    if (typeof message === 'string' && message !== '') return message;
  }
  if (isMissingCode(error)) {
    return 'Couldn’t load this screen. Either a newer version of the ARO System is available, or the server can’t be reached.';
  }
  // The router reports a lost connection as a TypeError from fetch.
  if (error instanceof TypeError && /fetch|network|load/i.test(error.message)) {
    return 'Can’t reach the server. Check your connection and try again.';
  }
  return 'Something went wrong on our end.';
}
