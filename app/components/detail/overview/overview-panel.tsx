import type { DetailFiltering } from '~/components/detail/use-detail-filters';
import { Button } from '~/components/ui/button';
import { Note } from '~/components/ui/note';
import type { OverviewView } from '~/schemas/reports/overview-views';
import { ChangeCard } from './change-card';
import { FieldsCard } from './fields-card';
import { ForecastCard } from './forecast-card';
import { OverviewLedger } from './overview-ledger';
import { OverviewSkeleton } from './overview-skeleton';
import { CARDS_CLASS } from './shape';
import type { OverviewPrinting } from './use-overview';
import { Worklist } from './worklist';

/** Charts and worklist. Loaded separately from the tab, because the chart library is more than half of this chunk. */
export default function OverviewPanel({
  overview,
  narrowed,
  hasFailed,
  filtering,
  printing,
  today,
  retry,
}: {
  overview: OverviewView | null;
  narrowed: string;
  hasFailed: boolean;
  filtering: DetailFiltering;
  printing: OverviewPrinting;
  today: string;
  retry: () => void;
  onClose: () => void;
}) {
  if (hasFailed) {
    return (
      <Note tone="danger" title="Couldn’t load the overview.">
        <p>The layers are not affected.</p>
        <Button className="mt-2" onClick={retry}>
          Try Again
        </Button>
      </Note>
    );
  }
  if (!overview) return <OverviewSkeleton />;
  return (
    <>
      <div className={CARDS_CLASS}>
        <ChangeCard rollforward={overview.rollforward} />
        <FieldsCard
          fields={overview.fields}
          total={overview.totalCurrentAro}
          today={today}
          chosen={filtering.filters.field}
          onChoose={(field) => filtering.setFilters({ field })}
        />
        <ForecastCard forecast={overview.forecast} today={today} />
      </div>
      <Worklist
        counts={overview.worklist}
        narrowed={narrowed}
        catchUps={overview.catchUps}
        onReviewed={retry}
      />
      {printing.printed && (
        <OverviewLedger {...printing.printed} today={today} onPrinted={printing.endPrint} />
      )}
    </>
  );
}
