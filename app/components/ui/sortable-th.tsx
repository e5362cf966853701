import type { ComponentProps } from 'react';
import { SortButton } from './sort-button';
import { Th } from './table';
import type { Sorting } from './use-sorted-rows';

/** A Table heading that sorts the rows. */
export function SortableTh({
  id,
  sorting: { sort, sortBy },
  children,
  ...props
}: Omit<ComponentProps<typeof Th>, 'id'> & {
  /** Column id, as used in `sorting`. */
  id: string;
  sorting: Sorting;
}) {
  const direction = sort.id === id ? sort.direction : null;
  return (
    <Th aria-sort={direction ?? 'none'} {...props}>
      <SortButton direction={direction} align={props.align} onClick={() => sortBy(id)}>
        {children}
      </SortButton>
    </Th>
  );
}
