import { type ReactNode, useMemo } from 'react';
import { customFieldText } from '~/components/custom-fields/custom-field-text';
import { Button } from '~/components/ui/button';
import { EmptyState } from '~/components/ui/empty-state';
import { RowActions } from '~/components/ui/row-actions';
import { CellLink } from '~/components/ui/text-link';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { type Format, useFormat } from '~/hooks/use-format';
import { wellAddress } from '~/hooks/well-address';
import type { WellView } from '~/schemas/wells/well-views';
import { StatusBadge } from './status-badge';
import { customColumnId, type WellFiltering } from './use-well-filters';
import { listedFields, type WellsPage } from './wells-page';

type WellActions = {
  writeBlock: string | null;
  /** IDs of the selected wells. */
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  onEdit: (well: WellView) => void;
  onSettle: (well: WellView) => void;
  onSell: (well: WellView) => void;
  onDelete: (well: WellView) => void;
  /** Called on hover or focus of a button, to preload its dialog. */
  onApproachEdit: () => void;
  onApproachSettle: () => void;
  onApproachSell: () => void;
  onApproachDelete: () => void;
};

type WellsTableProps = WellActions & {
  page: WellsPage;
  rows: WellView[];
  more: 'loading' | 'failed' | null;
  onEndReached: ((upTo: number) => void) | undefined;
  filtering: Pick<WellFiltering, 'sort' | 'sortBy' | 'hasFilters' | 'clearFilters' | 'isChanging'>;
  addButtons: ReactNode;
};

export function WellsTable(props: WellsTableProps) {
  const { page, rows, filtering } = props;
  const format = useFormat();
  const fieldColumns = useMemo(
    () => customColumns(page.customFieldTemplates, format),
    [page.customFieldTemplates, format],
  );
  const columns = [...dataColumns(format, props), ...fieldColumns, actionColumn(props)];
  return (
    <VirtualTable
      label="Wells"
      columns={columns}
      rows={rows}
      rowKey={(well) => well.id}
      rowCount={page.matching}
      sort={filtering.sort}
      onSort={filtering.sortBy}
      onEndReached={props.onEndReached}
      more={props.more}
      isStale={filtering.isChanging}
      listKey={page.query}
      viewName="wells"
      phone={PHONE}
      empty={
        page.total === 0 ? (
          <EmptyState message="No wells found. Add your first well to get started.">
            {props.addButtons}
          </EmptyState>
        ) : (
          <EmptyState message="No wells match your search criteria.">
            {filtering.hasFilters && <Button onClick={filtering.clearFilters}>Clear Filters</Button>}
          </EmptyState>
        )
      }
    />
  );
}

/** A well on a phone: code and status, name and field. Its actions are on its page. */
const PHONE = {
  header: 'Well',
  row: (well: WellView) => (
    <>
      <span className="flex items-center justify-between gap-x-3">
        <CellLink to={wellAddress(well.id)} className="font-medium">
          {well.wellCode}
        </CellLink>
        <StatusBadge status={well.wellStatus} />
      </span>
      <span className="flex justify-between gap-x-3 text-xs text-muted">
        <span className="truncate">{well.wellName}</span>
        <span className="truncate">{well.field}</span>
      </span>
    </>
  ),
};

function dataColumns(
  format: Format,
  {
    rows,
    writeBlock,
    selected,
    onSelect,
  }: Pick<WellsTableProps, 'rows' | 'writeBlock' | 'selected' | 'onSelect'>,
): Column<WellView>[] {
  const isAll = rows.length > 0 && rows.every(({ id }) => selected.has(id));
  const box = (label: string, checked: boolean, change: () => void) =>
    writeBlock ? null : (
      <input
        type="checkbox"
        aria-label={label}
        className="mr-2.5 size-4 shrink-0 align-middle print:hidden"
        checked={checked}
        onChange={change}
      />
    );
  const toggle = (id: string) => {
    const ids = new Set(selected);
    if (!ids.delete(id)) ids.add(id);
    onSelect(ids);
  };
  return [
    {
      id: 'wellCode',
      header: 'Well Code',
      // Fits a 14-digit US well number next to its checkbox.
      width: 11.75,
      sortable: true,
      isRowHeader: true,
      lead: box(isAll ? 'Select none' : 'Select all rows loaded', isAll, () =>
        onSelect(new Set(isAll ? [] : rows.map(({ id }) => id))),
      ),
      cell: (well) => (
        <span className="flex items-center">
          {box(`Select ${well.wellCode}`, selected.has(well.id), () => toggle(well.id))}
          <CellLink to={wellAddress(well.id)}>{well.wellCode}</CellLink>
        </span>
      ),
    },
    { id: 'wellName', header: 'Well Name', width: 9.25, sortable: true, cell: (well) => well.wellName },
    {
      id: 'wellStatus',
      header: 'Status',
      width: 6.5,
      sortable: true,
      cell: (well) => <StatusBadge status={well.wellStatus} />,
    },
    { id: 'field', header: 'Field', width: 7, sortable: true, cell: (well) => well.field },
    {
      id: 'activeDate',
      header: 'Active Date',
      width: 7.25,
      sortable: true,
      isFigures: true,
      cell: (well) => format.date(well.activeDate),
    },
  ];
}

function customColumns(templates: CustomFieldTemplate[], format: Format): Column<WellView>[] {
  return listedFields(templates).map((template) => ({
    id: customColumnId(template),
    name: template.displayName,
    // A name can be as long as a sentence.
    header: <span className="truncate">{template.displayName}</span>,
    // As wide as the heading, within limits.
    width: Math.min(10, Math.max(6.75, 2.5 + template.displayName.length * 0.4)),
    sortable: true,
    align: template.fieldType === 'number' ? 'end' : 'start',
    cell: (well) => customFieldText(template, well.customFields[template.fieldName], format),
  }));
}

function actionColumn({ writeBlock, ...on }: WellActions): Column<WellView> {
  return {
    id: 'actions',
    header: 'Actions',
    width: 8.75,
    touchWidth: 10.5,
    align: 'end',
    isPinned: true,
    cell: (well) => (
      <RowActions
        subjectName={well.wellCode}
        disabledReason={writeBlock}
        actions={[
          { name: 'Edit', onClick: () => on.onEdit(well), onApproach: on.onApproachEdit },
          { name: 'Settle', onClick: () => on.onSettle(well), onApproach: on.onApproachSettle },
          { name: 'Sell', onClick: () => on.onSell(well), onApproach: on.onApproachSell },
          { name: 'Delete', onClick: () => on.onDelete(well), onApproach: on.onApproachDelete },
        ]}
      />
    ),
  };
}
