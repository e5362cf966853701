import { buttonClass } from '~/components/ui/button';
import { MessageScreen } from './message-screen';

/** Shown on every page except Settings when the user's account is marked for deletion. */
export default function DeletedAccount() {
  return (
    <MessageScreen
      title="Account is marked for deletion"
      actions={
        <>
          <a href="/settings" className={buttonClass('primary')}>
            Account Settings
          </a>
          <a href="/api/logout" className={buttonClass()}>
            Logout
          </a>
        </>
      }
    >
      <p>You no longer have access to company data. See Account Settings for details.</p>
    </MessageScreen>
  );
}
