/** Unsaved work that a reload or closing the window would lose: open forms, and entries kept for forms the user has left. */
const unsavedOwners = new Set<unknown>();

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Makes the browser confirm before leaving the document while any owner has unsaved work. An unneeded listener would keep pages out of
 * the back/forward cache.
 */
export function warnOfUnload(owner: unknown, isUnsaved: boolean): void {
  if (isUnsaved) unsavedOwners.add(owner);
  else unsavedOwners.delete(owner);
  if (unsavedOwners.size > 0) window.addEventListener('beforeunload', preventUnload);
  else window.removeEventListener('beforeunload', preventUnload);
}

/** True when leaving the document would lose unsaved work. */
export function isAnythingUnsaved(): boolean {
  return unsavedOwners.size > 0;
}
