import { useLocation } from '@remix-run/react';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '~/components/ui/alert-dialog';
import { signInAgainAddress } from '~/hooks/sign-in-address';
import { needsSignIn } from '~/hooks/sign-in-again';
import { toast } from '~/hooks/toast';
import { useMutation } from '~/hooks/use-api';

type EndSessionsProps = {
  title: string;
  message: ReactNode;
  /** API path that ends the sessions. */
  path: string;
  success: { title: string; description?: string };
  /** Where to return after signing in again; this dialog's URL by default. */
  returnTo?: string;
  onClose: () => void;
};

/**
 * Asks before ending sessions. If the sign-in is too old, the user must sign in again at the identity provider and returns to this
 * dialog, so an unattended computer or a stolen session can't sign everyone else out.
 */
export function EndSessionsDialog({ title, message, path, success, returnTo, onClose }: EndSessionsProps) {
  const { pathname, search } = useLocation();
  const [isTooOld, setTooOld] = useState(false);
  const { run, pending, problem } = useMutation({
    failure: 'Failed to end the sessions',
    successTitle: null,
  });

  const endSessions = async () => {
    const outcome = await run((api) =>
      api(path, { method: 'DELETE' }).then(
        () => true,
        (error) => {
          if (needsSignIn(error)) return false;
          throw error;
        },
      ),
    );
    if (outcome.ok && !outcome.value) return setTooOld(true);
    if (!outcome.ok) return;
    toast(success);
    onClose();
  };

  // Two separate dialogs, so screen readers announce the second and focus starts on Cancel.
  if (isTooOld) {
    return (
      <ConfirmDialog
        key="sign-in"
        title="Sign In Again First"
        message={`To end sessions, you must have signed in within the last ten minutes. After you sign in, you’ll return here. Choose ${title} again.`}
        confirmLabel="Sign In Again"
        tone="primary"
        onConfirm={() => window.location.assign(signInAgainAddress(returnTo ?? pathname + search))}
        onCancel={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      key="end"
      title={title}
      message={message}
      confirmLabel={title}
      pending={pending}
      problem={problem}
      onConfirm={() => void endSessions()}
      onCancel={onClose}
    />
  );
}
