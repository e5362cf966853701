import { useState } from 'react';
import { layerLabel } from '~/components/books/layer-label';
import { type PickedWell, WellPicker } from '~/components/calculate/well-picker';
import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { Select } from '~/components/ui/select';
import { useFetched } from '~/hooks/use-fetched';
import type { WellSummary } from '~/schemas/platform/views';
import type { DetailPage } from './detail-page';
import type { DetailFiltering } from './use-detail-filters';

const STATUSES = [
  { value: '', label: 'All' },
  { value: 'current', label: 'Current' },
  { value: 'historical', label: 'Historical' },
];

/** What narrows the detail. */
export function DetailFilters({ page, filtering }: { page: DetailPage; filtering: DetailFiltering }) {
  const { filters, setFilters, hasFilters, clearFilters } = filtering;
  const { well, pick } = useChosenWell(filters.wellId, page);
  // The first layer is always a choice, so that the list never is without one.
  const layerNumbers = [...new Set([1, ...page.layerNumbers])];
  return (
    <search className="flex flex-wrap items-end gap-3" aria-label="Filters">
      <Field label="Well" className="w-full sm:w-72">
        {(control) => (
          <WellPicker
            control={control}
            value={well}
            placeholder="All wells"
            onChange={(chosen) => {
              pick(chosen);
              setFilters({ wellId: chosen?.id ?? '' });
            }}
          />
        )}
      </Field>
      <Field label="Field" className="min-w-36 grow sm:w-48 sm:grow-0">
        {(control) => (
          <Select
            {...control}
            value={filters.field}
            onChange={(event) => setFilters({ field: event.target.value })}
            options={[
              { value: '', label: 'All Fields' },
              ...page.fields.map((field) => ({ value: field, label: field })),
            ]}
          />
        )}
      </Field>
      <Field label="Layer" className="min-w-36 grow sm:w-40 sm:grow-0">
        {(control) => (
          <Select
            {...control}
            value={filters.layer}
            onChange={(event) => setFilters({ layer: event.target.value })}
            options={[
              { value: '', label: 'All Layers' },
              ...layerNumbers.map((number) => ({ value: String(number), label: layerLabel(number) })),
            ]}
          />
        )}
      </Field>
      <Field label="Status" className="min-w-28 grow sm:w-32 sm:grow-0">
        {(control) => (
          <Select
            {...control}
            value={filters.status}
            onChange={(event) => setFilters({ status: event.target.value })}
            options={STATUSES}
          />
        )}
      </Field>
      {hasFilters && (
        <Button variant="ghost" onClick={clearFilters}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

/** The address knows the well's id only; its name is among the rows, or is fetched. */
function useChosenWell(wellId: string, page: DetailPage) {
  const [picked, setPicked] = useState<PickedWell | null>(null);
  const known =
    picked?.id === wellId ? picked : (page.layers.find((layer) => layer.well.id === wellId)?.well ?? null);
  const fetched = useFetched<WellSummary>(
    wellId && !known ? `/api/wells/${encodeURIComponent(wellId)}` : null,
  );
  const well: PickedWell | null = wellId ? (known ?? fetched.data) : null;
  return { well, pick: setPicked };
}
