import { Skeleton } from '~/components/ui/skeleton';
import { CARD_CLASS, CARDS_CLASS, CHART_CLASS, FIGURES_CLASS, SENTENCE_CLASS } from './shape';

/** The overview's shape while figures or charts are on the way. */
export function OverviewSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading the overview</span>
      <div className={FIGURES_CLASS}>
        {['total', 'change', 'forecast', 'wells'].map((figure) => (
          <div key={figure} className="flex h-10 flex-col justify-center gap-1 @lg:h-15">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-6 w-44 max-w-full" />
          </div>
        ))}
      </div>
      <div className={CARDS_CLASS}>
        {['change', 'fields', 'forecast'].map((chart) => (
          <div key={chart} className={`${CARD_CLASS} gap-2.5`}>
            <Skeleton className="h-7 w-40" />
            <Skeleton className={SENTENCE_CLASS} />
            <Skeleton className={CHART_CLASS} />
          </div>
        ))}
      </div>
    </div>
  );
}
