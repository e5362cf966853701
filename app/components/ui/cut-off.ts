import { closeSoon, closeTooltip, type TooltipTarget } from './tooltip';

/** The full text, if the element under the pointer or focus, or one around it, cuts it off. */
export function cutOffHint(target: HTMLElement, frame: Element): TooltipTarget | null {
  const anchor = cutOff(target, frame);
  if (!anchor || (!anchor.matches(':hover') && !target.matches(':focus-visible'))) return null;
  anchor.addEventListener('pointerleave', closeSoon, { once: true });
  target.addEventListener('blur', closeTooltip, { once: true });
  return { anchor, text: anchor.innerText };
}

function cutOff(target: HTMLElement, frame: Element): HTMLElement | null {
  let element: HTMLElement | null = target;
  while (element && element !== frame) {
    if (element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis')
      return element;
    element = element.parentElement;
  }
  return null;
}
