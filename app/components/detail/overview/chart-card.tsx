import { type ReactNode, useId, useState } from 'react';
import { Button } from '~/components/ui/button';
import { VirtualTable } from '~/components/ui/virtual-table';
import { saveCsv } from '~/hooks/csv-file';
import { useExport } from '~/hooks/use-export';
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
  /** What stands below a column that adds up. */
  total?: string;
};

type ChartCardProps<Row> = {
  title: string;
  /** What the chart says, in words: also its alternative for who does not see it. */
  sentence: string;
  /** How the figures came to be. */
  note?: string;
  columns: readonly ChartColumn<Row>[];
  rows: readonly Row[];
  /** Named without its ending. */
  fileName: string;
  /** Draws the rows, of which there is at least one. */
  chart: (size: ChartSize) => ReactNode;
};

/** A chart with its sentence, and the same figures as a table and as a file. */
export function ChartCard<Row extends Record<string, string | number>>({
  title,
  sentence,
  note,
  columns,
  rows,
  fileName,
  chart,
}: ChartCardProps<Row>) {
  const id = useId();
  const { symbol } = useFormat();
  const [isTable, setIsTable] = useState(false);
  const failure = `Failed to export ${title.toLowerCase()}`;
  const { run, pending } = useExport<Row>({
    success: `${title} exported successfully`,
    fetchFailure: failure,
    exportFailure: failure,
  });
  const names = columns.map((column) => column.id);
  const exportRows = () =>
    void run(
      async () => [...rows],
      (list) => saveCsv(`${fileName}.csv`, names, list),
    );
  const ofTitle = <span className="sr-only"> of {title.toLowerCase()}</span>;
  return (
    <section aria-labelledby={`${id}-title`} className={CARD_CLASS}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h4 id={`${id}-title`} className="font-semibold">
          {title} <span className="font-normal text-muted">({symbol})</span>
        </h4>
        <div className="flex gap-1">
          <Button
            variant="ghost"
            className="min-h-7 px-2 text-xs aria-pressed:bg-accent-soft aria-pressed:text-accent"
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            Table{ofTitle}
          </Button>
          <Button variant="ghost" className="min-h-7 px-2 text-xs" pending={pending} onClick={exportRows}>
            CSV{ofTitle}
          </Button>
        </div>
      </div>
      <p id={`${id}-sentence`} className={`mt-1.5 mb-3 ${SENTENCE_CLASS}`}>
        {sentence}
        {note && <span className="mt-1 block text-xs text-muted">{note}</span>}
      </p>
      <div className={`relative ${CHART_CLASS}`}>
        {isTable ? (
          <VirtualTable
            label={title}
            columns={columns.map(toTableColumn)}
            rows={rows}
            rowKey={(row) => String(row[names[0]!])}
            className="absolute! inset-0 [&_td]:h-7 [&_td]:px-2 [&_th]:h-7 [&_th]:px-2"
          />
        ) : (
          rows.length > 0 && (
            <ChartSvg label={title} describedBy={`${id}-sentence`}>
              {chart}
            </ChartSvg>
          )
        )}
      </div>
    </section>
  );
}

function toTableColumn<Row>({ id, title, width, figure, total }: ChartColumn<Row>) {
  return {
    id,
    header: title,
    width,
    align: figure ? ('end' as const) : undefined,
    isRowHeader: !figure,
    cell: (row: Row) => (figure ? figure(row) : String(row[id])),
    footer: total,
  };
}
