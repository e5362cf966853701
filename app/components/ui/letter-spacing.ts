/** Average character width in em, separators included. The user's own letter spacing adds to it. */
const CHARACTER = 0.5;

let isObserving = false;

/**
 * Keeps `--letters` at the ratio of the user's text width to the default. Users may add letter spacing with their own style
 * sheet before or after the page loads (WCAG 1.4.12), but column widths are computed for default spacing.
 */
export function followLetterSpacing(): void {
  if (isObserving) return;
  isObserving = true;
  const probe = document.createElement('span');
  probe.className = 'invisible fixed top-0';
  probe.ariaHidden = 'true';
  probe.textContent = '0';
  document.body.appendChild(probe);
  let lastSpacing = 0;
  new ResizeObserver(() => {
    const { letterSpacing, fontSize } = getComputedStyle(probe);
    // "normal" parses to NaN and counts as 0.
    const spacing = (Number.parseFloat(letterSpacing) || 0) / Number.parseFloat(fontSize);
    // Few users change letter spacing, and setting a root property recalculates every element's style.
    if (spacing === lastSpacing) return;
    lastSpacing = spacing;
    document.documentElement.style.setProperty('--letters', `${1 + spacing / CHARACTER}`);
  }).observe(probe);
}

/** A width in rem, scaled for the user's letter spacing. */
export function scaleForSpacing(rem: number): string {
  return `calc(${rem}rem * var(--letters, 1))`;
}
