import { type ReactNode, useId, useMemo, useState } from 'react';
import { Button } from '~/components/ui/button';
import { CsvButton } from '~/components/ui/csv-button';
import { figureWidth } from '~/components/ui/figure-width';
import { type SortValue, useSortedRows } from '~/components/ui/use-sorted-rows';
import { VirtualTable } from '~/components/ui/virtual-table';
import { parseCents } from '~/domain/money/money';
import { useFormat } from '~/hooks/use-format';
import { type ChartSize, ChartSvg } from './chart-svg';
import { CARD_CLASS, CHART_CLASS, SENTENCE_CLASS } from './shape';

export type ChartColumn<Row> = {
  /** Also the column title in the CSV file. */
  id: keyof Row & string;
  title: string;
  /** In rem. */
  width: number;
  /** Formats a figure; without it, the cell is text. */
  figure?: (row: Row) => string;
  /** Display text in the table, when different from the file. */
  shown?: (row: Row) => string;
  /** Footer of a column that adds up. */
  total?: string;
};

/** Data behind a chart, also used for its table, its file and its printout. */
export type ChartFigures<Row> = {
  title: string;
  /** The chart's message in words, also its text alternative for screen readers. */
  sentence: string;
  /** How the figures were computed. */
  note?: string;
  columns: readonly ChartColumn<Row>[];
  rows: readonly Row[];
  /**
   * Default sort column, with a leading `-` for descending. Unset when rows can't be reordered because each builds on the one
   * before.
   */
  sortedBy?: string;
  /** Without the extension. */
  fileName: string;
};

type ChartCardProps<Row> = ChartFigures<Row> & {
  /** Draws the rows, at least one, at a given size; or an element that doesn't need its size. */
  chart: ((size: ChartSize) => ReactNode) | JSX.Element;
};

/** A chart with a summary sentence, and the same figures as a table and a CSV file. */
export function ChartCard<Row extends Record<string, string | number>>({
  title,
  sentence,
  note,
  columns,
  rows,
  sortedBy,
  fileName,
  chart,
}: ChartCardProps<Row>) {
  const id = useId();
  const { symbol } = useFormat();
  const [isTable, setIsTable] = useState(false);
  const columnIds = columns.map((column) => column.id).join();
  // The columns array is new on every render, but its IDs, and so the sort values, don't change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const values = useMemo(
    () => Object.fromEntries(columns.map((column) => [column.id, toSortValue(column)])),
    [columnIds],
  );
  const { sorted, sort, sortBy } = useSortedRows(rows, values, sortedBy ?? '');
  const describedBy = note ? `${id}-sentence ${id}-note` : `${id}-sentence`;
  const titleSuffix = <span className="sr-only"> of {title.toLowerCase()}</span>;
  return (
    <section aria-labelledby={`${id}-title`} className={CARD_CLASS}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 id={`${id}-title`} className="font-semibold">
          {title} <span className="font-normal text-muted">({symbol})</span>
        </h3>
        <div className="flex gap-1">
          <Button
            variant="ghost"
            size="sm"
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            Table{titleSuffix}
          </Button>
          <CsvButton
            subject={title}
            fileName={fileName}
            columns={Object.fromEntries(columns.map(({ id }) => [id, (row: Row) => row[id]]))}
            rows={sorted}
            variant="ghost"
            icon={null}
            size="sm"
          >
            CSV{titleSuffix}
          </CsvButton>
        </div>
      </div>
      <p id={`${id}-sentence`} className={`mt-1.5 mb-3 ${SENTENCE_CLASS}`}>
        {sentence}
      </p>
      {/* A table is as tall as its rows; a chart fills the height set by its neighbors. */}
      <div className={isTable ? 'grow' : `relative ${CHART_CLASS}`}>
        {isTable ? (
          <VirtualTable
            label={title}
            columns={columns.map((column) => ({
              ...toTableColumn(column, sorted),
              sortable: sortedBy !== undefined,
            }))}
            rows={sorted}
            rowKey={(row) => String(row[columns[0]!.id])}
            sort={sort}
            onSort={sortBy}
            className="max-h-[28.5rem]! [&_td]:h-7 [&_td]:px-2 [&_th]:h-7 [&_th]:px-2 [&_th]:py-0"
          />
        ) : (
          rows.length > 0 &&
          (typeof chart === 'function' ? (
            <ChartSvg label={title} describedBy={describedBy}>
              {chart}
            </ChartSvg>
          ) : (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
            <div role="group" aria-label={title} aria-describedby={describedBy} className="absolute inset-0">
              {chart}
            </div>
          ))
        )}
      </div>
      {note && (
        <p id={`${id}-note`} className="mt-2 text-xs text-muted">
          {note}
        </p>
      )}
    </section>
  );
}

/** Sort value of a cell: amounts are strings, as in API responses. */
function toSortValue<Row extends Record<string, string | number>>({ id, figure }: ChartColumn<Row>) {
  return (row: Row): SortValue => {
    const value = row[id]!;
    return figure && typeof value === 'string' ? parseCents(value) : value;
  };
}

/** Left and right padding together, in rem. */
const CELL_PADDING = 1;

function toTableColumn<Row>(
  { id, title, width, figure, shown = (row) => String(row[id]), total }: ChartColumn<Row>,
  rows: readonly Row[],
) {
  const neededWidth = figure ? rows.reduce((max, row) => Math.max(max, figureWidth(figure(row))), 0) : 0;
  const neededBelow = figure && total ? figureWidth(total, { isBold: true }) : 0;
  return {
    id,
    header: title,
    width: Math.max(width, Math.max(neededWidth, neededBelow) + CELL_PADDING),
    align: figure ? ('end' as const) : undefined,
    isRowHeader: !figure,
    cell: (row: Row) => (figure ? figure(row) : shown(row)),
    footer: total,
  };
}
