import { Skeleton } from '~/components/ui/skeleton';
import { CARD_CLASS, CARDS_CLASS, CHART_CLASS, SENTENCE_CLASS } from './shape';

/** Placeholder for the overview while its figures or charts load. */
export function OverviewSkeleton() {
  return (
    <div role="status" className={CARDS_CLASS}>
      <span className="sr-only">Loading the overview</span>
      {['change', 'fields', 'forecast'].map((chart) => (
        <div key={chart} className={`${CARD_CLASS} gap-2.5`}>
          <Skeleton className="h-7 w-40" />
          <Skeleton className={SENTENCE_CLASS} />
          <Skeleton className={CHART_CLASS} />
        </div>
      ))}
    </div>
  );
}
