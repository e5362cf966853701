import type { FocusEvent, PointerEvent } from 'react';
import { createStore } from '~/hooks/store';
import { optionalPart } from './on-demand';

/*
 * One tooltip for the whole page. The buttons only report where the pointer or the focus is; the bubble itself is loaded
 * while the first delay runs, so that no page pays for it before a person hovers.
 */

/** Radix's own timings: the first tooltip waits, the next ones within the window show immediately. */
const OPEN_DELAY_MS = 700;
const SKIP_WINDOW_MS = 300;
/** Time to move the pointer from the button onto the bubble. */
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
  // What it says something about may be gone by then.
  timer = setTimeout(() => set(next.anchor.isConnected ? next : null), delay);
}

export function closeTooltip() {
  set(null);
}

export function closeSoon() {
  clearTimeout(timer);
  timer = setTimeout(closeTooltip, GRACE_MS);
}

/** The pointer is on the bubble: it stays. */
export const tooltipBubbleProps = {
  onPointerEnter: () => clearTimeout(timer),
  onPointerLeave: closeSoon,
};

/**
 * What an element needs in order to show a text after a while of hovering or keyboard focus.
 * @param wait before the first one opens; what is looked at for its text, as a chart is, does without
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
 * What a table's frame needs in order to show tooltips of what is in it, to pointer and keyboard: the `data-tooltip` of an element, and
 * the whole text of a cell that cuts it off.
 */
export const tableTooltips = { onPointerOver: hintWithin, onFocus: hintWithin };

function hintWithin(event: PointerEvent | FocusEvent) {
  const { target, currentTarget } = event;
  const isTouch = 'pointerType' in event && event.pointerType === 'touch';
  // Screens with a list have this code; other tables fetch it when they are first pointed at.
  void import('./table-hint').then(
    ({ tableHint }) => {
      const hint = tableHint(target as HTMLElement, currentTarget, isTouch);
      if (hint) schedule(hint);
    },
    () => {},
  );
}

/** Rendered once per page, at its end. */
export function TooltipHost() {
  const target = shown.use();
  return target && <TooltipBubble target={target} />;
}
