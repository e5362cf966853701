import type { CustomFieldList } from '~/components/custom-fields/use-custom-field-list';
import { EmptyState } from '~/components/ui/empty-state';
import { lazyScreen } from '~/components/ui/on-demand';
import { Skeleton } from '~/components/ui/skeleton';
import { Tabs } from '~/components/ui/tabs';
import type { Screen } from '~/hooks/page-screens';
import type { RowsAsJson } from '~/hooks/rows-as-json';
import { useAddress } from '~/hooks/use-address';
import { useToday } from '~/hooks/use-today';
import { WellsList } from './wells-list';
import type { WellsPage } from './wells-page';

const CustomFields = lazyScreen(() => import('~/components/custom-fields/custom-fields'), ViewSkeleton);
const ImportPage = lazyScreen(() => import('~/components/imports/import-page'), ViewSkeleton);

const VIEWS = [
  { value: 'list', label: 'Wells List' },
  { value: 'fields', label: 'Custom Fields' },
] as const;

/** A separate page, not a view of the list. */
const IMPORT = 'import';

export type WellsView = (typeof VIEWS)[number]['value'] | typeof IMPORT;

export function readWellsView(params: URLSearchParams): WellsView {
  if (params.get('view') === IMPORT) return IMPORT;
  return VIEWS.find(({ value }) => value === params.get('view'))?.value ?? 'list';
}

/** Screens to preload for the URL's view. The list needs none, because every page includes its code. */
export function wellsScreens(params: URLSearchParams): Screen[] {
  const view = readWellsView(params);
  if (view === 'list') return [];
  return [view === IMPORT ? ImportPage : CustomFields];
}

/** Master data of the company: its wells or its custom fields. Without a company, there is neither. */
export function WellsTab({
  page,
  fields,
}: {
  page: RowsAsJson<WellsPage, 'wells'> | null;
  fields: CustomFieldList | null;
}) {
  const { nextParams, change } = useAddress();
  const today = useToday();
  if (!page && !fields) {
    return <EmptyState message="No company selected. Please select a company to view wells." />;
  }
  // Mark the chosen sub-tab before its data loads.
  const view = readWellsView(nextParams);
  if (view === IMPORT) {
    return fields ? <ImportPage customFields={fields.templates} today={today} /> : <ViewSkeleton />;
  }
  return (
    <Tabs
      label="Wells"
      look="segmented"
      className="flex flex-col gap-3 pt-1"
      tabs={VIEWS}
      value={view}
      onChange={(next) => change({ view: next === 'list' ? null : next })}
    >
      {view === 'list' && page ? (
        <WellsList page={page} />
      ) : view === 'fields' && fields ? (
        <CustomFields list={fields} />
      ) : (
        <ViewSkeleton />
      )}
    </Tabs>
  );
}

function ViewSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-8 w-64 max-w-full" />
      <Skeleton className="h-72" />
    </div>
  );
}
