import { useLocation, useNavigate, useNavigation, useSearchParams } from '@remix-run/react';
import { useCallback, useMemo } from 'react';

/** Parameters that only open a dialog over the page: what the page shows does not depend on them. */
const DIALOG_PARAMS = ['dialog', 'well', 'user', 'template', 'layerId', 'entry'];

/** Whether going from one address to the other opens or closes a dialog and nothing else. */
export function opensDialogOnly(current: URL, next: URL): boolean {
  return current.href !== next.href && withoutDialog(current) === withoutDialog(next);
}

function withoutDialog(url: URL): string {
  const copy = new URL(url);
  for (const name of DIALOG_PARAMS) copy.searchParams.delete(name);
  copy.searchParams.sort();
  return copy.pathname + copy.search;
}

export type AddressChanges = Record<string, string | null>;

/**
 * The page's state in its address: search parameters and how to change some of them. An empty value takes the parameter
 * away. Filters replace the history entry, tabs add one. `params` are those of the data on the page, `nextParams` those
 * that have been asked for: what a control shows, and what the next change builds on, or it would undo the one before.
 */
export function useAddress() {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const pending = useNavigation().location;
  const pendingSearch = pending?.pathname === pathname ? pending.search : null;
  const nextParams = useMemo(
    () => (pendingSearch === null ? params : new URLSearchParams(pendingSearch)),
    [params, pendingSearch],
  );
  const navigate = useNavigate();
  const change = useCallback(
    (changes: AddressChanges, { replace = false }: { replace?: boolean } = {}) => {
      navigate({ search: changed(nextParams, changes) }, { replace, preventScrollReset: true });
    },
    [nextParams, navigate],
  );
  return { params, nextParams, change };
}

/** A dialog in the address: Back closes it, a reload keeps it, and a link to it can be sent. */
export function useDialogAddress() {
  const { params, nextParams } = useAddress();
  const navigate = useNavigate();
  const location = useLocation();
  const openedHere = (location.state as { openedHere?: boolean } | null)?.openedHere === true;

  // While a filter's change is under way, the entry to go back to would still be the one without it.
  const isChanging = nextParams !== params;
  const open = (dialog: string, changes: AddressChanges = {}) =>
    navigate(
      { search: changed(nextParams, { ...changes, dialog }) },
      { ...(isChanging ? { replace: true } : { state: { openedHere: true } }), preventScrollReset: true },
    );
  const close = () => {
    // Going back keeps the history as it was before the dialog; from a link there is nothing to go back to.
    if (openedHere) navigate(-1);
    else {
      const cleared = Object.fromEntries(DIALOG_PARAMS.map((name) => [name, null]));
      navigate({ search: changed(nextParams, cleared) }, { replace: true, preventScrollReset: true });
    }
  };
  return { dialog: params.get('dialog'), params, open, close };
}

function changed(params: URLSearchParams, changes: AddressChanges): string {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next.toString();
}
