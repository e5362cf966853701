import { useState } from 'react';
import { Button } from './button';

/**
 * Filters that a phone shows when they are asked for: its first screen is for rows. The button says how many of them are set.
 *
 * @param filters what is chosen; empty where nothing is
 */
export function useFoldedFilters(filters: readonly string[]) {
  const [isOpen, setOpen] = useState(false);
  const set = filters.filter((value) => value !== '').length;
  return {
    /** For each of them, or for what is around them. */
    folded: isOpen ? '' : 'max-sm:hidden',
    button: (
      <Button className="sm:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {set > 0 ? `Filters (${set})` : 'Filters'}
      </Button>
    ),
  };
}
