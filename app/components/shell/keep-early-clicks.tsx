import { useNonce } from '~/hooks/use-nonce';

/** React adds a property to every element it hydrates. A click that arrives earlier makes React discard the server's HTML. */
const SCRIPT = `(() => {
  const isHydrated = (element) => Object.keys(element).some((key) => key.startsWith('__reactProps'));
  const isAllHydrated = () => [...document.querySelectorAll('button, input')].every(isHydrated);
  addEventListener('click', (event) => {
    const element = event.target instanceof Element
      ? event.target.closest('button[type=button], input[type=radio], input[type=checkbox]')
      : null;
    if (!element || isHydrated(element)) return;
    event.stopImmediatePropagation();
    const { checked } = element;
    let rounds = 0;
    const waiting = setInterval(() => {
      rounds += 1;
      if (!isAllHydrated() && rounds < 600) return;
      clearInterval(waiting);
      if (!isHydrated(element) || !element.isConnected) return;
      if (checked !== undefined) element.checked = !checked;
      element.click();
    }, 50);
  }, true);
})();`;

/**
 * Goes into the document's head. Until the page has hydrated, a click on a button, radio button or checkbox would be lost. This
 * script holds such a click for up to 30 seconds and repeats it once everything is hydrated. By then the browser has already
 * toggled a checkbox, so the script toggles it back first. Links and forms work without scripts and are left alone.
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
