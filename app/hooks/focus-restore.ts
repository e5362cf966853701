import { useEffect } from 'react';

/** The last focused element and its ancestors, innermost first. */
let path: Element[] = [];

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
    const remember = ({ target }: FocusEvent) => {
      path = [];
      for (let at = target as Element | null; at && at !== document.body; at = at.parentElement)
        path.push(at);
      // Not earlier, because a page that is still loading has no focus to lose. Repeated calls have no effect.
      watching.observe(document.body, { childList: true, subtree: true });
    };
    let timer: ReturnType<typeof setTimeout>;
    const watching = new MutationObserver((records) => {
      if (!isLost()) return;
      const gap = records.find(({ removedNodes }) => path.some((part) => holds(removedNodes, part)));
      clearTimeout(timer);
      // Deferred, because a dialog or form may restore focus itself.
      timer = setTimeout(() => isLost() && giveBack(gap));
    });
    document.addEventListener('focusin', remember);
    return () => {
      document.removeEventListener('focusin', remember);
      watching.disconnect();
      clearTimeout(timer);
    };
  }, []);
}

function isLost(): boolean {
  return path[0]?.isConnected === false && document.activeElement === document.body;
}

function holds(nodes: NodeList, part: Element): boolean {
  return Array.prototype.includes.call(nodes, part);
}

function giveBack(gap: MutationRecord | undefined): void {
  const around = path.find((element) => element.isConnected);
  const near =
    around &&
    (sameControl(path[0]!, around) ??
      controlBeside(gap, around) ??
      controlsOf(around.closest('li'))[0] ??
      around.closest('[tabindex]'));
  const target = near ?? document.getElementById('main');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

function sameControl(last: Element, around: Element): Element | null {
  const name = last.getAttribute('name');
  if (name) return around.querySelector(`[name="${CSS.escape(name)}"]`);
  return last.getAttribute('type') === 'submit' ? around.querySelector('[type="submit"]') : null;
}

/** The next control after the removed element, or the previous one. Table rows use the table's frame instead. */
function controlBeside(gap: MutationRecord | undefined, around: Element): Element | undefined {
  if (!gap || around.closest('table')) return;
  return controlsOf(gap.nextSibling)[0] ?? controlsOf(gap.previousSibling).at(-1);
}

function controlsOf(node: Node | null | undefined): Element[] {
  if (!(node instanceof Element) || !node.isConnected) return [];
  return [node, ...node.querySelectorAll('*')].filter(
    (element) => element.matches(CONTROLS) && element.getClientRects().length > 0,
  );
}
