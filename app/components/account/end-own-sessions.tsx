import { EndSessionsDialog } from '~/components/shell/end-sessions-dialog';
import type { SessionView } from '~/schemas/people/session';

const PATH = '/api/user/sessions';

/** Ends one of the user's sessions or, if none is given, all except the current browser's. */
export default function EndOwnSessions({ session, onClose }: { session?: SessionView; onClose: () => void }) {
  return session ? (
    <EndSessionsDialog
      title="End Session"
      message={`Sign out of ${session.device}${session.ip ? ` at ${session.ip}` : ''}? Any unsaved work there will be lost.`}
      path={`${PATH}/${session.id}`}
      success={{ title: 'Session Ended' }}
      onClose={onClose}
    />
  ) : (
    <EndSessionsDialog
      title="End All Other Sessions"
      message="Sign out of every browser except this one? Any unsaved work there will be lost."
      path={PATH}
      success={{ title: 'Sessions Ended' }}
      onClose={onClose}
    />
  );
}
