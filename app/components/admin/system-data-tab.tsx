import type { ReactNode } from 'react';
import { dollars } from '~/components/detail/dollars';
import { Badge } from '~/components/ui/badge';
import { EmptyState } from '~/components/ui/empty-state';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import { type Format, useFormat } from '~/hooks/use-format';
import { useMoreRows } from '~/hooks/use-more-rows';
import type { AdminAccretionView, AdminLayerView, AdminList, AdminWellView } from '~/schemas/admin';
import type { SystemData } from './admin-page';

/** What all companies hold, to look at only. */
export function SystemDataTab({ page }: { page: SystemData }) {
  const format = useFormat();
  return (
    <div className="flex flex-col gap-6">
      <SystemTable
        title="All Wells (Cross-Company)"
        list="/api/admin/wells"
        page={page.wells}
        columns={wellColumns(format)}
        empty="No wells found in the system"
      />
      <SystemTable
        title="All ARO Layers (Cross-Company)"
        list="/api/admin/aro-layers"
        page={page.layers}
        columns={layerColumns(format)}
        empty="No ARO layers found in the system"
      />
      <SystemTable
        title="All Accretion Records (Cross-Company)"
        list="/api/admin/accretion-records"
        page={page.records}
        columns={recordColumns(format)}
        empty="No accretion records found in the system"
      />
    </div>
  );
}

function SystemTable<Row extends { id: string | number }>({
  title,
  list,
  page,
  columns,
  empty,
}: {
  title: string;
  list: string;
  page: AdminList<Row>;
  columns: readonly Column<Row>[];
  empty: string;
}) {
  const format = useFormat();
  const { rows, more, loadMore } = useMoreRows({
    first: page.items,
    nextCursor: page.nextCursor,
    list,
    rowId: (row) => row.id,
  });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="text-muted tabular-nums">{format.integer(page.total)}</p>
      </div>
      <VirtualTable
        label={title}
        columns={columns}
        rows={rows}
        rowKey={(row) => String(row.id)}
        rowCount={page.total}
        onEndReached={loadMore}
        more={more}
        // Three of them stand below one another: each takes the least height.
        className="[--table-offset:100dvh]"
        empty={<EmptyState message={empty} />}
      />
    </div>
  );
}

function wellColumns(format: Format): Column<AdminWellView>[] {
  return [
    { id: 'wellCode', header: 'Well Code', width: 10, isRowHeader: true, cell: (well) => well.wellCode },
    { id: 'wellName', header: 'Well Name', width: 15, cell: (well) => well.wellName },
    { id: 'company', header: 'Company', width: 13, cell: (well) => well.companyName },
    { id: 'field', header: 'Field', width: 11, cell: (well) => well.field },
    {
      id: 'status',
      header: 'Status',
      width: 7,
      cell: ({ wellStatus }) => <MainBadge isMain={wellStatus === 'Active'}>{wellStatus}</MainBadge>,
    },
    date('activeDate', 'Active Date', (well) => format.date(well.activeDate)),
  ];
}

function layerColumns(format: Format): Column<AdminLayerView>[] {
  return [
    { id: 'wellCode', header: 'Well Code', width: 12, isRowHeader: true, cell: ({ well }) => well.wellCode },
    figure('layerNumber', 'Layer #', 5, (layer) => format.integer(layer.layerNumber)),
    {
      id: 'layerType',
      header: 'Type',
      width: 7,
      cell: ({ layerType }) => <MainBadge isMain={layerType === 'initial'}>{layerType}</MainBadge>,
    },
    figure('pAndACost', 'P&A Cost', 10, (layer) => dollars(format, layer.pAndACost)),
    figure('aroValue', 'ARO Value', 10, (layer) => dollars(format, layer.aroValue)),
    figure('currentAroValue', 'Current ARO', 10, (layer) => dollars(format, layer.currentAroValue)),
    date('calculationDate', 'Calculation Date', (layer) => format.date(layer.calculationDate)),
  ];
}

function recordColumns(format: Format): Column<AdminAccretionView>[] {
  return [
    {
      id: 'wellCode',
      header: 'Well Code',
      width: 12,
      isRowHeader: true,
      cell: ({ aroLayer }) => aroLayer.well.wellCode,
    },
    figure('layerNumber', 'Layer #', 5, ({ aroLayer }) => format.integer(aroLayer.layerNumber)),
    date('periodStart', 'Period Start', (record) => format.date(record.periodStart)),
    date('periodEnd', 'Period End', (record) => format.date(record.periodEnd)),
    figure('beginningAro', 'Beginning ARO', 10, (record) => dollars(format, record.beginningAro)),
    figure('accretionExpense', 'Accretion Expense', 10, (record) => dollars(format, record.accretionExpense)),
    figure('endingAro', 'Ending ARO', 10, (record) => dollars(format, record.endingAro)),
  ];
}

function figure<Row>(id: string, header: string, width: number, cell: (row: Row) => string): Column<Row> {
  return { id, header, width, align: 'end', cell };
}

function date<Row>(id: string, header: string, text: (row: Row) => string): Column<Row> {
  return { id, header, width: 8, cell: (row) => <span className="figures">{text(row)}</span> };
}

/** The usual state stands out, the others step back. */
function MainBadge({ isMain, children }: { isMain: boolean; children: ReactNode }) {
  return <Badge tone={isMain ? 'accent' : 'neutral'}>{children}</Badge>;
}
