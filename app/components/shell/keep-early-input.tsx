import { HeadScript } from './head-script';

/**
 * React adds a property to every element it hydrates, which the script checks for. A click before hydration makes React discard the
 * server's HTML, and a field typed into before hydration loses its text on the next render.
 */
const SCRIPT = `(() => {
  const isHydrated = (element) => Object.keys(element).some((key) => key.startsWith('__reactProps'));
  const isAllHydrated = () =>
    [...document.querySelectorAll('button, input, select, textarea')].every(isHydrated);
  const onceHydrated = (repeat) => {
    let rounds = 0;
    const waiting = setInterval(() => {
      rounds += 1;
      if (!isAllHydrated() && rounds < 600) return;
      clearInterval(waiting);
      repeat();
    }, 50);
  };
  addEventListener('click', (event) => {
    const element = event.target instanceof Element
      ? event.target.closest('button[type=button], input[type=radio], input[type=checkbox]')
      : null;
    if (!element || isHydrated(element)) return;
    event.stopImmediatePropagation();
    const { checked } = element;
    onceHydrated(() => {
      if (!isHydrated(element) || !element.isConnected) return;
      if (checked !== undefined) element.checked = !checked;
      element.click();
    });
  }, true);
  const typed = new Map();
  addEventListener('input', ({ target }) => {
    if (!('value' in target) || /^(radio|checkbox|file)$/.test(target.type)) return;
    if (typed.has(target)) typed.set(target, target.value);
    if (typed.has(target) || isHydrated(target)) return;
    typed.set(target, target.value);
    onceHydrated(() => {
      const text = typed.get(target);
      typed.delete(target);
      if (!isHydrated(target) || !target.isConnected) return;
      // React hears of a value only if it is not the one it has seen, which it notes at the element's own property.
      target.value = text ? '' : ' ';
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value').set.call(target, text);
      target.dispatchEvent(new Event(target.localName === 'select' ? 'change' : 'input', { bubbles: true }));
    });
  }, true);
  const address = () => location.pathname + location.search;
  const loaded = address();
  addEventListener('popstate', () => {
    if (performance.now() < 30_000 && !isAllHydrated() && address() !== loaded) location.reload();
  });
})();`;

/**
 * Belongs in the document's head. Before hydration, clicks on buttons, radio buttons and checkboxes are lost, and so is typed text.
 * The script holds such a click for up to 30 seconds and repeats it after hydration; it replays typed text to React in the same
 * way. The browser has already toggled a checkbox by then, so the script toggles it back first. Links and forms work without
 * scripts and are left alone. After a reload, Back changes only the URL, and a page that is still hydrating misses the change, so
 * the script reloads the page. The 30-second limit applies there too: elements added by browser extensions never hydrate.
 */
export function KeepEarlyInput() {
  return <HeadScript code={SCRIPT} />;
}
