import { Months } from '~/components/close/months';
import { onDemand } from '~/components/ui/on-demand';
import { useDialogAddress } from '~/hooks/use-address';
import { useWriteBlock } from '~/hooks/use-root-data';
import { AccretionForm } from './accretion-form';
import type { AccretionPage } from './accretion-page';
import { AccretionResults } from './accretion-results';
import { MonthEnds } from './month-ends';

const ReverseFromUrl = onDemand(() => import('~/components/books/reverse-from-url'));

export default function AccretionTab({ page }: { page: AccretionPage }) {
  const { dialog, params, close } = useDialogAddress();
  const isAdmin = useWriteBlock() === null;
  const postingId = params.get('posting');
  return (
    <div className="flex flex-col gap-4 pt-4">
      <AccretionForm page={page} />
      <AccretionResults page={page} />
      <Months periods={page.periods} />
      {page.monthEnds && <MonthEnds runs={page.monthEnds} />}
      {isAdmin && dialog === 'reverse' && postingId && (
        <ReverseFromUrl postingId={postingId} onClose={close} />
      )}
    </div>
  );
}
