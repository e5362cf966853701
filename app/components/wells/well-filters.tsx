import X from 'lucide-react/icons/x';
import { SearchBox } from '~/components/ui/search-box';
import { Select } from '~/components/ui/select';
import { STATUS_OPTIONS } from './status-badge';
import type { WellFiltering } from './use-well-filters';

type Filtering = Pick<WellFiltering, 'filters' | 'setFilters' | 'clearFilters' | 'hasFilters' | 'isChanging'>;

/** Search and filters of the list, with a removable chip for each active filter. */
export function WellFilters({ fields, filtering }: { fields: string[]; filtering: Filtering }) {
  const { filters, setFilters, clearFilters, hasFilters, isChanging } = filtering;
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <SearchBox
        label="Search wells"
        placeholder="Search by well code or name"
        value={filters.search}
        onSearch={(search) => setFilters({ search })}
        isSearching={isChanging}
      />
      <Select
        aria-label="Status"
        className="w-auto min-w-32 max-sm:min-w-0 max-sm:flex-1"
        value={filters.status}
        onChange={(event) => setFilters({ status: event.target.value })}
        options={[{ value: '', label: 'All Statuses' }, ...STATUS_OPTIONS]}
      />
      <Select
        aria-label="Field"
        className="w-auto min-w-32 max-sm:min-w-0 max-sm:flex-1 sm:max-w-64"
        value={filters.field}
        onChange={(event) => setFilters({ field: event.target.value })}
        options={[
          { value: '', label: 'All Fields' },
          ...fields.map((field) => ({ value: field, label: field })),
        ]}
      />
      {hasFilters && (
        <ul aria-label="Active filters" className="flex flex-wrap gap-1.5 max-sm:w-full">
          <Chip label="Search" value={filters.search} onRemove={() => setFilters({ search: '' })} />
          <Chip label="Status" value={filters.status} onRemove={() => setFilters({ status: '' })} />
          <Chip label="Field" value={filters.field} onRemove={() => setFilters({ field: '' })} />
          <li>
            <button
              type="button"
              onClick={clearFilters}
              className="min-h-6 pointer-coarse:min-h-10 rounded px-1.5 text-xs text-accent hover:underline"
            >
              Clear Filters
            </button>
          </li>
        </ul>
      )}
    </div>
  );
}

function Chip({ label, value, onRemove }: { label: string; value: string; onRemove: () => void }) {
  if (!value) return null;
  return (
    <li className="flex max-w-full items-center rounded bg-accent-soft text-xs text-accent">
      <span className="truncate pl-2">
        {label}: <span className="font-medium">{value}</span>
      </span>
      <button
        type="button"
        aria-label={`Remove filter ${label}: ${value}`}
        onClick={onRemove}
        className="grid size-6 pointer-coarse:size-10 shrink-0 place-items-center rounded"
      >
        <X aria-hidden="true" className="size-3" />
      </button>
    </li>
  );
}
