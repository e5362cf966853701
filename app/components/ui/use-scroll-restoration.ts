import { useLocation } from '@remix-run/react';
import { type RefObject, useRef, useState } from 'react';
import { useIsomorphicLayoutEffect } from '~/hooks/use-isomorphic-layout-effect';
import { useCompany } from '~/hooks/use-root-data';
import { measureRows } from './use-row-window';

/** A table's scroll position and focus when the user left its page. */
export type Place = {
  top: number;
  left: number;
  /** Used to render the same rows before anything is measured. */
  rowHeight: number;
  inView: number;
  /** Link in a row that had focus, usually the one the user followed. */
  link: { row: string; href: string } | null;
};

/** Positions by history entry, company and table, kept until the page reloads. Empty on the server. */
const places = new Map<string, Place>();

/**
 * Back and Forward restore a table's scroll position and focus the link the user followed. A new visit is a new history entry and
 * starts at the top.
 *
 * @returns the position to restore, or null
 */
export function useScrollRestoration(frame: RefObject<HTMLElement>, label: string): Place | null {
  const key = `${useLocation().key} ${useCompany()?.id} ${label}`;
  const [place] = useState(() => places.get(key) ?? null);
  // By the time the table unmounts, the location may already be the next page's.
  const lastKey = useRef(key);
  lastKey.current = key;
  useIsomorphicLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    if (place) element.scrollTo({ top: place.top, left: place.left });
    return () => {
      const { scrollTop: top, scrollLeft: left } = element;
      const before = places.get(lastKey.current);
      places.set(lastKey.current, {
        top,
        left,
        ...measureRows(element, before?.rowHeight),
        link: focusedLink(element),
      });
    };
  }, [frame, place]);

  const link = useRef(place?.link ?? null);
  // Runs on each render, because the row may have to load first. Until then, focus is on the table.
  useIsomorphicLayoutEffect(() => {
    const element = frame.current;
    if (!element || !link.current) return;
    // Skip if the user has moved focus meanwhile.
    const isFree = document.activeElement?.contains(element);
    const found = isFree ? findLink(element, link.current) : null;
    if (found || !isFree) link.current = null;
    if (isFree) (found ?? element).focus({ preventScroll: true });
  });
  return place;
}

/** Number of rows needed to restore a position while an uncounted list reloads. */
export function rowsThrough(place: Place | null): number {
  return place ? Math.ceil(place.top / place.rowHeight) + place.inView : 0;
}

function focusedLink(frame: HTMLElement): Place['link'] {
  const focused = document.activeElement;
  const href = focused?.getAttribute('href');
  const row = focused?.closest('[aria-rowindex]')?.getAttribute('aria-rowindex');
  return href && row && frame.contains(focused) ? { row, href } : null;
}

/** Looks in the same row first, then in any row in case the list changed: several rows may link to the same well. */
function findLink(frame: HTMLElement, { row, href }: NonNullable<Place['link']>): HTMLElement | null {
  const selector = `[href="${CSS.escape(href)}"]`;
  return frame.querySelector(`[aria-rowindex="${row}"] ${selector}`) ?? frame.querySelector(selector);
}
