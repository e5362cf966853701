import { useBlocker, useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { onDemand } from '~/components/ui/on-demand';
import { isReturningToPage, reachesServer } from '~/hooks/lost-connection';
import {
  clearAllowedNavigation,
  confirmDiscard,
  losesEntries,
  useDiscardPromptText,
  useDiscardQuestion,
  useHasEntries,
} from '~/hooks/unsaved-entries';

const DiscardDialog = onDemand(() => import('~/components/ui/discard-dialog'));

/**
 * Guards navigation: asks whether to discard unsaved entries and, before leaving the page while the browser reports being offline,
 * checks that the server is reachable. The router supports a single blocker, so this is the only one. It is mounted only while
 * there is something to guard, because the router warns about any blocker when a same-page link is followed, and until a held
 * navigation completes, because removing its blocker would drop the navigation.
 */
export function NavigationGuard({ isOffline }: { isOffline: boolean }) {
  const hasEntries = useHasEntries();
  const [isHolding, setIsHolding] = useState(false);
  if (!isOffline && !hasEntries && !isHolding) return null;
  return <Gate isOffline={isOffline} onHolding={setIsHolding} />;
}

function Gate({ isOffline, onHolding }: { isOffline: boolean; onHolding: (isHolding: boolean) => void }) {
  const question = useDiscardQuestion();
  const promptText = useDiscardPromptText();
  const location = useLocation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !isReturningToPage() &&
      (losesEntries(currentLocation, nextLocation) ||
        (isOffline && currentLocation.pathname !== nextLocation.pathname)),
  );
  const isHolding = blocker.state !== 'unblocked';
  useEffect(() => onHolding(isHolding), [onHolding, isHolding]);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let isCurrent = true;
    const resolveNavigation = async () => {
      const { location: next, proceed, reset } = blocker;
      const isDiscarded = !losesEntries(location, next) || (await confirmDiscard());
      const canProceed =
        isDiscarded && (!isOffline || location.pathname === next.pathname || (await reachesServer()));
      if (isCurrent) (canProceed ? proceed : reset)();
    };
    void resolveNavigation();
    return () => {
      isCurrent = false;
    };
  }, [blocker, isOffline, location]);
  useEffect(() => {
    DiscardDialog.preload();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every completed navigation has a new location
  useEffect(() => clearAllowedNavigation, [location]);
  if (!question) return null;
  return (
    <DiscardDialog
      promptText={promptText}
      onClose={() => question.decide(false)}
      onDiscard={() => question.decide(true)}
    />
  );
}
