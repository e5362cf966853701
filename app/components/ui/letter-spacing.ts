/** How wide a character is on average, separators included, in em: what a person's own spacing comes on top of. */
const CHARACTER = 0.5;

let isFollowed = false;

/**
 * Keeps `--letters` at how much wider text is than the product sets it. A person may space letters with a style sheet of
 * their own, before or after the page is there (WCAG 1.4.12), and columns have the width that was counted for their figures.
 */
export function followLetterSpacing(): void {
  if (isFollowed) return;
  isFollowed = true;
  const probe = document.createElement('span');
  probe.className = 'invisible fixed top-0';
  probe.ariaHidden = 'true';
  probe.textContent = '0';
  document.body.appendChild(probe);
  let known = 0;
  new ResizeObserver(() => {
    const { letterSpacing, fontSize } = getComputedStyle(probe);
    // "normal" is none.
    const spacing = (Number.parseFloat(letterSpacing) || 0) / Number.parseFloat(fontSize);
    // Almost nobody spaces letters, and setting a property of the root recalculates the style of every element.
    if (spacing === known) return;
    known = spacing;
    document.documentElement.style.setProperty('--letters', `${1 + spacing / CHARACTER}`);
  }).observe(probe);
}

/** A width in rem, with room for the person's letter spacing. */
export function spaced(rem: number): string {
  return `calc(${rem}rem * var(--letters, 1))`;
}
