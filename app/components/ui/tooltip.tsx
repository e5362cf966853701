import type { FocusEvent, PointerEvent } from 'react';
import { createStore } from '~/hooks/store';
import { optionalPart } from './on-demand';

/*
 * One tooltip for the whole page. Elements only report hover and focus; the tooltip's code loads during the first delay, so no
 * page pays for it until someone hovers.
 */

/** Radix's defaults: the first tooltip is delayed; another within the skip window opens immediately. */
const OPEN_DELAY_MS = 700;
const SKIP_WINDOW_MS = 300;
/** Time to move the pointer from the button to the tooltip. */
const GRACE_MS = 100;

export type TooltipTarget = { anchor: Element; text: string };

const activeTarget = createStore<TooltipTarget | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;
let closedAt = 0;

/** Without a connection there are no tooltips; nothing else depends on them. */
const TooltipBubble = optionalPart(() => import('./tooltip-bubble'));

function setTarget(next: TooltipTarget | null) {
  clearTimeout(timer);
  if (activeTarget.get() && !next) closedAt = Date.now();
  activeTarget.set(next);
}

function scheduleOpen(next: TooltipTarget, delayMs = OPEN_DELAY_MS) {
  clearTimeout(timer);
  TooltipBubble.preload();
  const delay = activeTarget.get() || Date.now() - closedAt < SKIP_WINDOW_MS ? 0 : delayMs;
  // The anchor may be removed by then.
  timer = setTimeout(() => setTarget(next.anchor.isConnected ? next : null), delay);
}

export function closeTooltip() {
  setTarget(null);
}

export function scheduleClose() {
  clearTimeout(timer);
  timer = setTimeout(closeTooltip, GRACE_MS);
}

/** Keeps the tooltip open while the pointer is on it. */
export const tooltipBubbleProps = {
  onPointerEnter: () => clearTimeout(timer),
  onPointerLeave: scheduleClose,
};

/**
 * Props for an element that shows a tooltip on hover or keyboard focus.
 * @param wait delay before the first tooltip, in milliseconds; 0 for elements such as charts that users hover for the text
 */
export function tooltipProps(text: string, wait?: number) {
  return {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') scheduleOpen({ anchor: event.currentTarget, text }, wait);
    },
    onPointerLeave: scheduleClose,
    onFocus: (event: FocusEvent) => {
      if (event.currentTarget.matches(':focus-visible'))
        scheduleOpen({ anchor: event.currentTarget, text }, wait);
    },
    onBlur: closeTooltip,
    onPointerDown: closeTooltip,
  };
}

/**
 * Props for a table's frame that show tooltips for its contents on hover and focus: an element's `data-tooltip`, or the full
 * text of a truncated cell.
 */
export const tableTooltips = { onPointerOver: showTableHint, onFocus: showTableHint };

function showTableHint(event: PointerEvent | FocusEvent) {
  const { target, currentTarget } = event;
  const isTouch = 'pointerType' in event && event.pointerType === 'touch';
  // List screens already include this code; other tables fetch it on first hover.
  void import('./table-hint').then(
    ({ findTableHint }) => {
      const hint = findTableHint(target as HTMLElement, currentTarget, isTouch);
      if (hint) scheduleOpen(hint);
    },
    () => {},
  );
}

/** Render once, at the end of the page. */
export function TooltipHost() {
  const target = activeTarget.use();
  return target && <TooltipBubble target={target} />;
}
