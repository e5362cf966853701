import type { ReactNode } from 'react';
import { SearchBox } from '~/components/ui/search-box';
import { countOf } from '~/hooks/count-of';
import { useFormat } from '~/hooks/use-format';
import type { AdminListing } from './use-admin-list';

/** Heading, count and search of a list, with its buttons. */
export function ListHead({
  title,
  noun,
  total,
  listing,
  placeholder,
  children,
}: {
  title: string;
  /** Singular noun for the rows. */
  noun: string;
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
          {countOf(total, noun, format)}
          {listing.search && ' found'}
        </p>
      </div>
      <div className="flex w-full flex-wrap gap-2 sm:w-auto">
        <SearchBox
          label={`Search ${title.toLowerCase()}`}
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
