/** What would be lost by a reload or by closing the window: the forms that are open, and what is kept of those that were left. */
const unsaved = new Set<unknown>();

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Has the browser ask before it leaves the document, as long as anything says so. A listener without need keeps pages from going Back fast. */
export function warnOfUnload(owner: unknown, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(owner);
  else unsaved.delete(owner);
  if (unsaved.size > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}

/** Whether leaving the document would lose anything. */
export function isAnythingUnsaved(): boolean {
  return unsaved.size > 0;
}
