import { dollars } from '~/components/detail/dollars';
import { layerLabel } from '~/components/detail/layer-label';
import { StatCard } from '~/components/ui/card';
import { EmptyState } from '~/components/ui/empty-state';
import { Select } from '~/components/ui/select';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import { useAddress } from '~/hooks/use-address';
import { type Format, useFormat } from '~/hooks/use-format';
import { useMoreRows } from '~/hooks/use-more-rows';
import type { AccretionView } from '~/schemas/views';
import type { AccretionPage } from './accretion-page';

/** One period end's records, with their sums. */
export function AccretionResults({ page }: { page: AccretionPage }) {
  const format = useFormat();
  const { params, nextParams, change } = useAddress();
  const { records, summary, periodEnd } = page;
  const list = `/api/accretion?${new URLSearchParams({ periodEnd: periodEnd ?? '' })}`;
  const { rows, more, loadMore } = useMoreRows({
    first: records,
    nextCursor: page.nextCursor,
    list,
    rowId: (record) => record.id,
  });
  const asked = nextParams.get('periodEnd');
  const isChanging = asked !== params.get('periodEnd');
  // A period end that was asked for stays a choice, though it has no records.
  const periodEnds =
    periodEnd && !page.periodEnds.includes(periodEnd) ? [periodEnd, ...page.periodEnds] : page.periodEnds;

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg font-semibold">Accretion Results</h2>
        {periodEnd && periodEnds.length > 0 && (
          <div className="flex items-center gap-2">
            <label htmlFor="accretion-period" className="text-muted">
              Period ended
            </label>
            <Select
              id="accretion-period"
              className="w-auto"
              value={(isChanging && asked) || periodEnd}
              onChange={(event) => change({ periodEnd: event.target.value }, { replace: true })}
              options={periodEnds.map((date) => ({ value: date, label: format.date(date) }))}
            />
          </div>
        )}
      </div>
      <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <StatCard label="Total Accretion" value={dollars(format, summary.totalAccretion)} />
        <StatCard label="Wells Processed" value={format.integer(summary.wellsProcessed)} />
        <StatCard label="Total Layers" value={format.integer(summary.totalLayers)} />
        <StatCard label="Avg. Discount Rate" value={`${format.rate(summary.averageDiscountRate)}%`} />
      </dl>
      <VirtualTable
        label="Accretion Results"
        columns={columnsOf(format, page)}
        rows={rows}
        rowKey={(record) => String(record.id)}
        rowCount={summary.totalLayers}
        listKey={list}
        onEndReached={loadMore}
        more={more}
        isStale={isChanging}
        className="[--table-offset:10rem]"
        empty={<EmptyState message={emptyText(page, format)} />}
      />
    </div>
  );
}

function emptyText({ periodEnd }: AccretionPage, format: Format): string {
  return periodEnd
    ? `No accretion is recorded at ${format.date(periodEnd)}.`
    : 'No accretion has been posted yet. Choose a period and calculate.';
}

function columnsOf(format: Format, { summary }: AccretionPage): Column<AccretionView>[] {
  const money = (amount: string) => dollars(format, amount);
  const hasTotal = summary.totalLayers > 0;
  return [
    {
      id: 'wellCode',
      header: 'Well Code',
      width: 12,
      isRowHeader: true,
      cell: (record) => record.aroLayer.well.wellCode,
      footer: hasTotal ? 'Total' : undefined,
    },
    { id: 'layer', header: 'Layer', width: 10, cell: (record) => layerLabel(record.aroLayer.layerNumber) },
    {
      id: 'beginningAro',
      header: 'Beginning ARO',
      width: 10,
      align: 'end',
      cell: (record) => money(record.beginningAro),
    },
    {
      id: 'discountRate',
      header: 'Discount Rate',
      width: 8,
      align: 'end',
      cell: (record) => `${format.rate(record.discountRate)}%`,
    },
    {
      id: 'accretionExpense',
      header: 'Accretion',
      width: 10,
      align: 'end',
      cell: (record) => money(record.accretionExpense),
      footer: hasTotal ? money(summary.totalAccretion) : undefined,
    },
    {
      id: 'endingAro',
      header: 'Ending ARO',
      width: 10,
      align: 'end',
      cell: (record) => money(record.endingAro),
    },
  ];
}
