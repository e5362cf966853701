import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react';
import { dollars } from '~/components/books/dollars';
import { layerLabel } from '~/components/books/layer-label';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { EmptyState } from '~/components/ui/empty-state';
import { amountsWidth } from '~/components/ui/figure-width';
import { SortButton, type SortState } from '~/components/ui/sort-button';
import { TextLink } from '~/components/ui/text-link';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import { formatCents, parseCents } from '~/domain/money/money';
import { type Format, useFormat } from '~/hooks/use-format';
import { wellAddress } from '~/hooks/well-address';
import type { LayerSort } from '~/schemas/books/aro-layer';
import type { LayerView } from '~/schemas/platform/views';
import type { DetailPage } from './detail-page';
import type { DetailFiltering } from './use-detail-filters';

/** The parts of a wide cell stand in columns of their own, which header and rows share. */
const WELL_GRID = 'flex gap-x-2';
const INPUT_GRID =
  'grid grid-cols-[minmax(var(--cost-width),1.9fr)_repeat(3,minmax(0,0.9fr))_minmax(0,1.4fr)] gap-x-3 text-right';
const VALUE_GRID = 'grid grid-cols-3 gap-x-3 text-right';

/** The two wide columns as long as their amounts are short, and what an amount has of each, in rem. */
const INPUTS = { width: 29, amount: 7.75 };
const VALUES = { width: 23, amount: 6.66 };

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
  onEndReached: () => void;
  filtering: DetailFiltering;
  onOpen: (layer: LayerView) => void;
  /** The pointer comes to what opens a layer: that can be fetched meanwhile. */
  onApproach: () => void;
}) {
  const format = useFormat();
  const { id, direction } = filtering.sort;
  // New columns would have every row drawn anew, with each key in a filter: what a click does is looked up when it comes.
  const actions = useRef({ onOpen, sortBy: filtering.sortBy });
  actions.current = { onOpen, sortBy: filtering.sortBy };
  const { costWidth, valueWidth } = useAmountWidths(rows, format);
  const columns = useMemo(() => {
    const sorting = {
      sort: { id, direction },
      sortBy: (columnId: string) => actions.current.sortBy(columnId),
    };
    const widths = { costWidth, valueWidth };
    return columnsOf(format, widths, sorting, {
      onApproach,
      onOpen: (layer) => actions.current.onOpen(layer),
    });
  }, [format, costWidth, valueWidth, id, direction, onApproach]);
  return (
    <VirtualTable
      label="ARO Detail"
      columns={columns}
      rows={rows}
      rowKey={(layer) => layer.id}
      rowCount={page.totals.totalLayers}
      sort={filtering.sort}
      onSort={filtering.sortBy}
      onEndReached={onEndReached}
      more={more}
      isStale={filtering.isChanging}
      listKey={page.query}
      className="[--table-offset:19rem]"
      empty={
        page.allLayers > 0 ? (
          <EmptyState message="No ARO details match your filter criteria.">
            {filtering.hasFilters && <Button onClick={filtering.clearFilters}>Clear filters</Button>}
          </EmptyState>
        ) : (
          <EmptyState message="No ARO calculations found. Calculate ARO to see details here." />
        )
      }
    />
  );
}

type AmountWidths = { costWidth: number; valueWidth: number };

/** What the amounts need to be shown whole, in rem. Rows that come later can only add to it. */
function useAmountWidths(rows: LayerView[], format: Format): AmountWidths {
  return useMemo(() => {
    const needed = (amounts: string[]) => amountsWidth(amounts, (amount) => dollars(format, amount));
    return {
      costWidth: Math.max(INPUTS.amount, needed(rows.map((layer) => layer.pAndACost))),
      valueWidth: Math.max(
        VALUES.amount,
        needed(rows.flatMap((layer) => [layer.aroValue, layer.currentAroValue])),
      ),
    };
  }, [rows, format]);
}

function columnsOf(
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
        {/* aria-sort speaks for the whole heading: this says which of its parts is meant. */}
        {direction && <span className="sr-only">sorted {direction}</span>}
      </SortButton>
    );
  };
  const inputStyle = { '--cost-width': `${costWidth}rem` } as CSSProperties;
  return [
    {
      id: 'well',
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
          <TextLink to={wellAddress(well.id)} className="min-h-0">
            <span className="truncate">{well.wellCode}</span>
          </TextLink>
          <span className="block truncate text-xs font-normal text-muted">
            {well.wellName} · {well.field}
          </span>
        </span>
      ),
    },
    {
      id: 'layerNumber',
      header: 'Layer',
      width: 7.375,
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
      header: (
        <CompoundHeader title="Calculation Inputs" grid={INPUT_GRID} style={inputStyle}>
          {sortable('pAndACost', 'P&A Cost')}
          {sortable('wellLifespan', 'Lifespan')}
          {sortable('discountRate', 'Discount')}
          {sortable('inflationRate', 'Inflation')}
          {sortable('calculationDate', 'Calculated')}
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
          <Part name="P&A cost">{dollars(format, layer.pAndACost)}</Part>
          <Part name="Lifespan">{format.integer(layer.wellLifespan)} y</Part>
          <Part name="Discount rate">{format.rate(layer.discountRate)}%</Part>
          <Part name="Inflation rate">{format.rate(layer.inflationRate)}%</Part>
          <Part name="Calculated">{format.date(layer.calculationDate)}</Part>
        </span>
      ),
    },
    {
      id: 'values',
      header: (
        <CompoundHeader title="ARO Values" grid={VALUE_GRID}>
          {sortable('aroValue', 'Initial')}
          {sortable('currentAroValue', 'Current')}
          {sortable('accretion', 'Accretion')}
        </CompoundHeader>
      ),
      width: VALUES.width + 3 * (valueWidth - VALUES.amount),
      sortParts: ['aroValue', 'currentAroValue', 'accretion'] satisfies LayerSort[],
      cell: (layer) => (
        <span className={`${VALUE_GRID} figures`}>
          <Part name="Initial">{dollars(format, layer.aroValue)}</Part>
          <Part name="Current">{dollars(format, layer.currentAroValue)}</Part>
          <Accretion layer={layer} format={format} />
        </span>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: 5.625,
      cell: ({ status }) => (
        <Badge tone={status === 'current' ? 'green' : 'neutral'}>
          {status === 'current' ? 'Current' : 'Historical'}
        </Badge>
      ),
    },
  ];
}

/** What the layer has accreted so far; nothing where nothing has, or where all of it is reversed. */
function Accretion({ layer, format }: { layer: LayerView; format: Format }) {
  if (layer.status === 'historical') return <span />;
  const cents = parseCents(layer.currentAroValue) - parseCents(layer.aroValue);
  if (cents === 0n) return <span />;
  return <Part name="Accretion">{dollars(format, formatCents(cents))}</Part>;
}

/** A heading with headings of its parts below it. */
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

/** One figure of a wide cell, never cut. Its name is in the header for the eye; the ear hears it here. */
function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span>
      <span className="sr-only">{name} </span>
      {children}
    </span>
  );
}
