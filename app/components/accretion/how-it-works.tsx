import { Card } from '~/components/ui/card';
import type { AccretionMethod } from '~/domain/books/accretion';
import { useFormat } from '~/hooks/use-format';

/** Explains the company's accretion method. */
export function HowItWorks({ method, lastPosted }: { method: AccretionMethod; lastPosted: string | null }) {
  const format = useFormat();
  return (
    <Card title="How it Works">
      <div className="flex flex-col gap-2">
        {method === 'simple' ? (
          <p>
            ARO value × discount rate × time period, starting from the last accretion period end, or from the
            ARO calculation date if there is none.
          </p>
        ) : (
          <p>
            ARO value × ((1 + discount rate)<sup>time period</sup> − 1), starting from the last accretion
            period end, or from the ARO calculation date if there is none. Your company uses the effective
            interest method, which compounds.
          </p>
        )}
        <p className="text-muted">
          A month counts as 1/12 of a year, however many days it has. A layer stops accreting on its
          retirement date, or on the day its well is plugged.
        </p>
        <p className="text-muted">
          {lastPosted
            ? `Accretion is posted through ${format.date(lastPosted)}.`
            : 'No accretion has been posted yet.'}
        </p>
      </div>
    </Card>
  );
}
