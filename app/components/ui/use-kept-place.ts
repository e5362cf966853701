import { useLocation } from '@remix-run/react';
import { type RefObject, useRef, useState } from 'react';
import { useLayout } from '~/hooks/use-layout';
import { useCompany } from '~/hooks/use-root-data';
import { measureRows } from './use-row-window';

/** Where a person was in a table when they left its page. */
export type Place = {
  top: number;
  left: number;
  /** The same rows are drawn before anything is measured again. */
  rowHeight: number;
  inView: number;
  /** The link of a row that had the focus: most often the one they left by. */
  link: { row: string; href: string } | null;
};

/** By history entry, company and table, until the page is reloaded. The server has none. */
const places = new Map<string, Place>();

/**
 * Back and Forward show a table where the person left it, with the focus on the link that they followed. A new visit to
 * the page is another history entry, and begins at the top.
 *
 * @returns the place to begin at, if there is one
 */
export function useKeptPlace(frame: RefObject<HTMLElement>, label: string): Place | null {
  const key = `${useLocation().key} ${useCompany()?.id} ${label}`;
  const [place] = useState(() => places.get(key) ?? null);
  // By the time the table goes, the address may be that of the next page.
  const lastKey = useRef(key);
  lastKey.current = key;
  useLayout(() => {
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
  // With each render, because the row may have to be loaded first. Until then the table has the focus.
  useLayout(() => {
    const element = frame.current;
    if (!element || !link.current) return;
    // Unless the person has moved the focus elsewhere meanwhile.
    const isFree = document.activeElement?.contains(element);
    const found = isFree ? findLink(element, link.current) : null;
    if (found || !isFree) link.current = null;
    if (isFree) (found ?? element).focus({ preventScroll: true });
  });
  return place;
}

/** The rows that hold a place in a list that isn’t counted, while they are loaded again. */
export function rowsThrough(place: Place | null): number {
  return place ? Math.ceil(place.top / place.rowHeight) + place.inView : 0;
}

function focusedLink(frame: HTMLElement): Place['link'] {
  const focused = document.activeElement;
  const href = focused?.getAttribute('href');
  const row = focused?.closest('[aria-rowindex]')?.getAttribute('aria-rowindex');
  return href && row && frame.contains(focused) ? { row, href } : null;
}

/** In the same row, or in another one if the list has changed: several rows may link to one well. */
function findLink(frame: HTMLElement, { row, href }: NonNullable<Place['link']>): HTMLElement | null {
  const selector = `[href="${CSS.escape(href)}"]`;
  return frame.querySelector(`[aria-rowindex="${row}"] ${selector}`) ?? frame.querySelector(selector);
}
