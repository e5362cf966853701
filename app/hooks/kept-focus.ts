import { useEffect } from 'react';

/** What had the focus last, and what it stood in, from the inside out. */
let path: Element[] = [];

/**
 * Rendered once per page. What has the focus may go with the row that was deleted, or be redrawn with the data that
 * was saved: then the focus goes to the same control of the new form, or to the nearest part around that takes it, such as
 * the table, so that the keyboard goes on from there and not from the top. A dialog that closes sees to it by itself.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      path = [];
      for (let at = target as Element | null; at && at !== document.body; at = at.parentElement)
        path.push(at);
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);

  // After each load of data, and each way to another address.
  useEffect(() => {
    const [last] = path;
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    const around = path.find((element) => element.isConnected);
    const near = around && (sameControl(last, around) ?? around.closest('[tabindex]'));
    const target = near ?? document.getElementById('main');
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  });
}

function sameControl(last: Element, around: Element): Element | null {
  const name = last.getAttribute('name');
  if (name) return around.querySelector(`[name="${CSS.escape(name)}"]`);
  return last.getAttribute('type') === 'submit' ? around.querySelector('[type="submit"]') : null;
}
