import { type RefObject, startTransition, useDeferredValue, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ScrollPosition } from './use-scroll-restoration';

/**
 * Extra rows rendered above and below the visible ones, so fast scrolling doesn't outrun rendering. They render after the visible
 * rows and aren't in the initial page, which shows what users wait for first.
 */
const OVERSCAN_ROWS = 6;
/** The window moves in steps of this many rows, to render less often than once per row. */
const STEP = 4;
/** Used until measured. The server renders 18 rows, enough for a maximized window on a 1,080-pixel-high screen. */
const INITIAL_VIEW = { rowHeight: 36, inView: 18 - STEP, spare: 0 };

/**
 * Computes which rows of a long table to render. All rows have the same height, which is measured because it depends on the user's
 * font size; the caller replaces the others with spacers of `before` and `after` pixels. Printing renders all loaded rows.
 * Hand-written, because a library that also handles variable row heights would add a tenth to the first load.
 */
export function useRowWindow(
  frame: RefObject<HTMLElement>,
  {
    count,
    loaded,
    isCompact,
    includesAllRows,
    scrollPosition,
  }: {
    count: number;
    /** Number of rows loaded; printing renders only these. */
    loaded: number;
    isCompact: boolean;
    /** Also renders all other rows, at low priority. */
    includesAllRows: boolean;
    /** Initial position, if not the top. */
    scrollPosition: Pick<ScrollPosition, 'top' | 'rowHeight' | 'inView'> | null;
  },
) {
  const [first, setFirst] = useState(() =>
    scrollPosition ? computeFirstRow(scrollPosition.top, scrollPosition.rowHeight) : 0,
  );
  const [{ rowHeight, inView, ...view }, setView] = useState(() =>
    scrollPosition
      ? { ...INITIAL_VIEW, rowHeight: scrollPosition.rowHeight, inView: scrollPosition.inView }
      : INITIAL_VIEW,
  );
  const deferredFirst = useDeferredValue(first);
  const [isPrinting, setIsPrinting] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: row height depends on density
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const updateFirst = () => setFirst(computeFirstRow(element.scrollTop, rowHeight));
    const measure = () => {
      const measured = measureRows(element, rowHeight);
      // Rendered in a transition, so user input can interrupt it.
      startTransition(() =>
        setView((view) =>
          view.rowHeight === measured.rowHeight &&
          view.inView === measured.inView &&
          view.spare === OVERSCAN_ROWS
            ? view
            : { ...measured, spare: OVERSCAN_ROWS },
        ),
      );
      updateFirst();
    };
    const resizeObserver = new ResizeObserver(measure);
    resizeObserver.observe(element);
    element.addEventListener('scroll', updateFirst, { passive: true });
    return () => {
      resizeObserver.disconnect();
      element.removeEventListener('scroll', updateFirst);
    };
  }, [frame, rowHeight, isCompact]);

  useEffect(() => {
    const handleBeforePrint = () => flushSync(() => setIsPrinting(true));
    const handleAfterPrint = () => setIsPrinting(false);
    window.addEventListener('beforeprint', handleBeforePrint);
    window.addEventListener('afterprint', handleAfterPrint);
    return () => {
      window.removeEventListener('beforeprint', handleBeforePrint);
      window.removeEventListener('afterprint', handleAfterPrint);
    };
  }, []);

  if (isPrinting) return { start: 0, end: loaded, before: 0, after: 0, rowHeight };
  const overscan = includesAllRows && view.spare > 0 ? count : view.spare;
  const visibleRange = getRange(first);
  const deferredRange = getRange(deferredFirst);
  // After a large jump, render only the visible rows first; the extra rows follow when there is time.
  const isLargeJump =
    deferredRange.start - overscan > visibleRange.end || deferredRange.end + overscan < visibleRange.start;
  const start = isLargeJump
    ? visibleRange.start
    : Math.max(0, Math.min(visibleRange.start, deferredRange.start - overscan));
  const end = isLargeJump
    ? visibleRange.end
    : Math.min(count, Math.max(visibleRange.end, deferredRange.end + overscan));
  return { start, end, before: start * rowHeight, after: (count - end) * rowHeight, rowHeight };

  function getRange(row: number) {
    const start = Math.max(0, Math.min(row, count - inView));
    return { start, end: Math.min(count, start + inView + STEP) };
  }
}

function computeFirstRow(top: number, rowHeight: number): number {
  return Math.floor(top / rowHeight / STEP) * STEP;
}

/** @param rowHeight fallback when no rendered row has loaded */
export function measureRows(frame: HTMLElement, rowHeight = INITIAL_VIEW.rowHeight) {
  const row = frame.querySelector('tbody [aria-rowindex]');
  const measured = row?.getBoundingClientRect().height || rowHeight;
  return { rowHeight: measured, inView: Math.ceil(frame.clientHeight / measured) };
}
