import { useBlocker, useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { onDemand } from '~/components/ui/on-demand';
import { isStaying, reachesServer } from '~/hooks/lost-connection';
import {
  askToDiscard,
  endLettingGo,
  losesEntries,
  useDiscardQuestion,
  useDiscardWords,
  useHasEntries,
} from '~/hooks/unsaved-entries';

const DiscardDialog = onDemand(() => import('~/components/ui/discard-dialog'));

/**
 * What a navigation has to pass: the question whether to discard what was entered, and, for another page, whether the
 * server can be reached while the browser says that it can't. The router has room for one blocker, so this is the only
 * one. It is there while there is something to ask, for the router warns of any blocker when a link within the page is
 * followed, and until a navigation it holds has gone on, for one whose blocker is gone is forgotten.
 */
export function LeaveGate({ isOffline }: { isOffline: boolean }) {
  const hasEntries = useHasEntries();
  const [isHolding, setIsHolding] = useState(false);
  if (!isOffline && !hasEntries && !isHolding) return null;
  return <Gate isOffline={isOffline} onHolding={setIsHolding} />;
}

function Gate({ isOffline, onHolding }: { isOffline: boolean; onHolding: (isHolding: boolean) => void }) {
  const question = useDiscardQuestion();
  const words = useDiscardWords();
  const location = useLocation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !isStaying() &&
      (losesEntries(currentLocation, nextLocation) ||
        (isOffline && currentLocation.pathname !== nextLocation.pathname)),
  );
  const isHolding = blocker.state !== 'unblocked';
  useEffect(() => onHolding(isHolding), [onHolding, isHolding]);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let isCurrent = true;
    const pass = async () => {
      const { location: next, proceed, reset } = blocker;
      const isDiscarded = !losesEntries(location, next) || (await askToDiscard());
      const mayGo =
        isDiscarded && (!isOffline || location.pathname === next.pathname || (await reachesServer()));
      if (isCurrent) (mayGo ? proceed : reset)();
    };
    void pass();
    return () => {
      isCurrent = false;
    };
  }, [blocker, isOffline, location]);
  useEffect(() => {
    DiscardDialog.preload();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation that is done has another location
  useEffect(() => endLettingGo, [location]);
  if (!question) return null;
  return (
    <DiscardDialog words={words} onClose={() => question.give(false)} onDiscard={() => question.give(true)} />
  );
}
