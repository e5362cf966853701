import Download from 'lucide-react/icons/download';
import { useEffect, useState } from 'react';
import { type PickedWell, WellPicker } from '~/components/books/well-picker';
import { Button } from '~/components/ui/button';
import { classNames } from '~/components/ui/class-names';
import { EmptyState } from '~/components/ui/empty-state';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { onDemand } from '~/components/ui/on-demand';
import { Select } from '~/components/ui/select';
import type { SortState } from '~/components/ui/sort-button';
import { TextLink } from '~/components/ui/text-link';
import { useCollapsedFilters } from '~/components/ui/use-collapsed-filters';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import { countOf } from '~/hooks/count-of';
import { actorName, SYSTEM_ID } from '~/hooks/person-name';
import { useDialogAddress } from '~/hooks/use-address';
import { type Format, useFormat } from '~/hooks/use-format';
import { useMoreRows } from '~/hooks/use-more-rows';
import { useToday } from '~/hooks/use-today';
import { wellAddress } from '~/hooks/well-address';
import { BAD_AUDIT_RANGE, MAX_AUDIT_PAGE_SIZE } from '~/schemas/audit/audit';
import { humanizeName, summarizeChange } from './audit-changes';
import type { AuditPage, AuditRow } from './company-page';
import { useAuditExport } from './use-audit-export';
import { useAuditFilters } from './use-audit-filters';

const AuditEntryDialog = onDemand(() => import('./audit-entry-dialog'));

/** Maximum number of rows to load in search of the change that the URL names. */
const MAX_SEARCHED_ROWS = 5000;

/** Every change in the company, newest first by default: who, when, and the values before and after. */
export function AuditLog({ page }: { page: AuditPage }) {
  const format = useFormat();
  const filtering = useAuditFilters(page);
  const list = `/api/audit-logs?${page.query}`;
  const { rows, more, loadMore, hasMore } = useMoreRows({
    first: page.entries,
    nextCursor: page.nextCursor,
    list,
    rowId: (entry) => entry.id,
    maxPageSize: MAX_AUDIT_PAGE_SIZE,
  });
  const { folded, button } = useCollapsedFilters(Object.values(filtering.filters));
  const { exportLog, pending } = useAuditExport(list, useToday());
  const { dialog, params, open, close } = useDialogAddress();
  const openEntry = (entry: AuditRow) => open('entry', { entry: String(entry.id) });
  const openedId = dialog === 'entry' ? params.get('entry') : null;
  const openedEntry = rows.find((entry) => String(entry.id) === openedId) ?? null;

  // The URL can name a change further down the list.
  const isSearching =
    openedId !== null &&
    !openedEntry &&
    hasMore &&
    !isPassed(Number(openedId), rows.at(-1)?.id ?? 0, filtering.sort) &&
    rows.length < MAX_SEARCHED_ROWS &&
    more !== 'failed';
  useEffect(() => {
    if (isSearching && more === null) loadMore();
  }, [isSearching, more, loadMore]);

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 className="text-lg font-semibold">Audit Log</h2>
          <p className="text-muted">A complete, read-only history of changes in this company.</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<Download aria-hidden="true" className="size-4" />}
            pending={pending}
            onClick={exportLog}
          >
            Export
          </Button>
          {button}
        </div>
      </div>
      <Filters page={page} filtering={filtering} className={folded} />
      <p role="status" className="sr-only">
        {hasMore && 'More than '}
        {countOf(rows.length, 'change', format)}
      </p>
      <VirtualTable
        label="Audit Log"
        columns={buildColumns(format, openEntry)}
        rows={rows}
        rowKey={(entry) => String(entry.id)}
        sort={filtering.sort}
        onSort={filtering.sortBy}
        onEndReached={hasMore ? loadMore : undefined}
        more={more}
        isStale={filtering.isChanging}
        listKey={page.query}
        phone={{
          upTo: 'xl',
          header: 'Change',
          row: (entry) => <PhoneRow entry={entry} format={format} onOpen={openEntry} />,
        }}
        className="[--table-offset:19.25rem]"
        empty={
          filtering.hasFilters ? (
            <EmptyState message="No changes match your filter criteria.">
              <Button onClick={filtering.clearFilters}>Clear Filters</Button>
            </EmptyState>
          ) : (
            <EmptyState message="No changes have been recorded yet." />
          )
        }
      />
      {openedId && (
        <AuditEntryDialog key={openedId} entry={openedEntry} isSearching={isSearching} onClose={close} />
      )}
    </div>
  );
}

/** True when, sorted by time, the change would come before the last loaded row, so loading more rows can't find it. */
function isPassed(entryId: number, lastId: number, { id, direction }: SortState): boolean {
  if (id !== 'createdAt') return false;
  return direction === 'descending' ? entryId > lastId : entryId < lastId;
}

function Filters({
  page,
  filtering,
  className,
}: {
  page: AuditPage;
  filtering: ReturnType<typeof useAuditFilters>;
  className: string;
}) {
  const { filters, setFilters, hasFilters, clearFilters } = filtering;
  // Show the picked well immediately, before the page loads with it.
  const [picked, setPicked] = useState<PickedWell | null>(null);
  const toOptions = (values: string[], chosen: string) =>
    // Keep the URL's value as a choice, even if no row has it anymore.
    [...new Set(chosen ? [...values, chosen] : values)].map((value) => ({
      value,
      label: humanizeName(value),
    }));
  return (
    <search className={classNames('flex flex-wrap items-start gap-3', className)} aria-label="Filters">
      <Field label="Action" className="min-w-36 grow sm:w-40 sm:grow-0">
        {(control) => (
          <Select
            {...control}
            value={filters.action}
            onChange={(event) => setFilters({ action: event.target.value })}
            options={[{ value: '', label: 'All Actions' }, ...toOptions(page.actions, filters.action)]}
          />
        )}
      </Field>
      <Field label="Well" className="min-w-36 grow sm:w-48 sm:grow-0">
        {(control) => (
          <WellPicker
            control={control}
            value={filters.wellId ? (picked?.id === filters.wellId ? picked : page.well) : null}
            onChange={(well) => {
              setPicked(well);
              setFilters({ wellId: well?.id ?? '' });
            }}
            placeholder="All Wells"
          />
        )}
      </Field>
      <Field label="Record type" className="min-w-36 grow sm:w-40 sm:grow-0">
        {(control) => (
          <Select
            {...control}
            value={filters.entityType}
            onChange={(event) => setFilters({ entityType: event.target.value })}
            options={[
              { value: '', label: 'All Record Types' },
              ...toOptions(page.entityTypes, filters.entityType),
            ]}
          />
        )}
      </Field>
      <Field label="User" className="min-w-36 grow sm:w-40 sm:grow-0">
        {(control) => (
          <Select
            {...control}
            value={filters.userId}
            onChange={(event) => setFilters({ userId: event.target.value })}
            options={[
              { value: '', label: 'All Users' },
              ...page.people.map(({ id, name }) => ({
                value: id,
                label: id === SYSTEM_ID ? 'System' : name,
              })),
            ]}
          />
        )}
      </Field>
      <Field label="From" className="min-w-32 grow sm:w-36 sm:grow-0">
        {(control) => (
          <Input
            {...control}
            type="date"
            value={filters.from}
            max={filters.to || undefined}
            onChange={(event) => setFilters({ from: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="To"
        className="min-w-32 grow sm:w-36 sm:grow-0"
        errors={filters.from && filters.to && filters.to < filters.from ? [BAD_AUDIT_RANGE] : undefined}
      >
        {(control) => (
          <Input
            {...control}
            type="date"
            value={filters.to}
            min={filters.from || undefined}
            onChange={(event) => setFilters({ to: event.target.value })}
          />
        )}
      </Field>
      {hasFilters && (
        <Button variant="ghost" className="sm:mt-6" onClick={clearFilters}>
          Clear Filters
        </Button>
      )}
    </search>
  );
}

/** A change on one line. The well's code comes first, linked to its page, because a phone can't fit the whole line. */
function ChangeLine({ entry, format, action }: { entry: AuditRow; format: Format; action?: string }) {
  const { subject, text } = summarizeChange(entry, format);
  return (
    <>
      {entry.well ? (
        <TextLink to={wellAddress(entry.well.id)}>{entry.well.wellCode}</TextLink>
      ) : (
        subject && <span className="font-medium">{subject}</span>
      )}
      {action && (
        <>
          {subject && ' · '}
          <span className="font-medium">{action}</span>
        </>
      )}
      {(subject || action) && text && ' · '}
      <span className="text-muted">{text}</span>
    </>
  );
}

type EntryProps = { entry: AuditRow; format: Format; onOpen: (entry: AuditRow) => void };

function DetailsButton({ entry, format, onOpen }: EntryProps) {
  return (
    <button
      type="button"
      aria-label={`Details of ${humanizeName(entry.action)}, ${format.instant(entry.createdAt)}`}
      className="min-h-6 shrink-0 rounded px-1.5 text-accent hover:underline"
      onPointerEnter={AuditEntryDialog.preload}
      onClick={() => onOpen(entry)}
    >
      Details
    </button>
  );
}

/** A change on a phone: what happened, with the time and user below. */
function PhoneRow(props: EntryProps) {
  const { entry, format } = props;
  return (
    <>
      <span className="flex items-center justify-between gap-x-2">
        <span className="min-w-0 truncate print:whitespace-normal">
          <ChangeLine entry={entry} format={format} action={humanizeName(entry.action)} />
        </span>
        <DetailsButton {...props} />
      </span>
      <span className="block truncate text-xs text-muted">
        {format.instant(entry.createdAt)} · {actorName(entry)}
      </span>
    </>
  );
}

function buildColumns(format: Format, onOpen: (entry: AuditRow) => void): Column<AuditRow>[] {
  return [
    {
      id: 'createdAt',
      header: 'Date',
      width: 12.75,
      sortable: true,
      isRowHeader: true,
      cell: (entry) => <span className="figures font-normal">{format.instant(entry.createdAt)}</span>,
    },
    { id: 'user', header: 'User', width: 9, sortable: true, cell: (entry) => actorName(entry) },
    {
      id: 'action',
      header: 'Action',
      width: 10,
      sortable: true,
      cell: (entry) => humanizeName(entry.action),
    },
    {
      id: 'changes',
      header: 'Change',
      width: 26.75,
      cell: (entry) => <ChangeLine entry={entry} format={format} />,
    },
    {
      id: 'details',
      header: <span className="sr-only">Details</span>,
      width: 5,
      align: 'end',
      isPinned: true,
      cell: (entry) => <DetailsButton entry={entry} format={format} onOpen={onOpen} />,
    },
  ];
}
