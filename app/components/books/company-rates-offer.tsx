import { Button } from '~/components/ui/button';
import type { RateName } from '~/domain/books/rate-table';
import { useFormat } from '~/hooks/use-format';
import type { RateLookupView } from '~/schemas/books/rate-table';
import { offeredRate, type ShownRate } from './shown-terms';

const NOUNS: Record<RateName, string> = { discountRate: 'discount', inflationRate: 'inflation' };

/** Offers company rates for empty fields and explains the source of those already filled in. */
export function CompanyRatesOffer({
  offer,
  rates,
  noteId,
  onTake,
}: {
  offer: RateLookupView;
  rates: Record<RateName, ShownRate>;
  noteId: string;
  onTake: (names: RateName[]) => void;
}) {
  const format = useFormat();
  const names = Object.keys(NOUNS) as RateName[];
  const open = names.filter((name) => rates[name].value.trim() === '' && offeredRate(offer, name) !== '');
  const taken = names.filter((name) => rates[name].isCompanys);
  if (names.some((name) => rates[name].isAutoFilled) || open.length + taken.length === 0) return null;
  const offered = open.map((name, index) => {
    const rate = `${format.rate(offeredRate(offer, name))}% ${NOUNS[name]}`;
    // If both rates come from the same table, name it once, at the end.
    const next = open[index + 1];
    return next && tableOf(offer, name) === tableOf(offer, next)
      ? rate
      : `${rate}, from the table of ${format.date(tableOf(offer, name))}`;
  });
  const reasons = taken.map((name) => `${format.message(sourceOf(offer, name)?.reason ?? '')}.`);
  return (
    <div className="col-span-full flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken py-1.5 pr-1.5 pl-3 sm:flex-nowrap">
      <p id={noteId} className="text-xs text-muted">
        {open.length > 0 && `Company rates: ${offered.join(' and ')}. `}
        {reasons.join(' ')}
      </p>
      {open.length > 0 && (
        <Button variant="ghost" size="sm" onClick={() => onTake(open)}>
          Use Company Rates
        </Button>
      )}
    </div>
  );
}

function sourceOf(offer: RateLookupView, name: RateName) {
  return name === 'discountRate' ? offer.discount : offer.inflation;
}

function tableOf(offer: RateLookupView, name: RateName): string {
  return sourceOf(offer, name)?.effectiveOn ?? '';
}
