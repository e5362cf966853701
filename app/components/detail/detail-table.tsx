import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react';
import { layerLabel } from '~/components/books/layer-label';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { EmptyState } from '~/components/ui/empty-state';
import { amountsWidth } from '~/components/ui/figure-width';
import { SortButton, type SortState } from '~/components/ui/sort-button';
import { hangParenthesis } from '~/components/ui/table';
import { CellLink } from '~/components/ui/text-link';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import { countOf } from '~/hooks/count-of';
import { type Format, useFormat } from '~/hooks/use-format';
import { wellAddress } from '~/hooks/well-address';
import type { LayerSort } from '~/schemas/books/aro-layer';
import type { LayerView } from '~/schemas/books/layer-views';
import type { DetailPage } from './detail-page';
import type { DetailFiltering } from './use-detail-filters';

/** A wide cell has its own grid, shared by the header and the rows. */
const WELL_GRID = 'flex gap-x-2';
const INPUT_GRID =
  'grid grid-cols-[minmax(var(--cost-width),1.9fr)_minmax(0,0.9fr)_minmax(0,1.4fr)] gap-x-3 text-right leading-4.5';
const VALUE_GRID = 'grid grid-cols-2 gap-x-3 text-right leading-4.5';

/** Widths of the two wide columns when amounts are short, and the part of each that an amount gets, in rem. */
const INPUTS = { width: 20, amount: 7.75 };
const VALUES = { width: 17, amount: 7.375 };
/** Second line of a cell. */
const SECOND = 'text-xs text-muted';

export function DetailTable({
  page,
  rows,
  more,
  onEndReached,
  filtering,
  onOpen,
  onApproach,
}: {
  page: DetailPage;
  rows: LayerView[];
  more: 'loading' | 'failed' | null;
  onEndReached: ((upTo: number) => void) | undefined;
  filtering: DetailFiltering;
  onOpen: (layer: LayerView) => void;
  /** Called when the pointer reaches a control that opens a layer, to preload the dialog. */
  onApproach: () => void;
}) {
  const format = useFormat();
  const { id, direction } = filtering.sort;
  // New columns would re-render every row on each keystroke in a filter, so click handlers go through a ref.
  const actions = useRef({ onOpen, sortBy: filtering.sortBy });
  actions.current = { onOpen, sortBy: filtering.sortBy };
  const { costWidth, valueWidth } = useAmountWidths(rows, format);
  const columns = useMemo(() => {
    const sorting = {
      sort: { id, direction },
      sortBy: (columnId: string) => actions.current.sortBy(columnId),
    };
    const widths = { costWidth, valueWidth };
    return buildColumns(format, widths, sorting, {
      onApproach,
      onOpen: (layer) => actions.current.onOpen(layer),
    });
  }, [format, costWidth, valueWidth, id, direction, onApproach]);
  const phone = useMemo(
    () => ({
      header: (
        <span className="flex justify-between">
          <span>Layer</span>
          <span>Current</span>
        </span>
      ),
      row: (layer: LayerView) => (
        <PhoneRow layer={layer} format={format} onOpen={() => actions.current.onOpen(layer)} />
      ),
    }),
    [format],
  );
  return (
    <VirtualTable
      label="ARO Detail"
      columns={columns}
      rows={rows}
      rowKey={(layer) => layer.id}
      rowCount={page.matchingLayers}
      sort={filtering.sort}
      onSort={filtering.sortBy}
      onEndReached={onEndReached}
      more={more}
      isStale={filtering.isChanging}
      listKey={page.query}
      viewName="detail"
      phone={phone}
      className="[--table-offset:21.5rem] scroll-pt-24"
      empty={
        page.allLayers > 0 ? (
          <EmptyState message="No ARO details match your filter criteria.">
            {filtering.hasFilters && <Button onClick={filtering.clearFilters}>Clear Filters</Button>}
          </EmptyState>
        ) : (
          <EmptyState message="No ARO calculations found. Calculate ARO to see details here." />
        )
      }
    />
  );
}

type AmountWidths = { costWidth: number; valueWidth: number };

/** Width that the amounts need to be shown in full, in rem. It only grows as more rows load. */
function useAmountWidths(rows: LayerView[], format: Format): AmountWidths {
  return useMemo(() => {
    const measure = (amounts: string[]) => amountsWidth(amounts, format.currency);
    return {
      costWidth: Math.max(INPUTS.amount, measure(rows.map((layer) => layer.pAndACost))),
      valueWidth: Math.max(
        VALUES.amount,
        measure(rows.flatMap((layer) => [layer.aroValue, layer.currentAroValue])),
      ),
    };
  }, [rows, format]);
}

function buildColumns(
  format: Format,
  { costWidth, valueWidth }: AmountWidths,
  { sort, sortBy }: { sort: SortState; sortBy: (columnId: string) => void },
  { onOpen, onApproach }: { onOpen: (layer: LayerView) => void; onApproach: () => void },
): Column<LayerView>[] {
  const sortable = (id: LayerSort, text: string, align: 'start' | 'end' = 'end') => {
    const direction = sort.id === id ? sort.direction : null;
    return (
      <SortButton align={align} direction={direction} onClick={() => sortBy(id)}>
        {text}
        {/* aria-sort applies to the whole heading; this names the part that is sorted. */}
        {direction && <span className="sr-only">sorted {direction}</span>}
      </SortButton>
    );
  };
  const inputStyle = { '--cost-width': `${costWidth}rem` } as CSSProperties;
  return [
    {
      id: 'well',
      name: 'Well Info',
      header: (
        <CompoundHeader title="Well Info" grid={WELL_GRID}>
          {sortable('wellCode', 'Code', 'start')}
          {sortable('wellName', 'Name', 'start')}
          {sortable('field', 'Field', 'start')}
        </CompoundHeader>
      ),
      width: 11.25,
      sortParts: ['wellCode', 'wellName', 'field'] satisfies LayerSort[],
      isRowHeader: true,
      cell: ({ well }) => (
        <span className="block leading-4.5">
          {/* Tall enough to tap, but no taller than the first line of figures next to it. */}
          <CellLink to={wellAddress(well.id)} className="-my-0.75 align-top">
            {well.wellCode}
          </CellLink>
          <span className="block truncate text-xs font-normal text-muted">
            {well.wellName} · {well.field}
          </span>
        </span>
      ),
    },
    {
      id: 'layerNumber',
      header: 'Layer',
      width: 8.5,
      sortable: true,
      cell: (layer) => (
        <button
          type="button"
          aria-label={`History of ${layer.well.wellCode}, ${layerLabel(layer.layerNumber, layer.layerType)}`}
          aria-haspopup="dialog"
          className="min-h-6 rounded text-accent hover:underline print:text-ink"
          onPointerEnter={onApproach}
          onClick={() => onOpen(layer)}
        >
          {layerLabel(layer.layerNumber, layer.layerType)}
        </button>
      ),
    },
    {
      id: 'inputs',
      name: 'Calculation Inputs',
      header: (
        <CompoundHeader title="Calculation Inputs" grid={INPUT_GRID} style={inputStyle}>
          {sortable('pAndACost', 'P&A Cost')}
          {sortable('discountRate', 'Discount')}
          {sortable('calculationDate', 'Calc Date')}
          <span />
          {sortable('inflationRate', 'Inflation')}
          {sortable('wellLifespan', 'Lifespan')}
        </CompoundHeader>
      ),
      width: INPUTS.width + costWidth - INPUTS.amount,
      sortParts: [
        'pAndACost',
        'wellLifespan',
        'discountRate',
        'inflationRate',
        'calculationDate',
      ] satisfies LayerSort[],
      cell: (layer) => (
        <span className={`${INPUT_GRID} figures`} style={inputStyle}>
          <Part name="P&A cost">{format.currency(layer.pAndACost)}</Part>
          <Part name="Discount rate">{format.rate(layer.discountRate)}%</Part>
          <Part name="Calculated">{format.date(layer.calculationDate)}</Part>
          <span />
          <Part name="Inflation rate" className={SECOND}>
            {format.rate(layer.inflationRate)}%
          </Part>
          <Part name="Lifespan" className={SECOND}>
            {countOf(layer.wellLifespan, 'year', format)}
          </Part>
        </span>
      ),
    },
    {
      id: 'values',
      name: 'ARO Values',
      header: (
        <CompoundHeader title="ARO Values" grid={VALUE_GRID}>
          {sortable('aroValue', 'Initial')}
          {sortable('currentAroValue', 'Current')}
          {sortable('accretion', 'Accretion')}
          <span />
        </CompoundHeader>
      ),
      width: VALUES.width + 2 * (valueWidth - VALUES.amount),
      sortParts: ['aroValue', 'currentAroValue', 'accretion'] satisfies LayerSort[],
      cell: (layer) => (
        <span className={`${VALUE_GRID} figures`}>
          <Part name="Initial">{format.currency(layer.aroValue)}</Part>
          <Part name="Current">{format.currency(layer.currentAroValue)}</Part>
          <Accretion layer={layer} format={format} />
        </span>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: 6.25,
      isPinned: true,
      cell: ({ status }) => <StatusOf status={status} />,
    },
  ];
}

/** As tall as a second line, so the first lines align. */
const NOTHING = <span className={SECOND}>&nbsp;</span>;

/** Accretion of the layer to date; blank when there is none, or when its value is unchanged. */
function Accretion({ layer, format }: { layer: LayerView; format: Format }) {
  const { aroValue, currentAroValue, accretion } = layer;
  if (currentAroValue === aroValue || accretion === '0.00') return NOTHING;
  return (
    <Part name="Accretion" className={SECOND}>
      {format.currency(accretion)}
    </Part>
  );
}

/** A layer on a phone: its number and carrying amount, with its well and status. */
function PhoneRow({ layer, format, onOpen }: { layer: LayerView; format: Format; onOpen: () => void }) {
  const { well, status } = layer;
  return (
    <span className="flex items-start justify-between gap-x-3 leading-4.5">
      <span className="min-w-0">
        <span className="flex gap-x-2">
          <CellLink to={wellAddress(well.id)} className="min-h-6 font-medium">
            {well.wellCode}
          </CellLink>
          <button
            type="button"
            aria-label={`History of ${well.wellCode}, ${layerLabel(layer.layerNumber, layer.layerType)}`}
            aria-haspopup="dialog"
            className="min-h-6 text-xs text-accent"
            onClick={onOpen}
          >
            Layer {layer.layerNumber}
          </button>
        </span>
        <span className="block truncate text-xs text-muted">{well.wellName}</span>
      </span>
      <span className="flex shrink-0 flex-col items-end">
        <span className="figures min-h-6 content-center">{format.currency(layer.currentAroValue)}</span>
        <StatusOf status={status} />
      </span>
    </span>
  );
}

function StatusOf({ status }: Pick<LayerView, 'status'>) {
  return (
    <Badge tone={status === 'current' ? 'green' : 'neutral'}>
      {status === 'current' ? 'Current' : 'Historical'}
    </Badge>
  );
}

/** A heading with subheadings for its parts. */
function CompoundHeader({
  title,
  grid,
  style,
  children,
}: {
  title: string;
  grid: string;
  style?: CSSProperties;
  children: ReactNode;
}) {
  return (
    <span className="block py-0.5">
      <span className="mb-0.5 block border-b border-line pb-0.5">{title}</span>
      <span className={`${grid} items-center font-normal`} style={style}>
        {children}
      </span>
    </span>
  );
}

/** One figure of a wide cell, never truncated. Its name is visible in the header; screen readers read it here. */
function Part({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <span className={className}>
      <span className="sr-only">{name} </span>
      {hangParenthesis(children)}
    </span>
  );
}
