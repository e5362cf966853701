import { MessageScreen } from '~/components/shell/message-screen';
import { buttonClass } from '~/components/ui/button';
import type { ReturnPage } from '~/schemas/people/return-page';
import { returnAddress } from './return-page';

/** Asks before a sign-in that the user didn't start: another site linked here, or the last session just ended. */
export function ConfirmSignIn({
  returnPage,
  isFromElsewhere,
}: {
  returnPage: ReturnPage | null;
  isFromElsewhere: boolean;
}) {
  return (
    <MessageScreen
      title="Sign in?"
      actions={
        <>
          <a href={returnAddress(returnPage)} className={buttonClass('primary')}>
            Sign In
          </a>
          <a href="/" className={buttonClass()}>
            Back to Home
          </a>
        </>
      }
    >
      <p>
        {isFromElsewhere
          ? 'Another website asked to sign you in to the ARO System. Continue only if you expected this.'
          : 'You are signed out of the ARO System. Sign in to continue.'}
      </p>
    </MessageScreen>
  );
}
