declare global {
  interface Window {
    earlyClicks?: { stop: () => void; clicked: { element: HTMLElement; checked?: boolean }[] };
  }
}

/** Ends what KeepEarlyClicks began; the result makes the clicks again, once React listens. */
export function takeEarlyClicks(): () => void {
  const { stop, clicked = [] } = window.earlyClicks ?? {};
  stop?.();
  return () => {
    for (const { element, checked } of clicked) {
      // The browser has changed the box already: a click on it as it is now would change it back.
      if (element instanceof HTMLInputElement) element.checked = !checked;
      element.click();
    }
  };
}
