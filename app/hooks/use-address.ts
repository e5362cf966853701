import { useLocation, useNavigate, useNavigation, useSearchParams } from '@remix-run/react';
import { useCallback, useEffect, useMemo } from 'react';
import { allowNextNavigation } from './unsaved-entries';

const REPORT_PARAMS = ['beginDate', 'endDate', 'asOf', 'by', 'inField', 'span', 'account', 'only', 'compare'];
/** Parameters that only open a dialog over the page. The page's content doesn't depend on them. */
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
  // A report on screen and its drill-down.
  ...REPORT_PARAMS,
];
/** Parameters of page parts that fetch their own data, or that sort rows already loaded. */
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

/** True when the navigation changes only open dialogs or page parts. */
export function opensDialogOnly(current: URL, next: URL): boolean {
  return current.href !== next.href && isSamePage(current, next);
}

/** True when both addresses show the same page, apart from open dialogs and parts. */
export function isSamePage(url: URL, other: URL): boolean {
  return withoutDialogParams(url) === withoutDialogParams(other);
}

function withoutDialogParams(url: URL): string {
  const stripped = new URL(url);
  for (const name of [...DIALOG_PARAMS, ...PART_PARAMS]) stripped.searchParams.delete(name);
  stripped.searchParams.sort();
  return stripped.pathname + stripped.search;
}

export type AddressChanges = Record<string, string | null>;

/** Parameters requested last but not rendered yet. Without them, another change meanwhile would undo that one. */
let requestedParams: URLSearchParams | null = null;

/**
 * Page state in the address: search parameters, and a function to change some of them. An empty value removes its parameter. Filters
 * replace the history entry, tabs add one. `params` belong to the data on the page, `nextParams` to the pending navigation: controls show
 * them, and the next change builds on them.
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
  // The key also changes when a navigation fails before rendering and the page returns to its own address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run when either changes
  useEffect(() => {
    requestedParams = null;
  }, [nextParams, key]);
  const navigate = useNavigate();
  const change = useCallback(
    (changes: AddressChanges, { replace = false, state }: { replace?: boolean; state?: unknown } = {}) => {
      const next = applyChanges(requestedParams ?? nextParams, changes);
      requestedParams = next.toString() === nextParams.toString() ? null : next;
      navigate({ search: next.toString() }, { replace, state, preventScrollReset: true });
    },
    [nextParams, navigate],
  );
  return { params, nextParams, change };
}

/** A dialog in the address: Back closes it, a reload keeps it, and a link to it can be shared. */
export function useDialogAddress() {
  const { params, nextParams, change } = useAddress();
  const navigate = useNavigate();
  const location = useLocation();
  const openedHere = (location.state as { openedHere?: boolean } | null)?.openedHere === true;

  /** While a filter change is pending, the current history entry doesn't include it yet, so `open` and `close` replace that entry. */
  const isChanging = () => nextParams !== params || requestedParams !== null;
  const open = (dialog: string, changes: AddressChanges = {}) => {
    change({ ...changes, dialog }, isChanging() ? { replace: true } : { state: { openedHere: true } });
  };
  /** Changes what the open dialog shows within its one history entry, which Back and Close leave. */
  const replaceParams = (changes: AddressChanges) =>
    change(changes, { replace: true, state: location.state });
  const close = () => {
    allowNextNavigation();
    // Going back restores the history from before the dialog. When it was opened from a link, there is nothing to go back to.
    if (openedHere && !isChanging()) navigate(-1);
    else change(Object.fromEntries(DIALOG_PARAMS.map((name) => [name, null])), { replace: true });
  };
  /**
   * Props for a link that opens a dialog, replacing the open one. Closing it returns to where it was opened, unless it is a further step
   * of the open dialog, which closes as a whole.
   */
  const linkTo = (dialog: string, changes: AddressChanges = {}, { isStep = false } = {}) => ({
    to: {
      search: applyChanges(params, {
        ...Object.fromEntries(DIALOG_PARAMS.map((name) => [name, null])),
        ...changes,
        dialog,
      }).toString(),
    },
    state: { openedHere: !isStep },
    preventScrollReset: true,
  });
  return { dialog: params.get('dialog'), params, open, replaceParams, close, linkTo };
}

function applyChanges(params: URLSearchParams, changes: AddressChanges): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}
