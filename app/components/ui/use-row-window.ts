import { type RefObject, startTransition, useDeferredValue, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Place } from './use-kept-place';

/**
 * Rows drawn above and below those in view, so that a quick turn of the wheel does not outrun them. They come after those
 * in view, and not at all with the page: what a person waits for comes first.
 */
const SPARE_ROWS = 6;
/** The window moves by this many rows at a time: fewer renders than one a row. */
const STEP = 4;
/** Until the browser has measured. The server draws 18 rows, which fill a maximized window on a screen 1,080 pixels high. */
const FIRST_VIEW = { rowHeight: 36, inView: 18 - STEP, spare: 0 };

/**
 * Which rows of a long table to draw. All rows are of one height, which is measured, for it follows the person's font
 * size; the caller replaces the others by spacers of `before` and `after` pixels. On paper all rows are drawn.
 * By hand, because a library that also measures rows of differing height costs a tenth of the first load.
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
    /** How many of them are here: on paper there are no others. */
    loaded: number;
    isCompact: boolean;
    /** Draws the others too, when there is time. */
    isWhole: boolean;
    /** Where to begin, other than at the top. */
    place: Pick<Place, 'top' | 'rowHeight' | 'inView'> | null;
  },
) {
  const [first, setFirst] = useState(() => (place ? firstRow(place.top, place.rowHeight) : 0));
  const [{ rowHeight, inView, ...view }, setView] = useState(() =>
    place ? { ...FIRST_VIEW, rowHeight: place.rowHeight, inView: place.inView } : FIRST_VIEW,
  );
  const drawn = useDeferredValue(first);
  const [isPrinting, setIsPrinting] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another density are of another height
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const follow = () => setFirst(firstRow(element.scrollTop, rowHeight));
    const measure = () => {
      const measured = measureRows(element, rowHeight);
      // In a transition: the spare rows give way to whatever the person does first.
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
  // After a leap the rows in view are drawn alone, and the spare ones when there is time.
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

/** @param rowHeight where none of the rows that are drawn has been loaded */
export function measureRows(frame: HTMLElement, rowHeight = FIRST_VIEW.rowHeight) {
  const row = frame.querySelector('tbody [aria-rowindex]');
  const measured = row?.getBoundingClientRect().height || rowHeight;
  return { rowHeight: measured, inView: Math.ceil(frame.clientHeight / measured) };
}
