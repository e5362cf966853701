import { type RefObject, startTransition, useDeferredValue, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Place } from './use-scroll-restoration';

/**
 * Extra rows rendered above and below the visible ones, so fast scrolling doesn't outrun rendering. They render after the visible
 * rows and aren't in the initial page, which shows what users wait for first.
 */
const SPARE_ROWS = 6;
/** The window moves in steps of this many rows, to render less often than once per row. */
const STEP = 4;
/** Used until measured. The server renders 18 rows, enough for a maximized window on a 1,080-pixel-high screen. */
const FIRST_VIEW = { rowHeight: 36, inView: 18 - STEP, spare: 0 };

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
    isWhole,
    place,
  }: {
    count: number;
    /** Number of rows loaded; printing renders only these. */
    loaded: number;
    isCompact: boolean;
    /** Also renders all other rows, at low priority. */
    isWhole: boolean;
    /** Initial position, if not the top. */
    place: Pick<Place, 'top' | 'rowHeight' | 'inView'> | null;
  },
) {
  const [first, setFirst] = useState(() => (place ? firstRow(place.top, place.rowHeight) : 0));
  const [{ rowHeight, inView, ...view }, setView] = useState(() =>
    place ? { ...FIRST_VIEW, rowHeight: place.rowHeight, inView: place.inView } : FIRST_VIEW,
  );
  const drawn = useDeferredValue(first);
  const [isPrinting, setIsPrinting] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: row height depends on density
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const follow = () => setFirst(firstRow(element.scrollTop, rowHeight));
    const measure = () => {
      const measured = measureRows(element, rowHeight);
      // Rendered in a transition, so user input can interrupt it.
      startTransition(() =>
        setView((view) =>
          view.rowHeight === measured.rowHeight &&
          view.inView === measured.inView &&
          view.spare === SPARE_ROWS
            ? view
            : { ...measured, spare: SPARE_ROWS },
        ),
      );
      follow();
    };
    const resizing = new ResizeObserver(measure);
    resizing.observe(element);
    element.addEventListener('scroll', follow, { passive: true });
    return () => {
      resizing.disconnect();
      element.removeEventListener('scroll', follow);
    };
  }, [frame, rowHeight, isCompact]);

  useEffect(() => {
    const print = () => flushSync(() => setIsPrinting(true));
    const printed = () => setIsPrinting(false);
    window.addEventListener('beforeprint', print);
    window.addEventListener('afterprint', printed);
    return () => {
      window.removeEventListener('beforeprint', print);
      window.removeEventListener('afterprint', printed);
    };
  }, []);

  if (isPrinting) return { start: 0, end: loaded, before: 0, after: 0, rowHeight };
  const spare = isWhole && view.spare > 0 ? count : view.spare;
  const seen = rowsFrom(first);
  const kept = rowsFrom(drawn);
  // After a large jump, render only the visible rows first; the extra rows follow when there is time.
  const isLeap = kept.start - spare > seen.end || kept.end + spare < seen.start;
  const start = isLeap ? seen.start : Math.max(0, Math.min(seen.start, kept.start - spare));
  const end = isLeap ? seen.end : Math.min(count, Math.max(seen.end, kept.end + spare));
  return { start, end, before: start * rowHeight, after: (count - end) * rowHeight, rowHeight };

  function rowsFrom(row: number) {
    const start = Math.max(0, Math.min(row, count - inView));
    return { start, end: Math.min(count, start + inView + STEP) };
  }
}

function firstRow(top: number, rowHeight: number): number {
  return Math.floor(top / rowHeight / STEP) * STEP;
}

/** @param rowHeight fallback when no rendered row has loaded */
export function measureRows(frame: HTMLElement, rowHeight = FIRST_VIEW.rowHeight) {
  const row = frame.querySelector('tbody [aria-rowindex]');
  const measured = row?.getBoundingClientRect().height || rowHeight;
  return { rowHeight: measured, inView: Math.ceil(frame.clientHeight / measured) };
}
