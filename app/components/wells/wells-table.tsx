import { HandCoins, Handshake, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { customFieldText } from '~/components/custom-fields/custom-field-text';
import { Button } from '~/components/ui/button';
import { EmptyState } from '~/components/ui/empty-state';
import { IconButton } from '~/components/ui/icon-button';
import { TextLink } from '~/components/ui/text-link';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { type Format, useFormat } from '~/hooks/use-format';
import { wellAddress } from '~/hooks/well-address';
import type { WellView } from '~/schemas/platform/views';
import { StatusBadge } from './status-badge';
import { customColumnId, type WellFiltering } from './use-well-filters';
import { MAX_CUSTOM_COLUMNS, type WellsPage } from './wells-page';

type RowActions = {
  writeBlock: string | null;
  onEdit: (well: WellView) => void;
  onSettle: (well: WellView) => void;
  onSell: (well: WellView) => void;
  onDelete: (well: WellView) => void;
  /** The pointer or focus comes to a button: what it opens can be fetched meanwhile. */
  onApproachEdit: () => void;
  onApproachSettle: () => void;
  onApproachSell: () => void;
  onApproachDelete: () => void;
};

type WellsTableProps = RowActions & {
  page: WellsPage;
  rows: WellView[];
  more: 'loading' | 'failed' | null;
  onEndReached: () => void;
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
  const columns = [...dataColumns(format), ...fieldColumns, actionColumn(props)];
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
      empty={
        page.total === 0 ? (
          <EmptyState message="No wells found. Add your first well to get started.">
            {props.addButtons}
          </EmptyState>
        ) : (
          <EmptyState message="No wells match your search criteria.">
            {filtering.hasFilters && <Button onClick={filtering.clearFilters}>Clear filters</Button>}
          </EmptyState>
        )
      }
    />
  );
}

function dataColumns(format: Format): Column<WellView>[] {
  return [
    {
      id: 'wellCode',
      header: 'Well Code',
      width: 10,
      sortable: true,
      isRowHeader: true,
      cell: (well) => <TextLink to={wellAddress(well.id)}>{well.wellCode}</TextLink>,
    },
    { id: 'wellName', header: 'Well Name', width: 12, sortable: true, cell: (well) => well.wellName },
    {
      id: 'wellStatus',
      header: 'Status',
      width: 7,
      sortable: true,
      cell: (well) => <StatusBadge status={well.wellStatus} />,
    },
    { id: 'field', header: 'Field', width: 9, sortable: true, cell: (well) => well.field },
    {
      id: 'activeDate',
      header: 'Active Date',
      width: 8,
      sortable: true,
      cell: (well) => <span className="figures">{format.date(well.activeDate)}</span>,
    },
  ];
}

function customColumns(templates: CustomFieldTemplate[], format: Format): Column<WellView>[] {
  return [...templates]
    .sort((a, b) => a.order - b.order)
    .slice(0, MAX_CUSTOM_COLUMNS)
    .map((template) => ({
      id: customColumnId(template),
      // A name may be as long as a sentence.
      header: (
        <span className="truncate" title={template.displayName}>
          {template.displayName}
        </span>
      ),
      width: 8,
      sortable: true,
      align: template.fieldType === 'number' ? 'end' : 'start',
      cell: (well) => customFieldText(template, well.customFields[template.fieldName], format),
    }));
}

function actionColumn({
  writeBlock,
  onEdit,
  onSettle,
  onSell,
  onDelete,
  onApproachEdit,
  onApproachSettle,
  onApproachSell,
  onApproachDelete,
}: RowActions): Column<WellView> {
  return {
    id: 'actions',
    header: 'Actions',
    width: 10,
    align: 'end',
    cell: (well) => (
      <>
        <IconButton
          label={`Edit ${well.wellCode}`}
          hint="Edit"
          icon={<Pencil aria-hidden="true" />}
          disabledReason={writeBlock}
          onMouseEnter={onApproachEdit}
          onClick={() => onEdit(well)}
        />
        <IconButton
          label={`Settle ${well.wellCode}`}
          hint="Settle"
          icon={<HandCoins aria-hidden="true" />}
          disabledReason={writeBlock}
          onMouseEnter={onApproachSettle}
          onClick={() => onSettle(well)}
        />
        <IconButton
          label={`Sell ${well.wellCode}`}
          hint="Sell"
          icon={<Handshake aria-hidden="true" />}
          disabledReason={writeBlock}
          onMouseEnter={onApproachSell}
          onClick={() => onSell(well)}
        />
        <IconButton
          label={`Delete ${well.wellCode}`}
          hint="Delete"
          tone="danger"
          icon={<Trash2 aria-hidden="true" />}
          disabledReason={writeBlock}
          onMouseEnter={onApproachDelete}
          onClick={() => onDelete(well)}
        />
      </>
    ),
  };
}
