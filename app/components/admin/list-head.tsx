import type { ReactNode } from 'react';
import { SearchBox } from '~/components/ui/search-box';
import { useFormat } from '~/hooks/use-format';
import type { AdminListing } from './use-admin-list';

/** Heading, count and search of a list, and what can be added to it. */
export function ListHead({
  title,
  noun,
  total,
  listing,
  placeholder,
  children,
}: {
  title: string;
  /** Singular and plural of what is counted. */
  noun: readonly [string, string];
  total: number;
  listing: AdminListing;
  placeholder: string;
  children?: ReactNode;
}) {
  const format = useFormat();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p role="status" className="text-muted tabular-nums">
          {format.integer(total)} {total === 1 ? noun[0] : noun[1]}
          {listing.search && ' found'}
        </p>
      </div>
      <div className="flex w-full flex-wrap gap-2 sm:w-auto">
        <SearchBox
          label={`Search ${noun[1]}`}
          placeholder={placeholder}
          value={listing.search}
          onSearch={listing.setSearch}
          isSearching={listing.isChanging}
        />
        {children}
      </div>
    </div>
  );
}
