import { useLocation } from '@remix-run/react';
import { MessageScreen } from '~/components/shell/message-screen';
import { buttonClass } from '~/components/ui/button';
import { Link } from '~/components/ui/link';
import { signInAgainAddress } from '~/hooks/sign-in-address';

/** Shown to users who aren't system administrators, or whose sign-in is too weak for system administration. */
export function AccessDenied({ needsSignIn }: { needsSignIn: boolean }) {
  const { pathname, search } = useLocation();
  return (
    <MessageScreen
      title={needsSignIn ? 'Sign In Again' : 'Access Denied'}
      actions={
        <>
          {needsSignIn && (
            <a href={signInAgainAddress(pathname + search)} className={buttonClass('primary')}>
              Sign In Again
            </a>
          )}
          <Link to="/" className={buttonClass(needsSignIn ? 'secondary' : 'primary')}>
            Back to Home
          </Link>
        </>
      }
    >
      <p>
        {needsSignIn
          ? 'The admin panel requires a stronger sign-in, such as one with a second factor. After you sign in, you’ll return here.'
          : "You don't have permission to access the admin panel."}
      </p>
    </MessageScreen>
  );
}
