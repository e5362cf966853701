import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { Button, buttonClass } from '~/components/ui/button';
import { MessageScreen } from './message-screen';
import { NotFound } from './not-found';

/** Says what went wrong and what can be done about it. */
export function ErrorScreen() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <MessageScreen
      title="This page could not be shown"
      actions={
        <>
          <Button variant="primary" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
          <a href="/" className={buttonClass()}>
            Back to the start page
          </a>
        </>
      }
    >
      <p>{messageOf(error)}</p>
      <p>
        What was saved before is safe. If reloading does not help, tell your administrator when it happened.
      </p>
    </MessageScreen>
  );
}

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) {
    const message: unknown = error.data?.message ?? error.data;
    if (typeof message === 'string' && message !== '') return message;
  }
  // The router turns a lost connection into a TypeError of fetch.
  if (error instanceof TypeError && /fetch|network|load/i.test(error.message)) {
    return 'The server could not be reached. Check your connection and try again.';
  }
  return 'Something went wrong on our side.';
}
