import { closeTooltip, scheduleClose, type TooltipTarget } from './tooltip';

/**
 * Tooltip for the element under the pointer or focus: its `data-tooltip`, or the full text if it or an ancestor truncates it.
 * Touch gets no `data-tooltip`, because a tap activates the element.
 */
export function findTableHint(target: HTMLElement, frame: Element, isTouch: boolean): TooltipTarget | null {
  const tooltipElement = target.closest<HTMLElement>('[data-tooltip]');
  const anchor = tooltipElement ?? findTruncated(target, frame);
  if (tooltipElement && isTouch) return null;
  if (!anchor || (!anchor.matches(':hover') && !target.matches(':focus-visible'))) return null;
  anchor.addEventListener('pointerleave', scheduleClose, { once: true });
  anchor.addEventListener('pointerdown', closeTooltip, { once: true });
  target.addEventListener('blur', closeTooltip, { once: true });
  return { anchor, text: tooltipElement?.dataset.tooltip ?? anchor.innerText };
}

function findTruncated(target: HTMLElement, frame: Element): HTMLElement | null {
  // Focus is on a link, whose child element truncates the text.
  const element = target.firstElementChild instanceof HTMLElement ? target.firstElementChild : target;
  for (
    let ancestor: HTMLElement | null = element;
    ancestor && ancestor !== frame;
    ancestor = ancestor.parentElement
  ) {
    if (ancestor.scrollWidth > ancestor.clientWidth && getComputedStyle(ancestor).textOverflow === 'ellipsis')
      return ancestor;
  }
  return null;
}
