import { useState } from 'react';
import { ReviewCatchUp } from '~/components/books/review-catch-up';
import { Badge, type BadgeTone } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { addDateToName, CsvButton, type CsvColumns } from '~/components/ui/csv-button';
import { EmptyState } from '~/components/ui/empty-state';
import { Link } from '~/components/ui/link';
import { SortableTh } from '~/components/ui/sortable-th';
import { FigureCell, RowTh, Table, TableFrame, Td } from '~/components/ui/table';
import { type SortValues, useSortedRows } from '~/components/ui/use-sorted-rows';
import { parseCents } from '~/domain/money/money';
import { catchUpAddress } from '~/hooks/catch-up-address';
import { countOf } from '~/hooks/count-of';
import { personName } from '~/hooks/person-name';
import { type Format, useFormat } from '~/hooks/use-format';
import type { MonthEndView } from '~/schemas/books/posting-views';

/** A year of runs; a button shows the earlier ones. */
const VISIBLE_ROWS = 12;

const STATUS: Record<MonthEndView['status'], { label: string; tone: BadgeTone }> = {
  running: { label: 'In progress', tone: 'accent' },
  done: { label: 'Posted', tone: 'green' },
  prepared: { label: 'Prepared', tone: 'yellow' },
  skipped: { label: 'Skipped', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'red' },
};

const SORT_VALUES: SortValues<MonthEndView> = {
  periodEnd: (run) => run.periodEnd,
  status: (run) => STATUS[run.status].label,
  startedAt: (run) => run.startedAt,
  finishedAt: (run) => run.finishedAt,
  layers: (run) => run.layers,
  totalAccretion: (run) => parseCents(run.totalAccretion),
  totalDepreciation: (run) => parseCents(run.totalDepreciation),
};

const CSV_COLUMNS: CsvColumns<MonthEndView> = {
  periodEnd: (run) => run.periodEnd,
  status: (run) => run.status,
  reason: (run) => run.reason,
  startedAt: (run) => run.startedAt,
  finishedAt: (run) => run.finishedAt,
  layers: (run) => run.layers,
  totalAccretion: (run) => run.totalAccretion,
  totalDepreciation: (run) => run.totalDepreciation,
  catchUpLayers: (run) => run.catchUp?.layers ?? 0,
  catchUpAccretion: (run) => run.catchUp?.accretion ?? '0.00',
  catchUpReviewedBy: ({ catchUp }) => (catchUp?.reviewed ? personName(catchUp.reviewed) : null),
  catchUpReviewedAt: ({ catchUp }) => catchUp?.reviewed?.createdAt ?? null,
};

/** Month-end runs, with what each one posted. */
export function MonthEnds({ runs }: { runs: MonthEndView[] }) {
  const format = useFormat();
  const [showsAll, setShowsAll] = useState(false);
  const { sorted, ...sorting } = useSortedRows(runs, SORT_VALUES, '-periodEnd', 'runsSort');
  const visibleRuns = showsAll ? sorted : sorted.slice(0, VISIBLE_ROWS);
  const depreciates = runs.some(({ totalDepreciation }) => parseCents(totalDepreciation) !== 0n);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 className="text-lg font-semibold">Month-End Runs</h2>
          <p className="text-muted">
            Accretion for the prior month posts automatically on the 1st, after any missed months. Closed
            months are skipped.
          </p>
        </div>
        {runs.length > 0 && (
          <CsvButton
            subject="Month-end runs"
            fileName={addDateToName('month-end-runs')}
            columns={CSV_COLUMNS}
            rows={sorted}
            aria-label="Download CSV of Month-End Runs"
          />
        )}
      </div>
      <TableFrame label="Month-End Runs">
        {runs.length === 0 ? (
          <EmptyState message="No automatic month-end runs yet. The first will appear here on the 1st of next month." />
        ) : (
          <Table aria-label="Month-End Runs" className="sm:min-w-200">
            <thead>
              <tr>
                <SortableTh id="periodEnd" sorting={sorting}>
                  Month Ending
                </SortableTh>
                <SortableTh id="status" sorting={sorting}>
                  Status
                </SortableTh>
                <SortableTh id="startedAt" sorting={sorting} className="max-sm:hidden">
                  Started
                </SortableTh>
                <SortableTh id="finishedAt" sorting={sorting} className="max-sm:hidden">
                  Finished
                </SortableTh>
                <SortableTh id="layers" sorting={sorting} align="end" className="max-sm:hidden">
                  Layers
                </SortableTh>
                <SortableTh id="totalAccretion" sorting={sorting} align="end">
                  Total Accretion
                </SortableTh>
                {depreciates && (
                  <SortableTh id="totalDepreciation" sorting={sorting} align="end">
                    Depreciation
                  </SortableTh>
                )}
              </tr>
            </thead>
            <tbody>
              {visibleRuns.map((run) => (
                <tr key={run.periodEnd}>
                  <RowTh className="figures font-medium">
                    <MonthEnded run={run} />
                  </RowTh>
                  <Td className="sm:min-w-44">
                    <Badge tone={toBadge(run).tone}>{toBadge(run).label}</Badge>
                    {run.status === 'prepared' && !run.isPosted && (
                      <Link
                        to={`/?tab=accretion&through=${run.periodEnd}`}
                        className="ml-2 inline-flex min-h-6 items-center rounded text-accent hover:underline"
                      >
                        Review and Post
                      </Link>
                    )}
                    {run.reason && (
                      <span className="mt-0.5 block max-w-md text-xs">{reasonText(run, format)}</span>
                    )}
                    {run.catchUp && <CaughtUp run={run} catchUp={run.catchUp} />}
                  </Td>
                  <Td className="figures text-muted max-sm:hidden">{format.instant(run.startedAt)}</Td>
                  <Td className="figures text-muted max-sm:hidden">
                    {run.finishedAt ? format.instant(run.finishedAt) : '–'}
                  </Td>
                  <FigureCell className="max-sm:hidden">{format.integer(run.layers)}</FigureCell>
                  <FigureCell>{format.currency(run.totalAccretion)}</FigureCell>
                  {depreciates && <FigureCell>{format.currency(run.totalDepreciation)}</FigureCell>}
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </TableFrame>
      {visibleRuns.length < runs.length && (
        <Button className="self-start" onClick={() => setShowsAll(true)}>
          Show All {format.integer(runs.length)} Runs
        </Button>
      )}
    </div>
  );
}

/** A prepared run that a user has posted counts as posted. */
function toBadge({ status, isPosted }: MonthEndView) {
  return status === 'prepared' && isPosted
    ? { label: 'Posted after review', tone: 'green' as const }
    : STATUS[status];
}

/** The month, linked to its records if it has any. */
function MonthEnded({ run: { periodEnd, layers, isPosted } }: { run: MonthEndView }) {
  const format = useFormat();
  if (layers === 0 || !isPosted) return format.date(periodEnd);
  return (
    <Link
      to={`/?tab=accretion&periodEnd=${periodEnd}`}
      className="inline-flex min-h-6 items-center rounded text-accent hover:underline"
    >
      {format.date(periodEnd)}
    </Link>
  );
}

/** Layers that a run caught up by more than one month, with a review button or the reviewer's name. */
function CaughtUp({
  run: { periodEnd, status },
  catchUp: { layers, accretion, reviewed },
}: {
  run: MonthEndView;
  catchUp: NonNullable<MonthEndView['catchUp']>;
}) {
  const format = useFormat();
  return (
    <div className="mt-1 flex max-w-md flex-wrap items-center gap-x-3 gap-y-1 text-xs">
      <Link
        to={catchUpAddress(periodEnd)}
        className="inline-flex min-h-6 items-center rounded text-accent hover:underline"
      >
        {countOf(layers, 'layer', format)} caught up on more than one month: {format.currency(accretion)}
      </Link>
      {reviewed ? (
        <span className="text-muted">
          Reviewed by {personName(reviewed)}, {format.instant(reviewed.createdAt)}
        </span>
      ) : (
        status !== 'running' && <ReviewCatchUp periodEnd={periodEnd} />
      )}
    </div>
  );
}

function reasonText({ status, reason }: MonthEndView, format: Format): string {
  return status === 'failed'
    ? `${format.message(`${reason}`)} The run retries every night.`
    : format.message(`${reason}`);
}
