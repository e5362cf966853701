import { Fragment, useMemo } from 'react';
import { layerLabel } from '~/components/books/layer-label';
import { StatCard } from '~/components/ui/card';
import { Checkbox } from '~/components/ui/choice';
import { CsvButton, type CsvColumns } from '~/components/ui/csv-button';
import { EmptyState } from '~/components/ui/empty-state';
import { amountsWidth } from '~/components/ui/figure-width';
import { RowCount } from '~/components/ui/row-count';
import { Select } from '~/components/ui/select';
import { CellLink, TextLink } from '~/components/ui/text-link';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import { countOf } from '~/hooks/count-of';
import { type Format, useFormat } from '~/hooks/use-format';
import { fetchAllRows, useMoreRows } from '~/hooks/use-more-rows';
import { useCompany } from '~/hooks/use-root-data';
import { wellAddress } from '~/hooks/well-address';
import type { AccretionSort } from '~/schemas/books/accretion';
import type { AccretionView } from '~/schemas/books/layer-views';
import type { AccretionPage } from './accretion-page';
import { AccretionPostings } from './accretion-postings';
import { useAccretionFilters } from './use-accretion-filters';

/** CSV columns: the inputs to recompute each expense, and the period, which the table has in its heading. */
const CSV_COLUMNS: CsvColumns<AccretionView> = {
  wellCode: ({ aroLayer }) => aroLayer.well.wellCode,
  layerNumber: ({ aroLayer }) => aroLayer.layerNumber,
  periodStart: (record) => record.periodStart,
  periodEnd: (record) => record.periodEnd,
  beginningAro: (record) => record.beginningAro,
  discountRate: (record) => record.discountRate,
  timeYears: (record) => record.timeYears,
  method: (record) => record.method,
  accretionExpense: (record) => record.accretionExpense,
  endingAro: (record) => record.endingAro,
  source: (record) => record.source,
};

/** Records of one period end, with totals. */
export function AccretionResults({ page }: { page: AccretionPage }) {
  const format = useFormat();
  const companyId = useCompany()?.id ?? null;
  const filtering = useAccretionFilters(page);
  const { records, summary, periodEnd } = page;
  const list = buildListPath(page);
  const { rows, more, loadUpTo, hasMore } = useMoreRows({
    first: records,
    nextCursor: page.nextCursor,
    list,
    rowId: (record) => record.id,
  });
  // Memoized, because there may be 100,000 rows.
  const amountWidth = useMemo(() => computeAmountWidth(format, summary, rows), [format, summary, rows]);
  // Keep the requested period end as a choice, even if it has no records.
  const periodEnds =
    periodEnd && !page.periodEnds.includes(periodEnd) ? [periodEnd, ...page.periodEnds] : page.periodEnds;

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 className="text-lg font-semibold">Accretion Results</h2>
          <RowCount noun="layer" total={summary.totalLayers} matching={null} />
        </div>
        {periodEnd && periodEnds.length > 0 && (
          <div className="flex flex-wrap items-center gap-2">
            <Checkbox
              label="Only records covering more than one month"
              className="mr-2"
              checked={filtering.filters.catchUp === 'true'}
              onChange={(event) => filtering.setFilters({ catchUp: event.target.checked ? 'true' : '' })}
            />
            <div className="flex items-center gap-2">
              <label htmlFor="accretion-period" className="text-muted">
                Period ending
              </label>
              <Select
                id="accretion-period"
                className="w-auto"
                value={(filtering.isChanging && filtering.filters.periodEnd) || periodEnd}
                onChange={(event) => filtering.setFilters({ periodEnd: event.target.value })}
                options={periodEnds.map((date) => ({ value: date, label: format.date(date) }))}
              />
            </div>
            <CsvButton
              subject="Accretion results"
              fileName={`accretion-${periodEnd}`}
              columns={CSV_COLUMNS}
              rows={() => fetchAllRows<AccretionView>(list, companyId)}
              aria-label="Download CSV of Accretion Results"
            />
          </div>
        )}
      </div>
      {periodEnd && (
        <div className="@container">
          <dl className="grid gap-3 @lg:grid-cols-2 @5xl:grid-cols-4">
            <StatCard label="Total Accretion" value={format.currency(summary.totalAccretion)} />
            <StatCard label="Wells Processed" value={format.integer(summary.wellsProcessed)} />
            <StatCard label="Total Layers" value={format.integer(summary.totalLayers)} />
            <StatCard label="Avg. Discount Rate" value={`${format.rate(summary.averageDiscountRate)}%`} />
          </dl>
        </div>
      )}
      {periodEnd && <OtherDays periodEnd={periodEnd} month={page.month} />}
      <AccretionPostings postings={page.postings} />
      <VirtualTable
        label="Accretion Results"
        columns={buildColumns(format, page, amountWidth)}
        rows={rows}
        rowKey={(record) => record.id}
        rowCount={summary.totalLayers}
        listKey={list}
        onEndReached={hasMore ? loadUpTo : undefined}
        viewName="accretion"
        phone={{
          header: (
            <span className="flex justify-between">
              <span>Layer</span>
              <span>Accretion, Ending ARO</span>
            </span>
          ),
          row: (record) => <PhoneRow record={record} format={format} />,
        }}
        more={more}
        sort={filtering.sort}
        onSort={filtering.sortBy}
        isStale={filtering.isChanging}
        className="[--table-offset:10rem]"
        empty={<EmptyState message={emptyText(page, filtering.filters.catchUp === 'true', format)} />}
      />
    </div>
  );
}

/**
 * Shown when the month's accretion exceeds what was posted on this day, because other acts accreted wells through their own dates.
 */
function OtherDays({ periodEnd, month }: { periodEnd: string; month: AccretionPage['month'] }) {
  const format = useFormat();
  const { totalAccretion, onOtherDays, otherDays } = month;
  if (otherDays.length === 0) return null;
  const namedDays = otherDays.slice(0, MAX_NAMED_DAYS);
  const remainingCount = otherDays.length - namedDays.length;
  return (
    <p className="text-muted tabular-nums">
      Total accretion for {format.month(periodEnd)}: {format.currency(totalAccretion)}, including{' '}
      {format.currency(onOtherDays)} on{' '}
      {namedDays.map((day, index) => (
        <Fragment key={day}>
          {index > 0 && ', '}
          <TextLink to={`/?tab=accretion&periodEnd=${day}`}>{format.date(day)}</TextLink>
        </Fragment>
      ))}
      {remainingCount > 0 && ` and ${countOf(remainingCount, 'other day', format)}`}.
    </p>
  );
}

const MAX_NAMED_DAYS = 5;

/** A record on a phone: the layer and its accretion, with its ending balance below. */
function PhoneRow({ record, format }: { record: AccretionView; format: Format }) {
  const { well, layerNumber } = record.aroLayer;
  return (
    <span className="flex items-start justify-between gap-x-3 leading-4.5">
      <span className="min-w-0">
        <CellLink to={wellAddress(well.id)} className="align-top font-medium">
          {well.wellCode}
        </CellLink>
        <span className="block text-xs text-muted">{layerLabel(layerNumber)}</span>
      </span>
      <span className="figures shrink-0 text-right">
        <span className="block min-h-6 content-center">{format.currency(record.accretionExpense)}</span>
        <span className="block text-xs text-muted">{format.currency(record.endingAro)}</span>
      </span>
    </span>
  );
}

/** List API path for these rows. The URL need not name the period end, which defaults to the last one. */
function buildListPath({ periodEnd, query }: AccretionPage): string {
  const params = new URLSearchParams(query);
  params.set('periodEnd', periodEnd ?? '');
  return `/api/accretion?${params}`;
}

/** Width of an amount column with short amounts, and a cell's padding on both sides, in rem. */
const AMOUNT_WIDTH = 10;
const CELL_PADDING = 1.5;

/** Width that the three amount columns need; totals are bold. */
function computeAmountWidth(
  format: Format,
  summary: AccretionPage['summary'],
  rows: AccretionView[],
): number {
  const amounts = rows.flatMap((record) => [record.beginningAro, record.accretionExpense, record.endingAro]);
  const { totalBeginning, totalAccretion, totalEnding } = summary;
  const totals = amountsWidth([totalBeginning, totalAccretion, totalEnding], format.currency, {
    isBold: true,
  });
  return Math.max(AMOUNT_WIDTH, Math.max(amountsWidth(amounts, format.currency), totals) + CELL_PADDING);
}

function emptyText({ periodEnd }: AccretionPage, isCatchUp: boolean, format: Format): string {
  if (periodEnd && isCatchUp) return `No record at ${format.date(periodEnd)} covers more than one month.`;
  return periodEnd
    ? `No accretion posted for the period ending ${format.date(periodEnd)}.`
    : 'No accretion posted yet. Choose a period end and click Calculate Accretion.';
}

function buildColumns(
  format: Format,
  { summary }: AccretionPage,
  amountWidth: number,
): Column<AccretionView>[] {
  const total = (text: string) => (summary.totalLayers > 0 ? text : undefined);
  return [
    {
      id: 'wellCode',
      header: 'Well Code',
      width: 12,
      sortable: true,
      isRowHeader: true,
      cell: ({ aroLayer: { well } }) => <CellLink to={wellAddress(well.id)}>{well.wellCode}</CellLink>,
      footer: total('Total'),
    },
    {
      id: 'layerNumber',
      header: 'Layer',
      width: 10,
      sortable: true,
      cell: (record) => layerLabel(record.aroLayer.layerNumber, record.aroLayer.layerType),
    },
    {
      id: 'beginningAro',
      header: 'Beginning ARO',
      width: amountWidth,
      align: 'end',
      sortable: true,
      cell: (record) => format.currency(record.beginningAro),
      footer: total(format.currency(summary.totalBeginning)),
    },
    {
      id: 'discountRate',
      header: 'Discount Rate',
      width: 8,
      align: 'end',
      sortable: true,
      cell: (record) => `${format.rate(record.discountRate)}%`,
    },
    {
      id: 'accretionExpense',
      header: 'Accretion',
      width: amountWidth,
      align: 'end',
      sortable: true,
      cell: (record) => format.currency(record.accretionExpense),
      footer: total(format.currency(summary.totalAccretion)),
    },
    {
      id: 'endingAro',
      header: 'Ending ARO',
      width: amountWidth,
      align: 'end',
      sortable: true,
      cell: (record) => format.currency(record.endingAro),
      footer: total(format.currency(summary.totalEnding)),
    },
  ] satisfies (Column<AccretionView> & { id: AccretionSort })[];
}
