import { useLocation, useNavigate, useNavigation, useSearchParams } from '@remix-run/react';
import { useCallback, useEffect, useMemo } from 'react';
import { letGo } from './unsaved-entries';

const REPORT_PARAMS = ['beginDate', 'endDate', 'asOf', 'by', 'inField', 'span', 'account', 'only', 'compare'];
/** Parameters that only open a dialog over the page: what the page shows does not depend on them. */
const DIALOG_PARAMS = [
  'dialog',
  'edited',
  'user',
  'template',
  'layerId',
  'posting',
  'ofWell',
  'entry',
  'upload',
  'month',
  'session',
  // A report on the screen, and how far it is opened into what it is made of.
  ...REPORT_PARAMS,
];
/** And those that open or close a part of the page which fetches what it shows by itself, or order rows that are all here. */
const PART_PARAMS = [
  'overview',
  'membersSort',
  'runsSort',
  'ledgerFrom',
  'ledgerTo',
  'ledgerOpenings',
  'ledgerKind',
  'ledgerLayer',
];

/** Whether going from one address to the other opens or closes a dialog and nothing else. */
export function opensDialogOnly(current: URL, next: URL): boolean {
  return current.href !== next.href && isSamePage(current, next);
}

/** Whether both addresses show the same, but for the dialogs and parts that are open. */
export function isSamePage(one: URL, other: URL): boolean {
  return withoutDialog(one) === withoutDialog(other);
}

function withoutDialog(url: URL): string {
  const copy = new URL(url);
  for (const name of [...DIALOG_PARAMS, ...PART_PARAMS]) copy.searchParams.delete(name);
  copy.searchParams.sort();
  return copy.pathname + copy.search;
}

export type AddressChanges = Record<string, string | null>;

/** What was asked for last and is not rendered yet: a change that comes in between would undo it otherwise. */
let asked: URLSearchParams | null = null;

/**
 * The page's state in its address: search parameters and how to change some of them. An empty value takes the parameter
 * away. Filters replace the history entry, tabs add one. `params` are those of the data on the page, `nextParams` those
 * that have been asked for: what a control shows, and what the next change builds on.
 */
export function useAddress() {
  const [params] = useSearchParams();
  const { pathname, key } = useLocation();
  const pending = useNavigation().location;
  const pendingSearch = pending?.pathname === pathname ? pending.search : null;
  const nextParams = useMemo(
    () => (pendingSearch === null ? params : new URLSearchParams(pendingSearch)),
    [params, pendingSearch],
  );
  // The key also changes when a navigation fails before it was rendered and the page returns to its own address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when one of them changes
  useEffect(() => {
    asked = null;
  }, [nextParams, key]);
  const navigate = useNavigate();
  const change = useCallback(
    (changes: AddressChanges, { replace = false, state }: { replace?: boolean; state?: unknown } = {}) => {
      const next = changed(asked ?? nextParams, changes);
      asked = next.toString() === nextParams.toString() ? null : next;
      navigate({ search: next.toString() }, { replace, state, preventScrollReset: true });
    },
    [nextParams, navigate],
  );
  return { params, nextParams, change };
}

/** A dialog in the address: Back closes it, a reload keeps it, and a link to it can be sent. */
export function useDialogAddress() {
  const { params, nextParams, change } = useAddress();
  const navigate = useNavigate();
  const location = useLocation();
  const openedHere = (location.state as { openedHere?: boolean } | null)?.openedHere === true;

  /** While a filter's change is under way, the entry to go back to is still the one without it. */
  const isChanging = () => nextParams !== params || asked !== null;
  const open = (dialog: string, changes: AddressChanges = {}) => {
    change({ ...changes, dialog }, isChanging() ? { replace: true } : { state: { openedHere: true } });
  };
  /** Changes what the open dialog shows: it stays one entry, which Back and closing leave behind. */
  const turn = (changes: AddressChanges) => change(changes, { replace: true, state: location.state });
  const close = () => {
    letGo();
    // Going back keeps the history as it was before the dialog; from a link there is nothing to go back to.
    if (openedHere && !isChanging()) navigate(-1);
    else change(Object.fromEntries(DIALOG_PARAMS.map((name) => [name, null])), { replace: true });
  };
  /**
   * What a link that opens a dialog needs, in place of the one that is open. Closing it goes back to where it was opened,
   * unless it is a further step of what is open, which closes as a whole.
   */
  const linkTo = (dialog: string, changes: AddressChanges = {}, { isStep = false } = {}) => ({
    to: {
      search: changed(params, {
        ...Object.fromEntries(DIALOG_PARAMS.map((name) => [name, null])),
        ...changes,
        dialog,
      }).toString(),
    },
    state: { openedHere: !isStep },
    preventScrollReset: true,
  });
  return { dialog: params.get('dialog'), params, open, turn, close, linkTo };
}

function changed(params: URLSearchParams, changes: AddressChanges): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}
