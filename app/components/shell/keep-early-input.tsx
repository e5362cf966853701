import { useNonce } from '~/hooks/use-nonce';

/** React leaves its mark on each element that it takes over. A click before it has them all makes it begin anew. */
const SCRIPT = `(() => {
  const isTaken = (element) => Object.keys(element).some((key) => key.startsWith('__reactProps'));
  const isAllTaken = () => [...document.querySelectorAll('button, input')].every(isTaken);
  const onceAllIsTaken = (element, act) => {
    let rounds = 0;
    const waiting = setInterval(() => {
      rounds += 1;
      if (!isAllTaken() && rounds < 600) return;
      clearInterval(waiting);
      if (isTaken(element) && element.isConnected) act();
    }, 50);
  };

  addEventListener('click', (event) => {
    const element = event.target instanceof Element
      ? event.target.closest('button[type=button], input[type=radio], input[type=checkbox]')
      : null;
    if (!element || isTaken(element)) return;
    event.stopImmediatePropagation();
    const { checked } = element;
    onceAllIsTaken(element, () => {
      if (checked !== undefined) element.checked = !checked;
      element.click();
    });
  }, true);

  const typed = new Map();
  addEventListener('input', ({ target: element }) => {
    if (!element.matches('input:not([type=radio], [type=checkbox], [type=file]), textarea, select')) return;
    if (!typed.has(element)) {
      if (isTaken(element)) return;
      onceAllIsTaken(element, () => {
        const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value');
        set.call(element, typed.get(element));
        typed.delete(element);
        element.dispatchEvent(new Event(element.matches('select') ? 'change' : 'input', { bubbles: true }));
      });
    }
    typed.set(element, element.value);
  }, true);
})();`;

/**
 * Stands in the document's head. Until the page's scripts are there nothing answers a click on a button, a radio button or a
 * check box, and what is typed would give way to what the server sent. So both wait, for half a minute at most, and are made
 * again. The browser has changed a box already by then: it is changed back first, for the click to change it. Links and forms
 * are the browser's own and need no scripts.
 */
export function KeepEarlyInput() {
  return (
    <script
      nonce={useNonce()}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, in which React would escape the quotes
      dangerouslySetInnerHTML={{ __html: SCRIPT }}
    />
  );
}
