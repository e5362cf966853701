import type { ReactNode } from 'react';
import { Badge } from '~/components/ui/badge';
import type { CsvColumns } from '~/components/ui/csv-button';
import { EmptyState } from '~/components/ui/empty-state';
import { useListFilters } from '~/components/ui/use-list-filters';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import { type Format, useFormat } from '~/hooks/use-format';
import { useMoreRows } from '~/hooks/use-more-rows';
import type {
  AdminAccretionView,
  AdminLayerView,
  AdminList,
  AdminWellView,
  SystemDataTable,
} from '~/schemas/people/admin';
import type { SystemData, WithQuery } from './admin-page';
import { SYSTEM_SORT_PARAMS } from './admin-tabs';
import { ListCsvButton } from './list-csv-button';

/** Data of all companies, read-only. */
export function SystemDataTab({ page }: { page: SystemData }) {
  const format = useFormat();
  return (
    <div className="flex flex-col gap-6">
      <SystemTable
        table="wells"
        title="All Wells (Cross-Company)"
        noun="Wells"
        page={page.wells}
        columns={wellColumns(format)}
        csvColumns={WELL_CSV}
        empty="No wells found in the system"
      />
      <SystemTable
        table="aro-layers"
        title="All ARO Layers (Cross-Company)"
        noun="ARO layers"
        page={page.layers}
        columns={layerColumns(format)}
        csvColumns={LAYER_CSV}
        empty="No ARO layers found in the system"
      />
      <SystemTable
        table="accretion-records"
        title="All Accretion Records (Cross-Company)"
        noun="Accretion records"
        page={page.records}
        columns={recordColumns(format)}
        csvColumns={RECORD_CSV}
        empty="No accretion records found in the system"
      />
    </div>
  );
}

function SystemTable<Row extends { id: string | number }>({
  table,
  title,
  noun,
  page,
  columns,
  csvColumns,
  empty,
}: {
  /** Last segment of the API path. */
  table: SystemDataTable;
  title: string;
  /** Name of the rows in messages. */
  noun: string;
  page: WithQuery<AdminList<Row>>;
  columns: readonly Column<Row>[];
  csvColumns: CsvColumns<Row>;
  empty: string;
}) {
  const format = useFormat();
  // The default order, by company, well, layer and period, isn't the order of any single column.
  const { sort, sortBy, isChanging } = useListFilters([], '', page.query, SYSTEM_SORT_PARAMS[table]);
  const list = `/api/admin/${table}?${page.query}`;
  const { rows, more, loadMore } = useMoreRows({
    first: page.items,
    nextCursor: page.nextCursor,
    list,
    rowId: (row) => row.id,
  });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 className="text-lg font-semibold">{title}</h2>
          <p className="text-muted tabular-nums">{format.integer(page.total)}</p>
        </div>
        <ListCsvButton list={list} noun={noun} name={`all-${table}`} columns={csvColumns} />
      </div>
      <VirtualTable
        label={title}
        columns={columns.map((column) => ({ ...column, sortable: true }))}
        rows={rows}
        rowKey={(row) => String(row.id)}
        rowCount={page.total}
        sort={sort}
        onSort={sortBy}
        onEndReached={loadMore}
        more={more}
        isStale={isChanging}
        listKey={page.query}
        // Three tables are stacked, so each takes the minimum height.
        className="[--table-offset:100dvh]"
        empty={<EmptyState message={empty} />}
      />
    </div>
  );
}

// CSV columns use the API's names. Amounts and dates are unformatted, so spreadsheets can read them.

const WELL_CSV: CsvColumns<AdminWellView> = {
  companyCode: ({ company }) => company.code,
  companyName: (well) => well.companyName,
  wellCode: (well) => well.wellCode,
  wellName: (well) => well.wellName,
  field: (well) => well.field,
  wellStatus: (well) => well.wellStatus,
  activeDate: (well) => well.activeDate,
};

const LAYER_CSV: CsvColumns<AdminLayerView> = {
  companyCode: ({ company }) => company.code,
  companyName: (layer) => layer.companyName,
  wellCode: (layer) => layer.wellCode,
  layerNumber: (layer) => layer.layerNumber,
  layerType: (layer) => layer.layerType,
  pAndACost: (layer) => layer.pAndACost,
  aroValue: (layer) => layer.aroValue,
  currentAroValue: (layer) => layer.currentAroValue,
  calculationDate: (layer) => layer.calculationDate,
};

const RECORD_CSV: CsvColumns<AdminAccretionView> = {
  companyCode: ({ company }) => company.code,
  companyName: (record) => record.companyName,
  wellCode: (record) => record.wellCode,
  layerNumber: (record) => record.layerNumber,
  periodStart: (record) => record.periodStart,
  periodEnd: (record) => record.periodEnd,
  beginningAro: (record) => record.beginningAro,
  accretionExpense: (record) => record.accretionExpense,
  endingAro: (record) => record.endingAro,
};

function wellColumns(format: Format): Column<AdminWellView>[] {
  return [
    { id: 'wellCode', header: 'Well Code', width: 12, isRowHeader: true, cell: (well) => well.wellCode },
    { id: 'wellName', header: 'Well Name', width: 15, cell: (well) => well.wellName },
    { id: 'companyName', header: 'Company', width: 13, cell: (well) => well.companyName },
    { id: 'field', header: 'Field', width: 11, cell: (well) => well.field },
    {
      id: 'wellStatus',
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
      cell: ({ layerType }) => {
        const isInitial = layerType === 'initial';
        return <MainBadge isMain={isInitial}>{isInitial ? 'Initial' : 'Additional'}</MainBadge>;
      },
    },
    figure('pAndACost', 'P&A Cost', 10, (layer) => format.currency(layer.pAndACost)),
    figure('aroValue', 'ARO Value', 10, (layer) => format.currency(layer.aroValue)),
    figure('currentAroValue', 'Current ARO', 10, (layer) => format.currency(layer.currentAroValue)),
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
    figure('beginningAro', 'Beginning ARO', 10, (record) => format.currency(record.beginningAro)),
    figure('accretionExpense', 'Accretion Expense', 10, (record) => format.currency(record.accretionExpense)),
    figure('endingAro', 'Ending ARO', 10, (record) => format.currency(record.endingAro)),
  ];
}

function figure<Row>(id: string, header: string, width: number, cell: (row: Row) => string): Column<Row> {
  return { id, header, width, align: 'end', cell };
}

function date<Row>(id: string, header: string, text: (row: Row) => string): Column<Row> {
  return { id, header, width: 8, cell: (row) => <span className="figures">{text(row)}</span> };
}

/** Emphasizes the usual state; the others are muted. */
function MainBadge({ isMain, children }: { isMain: boolean; children: ReactNode }) {
  return <Badge tone={isMain ? 'accent' : 'neutral'}>{children}</Badge>;
}
