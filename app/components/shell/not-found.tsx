import { useLocation } from '@remix-run/react';
import { buttonClass } from '~/components/ui/button';
import { signInAddress } from '~/hooks/sign-in-address';
import { useRootData } from '~/hooks/use-root-data';
import { MessageScreen } from './message-screen';

export function NotFound() {
  const { user } = useRootData();
  const { pathname, search } = useLocation();
  return (
    <MessageScreen
      title="404 Page Not Found"
      actions={
        <>
          {!user && (
            <a href={signInAddress(pathname + search)} className={buttonClass('primary')}>
              Log In
            </a>
          )}
          <a href="/" className={buttonClass()}>
            Back to Home
          </a>
        </>
      }
    >
      <p>
        We couldn’t find that page. Check the address or go back to Home.
        {!user && ' Some pages open only after you log in.'}
      </p>
      <p className="text-sm">Did you forget to add the page to the router?</p>
    </MessageScreen>
  );
}
