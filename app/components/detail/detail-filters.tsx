import { useState } from 'react';
import { layerLabel } from '~/components/books/layer-label';
import { type PickedWell, WellPicker } from '~/components/books/well-picker';
import { Button } from '~/components/ui/button';
import { classNames } from '~/components/ui/class-names';
import { Field } from '~/components/ui/field';
import { Select } from '~/components/ui/select';
import { useCollapsedFilters } from '~/components/ui/use-collapsed-filters';
import { useFetched } from '~/hooks/use-fetched';
import type { WellSummary } from '~/schemas/wells/well-views';
import type { DetailPage } from './detail-page';
import type { DetailFiltering } from './use-detail-filters';

const STATUSES = [
  { value: '', label: 'All' },
  { value: 'current', label: 'Current' },
  { value: 'historical', label: 'Historical' },
];

export function DetailFilters({ page, filtering }: { page: DetailPage; filtering: DetailFiltering }) {
  const { filters, setFilters, hasFilters, clearFilters } = filtering;
  const { well, pick } = useChosenWell(filters.wellId, page);
  // Always offer the first layer, so the list is never empty.
  const layerNumbers = [...new Set([1, ...page.layerNumbers])];
  // On a phone, only the well filter stays unfolded.
  const { folded, button } = useCollapsedFilters([filters.field, filters.layer, filters.status]);
  return (
    <search className="flex flex-wrap items-center gap-2 max-sm:w-full" aria-label="Filters">
      <Field
        label={<span className="sr-only">Well</span>}
        className="min-w-0 grow basis-40 gap-0! sm:w-60 sm:grow-0 sm:basis-auto"
      >
        {(control) => (
          <WellPicker
            control={control}
            value={well}
            placeholder="All Wells"
            onChange={(chosen) => {
              pick(chosen);
              setFilters({ wellId: chosen?.id ?? '' });
            }}
          />
        )}
      </Field>
      {button}
      <Field
        label={<span className="sr-only">Field</span>}
        className={classNames('min-w-32 grow gap-0! sm:w-40 sm:grow-0', folded)}
      >
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
      <Field
        label={<span className="sr-only">Layer</span>}
        className={classNames('min-w-32 grow gap-0! sm:w-36 sm:grow-0', folded)}
      >
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
      <Field
        label="Status"
        className={classNames('grow flex-row! items-center gap-2! sm:grow-0 [&_select]:min-w-24', folded)}
      >
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
          Clear Filters
        </Button>
      )}
    </search>
  );
}

/** The URL has only the well's ID; its name comes from the rows, or is fetched. */
function useChosenWell(wellId: string, page: DetailPage) {
  const [picked, setPicked] = useState<PickedWell | null>(null);
  const knownWell =
    picked?.id === wellId ? picked : (page.layers.find((layer) => layer.well.id === wellId)?.well ?? null);
  const wellQuery = useFetched<WellSummary>(
    wellId && !knownWell ? `/api/wells/${encodeURIComponent(wellId)}` : null,
  );
  const well: PickedWell | null = wellId ? (knownWell ?? wellQuery.data) : null;
  return { well, pick: setPicked };
}
