import { useLocation } from '@remix-run/react';
import { type RefObject, useRef, useState } from 'react';
import { useIsomorphicLayoutEffect } from '~/hooks/use-isomorphic-layout-effect';
import { useCompany } from '~/hooks/use-root-data';
import { measureRows } from './use-row-window';

/** A table's scroll position and focus when the user left its page. */
export type ScrollPosition = {
  top: number;
  left: number;
  /** Used to render the same rows before anything is measured. */
  rowHeight: number;
  inView: number;
  /** Link in a row that had focus, usually the one the user followed. */
  link: { row: string; href: string } | null;
};

/** Positions by history entry, company and table, kept until the page reloads. Empty on the server. */
const positions = new Map<string, ScrollPosition>();

/**
 * Back and Forward restore a table's scroll position and focus the link the user followed. A new visit is a new history entry and
 * starts at the top.
 *
 * @returns the position to restore, or null
 */
export function useScrollRestoration(frame: RefObject<HTMLElement>, label: string): ScrollPosition | null {
  const key = `${useLocation().key} ${useCompany()?.id} ${label}`;
  const [position] = useState(() => positions.get(key) ?? null);
  // By the time the table unmounts, the location may already be the next page's.
  const lastKey = useRef(key);
  lastKey.current = key;
  useIsomorphicLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    if (position) element.scrollTo({ top: position.top, left: position.left });
    return () => {
      const { scrollTop: top, scrollLeft: left } = element;
      const previous = positions.get(lastKey.current);
      positions.set(lastKey.current, {
        top,
        left,
        ...measureRows(element, previous?.rowHeight),
        link: getFocusedLink(element),
      });
    };
  }, [frame, position]);

  const link = useRef(position?.link ?? null);
  // Runs on each render, because the row may have to load first. Until then, focus is on the table.
  useIsomorphicLayoutEffect(() => {
    const element = frame.current;
    if (!element || !link.current) return;
    // Skip if the user has moved focus meanwhile.
    const isFocusUnclaimed = document.activeElement?.contains(element);
    const target = isFocusUnclaimed ? findLink(element, link.current) : null;
    if (target || !isFocusUnclaimed) link.current = null;
    if (isFocusUnclaimed) (target ?? element).focus({ preventScroll: true });
  });
  return position;
}

/** Number of rows needed to restore a position while an uncounted list reloads. */
export function countRowsToRestore(position: ScrollPosition | null): number {
  return position ? Math.ceil(position.top / position.rowHeight) + position.inView : 0;
}

function getFocusedLink(frame: HTMLElement): ScrollPosition['link'] {
  const focused = document.activeElement;
  const href = focused?.getAttribute('href');
  const row = focused?.closest('[aria-rowindex]')?.getAttribute('aria-rowindex');
  return href && row && frame.contains(focused) ? { row, href } : null;
}

/** Looks in the same row first, then in any row in case the list changed: several rows may link to the same well. */
function findLink(
  frame: HTMLElement,
  { row, href }: NonNullable<ScrollPosition['link']>,
): HTMLElement | null {
  const selector = `[href="${CSS.escape(href)}"]`;
  return frame.querySelector(`[aria-rowindex="${row}"] ${selector}`) ?? frame.querySelector(selector);
}
