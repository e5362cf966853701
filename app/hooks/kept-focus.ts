import { useEffect } from 'react';

/** What had the focus last, and what it stood in, from the inside out. */
let path: Element[] = [];

/** A submit button is not among them: Enter, pressed once more, would send what no one looked at. */
const CONTROLS =
  'a[href], button:not(:disabled, [type="submit"]), input:not(:disabled), select, textarea, [tabindex="0"]';

/**
 * Rendered once per page. What has the focus may go with the row that was deleted, or be redrawn with the data that was
 * saved: then the focus goes to the same control of the new form, to the control beside it, to the first of its item in a list or
 * to the nearest part around that takes it, such as the table, so that keyboard and screen reader continue there and not from the top. A dialog restores the
 * focus itself when it closes.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      path = [];
      for (let at = target as Element | null; at && at !== document.body; at = at.parentElement)
        path.push(at);
      // Not sooner: a page that is being loaded has nothing to lose yet. Once more changes nothing.
      watching.observe(document.body, { childList: true, subtree: true });
    };
    let timer: ReturnType<typeof setTimeout>;
    const watching = new MutationObserver((records) => {
      if (!isLost()) return;
      const gap = records.find(({ removedNodes }) => path.some((part) => holds(removedNodes, part)));
      clearTimeout(timer);
      // After a dialog or a form that gives it back itself.
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

/** The next control where something was taken out of the page, or the one before. The rows of a table have its frame. */
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
