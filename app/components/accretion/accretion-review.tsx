import { layerLabel } from '~/components/books/layer-label';
import { PreviewFailure } from '~/components/books/preview-failure';
import { Button } from '~/components/ui/button';
import { CancelButton, Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Note } from '~/components/ui/note';
import { Progress } from '~/components/ui/progress';
import { Skeleton } from '~/components/ui/skeleton';
import { FigureCell, FigureFoot, footCellClass, RowTh, Table, TableFrame, Th } from '~/components/ui/table';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import type { PeriodType } from '~/domain/calendar/calendar-date';
import { countOf } from '~/hooks/count-of';
import { useFetched } from '~/hooks/use-fetched';
import { type Format, useFormat } from '~/hooks/use-format';
import type { AccretionInput } from '~/schemas/books/accretion';
import type { PostingPreview } from '~/schemas/books/posting-views';
import { PERIOD_NAMES, type PostingFailure, previewQuery } from './posting-notice';

type Review = NonNullable<PostingPreview['review']>;
type ReviewedLayer = Review['rows'][number];

/** Effect of an accretion posting on each layer, shown before it is posted. */
export default function AccretionReview({
  pending,
  failure,
  onConfirm,
  onClose,
  ...input
}: AccretionInput & {
  pending: boolean;
  /** Why the last posting failed; each failure loads a new preview. */
  failure: PostingFailure | null;
  onConfirm: (reviewed: string | null) => void;
  onClose: () => void;
}) {
  const format = useFormat();
  const { periodType, periodEnd, eachPeriod } = input;
  const { data, error, isLoading, isRefreshing, retry } = useFetched<PostingPreview>(
    `/api/accretion/preview?${previewQuery(input)}&rows=true`,
    failure,
  );
  const total = data?.totalAccretion ?? null;
  const blocked =
    isLoading || isRefreshing
      ? 'Calculating what will post'
      : total === null
        ? 'This can’t be posted. See the message above.'
        : null;
  return (
    <Dialog
      title="Review Before Posting"
      description={`Accretion through ${format.date(periodEnd)}${eachPeriod ? `, each ${PERIOD_NAMES[periodType]} separately` : ''}. Nothing is posted yet.`}
      size="xl"
      onClose={onClose}
      keepOpenOnOutsidePress
    >
      <DialogBody className="flex flex-col gap-3">
        {failure && !data?.refusal && (
          <Note tone="danger" title={format.message(failure.text)}>
            Nothing was posted.
          </Note>
        )}
        {error ? (
          <PreviewFailure error={error} isLoading={isRefreshing} onRetry={retry} />
        ) : data?.refusal ? (
          <Note tone="danger" title={data.refusal} />
        ) : data?.review ? (
          <Layers preview={data} review={data.review} />
        ) : (
          <div role="status">
            <span className="sr-only">Calculating what will post</span>
            <Skeleton className="h-72" />
          </div>
        )}
        {pending && <Progress label="Posting" />}
      </DialogBody>
      <DialogFooter>
        <CancelButton pending={pending} onClick={onClose} />
        <Button
          variant="primary"
          pending={pending}
          disabledReason={blocked}
          onClick={() => onConfirm(data?.reviewed ?? null)}
        >
          {data && total !== null ? postLabel(data, total, periodType, format) : 'Post'}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** "Post 241 Layers, 6,684,471.19", or "Post 10 Months, 6,684,471.19" */
function postLabel(
  { layers, totalDepreciation, periods }: PostingPreview,
  total: string,
  periodType: PeriodType,
  format: Format,
): string {
  const isDepreciationOnly = layers === 0 && isPosted(totalDepreciation);
  if (isDepreciationOnly) return `Post Depreciation, ${format.money(totalDepreciation!)}`;
  const subject = periods
    ? countOf(periods.length, PERIOD_TITLES[periodType], format)
    : countOf(layers, 'Layer', format);
  return `Post ${subject}, ${format.money(total)}`;
}

const PERIOD_TITLES: Record<PeriodType, string> = {
  monthly: 'Month',
  quarterly: 'Quarter',
  annually: 'Year',
};

function isPosted(total: string | null): boolean {
  return Number(total ?? 0) !== 0;
}

function Layers({ preview, review }: { preview: PostingPreview; review: Review }) {
  const format = useFormat();
  const { layers, periodEnd, totalAccretion, totalDepreciation, periods } = preview;
  const remainingCount = review.layers - review.rows.length;
  if (review.layers === 0) {
    return <p className="text-muted">No layers left to accrete. Posting again has no effect.</p>;
  }
  return (
    <>
      <p className="text-muted tabular-nums">
        {countOf(layers, 'layer', format)}
        {!periods && `, posted in ${format.month(periodEnd.slice(0, 7))}`}
        {isPosted(totalDepreciation) && `, with depreciation of ${format.currency(totalDepreciation!)}`}
      </p>
      {periods && <Periods periods={periods} preview={preview} />}
      <VirtualTable
        label="What will be posted"
        columns={buildColumns(format, review, { totalAccretion, totalDepreciation })}
        rows={review.rows}
        rowKey={({ well, layerNumber }) => `${well.id} ${layerNumber}`}
        phone={{
          header: (
            <span className="flex justify-between">
              <span>Layer</span>
              <span>Change ({format.symbol})</span>
            </span>
          ),
          row: (row) => <PhoneRow row={row} format={format} />,
        }}
        className="[--table-offset:22rem]"
      />
      {remainingCount > 0 && (
        <p className="text-muted">The totals include {countOf(remainingCount, 'more layer', format)}.</p>
      )}
    </>
  );
}

/** Amounts posted to each period end. */
function Periods({
  periods,
  preview: { totalAccretion, totalDepreciation },
}: {
  periods: NonNullable<PostingPreview['periods']>;
  preview: PostingPreview;
}) {
  const format = useFormat();
  const depreciates = isPosted(totalDepreciation);
  return (
    <TableFrame label="Periods that will be posted" className="max-h-64 shrink-0">
      <Table>
        <thead>
          <tr>
            <Th>Period End</Th>
            <Th align="end">Layers</Th>
            <Th align="end">Accretion ({format.symbol})</Th>
            {depreciates && <Th align="end">Depreciation ({format.symbol})</Th>}
          </tr>
        </thead>
        <tbody>
          {periods.map(({ periodEnd, layers, accretion, depreciation }) => (
            <tr key={periodEnd}>
              <RowTh className="figures font-normal">{format.date(periodEnd)}</RowTh>
              <FigureCell>{format.integer(layers)}</FigureCell>
              <FigureCell>{format.money(accretion)}</FigureCell>
              {depreciates && <FigureCell>{format.money(depreciation)}</FigureCell>}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td className={footCellClass}>Total</td>
            <td className={footCellClass} />
            <FigureFoot>{format.money(totalAccretion ?? '0.00')}</FigureFoot>
            {depreciates && <FigureFoot>{format.money(totalDepreciation!)}</FigureFoot>}
          </tr>
        </tfoot>
      </Table>
    </TableFrame>
  );
}

/** A layer on a phone: the change, with its balances before and after below. */
function PhoneRow({ row, format }: { row: ReviewedLayer; format: Format }) {
  return (
    <span className="flex items-start justify-between gap-x-3 leading-4.5">
      <span className="min-w-0">
        <span className="block font-medium">{row.well.wellCode}</span>
        <span className="block text-xs text-muted">{layerLabel(row.layerNumber)}</span>
      </span>
      <span className="figures shrink-0 text-right">
        <span className="block">{format.money(row.change)}</span>
        <span className="block text-xs text-muted">
          {format.money(row.before)} → {format.money(row.after)}
        </span>
        {isPosted(row.depreciation) && (
          <span className="block text-xs text-muted">Depreciation {format.money(row.depreciation)}</span>
        )}
      </span>
    </span>
  );
}

function buildColumns(
  format: Format,
  review: Review,
  { totalAccretion, totalDepreciation }: Pick<PostingPreview, 'totalAccretion' | 'totalDepreciation'>,
): Column<ReviewedLayer>[] {
  const amount = (
    id: 'before' | 'change' | 'after' | 'depreciation',
    header: string,
    sum: string,
  ): Column<ReviewedLayer> => ({
    id,
    header: `${header} (${format.symbol})`,
    width: 9,
    align: 'end',
    cell: (row) => format.money(row[id]),
    footer: format.money(sum),
  });
  return [
    {
      id: 'well',
      header: 'Well',
      width: 9,
      isRowHeader: true,
      cell: ({ well }) => well.wellCode,
      footer: 'Total',
    },
    { id: 'layer', header: 'Layer', width: 8, cell: ({ layerNumber }) => layerLabel(layerNumber) },
    amount('before', 'Before', review.before),
    amount('change', 'Change', totalAccretion ?? '0.00'),
    amount('after', 'After', review.after),
    ...(isPosted(totalDepreciation) ? [amount('depreciation', 'Depreciation', totalDepreciation!)] : []),
  ];
}
