import { MessageScreen } from '~/components/shell/message-screen';
import { buttonClass } from '~/components/ui/button';

/** Confirms a sign-out that another site linked to. A link, because the CSP would block a form's redirect to the provider. */
export function ConfirmSignOut() {
  return (
    <MessageScreen
      title="Sign out?"
      actions={
        <>
          <a href="/api/logout" className={buttonClass('primary')}>
            Sign Out
          </a>
          <a href="/" className={buttonClass()}>
            Stay Signed In
          </a>
        </>
      }
    >
      <p>Another website asked to sign you out of the ARO System. You are still signed in.</p>
    </MessageScreen>
  );
}
