import { useNonce } from '~/hooks/use-nonce';

/** What hooks/early-clicks.ts reads. */
const SCRIPT = `(() => {
  const clicked = [];
  const keep = ({ target }) => {
    const element = target instanceof Element
      ? target.closest('button[type=button], input[type=radio], input[type=checkbox]')
      : null;
    if (element) clicked.push({ element, checked: element.checked });
  };
  addEventListener('click', keep, true);
  window.earlyClicks = { clicked, stop: () => removeEventListener('click', keep, true) };
})();`;

/**
 * Stands in the document's head. Until the page's scripts are there nothing answers a click on a button, a radio button or a
 * check box, so it is written down; links and forms are the browser's own and work without scripts.
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
