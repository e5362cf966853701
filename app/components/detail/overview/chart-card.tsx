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
  /** Also its title in the file. */
  id: keyof Row & string;
  title: string;
  /** In rem. */
  width: number;
  /** Without it the cell is text. */
  figure?: (row: Row) => string;
  /** How text is written in the table, where that differs from the file. */
  shown?: (row: Row) => string;
  /** The text below a column that adds up. */
  total?: string;
};

/** What a chart is drawn from: also its table, its file, and what is printed of it. */
export type ChartFigures<Row> = {
  title: string;
  /** What the chart says, in words: also its alternative for who does not see it. */
  sentence: string;
  /** How the figures were computed. */
  note?: string;
  columns: readonly ChartColumn<Row>[];
  rows: readonly Row[];
  /**
   * The column that orders the rows, with `-` in front for descending, where the table can be put into another order: not
   * where its rows lead from one to the next.
   */
  sortedBy?: string;
  /** Named without its ending. */
  fileName: string;
};

type ChartCardProps<Row> = ChartFigures<Row> & {
  /** Draws the rows, of which there is at least one; or is drawn without knowing its size. */
  chart: ((size: ChartSize) => ReactNode) | JSX.Element;
};

/** A chart with its sentence, and the same figures as a table and as a file. */
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
  // Its columns are recreated for each rendering, but what they are compared by stays the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const values = useMemo(
    () => Object.fromEntries(columns.map((column) => [column.id, valueIn(column)])),
    [columnIds],
  );
  const { sorted, sort, sortBy } = useSortedRows(rows, values, sortedBy ?? '');
  const describedBy = note ? `${id}-sentence ${id}-note` : `${id}-sentence`;
  const ofTitle = <span className="sr-only"> of {title.toLowerCase()}</span>;
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
            Table{ofTitle}
          </Button>
          <CsvButton
            what={title}
            fileName={fileName}
            columns={Object.fromEntries(columns.map(({ id }) => [id, (row: Row) => row[id]]))}
            rows={sorted}
            variant="ghost"
            icon={null}
            size="sm"
          >
            CSV{ofTitle}
          </CsvButton>
        </div>
      </div>
      <p id={`${id}-sentence`} className={`mt-1.5 mb-3 ${SENTENCE_CLASS}`}>
        {sentence}
      </p>
      {/* A table is as long as its rows, and a chart takes the height that its neighbors leave it. */}
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
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is submitted
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

/** What rows are compared by: amounts are text, as the calls have them. */
function valueIn<Row extends Record<string, string | number>>({ id, figure }: ChartColumn<Row>) {
  return (row: Row): SortValue => {
    const value = row[id]!;
    return figure && typeof value === 'string' ? parseCents(value) : value;
  };
}

/** Of both sides, in rem. */
const CELL_PADDING = 1;

function toTableColumn<Row>(
  { id, title, width, figure, shown = (row) => String(row[id]), total }: ChartColumn<Row>,
  rows: readonly Row[],
) {
  const needed = figure ? rows.reduce((most, row) => Math.max(most, figureWidth(figure(row))), 0) : 0;
  const neededBelow = figure && total ? figureWidth(total, { isBold: true }) : 0;
  return {
    id,
    header: title,
    width: Math.max(width, Math.max(needed, neededBelow) + CELL_PADDING),
    align: figure ? ('end' as const) : undefined,
    isRowHeader: !figure,
    cell: (row: Row) => (figure ? figure(row) : shown(row)),
    footer: total,
  };
}
