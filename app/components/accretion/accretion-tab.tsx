import { Months } from '~/components/close/months';
import { AccretionForm } from './accretion-form';
import type { AccretionPage } from './accretion-page';
import { AccretionResults } from './accretion-results';
import { MonthEnds } from './month-ends';

export default function AccretionTab({ page }: { page: AccretionPage }) {
  return (
    <div className="flex flex-col gap-4 pt-4">
      <AccretionForm page={page} />
      <AccretionResults page={page} />
      <Months periods={page.periods} />
      {page.monthEnds && <MonthEnds runs={page.monthEnds} />}
    </div>
  );
}
