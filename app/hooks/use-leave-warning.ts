import { useEffect, useRef } from 'react';
import { warnOfUnload } from './unload-warning';
import { addEntry, type DiscardPromptText, type IsKept } from './unsaved-entries';
import { isSamePage } from './use-address';

/**
 * While entries are unsaved, leaving prompts first: Back and Forward, links, another company, closing or reloading the page. Forms on the
 * page itself outlive a dialog over them. Forms in dialogs pass `isKept`.
 */
export function useLeaveWarning(
  isUnsaved: boolean,
  isKept: IsKept = isSamePage,
  promptText?: DiscardPromptText,
): void {
  const latestIsKept = useRef(isKept);
  latestIsKept.current = isKept;
  useEffect(() => {
    if (!isUnsaved) return;
    const removeEntry = addEntry({
      isKept: (current, next) => latestIsKept.current(current, next),
      isInDialog: latestIsKept.current !== isSamePage,
      promptText,
    });
    warnOfUnload(removeEntry, true);
    return () => {
      warnOfUnload(removeEntry, false);
      removeEntry();
    };
  }, [isUnsaved, promptText]);
}
