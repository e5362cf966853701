import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useState } from 'react';
import { ReviewCatchUp } from '~/components/books/review-catch-up';
import { Button } from '~/components/ui/button';
import { classNames } from '~/components/ui/class-names';
import { Link } from '~/components/ui/link';
import { LoadFailure } from '~/components/ui/load-failure';
import { Skeleton } from '~/components/ui/skeleton';
import { FigureCell, Table, TableFrame, Td, Th } from '~/components/ui/table';
import { TextLink } from '~/components/ui/text-link';
import { WORKLIST_LABELS, type WorklistKind } from '~/domain/books/worklist';
import { catchUpAddress } from '~/hooks/catch-up-address';
import { useAnchor } from '~/hooks/use-anchor';
import { useFetched } from '~/hooks/use-fetched';
import { type Format, useFormat } from '~/hooks/use-format';
import { wellAddress } from '~/hooks/well-address';
import type { CatchUpToReview, WorklistCounts, WorklistItem, WorklistPage } from '~/schemas/books/worklist';

type Subject = {
  kind: WorklistKind;
  /** Action that resolves a row, and the page to do it on. */
  action: string;
  to: (item: WorklistItem) => string;
  header: string;
  date: (item: WorklistItem) => string | null;
};

const wellList = ({ wellCode }: WorklistItem) => `/?search=${encodeURIComponent(wellCode)}`;

const SUBJECTS: readonly Subject[] = [
  {
    kind: 'overdue',
    action: 'Settle',
    to: wellList,
    header: 'Retirement Date',
    date: ({ retirementDate }) => retirementDate,
  },
  {
    kind: 'plugged',
    action: 'Settle',
    to: wellList,
    header: 'Plugged On',
    date: ({ pluggedOn }) => pluggedOn,
  },
  {
    kind: 'unreviewed',
    action: 'Revise',
    to: () => '/?tab=calculate&dialog=revise',
    header: 'Estimated On',
    date: ({ estimatedOn }) => estimatedOn,
  },
  {
    kind: 'negative',
    action: 'View',
    to: ({ wellId }) => `/?tab=detail&wellId=${encodeURIComponent(wellId)}`,
    header: 'Estimated On',
    date: ({ estimatedOn }) => estimatedOn,
  },
  {
    kind: 'unrecorded',
    action: 'Calculate',
    to: ({ wellId }) => wellAddress(wellId),
    header: 'Active Date',
    date: ({ activeDate }) => activeDate,
  },
];

/** Items that need attention: counts of wells and month-end runs, expandable into rows, each with a link to resolve it. */
export function Worklist({
  counts,
  narrowed,
  catchUps,
  onReviewed,
}: {
  counts: WorklistCounts;
  /** Filters behind the counts, as a query string. */
  narrowed: string;
  catchUps: readonly CatchUpToReview[];
  onReviewed: () => void;
}) {
  const [open, setOpen] = useState<WorklistKind | 'catchUp' | null>(null);
  const format = useFormat();
  const heading = useAnchor<HTMLHeadingElement>('worklist');
  const subjects = SUBJECTS.filter(({ kind }) => counts[kind] > 0);
  if (subjects.length === 0 && catchUps.length === 0) return null;
  const openSubject = subjects.find(({ kind }) => kind === open);
  const toggle = (kind: typeof open) => ({
    isOpen: open === kind,
    onToggle: () => setOpen(open === kind ? null : kind),
  });
  return (
    <section aria-labelledby="worklist-heading" className="mt-3 rounded-lg border border-line bg-surface p-3">
      <h3 id="worklist-heading" ref={heading} tabIndex={-1} className="font-semibold">
        Worklist
      </h3>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {subjects.map(({ kind }) => (
          <Toggle key={kind} {...toggle(kind)} count={counts[kind]}>
            {counts[kind] === 1 ? 'well' : 'wells'} {WORKLIST_LABELS[kind]}
          </Toggle>
        ))}
        {catchUps.length > 0 && (
          <Toggle {...toggle('catchUp')} count={catchUps.length}>
            month-end {catchUps.length === 1 ? 'run' : 'runs'} that caught up on more than one month
          </Toggle>
        )}
      </ul>
      {openSubject && (
        <Items key={openSubject.kind} subject={openSubject} narrowed={narrowed} format={format} />
      )}
      {open === 'catchUp' && catchUps.length > 0 && (
        <CatchUps catchUps={catchUps} format={format} onReviewed={onReviewed} />
      )}
    </section>
  );
}

function Toggle({
  isOpen,
  count,
  onToggle,
  children,
}: {
  isOpen: boolean;
  count: number;
  onToggle: () => void;
  children: ReactNode;
}) {
  const format = useFormat();
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        className="-ml-1 flex min-h-8 items-center gap-1 rounded px-1 text-left hover:bg-sunken"
        onClick={onToggle}
      >
        <ChevronRight
          aria-hidden="true"
          className={classNames('size-3.5 shrink-0 text-muted', isOpen && 'rotate-90')}
        />
        <span>
          <strong className="figures font-semibold">{format.integer(count)}</strong> {children}
        </span>
      </button>
    </li>
  );
}

/** Month-end runs that caught up more than one month for some layers. */
function CatchUps({
  catchUps,
  format,
  onReviewed,
}: {
  catchUps: readonly CatchUpToReview[];
  format: Format;
  onReviewed: () => void;
}) {
  return (
    <TableFrame label="Worklist" className="mt-2 max-h-80">
      <Table aria-label="Worklist">
        <thead>
          <tr>
            <Th>Month Ending</Th>
            <Th align="end">Layers</Th>
            <Th align="end">Accretion ({format.symbol})</Th>
            <Th>
              <span className="sr-only">Action</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {catchUps.map(({ periodEnd, layers, accretion }) => (
            <tr key={periodEnd}>
              <th scope="row" className="border-b border-line px-3 py-1 text-left font-medium">
                <Link
                  to={catchUpAddress(periodEnd)}
                  className="figures inline-flex min-h-6 items-center text-accent hover:underline"
                >
                  {format.date(periodEnd)}
                </Link>
              </th>
              <FigureCell>{format.integer(layers)}</FigureCell>
              <FigureCell>{format.money(accretion)}</FigureCell>
              <Td align="end">
                <ReviewCatchUp periodEnd={periodEnd} onReviewed={onReviewed} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  );
}

/** Initial number of wells. */
const STEP = 20;

function Items({ subject, narrowed, format }: { subject: Subject; narrowed: string; format: Format }) {
  const [limit, setLimit] = useState(STEP);
  const path = `/api/worklist?kind=${subject.kind}&limit=${limit}${narrowed && `&${narrowed}`}`;
  const { data, error, retry } = useFetched<WorklistPage>(path, null, subject.kind);
  if (error)
    return (
      <div className="mt-2">
        <LoadFailure error={error} text="Couldn’t load the worklist." onRetry={retry} />
      </div>
    );
  if (!data) return <Skeleton className="mt-2 h-24" />;
  return (
    <>
      <TableFrame label="Worklist" className="mt-2 max-h-80">
        <Table aria-label="Worklist">
          <thead>
            <tr>
              <Th>Well Code</Th>
              <Th className="max-sm:hidden">Field</Th>
              <Th>{subject.header}</Th>
              <Th align="end">Liability ({format.symbol})</Th>
              <Th>
                <span className="sr-only">Action</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((item) => {
              const date = subject.date(item);
              return (
                <tr key={item.wellId}>
                  <th scope="row" className="border-b border-line px-3 py-1 text-left font-medium">
                    <TextLink to={wellAddress(item.wellId)}>{item.wellCode}</TextLink>
                  </th>
                  <Td className="max-sm:hidden">{item.field}</Td>
                  <Td className="figures">{date ? format.date(date) : '–'}</Td>
                  <FigureCell>{format.money(item.carryingAmount)}</FigureCell>
                  <Td>
                    <Link
                      to={subject.to(item)}
                      aria-label={`${subject.action} ${item.wellCode}`}
                      className="inline-flex min-h-6 items-center text-accent hover:underline"
                    >
                      {subject.action}
                    </Link>
                  </Td>
                </tr>
              );
            })}
          </tbody>
        </Table>
      </TableFrame>
      {data.nextCursor && limit < 500 && (
        <Button className="mt-2" onClick={() => setLimit(Math.min(500, limit * 5))}>
          Show More
        </Button>
      )}
    </>
  );
}
