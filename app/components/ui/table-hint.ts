import { closeSoon, closeTooltip, type TooltipTarget } from './tooltip';

/**
 * Tooltip for the element under the pointer or focus: its `data-tooltip`, or the full text if it or an ancestor truncates it.
 * Touch gets no `data-tooltip`, because a tap activates the element.
 */
export function tableHint(target: HTMLElement, frame: Element, isTouch: boolean): TooltipTarget | null {
  const labeled = target.closest<HTMLElement>('[data-tooltip]');
  const anchor = labeled ?? cutOff(target, frame);
  if (labeled && isTouch) return null;
  if (!anchor || (!anchor.matches(':hover') && !target.matches(':focus-visible'))) return null;
  anchor.addEventListener('pointerleave', closeSoon, { once: true });
  anchor.addEventListener('pointerdown', closeTooltip, { once: true });
  target.addEventListener('blur', closeTooltip, { once: true });
  return { anchor, text: labeled?.dataset.tooltip ?? anchor.innerText };
}

function cutOff(target: HTMLElement, frame: Element): HTMLElement | null {
  // Focus is on a link, whose child element truncates the text.
  const element = target.firstElementChild instanceof HTMLElement ? target.firstElementChild : target;
  for (let at: HTMLElement | null = element; at && at !== frame; at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth && getComputedStyle(at).textOverflow === 'ellipsis') return at;
  }
  return null;
}
