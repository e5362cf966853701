import { useEffect, useState } from 'react';

/** How a person looks at a table: what they hid, in rem how wide they made columns, and whether rows are low. */
export type TableView = { hidden: string[]; widths: Record<string, number>; isCompact: boolean };

export const WHOLE_VIEW: TableView = { hidden: [], widths: {}, isCompact: false };

/** The view that this browser remembers under a name. The server does not know it, so it comes after the page. */
export function useTableView(name: string | undefined) {
  const [view, setView] = useState(WHOLE_VIEW);
  const key = name && `table:${name}`;
  useEffect(() => {
    if (!key) return;
    try {
      const kept = localStorage.getItem(key);
      // Another object would draw every row again.
      setView(kept ? { ...WHOLE_VIEW, ...JSON.parse(kept) } : WHOLE_VIEW);
    } catch {
      // A browser that keeps nothing, or kept something else: the table is whole.
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
