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
  /** The call that ends them. */
  path: string;
  success: { title: string; description?: string };
  /** Where to come back to after a new sign-in: this dialog, by its address, unless given. */
  comeBackTo?: string;
  onClose: () => void;
};

/**
 * Asks before sessions end. A user who signed in too long ago is led to the identity provider and back to this dialog: a
 * computer left open, or a stolen session, must not sign everyone else out.
 */
export function EndSessionsDialog({ title, message, path, success, comeBackTo, onClose }: EndSessionsProps) {
  const { pathname, search } = useLocation();
  const [isTooOld, setTooOld] = useState(false);
  const { run, pending, problem } = useMutation({
    failure: 'Failed to end the sessions',
    successTitle: null,
  });

  const end = async () => {
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

  // Two dialogs and not one that changes: the second is announced, and its focus begins on Cancel.
  if (isTooOld) {
    return (
      <ConfirmDialog
        key="sign-in"
        title="Sign In Again First"
        message={`To end sessions, you must have signed in within the last ten minutes. After signing in, you come back here: choose ${title} once more.`}
        confirmLabel="Sign In Again"
        tone="primary"
        onConfirm={() => window.location.assign(signInAgainAddress(comeBackTo ?? pathname + search))}
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
      onConfirm={() => void end()}
      onCancel={onClose}
    />
  );
}
