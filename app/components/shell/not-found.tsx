import { buttonClass } from '~/components/ui/button';
import { MessageScreen } from './message-screen';

export function NotFound() {
  return (
    <MessageScreen
      title="404 Page Not Found"
      actions={
        <a href="/" className={buttonClass()}>
          Back to Home
        </a>
      }
    >
      <p>We couldn’t find that page. Check the address or go back to Home.</p>
      <p className="text-sm">Did you forget to add the page to the router?</p>
    </MessageScreen>
  );
}
