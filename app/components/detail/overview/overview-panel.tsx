import { Button } from '~/components/ui/button';
import { Note } from '~/components/ui/note';
import type { OverviewView } from '~/schemas/platform/views';
import { ChangeCard } from './change-card';
import { FieldsCard } from './fields-card';
import { ForecastCard } from './forecast-card';
import { OverviewFigures } from './overview-figures';
import { OverviewSkeleton } from './overview-skeleton';
import { CARDS_CLASS } from './shape';
import { Worklist } from './worklist';

/** Figures and charts. Fetched apart from the tab, for the charts' library is more than half of it. */
export default function OverviewPanel({
  overview,
  hasFailed,
  today,
  onRetry,
}: {
  overview: OverviewView | null;
  hasFailed: boolean;
  today: string;
  onRetry: () => void;
  onClose: () => void;
}) {
  if (hasFailed) {
    return (
      <Note tone="danger" title="The overview could not be loaded.">
        <p>The detail below is not affected.</p>
        <Button className="mt-2" onClick={onRetry}>
          Try again
        </Button>
      </Note>
    );
  }
  if (!overview) return <OverviewSkeleton />;
  return (
    <>
      <OverviewFigures overview={overview} />
      <Worklist counts={overview.worklist} catchUps={overview.catchUps} onReviewed={onRetry} />
      <div className={CARDS_CLASS}>
        <ChangeCard rollforward={overview.rollforward} />
        <FieldsCard fields={overview.fields} total={overview.totalCurrentAro} today={today} />
        <ForecastCard forecast={overview.forecast} today={today} />
      </div>
    </>
  );
}
