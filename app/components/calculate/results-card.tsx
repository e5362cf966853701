import { useEffect, useRef } from 'react';
import { layerLabel } from '~/components/books/layer-label';
import { Badge } from '~/components/ui/badge';
import { addDateToName, CsvButton, type CsvColumns } from '~/components/ui/csv-button';
import { EmptyState } from '~/components/ui/empty-state';
import { CellLink } from '~/components/ui/text-link';
import { type SortValues, useSortedRows } from '~/components/ui/use-sorted-rows';
import { type Column, VirtualTable, type VirtualTableProps } from '~/components/ui/virtual-table';
import { parseCents } from '~/domain/money/money';
import { countOf } from '~/hooks/count-of';
import { type Format, useFormat } from '~/hooks/use-format';
import { wellAddress } from '~/hooks/well-address';
import type { LayerResult } from '~/schemas/books/layer-views';
import { Refusals } from './refusals';
import type { CalculationResults } from './use-calculation';

const NO_RESULTS: LayerResult[] = [];

/** Sort keys; none for the status, which is always `Calculated`. */
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

/** Layers from the last calculation, and the skipped wells with reasons. */
export function ResultsCard({ results }: { results: CalculationResults | null }) {
  const format = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  const { sorted, sort, sortBy } = useSortedRows(results?.results ?? NO_RESULTS, RESULT_VALUES, 'wellCode');
  // The results may render below the fold.
  useEffect(() => {
    if (results) heading.current?.scrollIntoView({ block: 'nearest' });
  }, [results]);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 ref={heading} className="scroll-my-24 text-lg font-semibold">
          Calculation Results
        </h2>
        <p role="status" className="text-muted tabular-nums">
          {results && formatCount(results, format)}
        </p>
        {sorted.length > 1 && (
          <CsvButton
            subject="Calculation results"
            fileName={addDateToName('aro-calculation-results')}
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
          columns={buildColumns(format, results)}
          rows={sorted}
          rowKey={(result) => result.id}
          sort={sort}
          onSort={sortBy}
          listKey={`${results?.results[0]?.id} ${sort.id} ${sort.direction}`}
          className="[--table-offset:10rem]"
          phone={buildPhoneRows(format, results)}
          empty={
            results === null && (
              <EmptyState message="No calculations yet. New layers appear here after you click Calculate ARO." />
            )
          }
        />
      )}
    </div>
  );
}

function formatCount({ results, refusals }: CalculationResults, format: Format): string {
  const calculated = `${countOf(results.length, 'layer', format)} calculated`;
  return refusals.length > 0
    ? `${calculated}, ${countOf(refusals.length, 'well', format)} skipped`
    : calculated;
}

/** A layer on a phone: its well and value, then its number and date. */
function buildPhoneRows(
  format: Format,
  results: CalculationResults | null,
): VirtualTableProps<LayerResult>['phone'] {
  const total = formatTotal(results);
  return {
    header: (
      <span className="flex justify-between gap-x-3">
        <span>Layer</span>
        <span>{total === null ? 'ARO Value' : `ARO Value, total ${format.currency(total)}`}</span>
      </span>
    ),
    row: (result) => (
      <>
        <span className="flex justify-between gap-x-3">
          <CellLink to={wellAddress(result.wellId)} className="font-medium">
            {result.wellCode}
          </CellLink>
          <span className="figures">{format.currency(result.aroValue)}</span>
        </span>
        <span className="flex justify-between gap-x-3 text-xs text-muted">
          <span>{layerLabel(result.layerNumber, result.layerType)}</span>
          <span>{format.date(result.calculationDate)}</span>
        </span>
      </>
    ),
  };
}

/** Total value; null unless there are several layers. */
function formatTotal(results: CalculationResults | null): string | null {
  return results && results.results.length > 1 ? results.totalAroValue : null;
}

function buildColumns(format: Format, results: CalculationResults | null): Column<LayerResult>[] {
  const total = formatTotal(results);
  return [
    {
      id: 'wellCode',
      header: 'Well Code',
      width: 12,
      sortable: true,
      isRowHeader: true,
      cell: (result) => <CellLink to={wellAddress(result.wellId)}>{result.wellCode}</CellLink>,
      footer: total === null ? undefined : 'Total',
    },
    {
      id: 'layer',
      header: 'Layer',
      width: 10,
      sortable: true,
      cell: (result) => layerLabel(result.layerNumber, result.layerType),
    },
    {
      id: 'aroValue',
      header: 'ARO Value',
      width: 10,
      align: 'end',
      sortable: true,
      cell: (result) => format.currency(result.aroValue),
      footer: total === null ? undefined : format.currency(total),
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
