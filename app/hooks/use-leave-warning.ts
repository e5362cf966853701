import { useEffect, useRef } from 'react';
import { warnOfUnload } from './unload-warning';
import { addEntry, type DiscardWords, type IsKept } from './unsaved-entries';
import { isSamePage } from './use-address';

/**
 * While something that was entered isn't saved, leaving asks first: Back and Forward, links, another company, closing or
 * reloading the page. Forms of the page itself outlast a dialog over them; those in dialogs say what they outlast.
 */
export function useLeaveWarning(isUnsaved: boolean, isKept: IsKept = isSamePage, words?: DiscardWords): void {
  const newest = useRef(isKept);
  newest.current = isKept;
  useEffect(() => {
    if (!isUnsaved) return;
    const removeEntry = addEntry({
      isKept: (current, next) => newest.current(current, next),
      isInDialog: newest.current !== isSamePage,
      words,
    });
    warnOfUnload(removeEntry, true);
    return () => {
      warnOfUnload(removeEntry, false);
      removeEntry();
    };
  }, [isUnsaved, words]);
}
