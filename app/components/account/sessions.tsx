import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { useMutation } from '~/hooks/use-api';
import { useFormat } from '~/hooks/use-format';
import type { SessionView } from '~/schemas/people/session';

const PATH = '/api/user/sessions';

/** Where the person is signed in, with the means to end what they do not recognize. */
export function Sessions({ sessions }: { sessions: SessionView[] }) {
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);
  return (
    <Card
      title="Sessions"
      description="The browsers that you are signed in with. End those that you do not know."
    >
      <div className="flex flex-col items-start gap-4">
        <ul aria-label="Sessions" className="-mt-3 w-full divide-y divide-line">
          {sessions.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </ul>
        <EndOthers hasOthers={hasOthers} />
      </div>
    </Card>
  );
}

function SessionItem({ session }: { session: SessionView }) {
  const format = useFormat();
  const { device, ip, signedInAt, lastSeenAt, isCurrent } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-60 flex-1">
        <h3 className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {isCurrent && <Badge tone="accent">This session</Badge>}
        </h3>
        <p className="text-muted [overflow-wrap:anywhere]">
          {ip && `${ip} · `}Signed in {format.instant(signedInAt)} · Last seen {format.instant(lastSeenAt)}
        </p>
      </div>
      {!isCurrent && <EndButton session={session} />}
    </li>
  );
}

function EndButton({ session }: { session: SessionView }) {
  const { run, pending } = useMutation({
    failure: 'The session could not be ended',
    successTitle: 'Session Ended',
  });
  const end = () => run((api) => api(`${PATH}/${session.id}`, { method: 'DELETE' }));
  return (
    <Button aria-label={`End Session on ${session.device}`} pending={pending} onClick={() => void end()}>
      End Session
    </Button>
  );
}

function EndOthers({ hasOthers }: { hasOthers: boolean }) {
  const { run, pending } = useMutation({
    failure: 'The sessions could not be ended',
    successTitle: 'Sessions Ended',
  });
  const end = () => run((api) => api(PATH, { method: 'DELETE' }));
  return (
    <Button
      pending={pending}
      disabledReason={hasOthers ? null : 'There are no other sessions'}
      onClick={() => void end()}
    >
      End All Other Sessions
    </Button>
  );
}
