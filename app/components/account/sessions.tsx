import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { onDemand } from '~/components/ui/on-demand';
import { useDialogAddress } from '~/hooks/use-address';
import { useFormat } from '~/hooks/use-format';
import type { SessionView } from '~/schemas/people/session';

const EndOwnSessions = onDemand(() => import('./end-own-sessions'));

/** The user's sessions, with buttons to end any they don't recognize. */
export function Sessions({ sessions }: { sessions: SessionView[] }) {
  const { dialog, params, open, close } = useDialogAddress();
  const otherSessions = sessions.filter(({ isCurrent }) => !isCurrent);
  const ending = dialog === 'end-session' && otherSessions.find(({ id }) => id === params.get('session'));
  return (
    <Card title="Sessions" description="Browsers where you’re signed in. End any you don’t recognize.">
      <div className="flex flex-col items-start gap-4">
        <ul aria-label="Sessions" className="-mt-3 w-full divide-y divide-line">
          {sessions.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              onEnd={() => open('end-session', { session: session.id })}
            />
          ))}
        </ul>
        <Button
          disabledReason={otherSessions.length > 0 ? null : 'There are no other sessions'}
          onPointerEnter={EndOwnSessions.preload}
          onClick={() => open('end-other-sessions')}
        >
          End All Other Sessions
        </Button>
      </div>
      {ending && <EndOwnSessions session={ending} onClose={close} />}
      {dialog === 'end-other-sessions' && otherSessions.length > 0 && <EndOwnSessions onClose={close} />}
    </Card>
  );
}

function SessionItem({ session, onEnd }: { session: SessionView; onEnd: () => void }) {
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
      {!isCurrent && (
        <Button
          aria-label={`End Session on ${device}`}
          onPointerEnter={EndOwnSessions.preload}
          onClick={onEnd}
        >
          End Session
        </Button>
      )}
    </li>
  );
}
