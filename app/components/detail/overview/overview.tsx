import { Link } from '@remix-run/react';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { buttonClass } from '~/components/ui/button';
import { classNames } from '~/components/ui/class-names';
import { onDemand } from '~/components/ui/on-demand';
import { useAddress } from '~/hooks/use-address';
import { useFetched } from '~/hooks/use-fetched';
import type { OverviewView } from '~/schemas/platform/views';
import { OverviewSkeleton } from './overview-skeleton';

const OverviewPanel = onDemand(() => import('./overview-panel'), OverviewSkeleton);

/**
 * What the books come to, above their detail: of the whole company, whatever the detail is filtered by. Figures and charts
 * come after the page, side by side, and hold nothing up. Whether it is open stands in the address. Not printed.
 */
export function Overview({ hasLayers, today }: { hasLayers: boolean; today: string }) {
  const { nextParams, change } = useAddress();
  const isOpen = nextParams.get('overview') !== 'closed';
  const setOpen = (open: boolean) => change({ overview: open ? null : 'closed' }, { replace: true });
  return (
    <section aria-labelledby="overview-heading" className="print:hidden">
      <h3 id="overview-heading">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls="overview"
          className="-ml-1 flex min-h-8 items-center gap-1 rounded px-1 font-semibold hover:bg-sunken"
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight
            aria-hidden="true"
            className={classNames('size-4 text-muted', isOpen && 'rotate-90')}
          />
          Overview
        </button>
      </h3>
      <div id="overview" hidden={!isOpen} className="@container mt-1.5">
        {isOpen && hasLayers && <LoadedOverview today={today} onClose={() => setOpen(false)} />}
        {isOpen && !hasLayers && <NothingYet />}
      </div>
    </section>
  );
}

function LoadedOverview({ today, onClose }: { today: string; onClose: () => void }) {
  const [attempt, setAttempt] = useState(0);
  const { data, error } = useFetched<OverviewView>('/api/reports/overview', attempt);
  return (
    <OverviewPanel
      overview={data}
      hasFailed={error !== null}
      today={today}
      onRetry={() => setAttempt(attempt + 1)}
      onClose={onClose}
    />
  );
}

function NothingYet() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3">
      <p className="max-w-prose text-muted">
        Once a layer is calculated, this shows the total liability, what changed it this year, the fields it
        lies in and what is still to accrete.
      </p>
      <Link to="/?tab=calculate" className={buttonClass()}>
        Go to Calculate ARO
      </Link>
    </div>
  );
}
