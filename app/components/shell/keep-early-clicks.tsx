import { useNonce } from '~/hooks/use-nonce';

/** React leaves its mark on each element that it takes over. A click before it has them all makes it begin anew. */
const SCRIPT = `(() => {
  const isTaken = (element) => Object.keys(element).some((key) => key.startsWith('__reactProps'));
  const isAllTaken = () => [...document.querySelectorAll('button, input')].every(isTaken);
  addEventListener('click', (event) => {
    const element = event.target instanceof Element
      ? event.target.closest('button[type=button], input[type=radio], input[type=checkbox]')
      : null;
    if (!element || isTaken(element)) return;
    event.stopImmediatePropagation();
    const { checked } = element;
    let rounds = 0;
    const waiting = setInterval(() => {
      rounds += 1;
      if (!isAllTaken() && rounds < 600) return;
      clearInterval(waiting);
      if (!isTaken(element) || !element.isConnected) return;
      if (checked !== undefined) element.checked = !checked;
      element.click();
    }, 50);
  }, true);
})();`;

/**
 * Stands in the document's head. Until the page's scripts are there nothing answers a click on a button, a radio button or a
 * check box, so this one waits, for half a minute at most, and makes the click again. The browser has changed a box already
 * by then: it is changed back first, for the click to change it. Links and forms are the browser's own and need no scripts.
 */
export function KeepEarlyClicks() {
  return (
    <script
      nonce={useNonce()}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, in which React would escape the quotes
      dangerouslySetInnerHTML={{ __html: SCRIPT }}
    />
  );
}
