import { Link } from '@remix-run/react';
import { MessageScreen } from '~/components/shell/message-screen';
import { buttonClass } from '~/components/ui/button';

export function AccessDenied() {
  return (
    <MessageScreen
      title="Access Denied"
      actions={
        <Link to="/" className={buttonClass('primary')}>
          Back to Home
        </Link>
      }
    >
      <p>You don't have permission to access the admin panel.</p>
    </MessageScreen>
  );
}
