import { useEffect } from 'react';

/** The last focused element and its ancestors, innermost first. */
let focusPath: Element[] = [];

/** Excludes submit buttons: a second Enter would submit something nobody has reviewed. */
const CONTROLS =
  'a[href], button:not(:disabled, [type="submit"]), input:not(:disabled), select, textarea, [tabindex="0"]';

/**
 * Rendered once per page. The focused element may disappear when its row is deleted, or be redrawn with saved data. Focus then moves to
 * the same control in the new form, the adjacent control, the first control of its list item, or the nearest focusable ancestor, such as
 * the table, so keyboard and screen reader users don't start over at the top. Dialogs restore focus themselves when they close.
 */
export function useFocusRestore(): void {
  useEffect(() => {
    const recordFocus = ({ target }: FocusEvent) => {
      focusPath = [];
      for (
        let element = target as Element | null;
        element && element !== document.body;
        element = element.parentElement
      )
        focusPath.push(element);
      // Not earlier, because a page that is still loading has no focus to lose. Repeated calls have no effect.
      observer.observe(document.body, { childList: true, subtree: true });
    };
    let timer: ReturnType<typeof setTimeout>;
    const observer = new MutationObserver((records) => {
      if (!isFocusLost()) return;
      const removal = records.find(({ removedNodes }) =>
        focusPath.some((element) => includesElement(removedNodes, element)),
      );
      clearTimeout(timer);
      // Deferred, because a dialog or form may restore focus itself.
      timer = setTimeout(() => isFocusLost() && restoreFocus(removal));
    });
    document.addEventListener('focusin', recordFocus);
    return () => {
      document.removeEventListener('focusin', recordFocus);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
}

function isFocusLost(): boolean {
  return focusPath[0]?.isConnected === false && document.activeElement === document.body;
}

function includesElement(nodes: NodeList, element: Element): boolean {
  return Array.prototype.includes.call(nodes, element);
}

function restoreFocus(removal: MutationRecord | undefined): void {
  const ancestor = focusPath.find((element) => element.isConnected);
  const nearest =
    ancestor &&
    (findSameControl(focusPath[0]!, ancestor) ??
      findAdjacentControl(removal, ancestor) ??
      findControls(ancestor.closest('li'))[0] ??
      ancestor.closest('[tabindex]'));
  const target = nearest ?? document.getElementById('main');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

function findSameControl(lost: Element, ancestor: Element): Element | null {
  const name = lost.getAttribute('name');
  if (name) return ancestor.querySelector(`[name="${CSS.escape(name)}"]`);
  return lost.getAttribute('type') === 'submit' ? ancestor.querySelector('[type="submit"]') : null;
}

/** The next control after the removed element, or the previous one. Table rows use the table's frame instead. */
function findAdjacentControl(removal: MutationRecord | undefined, ancestor: Element): Element | undefined {
  if (!removal || ancestor.closest('table')) return;
  return findControls(removal.nextSibling)[0] ?? findControls(removal.previousSibling).at(-1);
}

function findControls(node: Node | null | undefined): Element[] {
  if (!(node instanceof Element) || !node.isConnected) return [];
  return [node, ...node.querySelectorAll('*')].filter(
    (element) => element.matches(CONTROLS) && element.getClientRects().length > 0,
  );
}
