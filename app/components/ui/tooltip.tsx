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

const shown = createStore<TooltipTarget | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;
let closedAt = 0;

/** Without a connection there are no tooltips; nothing else depends on them. */
const TooltipBubble = optionalPart(() => import('./tooltip-bubble'));

function set(next: TooltipTarget | null) {
  clearTimeout(timer);
  if (shown.get() && !next) closedAt = Date.now();
  shown.set(next);
}

function schedule(next: TooltipTarget, wait = OPEN_DELAY_MS) {
  clearTimeout(timer);
  TooltipBubble.preload();
  const delay = shown.get() || Date.now() - closedAt < SKIP_WINDOW_MS ? 0 : wait;
  // The anchor may be removed by then.
  timer = setTimeout(() => set(next.anchor.isConnected ? next : null), delay);
}

export function closeTooltip() {
  set(null);
}

export function closeSoon() {
  clearTimeout(timer);
  timer = setTimeout(closeTooltip, GRACE_MS);
}

/** Keeps the tooltip open while the pointer is on it. */
export const tooltipBubbleProps = {
  onPointerEnter: () => clearTimeout(timer),
  onPointerLeave: closeSoon,
};

/**
 * Props for an element that shows a tooltip on hover or keyboard focus.
 * @param wait delay before the first tooltip, in milliseconds; 0 for elements such as charts that users hover for the text
 */
export function tooltipProps(text: string, wait?: number) {
  return {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') schedule({ anchor: event.currentTarget, text }, wait);
    },
    onPointerLeave: closeSoon,
    onFocus: (event: FocusEvent) => {
      if (event.currentTarget.matches(':focus-visible'))
        schedule({ anchor: event.currentTarget, text }, wait);
    },
    onBlur: closeTooltip,
    onPointerDown: closeTooltip,
  };
}

/**
 * Props for a table's frame that show tooltips for its contents on hover and focus: an element's `data-tooltip`, or the full
 * text of a truncated cell.
 */
export const tableTooltips = { onPointerOver: hintWithin, onFocus: hintWithin };

function hintWithin(event: PointerEvent | FocusEvent) {
  const { target, currentTarget } = event;
  const isTouch = 'pointerType' in event && event.pointerType === 'touch';
  // List screens already include this code; other tables fetch it on first hover.
  void import('./table-hint').then(
    ({ tableHint }) => {
      const hint = tableHint(target as HTMLElement, currentTarget, isTouch);
      if (hint) schedule(hint);
    },
    () => {},
  );
}

/** Render once, at the end of the page. */
export function TooltipHost() {
  const target = shown.use();
  return target && <TooltipBubble target={target} />;
}
