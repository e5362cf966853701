import { MessageScreen } from '~/components/shell/message-screen';
import { buttonClass } from '~/components/ui/button';
import { signInAgainAddress } from '~/hooks/sign-in-again';

/** Asks before signing someone in who did not ask for it: another site linked here, or the last session just ended. */
export function ConfirmSignIn({
  again,
  isFromElsewhere,
}: {
  again: string | null;
  isFromElsewhere: boolean;
}) {
  return (
    <MessageScreen
      title="Sign in?"
      actions={
        <>
          <a href={again ? signInAgainAddress(again) : '/api/login'} className={buttonClass('primary')}>
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
          ? 'Another website asked to sign you in to the ARO System. Continue if that is what you want.'
          : 'You are signed out of the ARO System. Sign in to continue.'}
      </p>
    </MessageScreen>
  );
}
