import { useState } from 'react';
import { Button } from './button';

/**
 * Collapses filters on phones behind a button that shows how many are set, to leave the first screen to rows.
 *
 * @param filters selected values; blank when a filter isn't set
 */
export function useCollapsedFilters(filters: readonly string[]) {
  const [isOpen, setOpen] = useState(false);
  const activeCount = filters.filter((value) => value !== '').length;
  return {
    /** Class for each filter, or for their container. */
    folded: isOpen ? '' : 'max-sm:hidden',
    button: (
      <Button className="sm:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {activeCount > 0 ? `Filters (${activeCount})` : 'Filters'}
      </Button>
    ),
  };
}
