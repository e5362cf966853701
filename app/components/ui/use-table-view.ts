import { useEffect, useState } from 'react';

/** A user's table settings: hidden columns, column widths in rem, and compact rows. */
export type TableView = { hidden: string[]; widths: Record<string, number>; isCompact: boolean };

export const DEFAULT_VIEW: TableView = { hidden: [], widths: {}, isCompact: false };

/** The view saved in this browser under a name. The server doesn't have it, so it applies after hydration. */
export function useTableView(name: string | undefined) {
  const [view, setView] = useState(DEFAULT_VIEW);
  const key = name && `table:${name}`;
  useEffect(() => {
    if (!key) return;
    try {
      const stored = localStorage.getItem(key);
      // Reuse DEFAULT_VIEW: a new object would rerender every row.
      setView(stored ? { ...DEFAULT_VIEW, ...JSON.parse(stored) } : DEFAULT_VIEW);
    } catch {
      // Storage is unavailable or invalid: show the default view.
    }
  }, [key]);
  const change = (next: TableView) => {
    setView(next);
    try {
      localStorage.setItem(key!, JSON.stringify(next));
    } catch {}
  };
  return { view, change };
}
