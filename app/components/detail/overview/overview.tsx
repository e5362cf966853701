import type { DetailFiltering } from '~/components/detail/use-detail-filters';
import { buttonClass } from '~/components/ui/button';
import { Link } from '~/components/ui/link';
import { onDemand } from '~/components/ui/on-demand';
import { OverviewSkeleton } from './overview-skeleton';
import type { OverviewPrinting, useOverview } from './use-overview';

export const OverviewPanel = onDemand(() => import('./overview-panel'), OverviewSkeleton);

/** The filtered layers as charts; as tables in print. */
export function Overview({
  hasLayers,
  state,
  filtering,
  printing,
  today,
  onClose,
}: {
  hasLayers: boolean;
  state: ReturnType<typeof useOverview>;
  filtering: DetailFiltering;
  printing: OverviewPrinting;
  today: string;
  onClose: () => void;
}) {
  return (
    <section aria-label="Overview" aria-busy={state.isOld} className="@container">
      {hasLayers ? (
        <OverviewPanel {...state} filtering={filtering} printing={printing} today={today} onClose={onClose} />
      ) : (
        <NothingYet />
      )}
    </section>
  );
}

function NothingYet() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3">
      <p className="max-w-prose text-muted">
        After your first layer is calculated, you’ll see total liability, this year’s change, liability by
        field and the accretion forecast.
      </p>
      <Link to="/?tab=calculate" className={buttonClass()}>
        Go to Calculate ARO
      </Link>
    </div>
  );
}
