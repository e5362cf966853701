import { lazy, Suspense } from 'react';
import { Months } from '~/components/close/months';
import { TabSkeleton } from '~/components/shell/tab-skeleton';
import { onDemand } from '~/components/ui/on-demand';
import { useDialogAddress } from '~/hooks/use-address';
import { useWriteBlock } from '~/hooks/use-root-data';
import { AccretionForm } from './accretion-form';
import type { AccretionPage } from './accretion-page';
import { AccretionResults } from './accretion-results';
import { MonthEnds } from './month-ends';

const MonthWorkspace = lazy(() => import('~/components/close/month-workspace'));
const ReverseInAddress = onDemand(() => import('~/components/books/reverse-in-address'));

export default function AccretionTab({ page }: { page: AccretionPage }) {
  const { dialog, params, close } = useDialogAddress();
  const isAdmin = useWriteBlock() === null;
  const postingId = params.get('posting');
  const month = params.get('month');
  // The dialogs of the list of months name theirs the same way.
  if (month && dialog !== 'close' && dialog !== 'reopen') {
    return (
      <Suspense fallback={<TabSkeleton />}>
        <MonthWorkspace key={month} month={month} periods={page.periods} />
      </Suspense>
    );
  }
  return (
    <div className="flex flex-col gap-4 pt-4">
      <AccretionForm page={page} />
      <AccretionResults page={page} />
      <Months periods={page.periods} />
      {page.monthEnds && <MonthEnds runs={page.monthEnds} />}
      {isAdmin && dialog === 'reverse' && postingId && (
        <ReverseInAddress postingId={postingId} onClose={close} />
      )}
    </div>
  );
}
