/** Unsaved work that a reload or closing the window would lose: open forms, and entries kept for forms the user has left. */
const unsaved = new Set<unknown>();

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Makes the browser confirm before leaving the document while any owner has unsaved work. An unneeded listener would keep pages out of
 * the back/forward cache.
 */
export function warnOfUnload(owner: unknown, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(owner);
  else unsaved.delete(owner);
  if (unsaved.size > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}

/** True when leaving the document would lose unsaved work. */
export function isAnythingUnsaved(): boolean {
  return unsaved.size > 0;
}
