import { classNames } from '~/components/ui/class-names';
import { Note } from '~/components/ui/note';
import { Skeleton } from '~/components/ui/skeleton';
import { FigureFoot, footCellClass, Table, TableFrame, Th } from '~/components/ui/table';
import { countOf } from '~/hooks/count-of';
import { type Format, useFormat } from '~/hooks/use-format';
import { useOpenDates } from '~/hooks/use-open-dates';
import type { ActPreview } from '~/schemas/books/posting';
import { GroupedPostings, groupPostings } from './grouped-postings';
import { type AmountName, getWidthClass, isBalance, isWellLinkedAbove, PostingRows } from './planned-posting';
import { describeUnposted, formatMonths, getPostingNames } from './posting-names';
import { PreviewFailure } from './preview-failure';

/** Columns: liability of the layers before and after the act, and each amount the act changes. */
const AMOUNTS: { name: AmountName; header: string }[] = [
  { name: 'before', header: 'Before' },
  { name: 'liability', header: 'Liability' },
  { name: 'after', header: 'After' },
  { name: 'asset', header: 'Asset' },
  { name: 'cash', header: 'Cash' },
  { name: 'result', header: 'Income Effect' },
];

/** An act with at most this many movements shows them all. */
const MAX_EXPANDED_MOVEMENTS = 8;
/** More postings than this are grouped by what they do. */
const MAX_UNGROUPED_POSTINGS = 30;

/** Preview of an act: each posting with its amounts and movements, and the totals. */
export function ActPreviewTable({ preview }: { preview: ActPreview }) {
  const format = useFormat();
  const { closedThrough } = useOpenDates();
  const { postings, totals, months } = preview;
  const unposted = describeUnposted(preview, closedThrough, format);
  const names = getPostingNames(postings);
  const isExpanded =
    postings.reduce((sum, { movementCount }) => sum + movementCount, 0) <= MAX_EXPANDED_MOVEMENTS;
  const affectsLiability = hasLiabilityMovement(preview);
  const amounts = AMOUNTS.filter(({ name }) =>
    name === 'liability' || isBalance(name) ? affectsLiability : hasMovement(preview, name),
  );
  const amountNames = amounts.map(({ name }) => name);
  const grouped = postings.length > MAX_UNGROUPED_POSTINGS ? groupPostings(postings, names) : null;
  const isLinked = isWellLinkedAbove(postings);
  return (
    <div className="flex flex-col gap-2">
      {unposted && (
        <Note tone="warning" title={unposted.title}>
          {unposted.advice}
        </Note>
      )}
      <p className="text-muted tabular-nums">
        {countOf(postings.length, 'posting', format)} in {formatMonths(months, format)}
      </p>
      <TableFrame label="What will be posted" className={isExpanded ? undefined : 'max-h-[max(20rem,60dvh)]'}>
        <Table
          aria-label="What will be posted"
          className="[&_td]:px-2 [&_th]:px-2 sm:[&_td]:px-2.5 sm:[&_th]:px-2.5"
        >
          <thead>
            <tr>
              <Th className="max-sm:hidden">Date</Th>
              <Th>Posting</Th>
              {amounts.map(({ name, header }) => (
                <Th key={name} align="end" className={getWidthClass(name)}>
                  {header} ({format.symbol})
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grouped ? (
              <GroupedPostings groups={grouped} amounts={amountNames} format={format} />
            ) : (
              postings.map((posting, index) => (
                <PostingRows
                  // biome-ignore lint/suspicious/noArrayIndexKey: the list is always replaced as a whole
                  key={index}
                  posting={posting}
                  name={names[index] ?? ''}
                  amounts={amountNames}
                  isOpenAtFirst={isExpanded && posting.movementCount > 1}
                  isWellLinked={isLinked[index] ?? false}
                />
              ))
            )}
          </tbody>
          <tfoot>
            <tr>
              <td className={`${footCellClass} max-sm:hidden`} />
              <td className={footCellClass}>Total</td>
              {amounts.map(({ name }) => (
                <FigureFoot key={name} className={getWidthClass(name)}>
                  {format.moneyOrDash(totals[name])}
                </FigureFoot>
              ))}
            </tr>
          </tfoot>
        </Table>
      </TableFrame>
    </div>
  );
}

/** The preview, a skeleton while it loads, or the error; the minimum height prevents layout shift. */
export function ActPreviewPart({
  preview,
  error,
  isLoading,
  onRetry,
}: {
  preview: ActPreview | null;
  error: unknown;
  isLoading: boolean;
  onRetry: () => void;
}) {
  const format = useFormat();
  const currentPreview = error ? null : preview;
  return (
    <div aria-busy={isLoading} className="min-h-40 shrink-0">
      {/* Rendered from the start: screen readers don't announce a status region that is inserted with its text. */}
      <p role="status" className="sr-only">
        {isLoading ? 'Calculating what will post' : currentPreview && formatSummary(currentPreview, format)}
      </p>
      {currentPreview ? (
        <div className={classNames(isLoading && 'opacity-60')}>
          {currentPreview.postings.length > 0 ? (
            <ActPreviewTable preview={currentPreview} />
          ) : (
            <p className="text-muted">No amounts change.</p>
          )}
        </div>
      ) : error ? (
        <PreviewFailure error={error} isLoading={isLoading} onRetry={onRetry} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </div>
  );
}

/** "2 postings, liability (25,000.00)", or for depreciation "1 posting, asset (25,000.00)". */
function formatSummary(preview: ActPreview, format: Format): string {
  const { postings, totals } = preview;
  if (postings.length === 0) return 'No postings';
  const name = hasLiabilityMovement(preview) ? 'liability' : 'asset';
  return `${countOf(postings.length, 'posting', format)}, ${name} ${format.moneyOrDash(totals[name])}`;
}

function hasMovement({ postings }: ActPreview, name: AmountName): boolean {
  return postings.some(({ totals }) => !isZero(totals[name]));
}

/** Depreciation doesn't change the liability. An act that changes neither is treated as one on the liability. */
function hasLiabilityMovement(preview: ActPreview): boolean {
  return hasMovement(preview, 'liability') || !hasMovement(preview, 'asset');
}

function isZero(text: string): boolean {
  return /^-?0*(\.0*)?$/.test(text);
}
