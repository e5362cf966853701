import type { ComponentProps } from 'react';
import { SortButton } from './sort-button';
import { Th } from './table';
import type { Sorting } from './use-sorted-rows';

/** A heading of a Table that orders its rows. */
export function SortableTh({
  id,
  sorting: { sort, sortBy },
  children,
  ...props
}: Omit<ComponentProps<typeof Th>, 'id'> & {
  /** The column, as the table's order knows it. */
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
