import { MessageScreen } from '~/components/shell/message-screen';
import { buttonClass } from '~/components/ui/button';

/** Another site led here: signing out is the person's own choice. A link and not a form, whose redirect to the provider
 * the Content-Security-Policy would stop. */
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
