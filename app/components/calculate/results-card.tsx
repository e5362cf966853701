import { useEffect, useMemo, useRef } from 'react';
import { dollars } from '~/components/detail/dollars';
import { layerLabel } from '~/components/detail/layer-label';
import { Badge } from '~/components/ui/badge';
import { CsvButton, type CsvColumns, datedName } from '~/components/ui/csv-button';
import { EmptyState } from '~/components/ui/empty-state';
import { Note } from '~/components/ui/note';
import { type SortValues, useSortedRows } from '~/components/ui/use-sorted-rows';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import { parseCents } from '~/domain/money/money';
import { type Format, useFormat } from '~/hooks/use-format';
import type { CalculationResults, LayerRefusal, LayerResult } from './use-calculation';

const NO_RESULTS: LayerResult[] = [];

/** Every layer of the results is `Calculated`. */
const RESULT_VALUES: SortValues<LayerResult> = {
  wellCode: (result) => result.wellCode,
  layer: (result) => result.layerNumber,
  aroValue: (result) => parseCents(result.aroValue),
  calculationDate: (result) => result.calculationDate,
};

const RESULT_CSV: CsvColumns<LayerResult> = {
  wellCode: (result) => result.wellCode,
  layerNumber: (result) => result.layerNumber,
  aroValue: (result) => result.aroValue,
  calculationDate: (result) => result.calculationDate,
};

const REFUSAL_VALUES: SortValues<LayerRefusal> = {
  wellCode: (refusal) => refusal.wellCode,
  message: (refusal) => refusal.message,
};

const REFUSAL_CSV: CsvColumns<LayerRefusal> = {
  wellCode: (refusal) => refusal.wellCode,
  message: (refusal) => refusal.message,
};

/** The layers of the last calculation, and the wells that got none with the reasons. */
export function ResultsCard({ results }: { results: CalculationResults | null }) {
  const format = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  const { sorted, sort, sortBy } = useSortedRows(results?.results ?? NO_RESULTS, RESULT_VALUES, 'wellCode');
  // They may come below the window's edge.
  useEffect(() => {
    if (results) heading.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [results]);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 ref={heading} className="scroll-my-24 text-lg font-semibold">
          Calculation Results
        </h2>
        <p role="status" className="text-muted tabular-nums">
          {results && countText(results, format)}
        </p>
        {sorted.length > 1 && (
          <CsvButton
            what="Calculation results"
            fileName={datedName('aro-calculation-results')}
            columns={RESULT_CSV}
            rows={sorted}
            className="ml-auto"
          />
        )}
      </div>
      {results && results.refusals.length > 0 && <Refusals refusals={results.refusals} />}
      {(!results || results.results.length > 0) && (
        <VirtualTable
          label="Calculation Results"
          columns={resultColumns(format, results)}
          rows={sorted}
          rowKey={(result) => result.id}
          sort={sort}
          onSort={sortBy}
          listKey={`${results?.results[0]?.id} ${sort.id} ${sort.direction}`}
          className="[--table-offset:10rem]"
          empty={
            results === null && (
              <EmptyState message="No calculation yet. Fill in the form and calculate to see the layers here." />
            )
          }
        />
      )}
    </div>
  );
}

function countText({ results, refusals }: CalculationResults, format: Format): string {
  const calculated = `${format.integer(results.length)} ${results.length === 1 ? 'layer' : 'layers'} calculated`;
  return refusals.length > 0 ? `${calculated}, ${wellCount(refusals.length, format)} refused` : calculated;
}

function wellCount(count: number, format: Format): string {
  return `${format.integer(count)} ${count === 1 ? 'well' : 'wells'}`;
}

function resultColumns(format: Format, results: CalculationResults | null): Column<LayerResult>[] {
  const hasTotal = results !== null && results.results.length > 1;
  return [
    {
      id: 'wellCode',
      header: 'Well Code',
      width: 12,
      sortable: true,
      isRowHeader: true,
      cell: (result) => result.wellCode,
      footer: hasTotal ? 'Total' : undefined,
    },
    {
      id: 'layer',
      header: 'Layer',
      width: 10,
      sortable: true,
      cell: (result) => layerLabel(result.layerNumber),
    },
    {
      id: 'aroValue',
      header: 'ARO Value',
      width: 10,
      align: 'end',
      sortable: true,
      cell: (result) => dollars(format, result.aroValue),
      footer: hasTotal ? dollars(format, results.totalAroValue) : undefined,
    },
    {
      id: 'calculationDate',
      header: 'Calc Date',
      width: 8,
      align: 'end',
      sortable: true,
      cell: (result) => format.date(result.calculationDate),
    },
    { id: 'status', header: 'Status', width: 8, cell: () => <Badge tone="green">Calculated</Badge> },
  ];
}

/** Reasons first, with how many wells each concerns; then well by well. */
function Refusals({ refusals }: { refusals: LayerRefusal[] }) {
  const format = useFormat();
  const { sorted, sort, sortBy } = useSortedRows(refusals, REFUSAL_VALUES, 'wellCode');
  const reasons = useMemo(() => {
    const counts = new Map<string, number>();
    for (const { message } of refusals) counts.set(message, (counts.get(message) ?? 0) + 1);
    return [...counts].sort(([, a], [, b]) => b - a);
  }, [refusals]);
  return (
    <div className="flex flex-col gap-2">
      <Note
        tone="warning"
        title={`${wellCount(refusals.length, format)} refused. Nothing was changed for them.`}
      >
        <ul>
          {reasons.slice(0, 5).map(([message, count]) => (
            <li key={message}>
              {message}: {wellCount(count, format)}
            </li>
          ))}
          {reasons.length > 5 && <li>{format.integer(reasons.length - 5)} more reasons, see below</li>}
        </ul>
      </Note>
      <CsvButton
        what="Refused wells"
        fileName={datedName('aro-refused-wells')}
        columns={REFUSAL_CSV}
        rows={sorted}
        className="self-end"
      >
        Download refused wells
      </CsvButton>
      <VirtualTable
        label="Refused wells"
        columns={REFUSAL_COLUMNS}
        rows={sorted}
        rowKey={(refusal) => refusal.wellId}
        sort={sort}
        onSort={sortBy}
        className="max-h-56!"
      />
    </div>
  );
}

const REFUSAL_COLUMNS: Column<LayerRefusal>[] = [
  {
    id: 'wellCode',
    header: 'Well Code',
    width: 12,
    sortable: true,
    isRowHeader: true,
    cell: (refusal) => refusal.wellCode,
  },
  { id: 'message', header: 'Reason', width: 36, sortable: true, cell: (refusal) => refusal.message },
];
